import type { RandomStream } from '../domain/random.js';
import type { SimulatedFailures, SimulatedWork } from './simulated-load.js';

/** Tries of a call, and waits between them, in milliseconds: as the gateway's. */
const CALL_TRIES = 6;
const FIRST_DELAY_MS = 1_000;
/** Also the longest wait before an attempt at a step. */
export const LONGEST_DELAY_MS = 60_000;
/** Attempts at a step whose calls fail with all their tries: as the engine's. */
const STEP_ATTEMPTS = 2;

/** What steps take, in milliseconds: at the endpoint, and elsewhere. */
export interface DrawnSteps {
  /** How many they are: the last may have failed for good. */
  readonly steps: number;
  readonly askMs: number;
  readonly actMs: number;
  readonly isBroken: boolean;
}

/** Draws the next steps of an episode, so many at most. */
export function drawSteps(
  stream: RandomStream,
  most: number,
  { work, failures }: { readonly work: SimulatedWork; readonly failures: SimulatedFailures },
): DrawnSteps {
  let [askMs, actMs] = [0, 0];
  for (let steps = 1; ; steps += 1) {
    askMs += work.modelMs.at(stream.next());
    actMs += work.localMs.at(stream.next());
    if (failures.callFailures > 0) {
      const tries = failedTries(stream, work, failures);
      askMs += tries.askMs;
      actMs += tries.waitMs;
      if (tries.isOver) return { steps, askMs, actMs, isBroken: true };
    }
    if (steps >= most) return { steps, askMs, actMs, isBroken: false };
  }
}

/** Tries of a step's calls that fail before one is answered. */
function failedTries(
  stream: RandomStream,
  { modelMs }: SimulatedWork,
  { callFailures }: SimulatedFailures,
): { readonly askMs: number; readonly waitMs: number; readonly isOver: boolean } {
  let [askMs, waitMs] = [0, 0];
  for (let attempt = 1; attempt <= STEP_ATTEMPTS; attempt += 1) {
    for (let failed = 1; ; failed += 1) {
      if (stream.next() >= callFailures) return { askMs, waitMs, isOver: false };
      if (failed === CALL_TRIES) break;
      askMs += modelMs.at(stream.next());
      waitMs += Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failed - 1)) * stream.next();
    }
    if (attempt < STEP_ATTEMPTS) {
      waitMs += LONGEST_DELAY_MS * (1 - stream.next() / 2);
      askMs += modelMs.at(stream.next());
    }
  }
  return { askMs, waitMs, isOver: true };
}
