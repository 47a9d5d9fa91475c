import type { AttemptRecord } from '../../../formats/run/attempt-record.js';

/** What the index keeps of the steps of an episode. */
export interface StepFacts {
  /** State, or screen where there is none, before each step. */
  readonly path: readonly string[];
  readonly formatErrors: number;
  /** Milliseconds that models were waited for, and that the device took. */
  readonly modelMs: number;
  readonly deviceMs: number;
}

/** Names of states and screens are few, and in a journal as often as they were seen. */
const NAMES = new Map<string, string>();
const MOST_NAMES = 50_000;

/** The same text, held once. */
function shared(name: string): string {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  if (NAMES.size >= MOST_NAMES) NAMES.clear();
  NAMES.set(name, name);
  return name;
}

/**
 * Those of an attempt as far as it has come.
 *
 * @param takenOver steps that a fork has from its original: they are shown as part of the episode, and the time that they took is not its own
 */
export function stepFacts({ steps }: Pick<AttemptRecord, 'steps'>, takenOver = 0): StepFacts {
  const path: string[] = [];
  let formatErrors = 0;
  let modelMs = 0;
  let deviceMs = 0;
  for (const [step, { observation, calls, decision, transition }] of steps.entries()) {
    if (observation !== null) path.push(shared(observation.state ?? observation.screen.id));
    if (decision?.decision.type === 'format_error') formatErrors += 1;
    if (step < takenOver) continue;
    for (const { latencyMs } of calls) modelMs += latencyMs;
    deviceMs += transition?.durationMs ?? 0;
  }
  return { path, formatErrors, modelMs, deviceMs };
}
