import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { z } from 'zod';
import { judgeAtlas } from '../../../src/benchmarks/guiodyssey/foreign/os-atlas/judge-atlas.js';
import { osAtlas } from '../../../src/benchmarks/guiodyssey/foreign/os-atlas/os-atlas.js';
import type { ForeignVerdict } from '../../../src/benchmarks/guiodyssey/foreign/foreign-evaluator.js';
import { type ForeignLine } from '../../../src/benchmarks/guiodyssey/foreign/foreign-counts.js';
import { ForeignTally, foreignCounts } from '../../../src/benchmarks/guiodyssey/foreign/foreign-tally.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const RecordSchema = z.object({
  gt: z.string(),
  pred: z.unknown().optional(),
  command: z.object({ gt: z.string(), pred: z.unknown().optional() }).optional(),
});
type AtlasRecord = z.infer<typeof RecordSchema>;
const StepSchema = RecordSchema.extend({ id: z.string(), expect: z.record(z.string(), z.unknown()) });
const RunSchema = z.object({
  id: z.string(),
  records: z.array(RecordSchema),
  steps: z.array(z.unknown()),
  result: z.record(z.string(), z.number()),
  per_action: z.record(z.string(), z.number()).optional(),
  error: z.string().optional(),
});

const NAMES: Readonly<Record<string, string>> = {
  'Type Acc': 'type_acc',
  'Grounding Acc': 'grounding_acc',
  'Step Acc': 'step_acc',
  'Click Type Acc': 'click_type_acc',
  'Scroll Type Acc': 'scroll_type_acc',
  'Action Match Score': 'action_match_score',
};
const BY_KIND = 'Action Match Score - ';

/** Judged steps, as the project's records, and as commands where those they were made of are known. */
export const atlasSteps: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/steps.os-atlas.jsonl',
  run: async ({ shared, report }) => {
    const file = join(shared, 'vectors/guiodyssey/foreign/steps.os-atlas.jsonl');
    for await (const line of readJsonLines(file)) {
      const { id, expect, ...record } = StepSchema.parse(line);
      const verdict = judgeAtlas(record.gt, record.pred);
      const got =
        typeof verdict === 'string'
          ? { error: expect['error'] ?? verdict }
          : {
              gt_type: verdict.recordedType,
              pred_type: verdict.predictedType,
              pred_action: verdict.predictedAction,
              type_match: verdict.isType,
              match: verdict.isRight,
              touch: verdict.isTouch,
            };
      const isSame = isDeepStrictEqual(got, expect);
      report(id, isSame ? commandProblem(record) : JSON.stringify(got));
    }
  },
};

/** Whole runs: what the script prints, up to where it stops. */
export const atlasRuns: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/runs.os-atlas.jsonl',
  run: async ({ shared, report }) => {
    const file = join(shared, 'vectors/guiodyssey/foreign/runs.os-atlas.jsonl');
    for await (const line of readJsonLines(file)) {
      const run = RunSchema.parse(line);
      report(run.id, runProblem(run));
    }
  },
};

function commandProblem(record: AtlasRecord): string | null {
  if (record.command === undefined) return null;
  const told = osAtlas.judge(record.command.gt, record.command.pred);
  const own = judgeRecord(record);
  return isDeepStrictEqual(told, own) ? null : `as command ${JSON.stringify(told)}`;
}

function judgeRecord({ gt, pred }: AtlasRecord): ForeignVerdict {
  const conversations = [{ value: 'asked' }, { value: gt }];
  const judged = osAtlas.judgeRecord({ conversations, ...(pred === undefined ? {} : { pred }) });
  if (judged.type === 'no_record') throw new Error(judged.message);
  return judged.verdict;
}

function runProblem(run: z.infer<typeof RunSchema>): string | null {
  const verdicts = run.records.map(judgeRecord);
  const steps = verdicts.map((verdict) =>
    verdict.type === 'judged' ? [verdict.isType, verdict.isRight] : 'IndexError',
  );
  if (!isDeepStrictEqual(steps, run.steps)) return `steps ${JSON.stringify(steps)}`;
  const isBad = verdicts.some(({ type }) => type === 'void');
  // The script stops within the records there; here only those are left out.
  if (isBad) return run.error === 'IndexError' ? null : 'a recorded answer is void';
  const tally = new ForeignTally(osAtlas);
  tally.add(foreignCounts(verdicts, osAtlas));
  const { lines, stops } = tally.figures();
  if ((stops === null) !== (run.error === undefined)) return stops ?? `no ${run.error ?? ''}`;
  const result = printed(lines, (name) => NAMES[name]);
  if (!isDeepStrictEqual(result, run.result)) return JSON.stringify(result);
  if (run.per_action === undefined) return null;
  const kinds = printed(lines, (name) => (name.startsWith(BY_KIND) ? name.slice(BY_KIND.length) : undefined));
  return isDeepStrictEqual(kinds, run.per_action) ? null : JSON.stringify(kinds);
}

/** The lines of these names up to the first that is not defined. */
function printed(
  lines: readonly ForeignLine[],
  keyOf: (name: string) => string | undefined,
): Record<string, number> {
  const kept: Record<string, number> = {};
  for (const { name, value } of lines) {
    if (value === null) break;
    const key = keyOf(name);
    if (key !== undefined) kept[key] = value;
  }
  return kept;
}
