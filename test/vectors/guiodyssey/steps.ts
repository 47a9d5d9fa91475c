import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { z } from 'zod';
import { decodeCommand } from '../../../src/benchmarks/guiodyssey/decode-command.js';
import { matchOdysseyStep, matchText } from '../../../src/benchmarks/guiodyssey/match/match-odyssey-step.js';
import { matchClick } from '../../../src/benchmarks/guiodyssey/match/match-click.js';
import { editDistance } from '../../../src/domain/text/edit-distance.js';
import type { PythonValue } from '../../../src/domain/text/python-literal.js';
import { pythonStrip } from '../../../src/domain/hierarchy/python-strip.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const ExpectSchema = z.object({ is_correct: z.enum(['yes', 'no']), info: z.string() });
const StepSchema = z.object({
  id: z.string(),
  gt: z.string(),
  pred: z.unknown(),
  sam2_bbox: z.array(z.number()).nullable(),
  expect: ExpectSchema,
  safe_expect: ExpectSchema.optional(),
});
const TextSchema = z.object({
  id: z.string(),
  gt: z.string(),
  pred: z.string(),
  match: z.boolean(),
  distance: z.int(),
});
const ClickSchema = z.object({
  id: z.string(),
  gt: z.array(z.number()),
  pred: z.array(z.number()),
  sam2_bbox: z.array(z.number()).nullable(),
  match: z.boolean().optional(),
  error: z.string().optional(),
});
const DecodeSchema = z.object({
  id: z.string(),
  in: z.string(),
  action: z.string().optional(),
  info_type: z.string().optional(),
  info: z.unknown().optional(),
  error: z.string().optional(),
  safe_error: z.boolean().optional(),
});

/** Judged steps; where the published code evaluated an expression, what a reader of literals makes of it. */
export const steps: VectorSuite = {
  system: 'guiodyssey',
  file: 'steps.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/steps.jsonl'))) {
      const recorded = StepSchema.parse(line);
      const wanted = recorded.safe_expect ?? recorded.expect;
      const expected = decodeCommand(recorded.gt);
      if (expected === null) {
        report(recorded.id, 'the recorded command cannot be decoded');
        continue;
      }
      const { isCorrect, reason } = matchOdysseyStep(
        expected,
        recorded.pred,
        recorded.sam2_bbox,
        'reference',
      );
      const got = `${isCorrect ? 'yes' : 'no'} ${reason}`;
      const want = `${wanted.is_correct} ${wanted.info}`;
      report(recorded.id, got === want ? null : `${got} instead of ${want}`);
    }
  },
};

export const textMatching: VectorSuite = {
  system: 'guiodyssey',
  file: 'text_matching.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/text_matching.jsonl'))) {
      const { id, gt, pred, match, distance } = TextSchema.parse(line);
      const got = `${matchText(gt, pred)} ${editDistance(pythonStrip(gt), pythonStrip(pred))}`;
      report(id, got === `${match} ${distance}` ? null : `${got} instead of ${match} ${distance}`);
    }
  },
};

export const clickMatching: VectorSuite = {
  system: 'guiodyssey',
  file: 'click_matching.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/click_matching.jsonl'))) {
      const { id, gt, pred, sam2_bbox: box, match, error } = ClickSchema.parse(line);
      const got = matchClick({ kind: 'tuple', items: gt }, { kind: 'tuple', items: pred }, box);
      const want = error !== undefined ? 'invalid' : match === true ? 'hit' : 'miss';
      report(id, got === want ? null : `${got} instead of ${want}`);
    }
  },
};

export const simpleDecode: VectorSuite = {
  system: 'guiodyssey',
  file: 'simple_decode.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/simple_decode.jsonl'))) {
      const recorded = DecodeSchema.parse(line);
      report(recorded.id, decodeProblem(recorded));
    }
  },
};

function decodeProblem(recorded: z.infer<typeof DecodeSchema>): string | null {
  const got = decodeCommand(recorded.in);
  const isError = recorded.error !== undefined || recorded.safe_error === true;
  if (isError) return got === null ? null : `${JSON.stringify(got)} instead of an error`;
  if (got === null) return 'an error';
  if (got.action !== recorded.action) return `action ${got.action} instead of ${recorded.action ?? ''}`;
  if (typeOf(got.info) !== recorded.info_type) return `${typeOf(got.info)} instead of ${recorded.info_type}`;
  if (recorded.info === undefined) return null;
  const plain = plainOf(got.info);
  return isDeepStrictEqual(plain, recorded.info) ? null : `info ${JSON.stringify(plain)}`;
}

function plainOf(value: PythonValue): unknown {
  return typeof value === 'object' && value !== null ? value.items.map(plainOf) : value;
}

function typeOf(value: PythonValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'object') return value.kind;
  return { number: 'int', boolean: 'bool', string: 'str' }[typeof value as 'number' | 'boolean' | 'string'];
}
