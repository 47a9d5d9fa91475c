import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Action } from '../../domain/action.js';
import type { EpisodeEnd } from '../../domain/episode.js';
import type { JournalStep } from '../../formats/run/attempt-record.js';
import { actionOf } from '../recovery/recover.js';

/** The end that a complete step brings about, or null when the episode continues. */
export function endAfterStep(step: JournalStep, { items }: Benchmark): EpisodeEnd | null {
  if (step.transition === null || step.decision === null) return null;
  const { decision } = step.decision;
  if (items.protocol !== 'stepwise' && isFinal(actionOf(decision))) {
    return { reason: 'agent_stop', ...(decision.note === undefined ? {} : { message: decision.note }) };
  }
  if (!step.transition.ended) return null;
  const { rule, detail } = step.transition.transition;
  return { reason: 'environment_end', code: rule, ...(detail === undefined ? {} : { message: detail }) };
}

/** Whether the agent declares the end with it, even if the environment continues. */
function isFinal(action: Action): boolean {
  return action.type === 'stop' || (action.type === 'answer' && action.terminal);
}
