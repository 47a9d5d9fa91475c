import type { ReportStep } from '../../../../src/report/view/report-episode.js';

/** Where the time of a step went, milliseconds; `waiting` is what the decision took beyond the models: queues, retries, the agent. */
export interface StepTimes {
  readonly model: number;
  readonly waiting: number;
  readonly device: number;
}

/** The times of a step; what nobody recorded counts as none. Answers from a cache took no model any time. */
export function stepTimes(step: Pick<ReportStep, 'calls' | 'decisionMs' | 'deviceMs'>): StepTimes {
  const called = step.calls.reduce((sum, call) => sum + (call.fromCache ? 0 : call.latencyMs), 0);
  const decision = step.decisionMs ?? called;
  // Calls made at once overlap: together they take no longer than the decision.
  const model = Math.min(called, decision);
  return { model, waiting: decision - model, device: step.deviceMs ?? 0 };
}

/** The sums over steps; null where nothing was recorded. */
export function totalTimes(times: readonly StepTimes[]): StepTimes | null {
  const sum = (part: keyof StepTimes): number => times.reduce((total, one) => total + one[part], 0);
  const total = { model: sum('model'), waiting: sum('waiting'), device: sum('device') };
  return total.model + total.waiting + total.device === 0 ? null : total;
}
