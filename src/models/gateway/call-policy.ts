import { TouchstoneError } from '../../errors.js';
import type { CallRetries } from '../profile.js';

/** Source: the vendors' rate-limit pages; full jitter as in Brooker 2015, "Exponential Backoff And Jitter". */
export const CALL_RETRIES = { attempts: 6, firstDelayMs: 1_000, maxDelayMs: 60_000 } satisfies CallRetries;

/**
 * Milliseconds until the next attempt of a call after the n-th failed; null when the call is over: what failed will not
 * pass, the attempts are used up, or the endpoint asks for a longer wait than a call is worth (a `retry-after` of an hour
 * must not hang a run).
 *
 * A wait the endpoint asked for is kept, and up to a tenth added, so that not all come back at once. Otherwise any time up
 * to the first delay, doubled each time, up to the longest. `random` is in 0-1.
 */
export function nextDelay(
  policy: Required<CallRetries>,
  failures: number,
  error: unknown,
  random: number,
): number | null {
  if (!(error instanceof TouchstoneError) || !error.retryable || error.fault !== 'model') return null;
  if (failures >= policy.attempts) return null;
  const asked = error.retryAfterMs;
  // Zero gives no time: asking at once six times over would not help.
  if (asked !== null && asked > 0) return asked > policy.maxDelayMs ? null : asked * (1 + random / 10);
  return Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (failures - 1)) * random;
}
