import type { Fork } from '../../domain/run.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { RunSession } from '../run-session.js';

/**
 * Gives an attempt of a fork the first steps of what it is forked from, as far as it lacks them: all of them when it begins,
 * the rest where a crash left some unwritten.
 */
export function takeOverSteps(session: RunSession, record: AttemptRecord, { step: first }: Fork): void {
  const { completeSteps: have, key, attempt } = record;
  if (have > first || record.steps[first] !== undefined) return;
  if (have < first && record.steps[have] !== undefined) {
    const again = { cause: 'resume', method: 'replay', redo: true } as const;
    session.record(record, { type: 'item-resume', at: session.at, ...key, attempt, step: have, ...again });
  }
  for (const event of session.options.firstSteps) {
    if (event.step >= have) session.record(record, { ...event, at: session.at, ...key, attempt });
  }
}
