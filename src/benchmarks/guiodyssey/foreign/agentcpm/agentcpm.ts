import { z } from 'zod';
import { describeMisfit } from '../../../../domain/text/describe-misfit.js';
import { foreignShare, type ForeignFigures, type ForeignLine, type ForeignSums } from '../foreign-counts.js';
import type { ForeignEvaluator, ForeignVerdict } from '../foreign-evaluator.js';
import { actionOfAtlasOutput, actionOfCommand, isAtlasOutput } from './action-of-output.js';
import { agentcpmSummary } from './agentcpm-summary.js';
import { judgeAgentcpm } from './judge-agentcpm.js';
import { predictedAction } from './predicted-action.js';
import {
  fieldsOfCommand,
  recordedAction,
  RecordedFieldsSchema,
  type RecordedFields,
} from './recorded-action.js';

/** A step of a trajectory file with what was predicted for it, as the project's runners write it. */
const RecordSchema = RecordedFieldsSchema.extend({
  episode_id: z.union([z.string(), z.int()]),
  step_id: z.int().nonnegative(),
  category: z.string().optional(),
  subset: z.string().optional(),
  pred: z.unknown().optional(),
});

/**
 * The evaluator of AgentCPM-GUI on its conversion of GUIOdyssey's test file: touches within 0.14, no element box; texts when one
 * contains the other, case left aside; scrolls by direction; a recorded RECENT is HOME, COMPLETE and IMPOSSIBLE are one stop. A
 * command that its runner cannot read leaves the step out of every number.
 *
 * Source: AgentCPM-GUI, `eval/eval_data/process_odyssey.py`, `eval/run_predict_odyssey.py`, `eval/utils/evaluator.py`.
 */
export const agentCpm: ForeignEvaluator = {
  name: 'agentcpm',
  title: 'AgentCPM-GUI evaluator',
  about:
    'touches within 0.14, no element box; texts by containment; a recorded RECENT is HOME, COMPLETE is IMPOSSIBLE; commands that its runner cannot read are left out',
  repeats: 'last',
  mark: 'result_action_type',
  judge(recorded, predicted) {
    const fields = fieldsOfCommand(recorded);
    if (fields === null) return { type: 'void', reason: 'its conversion cannot read the recorded command' };
    const action = typeof predicted === 'string' ? written(predicted) : null;
    if (action === null) return { type: 'left_out', reason: 'its runner writes no prediction for that' };
    return judged(fields, action);
  },
  judgeRecord(value) {
    const parsed = RecordSchema.safeParse(value);
    if (!parsed.success) return { type: 'no_record', message: describeMisfit(value, parsed.error) };
    const { episode_id: episode, step_id: step, category, subset, pred = {}, ...fields } = parsed.data;
    const group = category ?? subset ?? 'unknown';
    const verdict = judged(fields, pred);
    return { type: 'record', episode: `${group}-${episode}`, step, verdict };
  },
  cellsOf: ({ kind, isType, isRight }) => [
    [kind.toUpperCase(), [1, isType ? 1 : 0, isRight === true ? 1 : 0]],
  ],
  figures,
};

/** What the project's runner makes of an answer: that of OdysseyAgent for commands, that of OS-Atlas for its answers. */
function written(answer: string): unknown {
  return actionOfCommand(answer) ?? (isAtlasOutput(answer) ? actionOfAtlasOutput(answer) : null);
}

function judged(fields: RecordedFields, prediction: unknown): ForeignVerdict {
  const recorded = recordedAction(fields);
  if (recorded === null) return { type: 'void', reason: 'its evaluator knows no such recorded action' };
  const { isType, isExact, ...measured } = judgeAgentcpm(recorded, predictedAction(prediction));
  return { type: 'judged', kind: recorded.kind, isType, isRight: isExact, part: null, ...measured };
}

function figures(sums: ForeignSums): ForeignFigures {
  const { steps, type, right, episodes, succeeded, progress } = sums;
  const summary = agentcpmSummary(sums);
  return {
    type: foreignShare(type, steps),
    grounding: null,
    step: foreignShare(right, steps),
    success: foreignShare(succeeded, episodes),
    progress: { value: episodes === 0 ? null : progress / episodes },
    lines: Object.entries(summary ?? {}).flatMap(([name, value]) => linesOf(name, value)),
    stops: summary === null ? 'no step has a prediction, and it writes no summary' : null,
  };
}

function linesOf(name: string, value: number | object): ForeignLine[] {
  if (typeof value === 'number') return [{ name, value }];
  return Object.entries(value as Readonly<Record<string, number>>).map(([key, number]) => ({
    name: `${name}.${key}`,
    value: number,
  }));
}
