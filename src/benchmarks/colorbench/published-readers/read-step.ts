import { fromGraphAction, GRAPH_FAMILY } from '../../../domain/graph/native-action.js';
import type { ParseResult } from '../../../models/dialects/dialect.js';
import { formatErrorOf } from '../../../models/dialects/reading/parse-result.js';

/** An action in ColorBench's own words: `{action_type, …}`, checked by nobody. */
export type GraphObject = Readonly<Record<string, unknown>>;

/** What one of ColorBench's agents makes of an answer. */
export interface ReadStep {
  /** Null: the step fails, and with it the episode. */
  readonly action: GraphObject | null;
  /** The part of the answer that holds the action; null where there is none. */
  readonly actionText: string | null;
  readonly thought?: string | null;
  readonly description?: string | null;
}

/** A published reading in the form that agents take: word for word what its environment would be given. */
export function publishedResult(answer: string, step: ReadStep): ParseResult {
  const thought = step.thought ? { thought: step.thought } : {};
  const { action, actionText } = step;
  if (action === null) {
    const kind = actionText === null ? 'no_action' : 'malformed_action';
    return { ...formatErrorOf(answer, kind, 'the published code reads no action here'), ...thought };
  }
  const type = action['action_type'];
  const native = {
    family: GRAPH_FAMILY,
    ...(typeof type === 'string' ? { name: type } : {}),
    arguments: action,
    ...(actionText === null ? {} : { text: actionText }),
  };
  return {
    type: 'actions',
    actions: [{ ...fromGraphAction(action), native }],
    ...thought,
    ...(step.description ? { summary: step.description } : {}),
    warnings: [],
    lenient: false,
  };
}
