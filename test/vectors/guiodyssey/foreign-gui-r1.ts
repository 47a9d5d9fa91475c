import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { z } from 'zod';
import { guiR1 } from '../../../src/benchmarks/guiodyssey/foreign/gui-r1/gui-r1.js';
import { extractGuiR1 } from '../../../src/benchmarks/guiodyssey/foreign/gui-r1/extract-gui-r1.js';
import type { ForeignVerdict } from '../../../src/benchmarks/guiodyssey/foreign/foreign-evaluator.js';
import { ForeignTally, foreignCounts } from '../../../src/benchmarks/guiodyssey/foreign/foreign-tally.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const RecordSchema = z.looseObject({
  output: z.string().optional(),
  scale: z.array(z.number()).optional(),
  command: z.object({ gt: z.string(), pred: z.unknown().optional() }).optional(),
});
type GuiR1Record = z.infer<typeof RecordSchema>;
const AskedSchema = z.boolean().nullable();
const StepSchema = z.looseObject({
  id: z.string(),
  expect: z.object({ type: z.boolean(), grounding: AskedSchema, text: AskedSchema }),
});
const RunSchema = z.object({
  id: z.string(),
  records: z.array(RecordSchema),
  steps: z.array(z.unknown()),
  keys: z.record(z.string(), z.object({ length: z.int(), score: z.number() })),
  result: z.record(z.string(), z.number()),
  error: z.string().optional(),
});
const NAMES = [
  ['ALL Type', 'type'],
  ['ALL Step', 'step'],
  ['ALL GR', 'grounding'],
] as const;

/** Judged steps: as fields, as the text that these were taken from, and as commands. */
export const guiR1Steps: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/steps.gui-r1.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/foreign/steps.gui-r1.jsonl'))) {
      const { id, expect, ...rest } = StepSchema.parse(line);
      const record = RecordSchema.parse(rest);
      const { type, grounding, text } = expect;
      report(id, stepProblem(record, [type, grounding, text]));
    }
  },
};

/** Whole runs: what the script prints, up to where it stops. */
export const guiR1Runs: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/runs.gui-r1.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/foreign/runs.gui-r1.jsonl'))) {
      const run = RunSchema.parse(line);
      report(run.id, runProblem(run));
    }
  },
};

function stepProblem(record: GuiR1Record, wanted: readonly (boolean | null)[]): string | null {
  const verdict = judgeRecord(record);
  const got = asked(verdict);
  if (!isDeepStrictEqual(got, wanted)) return JSON.stringify(got);
  const { output, command } = record;
  if (output !== undefined) {
    const { pred_action, pred_coord, pred_input_text, ...rest } = record;
    const { action, text, point } = extractGuiR1(output);
    const taken = { action, text, point: point.map((number, axis) => number * (record.scale?.[axis] ?? 1)) };
    const wantedFields = { action: pred_action, text: pred_input_text, point: pred_coord };
    if (!isDeepStrictEqual(taken, wantedFields)) return `taken ${JSON.stringify(taken)}`;
    const said = judgeRecord({ ...rest, pred: output });
    if (!isDeepStrictEqual(said, verdict)) return `as text ${JSON.stringify(said)}`;
    return null;
  }
  if (command === undefined) return null;
  const told = guiR1.judge(command.gt, command.pred);
  const group = typeof record['group'] === 'string' ? record['group'] : '';
  const isSame =
    isDeepStrictEqual(asked(told), got) && (group !== 'mobile' || isDeepStrictEqual(told, verdict));
  return isSame ? null : `as command ${JSON.stringify(told)}`;
}

function judgeRecord(record: object): ForeignVerdict {
  const judged = guiR1.judgeRecord(record);
  if (judged.type === 'no_record') throw new Error(judged.message);
  return judged.verdict;
}

/** The three answers; null for a question that is not asked. */
function asked(verdict: ForeignVerdict): readonly (boolean | null)[] {
  if (verdict.type !== 'judged') return [];
  const { isType, isRight, part } = verdict;
  return [isType, part === 'grounding' ? isRight : null, part === 'text' ? isRight : null];
}

function runProblem(run: z.infer<typeof RunSchema>): string | null {
  const verdicts = run.records.map(judgeRecord);
  const steps = verdicts.map(asked);
  if (!isDeepStrictEqual(steps, run.steps)) return `steps ${JSON.stringify(steps)}`;
  const tally = new ForeignTally(guiR1);
  tally.add(foreignCounts(verdicts, guiR1));
  const { lines, stops } = tally.figures();
  if ((stops === null) !== (run.error === undefined)) return stops ?? `no ${run.error ?? ''}`;
  const keys = Object.fromEntries(
    lines.flatMap(({ name, value, of }) =>
      name.startsWith('Type ') ? [[name.slice('Type '.length), { length: of, score: value }]] : [],
    ),
  );
  if (!isDeepStrictEqual(keys, run.keys)) return JSON.stringify(keys);
  const order = [Object.keys(keys).join(), Object.keys(run.keys).join()];
  if (order[0] !== order[1]) return `in the order ${order[0] ?? ''}`;
  const result: Record<string, number> = {};
  for (const [name, key] of NAMES) {
    const value = lines.find((line) => line.name === name)?.value ?? null;
    if (value === null) break;
    result[key] = value;
  }
  return isDeepStrictEqual(result, run.result) ? null : JSON.stringify(result);
}
