import type { HistoryEntry } from '../../../agents/agent.js';
import type { Dialect } from '../../../models/dialects/dialect.js';

/** The last action as it was written, which agents that are not told sentences are shown; `None` before any. */
export function lastCall(history: readonly HistoryEntry[], dialect: Dialect): string {
  const last = history.at(-1);
  if (last === undefined) return 'None';
  const { decision, observation } = last;
  if (decision.type !== 'action') return 'An answer that could not be read.';
  return dialect.printCall(decision.action, { screen: observation.screen.size }) ?? decision.action.type;
}
