import type { Episode } from '../../../domain/episode.js';
import { EARLY_STOP } from '../live/early-stop.js';
import { isCompletion } from '../live/operation.js';

/** How an episode ended, before anybody judges it. */
export type ProbenchEnd =
  | { readonly type: 'completed' }
  | {
      readonly type: 'uncompleted';
      readonly isEarlyStop: boolean;
      /** A sentence without its full stop. */
      readonly why: string;
    };

/**
 * Whether the agent said that the task is done. One that gave up did not. Source: ProBench paper, section 4.2; that giving up
 * is no completion is our own rule, the paper's agents cannot.
 */
export function probenchEnd({ end, trajectory }: Pick<Episode, 'end' | 'trajectory'>): ProbenchEnd {
  const isEarlyStop = end.reason === 'environment_end' && end.code === EARLY_STOP;
  if (isEarlyStop) {
    const why = `ended early: ${end.message ?? 'five equal operations in a row'}`;
    return { type: 'uncompleted', isEarlyStop, why };
  }
  const last = trajectory.steps.at(-1)?.action ?? null;
  if (end.reason === 'agent_stop' && last !== null && isCompletion(last)) return { type: 'completed' };
  const why =
    end.reason === 'agent_stop' ? 'the agent gave up' : `it never said that it was done (${end.reason})`;
  return { type: 'uncompleted', isEarlyStop, why };
}
