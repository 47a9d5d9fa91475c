import { join } from 'node:path';
import { z } from 'zod';
import type { DialectSettings, ParseContext, ParseResult } from '../../../src/models/dialects/dialect.js';
import { DIALECTS } from '../../../src/registry/dialects.js';
import type { CoordinateRule } from '../../../src/models/dialects/reading/resolve-position.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { firstDifference, recordedForm } from './recorded-form.js';
import { VALUE_PARSERS } from './value-parsers.js';

const CaseSchema = z.object({
  id: z.string(),
  family: z.string(),
  image: z
    .object({
      width: z.int(),
      height: z.int(),
      sent_width: z.int().optional(),
      sent_height: z.int().optional(),
    })
    .optional(),
  coord: z
    .object({
      space: z.enum(['norm', 'sent', 'resized']),
      span: z.number().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
      order: z.literal('yx').optional(),
    })
    .optional(),
  options: z
    .object({
      scroll: z.enum(['content', 'finger']).optional(),
      element_count: z.int().optional(),
      index_base: z.int().optional(),
      grid: z.object({ rows: z.int(), cols: z.int() }).optional(),
      shortcuts: z.array(z.string()).optional(),
      home_as_restart: z.boolean().optional(),
    })
    .optional(),
  raw_output: z.string(),
  expected: z.object({
    actions: z.array(z.unknown()).optional(),
    error: z.string().optional(),
    value: z.unknown().optional(),
    thought: z.string().optional(),
  }),
  lenient: z.boolean().optional(),
});
type Case = z.infer<typeof CaseSchema>;

/** Families as `TOUCHSTONE_FAMILY` names them, comma-separated; all unless given. */
const CHOSEN = (process.env['TOUCHSTONE_FAMILY'] ?? '').split(',').filter((name) => name !== '');

/** Every recorded answer, read tolerantly as recorded, and strictly with lenient cases refused. */
export const parse: VectorSuite = {
  system: 'models',
  file: 'parse.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/models/parse.jsonl'))) {
      const recorded = CaseSchema.parse(line);
      const { id, family } = recorded;
      if (CHOSEN.length > 0 && !CHOSEN.includes(family)) continue;
      if (VALUE_PARSERS[family] !== undefined) report(id, checkValue(recorded));
      else if (DIALECTS.has(family)) report(id, checkActions(recorded));
      else report(id, `no reader of the family ${family}`);
    }
  },
};

function checkValue(recorded: Case): string | null {
  const reading = VALUE_PARSERS[recorded.family]?.(recorded.raw_output, recorded);
  const { error, value } = recorded.expected;
  if (reading === undefined) return 'no reader';
  if (error !== undefined) {
    return 'error' in reading && reading.error === error
      ? null
      : `${JSON.stringify(reading)} instead of error ${error}`;
  }
  return 'error' in reading
    ? `error ${reading.error} instead of ${JSON.stringify(value)}`
    : firstDifference(value, reading.value, 'value');
}

function checkActions(recorded: Case): string | null {
  const tolerant = readCase(recorded, 'tolerant');
  const strict = readCase(recorded, 'strict');
  const problem = difference(recorded, tolerant);
  if (problem !== null) return problem;
  if (tolerant.type === 'format_error') {
    return strict.type === 'format_error' ? null : 'a strict reader takes what a tolerant one refuses';
  }
  const wanted = recorded.lenient ?? false;
  if (tolerant.lenient !== wanted) {
    return `lenient is ${tolerant.lenient} instead of ${wanted} (${tolerant.warnings.join(', ')})`;
  }
  if (wanted) return strict.type === 'format_error' ? null : 'a strict reader takes a lenient case';
  return difference(recorded, strict);
}

function difference({ expected }: Case, result: ParseResult): string | null {
  if (expected.error !== undefined) {
    const got = result.type === 'format_error' ? result.error.kind : JSON.stringify(result.actions);
    return got === expected.error ? null : `${got} instead of error ${expected.error}`;
  }
  if (result.type === 'format_error') {
    return `error ${result.error.kind} (${result.error.message}) instead of ${JSON.stringify(expected.actions)}`;
  }
  const problem = firstDifference(expected.actions, result.actions.map(recordedForm), 'actions');
  if (problem !== null) return problem;
  if (expected.thought === undefined || result.thought === expected.thought) return null;
  return `thought ${JSON.stringify(result.thought)} instead of ${JSON.stringify(expected.thought)}`;
}

function readCase(recorded: Case, profile: 'tolerant' | 'strict'): ParseResult {
  const { image, options } = recorded;
  const family = DIALECTS.get(recorded.family);
  if (family === undefined) throw new Error(`no dialect ${recorded.family}`);
  const settings: DialectSettings = {
    ...(recorded.coord === undefined ? {} : { coordinates: coordinateRule(recorded.coord) }),
    ...(options?.scroll === undefined ? {} : { scroll: options.scroll }),
    ...(options?.home_as_restart === undefined
      ? {}
      : { switches: { homeAsRestart: options.home_as_restart } }),
    ...variantOf(recorded),
  };
  const context: ParseContext = {
    profile,
    screen: image === undefined ? null : { width: image.width, height: image.height },
    sent:
      image?.sent_width === undefined || image.sent_height === undefined
        ? null
        : { width: image.sent_width, height: image.sent_height },
    elements:
      options?.element_count === undefined
        ? null
        : { base: options.index_base ?? 0, count: options.element_count },
    grid: options?.grid === undefined ? null : { rows: options.grid.rows, columns: options.grid.cols },
    ...(options?.shortcuts === undefined ? {} : { shortcuts: options.shortcuts }),
  };
  return family.create(settings).parse(recorded.raw_output, context);
}

/** The recorded cases of the generic grammar offer the calls of ProBench. */
function variantOf({ family }: Case): Pick<DialectSettings, 'variant'> {
  return family === 'generic_call' ? { variant: 'probench' } : {};
}

function coordinateRule(coord: NonNullable<Case['coord']>): CoordinateRule {
  const order = coord.order === undefined ? {} : { order: coord.order };
  switch (coord.space) {
    case 'norm':
      return { space: 'norm', span: coord.span ?? 1000, ...order };
    case 'sent':
      return { space: 'sent', ...order };
    case 'resized':
      return { space: 'resized', to: { width: coord.width ?? 0, height: coord.height ?? 0 }, ...order };
    default:
      return coord.space satisfies never;
  }
}
