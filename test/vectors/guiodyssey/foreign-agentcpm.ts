import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { z } from 'zod';
import { agentCpm } from '../../../src/benchmarks/guiodyssey/foreign/agentcpm/agentcpm.js';
import { agentcpmSummary } from '../../../src/benchmarks/guiodyssey/foreign/agentcpm/agentcpm-summary.js';
import {
  actionOfAtlasOutput,
  actionOfCommand,
  isAtlasOutput,
} from '../../../src/benchmarks/guiodyssey/foreign/agentcpm/action-of-output.js';
import { predictedAction } from '../../../src/benchmarks/guiodyssey/foreign/agentcpm/predicted-action.js';
import {
  fieldsOfCommand,
  recordedAction,
  type RecordedFields,
} from '../../../src/benchmarks/guiodyssey/foreign/agentcpm/recorded-action.js';
import type { ForeignVerdict } from '../../../src/benchmarks/guiodyssey/foreign/foreign-evaluator.js';
import { ForeignTally, foreignCounts } from '../../../src/benchmarks/guiodyssey/foreign/foreign-tally.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const PredictedSchema = z.object({
  gt: z.string(),
  output: z.string().optional(),
  atlas_output: z.string().optional(),
  pred: z.unknown().optional(),
  dropped: z.string().optional(),
});
type Predicted = z.infer<typeof PredictedSchema>;
const StepSchema = PredictedSchema.extend({
  id: z.string(),
  answer: z.record(z.string(), z.unknown()).optional(),
  expect: z.record(z.string(), z.unknown()).optional(),
});
const RunSchema = z.object({
  id: z.string(),
  records: z.array(PredictedSchema.extend({ episode_id: z.string(), step_id: z.int() })),
  steps: z.array(z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
});

/** Judged steps, with what the project's converters make of both sides. */
export const agentcpmSteps: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/steps.agentcpm.jsonl',
  run: async ({ shared, report }) => {
    const file = join(shared, 'vectors/guiodyssey/foreign/steps.agentcpm.jsonl');
    for await (const line of readJsonLines(file)) {
      const step = StepSchema.parse(line);
      report(step.id, runnerProblem(step) ?? fieldsProblem(step) ?? stepProblem(step));
    }
  },
};

/** Whole runs: the summary file. */
export const agentcpmRuns: VectorSuite = {
  system: 'guiodyssey',
  file: 'foreign/runs.agentcpm.jsonl',
  run: async ({ shared, report }) => {
    const file = join(shared, 'vectors/guiodyssey/foreign/runs.agentcpm.jsonl');
    for await (const line of readJsonLines(file)) {
      const run = RunSchema.parse(line);
      report(run.id, runProblem(run));
    }
  },
};

/** What the runners write: a prediction, or none. */
function runnerProblem({ output, atlas_output: atlas, pred, dropped }: Predicted): string | null {
  if (atlas !== undefined) {
    const got = actionOfAtlasOutput(atlas);
    return isDeepStrictEqual(got, pred) ? null : `written ${JSON.stringify(got)}`;
  }
  if (output === undefined) return null;
  const got = actionOfCommand(output);
  const wanted = dropped === undefined ? pred : null;
  return isDeepStrictEqual(got, wanted) ? null : `written ${JSON.stringify(got)}`;
}

/** What the conversion makes of the recorded command. */
function fieldsProblem({ gt, answer, dropped }: z.infer<typeof StepSchema>): string | null {
  if (dropped !== undefined) return null;
  const got = fieldsOfCommand(gt);
  if (answer === undefined || got === null) {
    return answer === undefined && got === null ? null : `converted to ${JSON.stringify(got)}`;
  }
  const wanted: RecordedFields = {
    result_action_type: Number(answer['result_action_type']),
    result_action_text: String(answer['result_action_text']),
    result_touch_yx: JSON.parse(String(answer['result_touch_yx'])) as [number, number],
    result_lift_yx: JSON.parse(String(answer['result_lift_yx'])) as [number, number],
  };
  return isDeepStrictEqual(got, wanted) ? null : `converted to ${JSON.stringify(got)}`;
}

function stepProblem(step: z.infer<typeof StepSchema>): string | null {
  const { gt, output, atlas_output: atlas, pred, dropped, expect } = step;
  const verdict = judge(step);
  if (dropped !== undefined) return verdict.type === 'left_out' ? null : JSON.stringify(verdict);
  const isError = expect?.['error'] !== undefined;
  if (verdict.type !== 'judged') return isError && verdict.type === 'void' ? null : JSON.stringify(verdict);
  const fields = fieldsOfCommand(gt);
  const recorded = fields === null ? null : recordedAction(fields);
  const got = {
    gt_type: verdict.kind,
    gt_detail: detailOf(recorded),
    pred_type: predictedAction(pred)?.kind ?? null,
    pred_detail: detailOf(predictedAction(pred)),
    type_match: verdict.isType,
    exact_match: verdict.isRight,
    text_dist: verdict.textRatio,
    format_hit: verdict.hasFormat,
    pixel_distance: verdict.distance,
  };
  if (!isDeepStrictEqual(got, expect)) return JSON.stringify(got);
  // An answer of OS-Atlas is known by the word that its runner looks for.
  const said = output ?? (atlas !== undefined && isAtlasOutput(atlas) ? atlas : undefined);
  if (said === undefined) return null;
  const told = agentCpm.judge(gt, said);
  return isDeepStrictEqual(told, verdict) ? null : `as text ${JSON.stringify(told)}`;
}

/** From the prediction where there is one, else from the text that none came of. */
function judge({ gt, output, pred, dropped }: Predicted): ForeignVerdict {
  const fields = fieldsOfCommand(gt);
  if (dropped !== undefined || fields === null) return agentCpm.judge(gt, output ?? '');
  const judged = agentCpm.judgeRecord({
    ...fields,
    result_touch_yx: JSON.stringify(fields.result_touch_yx),
    result_lift_yx: JSON.stringify(fields.result_lift_yx),
    episode_id: '1',
    step_id: 0,
    pred,
  });
  if (judged.type === 'no_record') throw new Error(judged.message);
  return judged.verdict;
}

function detailOf(action: ReturnType<typeof recordedAction> | ReturnType<typeof predictedAction>): unknown {
  if (action === null) return null;
  switch (action.kind) {
    case 'click':
    case 'long_point':
      return { x: action.x, y: action.y };
    case 'scroll':
      return action.direction ?? 'no direction';
    case 'type':
      return action.text;
    case 'press':
      return action.key;
    case 'stop':
      return 'stop';
    default:
      return action satisfies never;
  }
}

function runProblem(run: z.infer<typeof RunSchema>): string | null {
  const episodes = new Map<string, ForeignVerdict[]>();
  const verdicts = run.records.map((record): ForeignVerdict | null => {
    // The script never sees a step without a prediction, but converts what was recorded.
    const isMissing = record.pred === undefined && record.dropped === undefined;
    const verdict = isMissing ? agentCpm.judge(record.gt, null) : judge(record);
    const known = episodes.get(record.episode_id) ?? [];
    episodes.set(record.episode_id, [...known, verdict]);
    return verdict;
  });
  if (verdicts.some((verdict) => verdict?.type === 'void')) {
    return run.error === 'ValueError' || run.error === 'ExecError' ? null : 'a recorded command is void';
  }
  const steps = verdicts.map((verdict) =>
    verdict?.type === 'judged' ? [verdict.isType, verdict.isRight] : null,
  );
  if (run.steps !== undefined && !isDeepStrictEqual(steps, run.steps))
    return `steps ${JSON.stringify(steps)}`;
  const tally = new ForeignTally(agentCpm);
  for (const episode of episodes.values()) tally.add(foreignCounts(episode, agentCpm));
  const summary = agentcpmSummary(tally.sums);
  if (summary === null) return run.error === 'no summary' ? null : 'no summary';
  return isDeepStrictEqual({ ...summary }, run.result) ? null : JSON.stringify(summary);
}
