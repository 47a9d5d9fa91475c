import type { BenchmarkItem } from '../benchmarks/benchmark.js';
import { randomStream } from '../domain/random.js';
import { itemKeyText, type EpisodeEnd } from '../domain/episode.js';
import type { RetryPolicy } from '../domain/run.js';
import { TouchstoneError } from '../errors.js';
import type { AttemptRecord } from '../formats/run/attempt-record.js';
import type { Failure } from '../formats/run/journal/event.js';
import { endReasonOf, failureOf, isRetryable } from './failure.js';
import { runAttempt } from './attempt/run-attempt.js';
import type { RunSession } from './run-session.js';

/**
 * Brings one item to its end: attempt after attempt while failures of model or environment may pass and tries are left.
 * Returns the end, or null when the run stopped first; the item then continues in a later session.
 *
 * @throws {JournalWriteError} when nothing can be recorded any more
 * @throws {TouchstoneError} that `stopsRun`, such as a refused key
 */
export async function runItem(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
): Promise<EpisodeEnd | null> {
  const { retry, seed } = session.options.configuration.identity;
  let cause: 'plan' | 'again' | 'retry' | 'resume' = firstCause(record);
  for (;;) {
    const result = await runAttempt(session, item, record, cause);
    switch (result.type) {
      case 'suspended':
        return null;
      case 'ended':
        return endItem(session, record, result.end, null);
      case 'failed':
        break;
      default:
        return result satisfies never;
    }
    // Left open, so that the run continues from here once the user has repaired it.
    if (result.error instanceof TouchstoneError && result.error.stopsRun) throw result.error;
    const failure = failureOf(result.error);
    const failures = record.failures + 1;
    if (!isRetryable(result.error) || failures >= attemptsLeft(retry, result.error)) {
      const { fault, code, message } = failure;
      return endItem(session, record, { reason: endReasonOf(fault), fault, code, message }, failure);
    }
    const jitter = randomStream(seed, 'retry', itemKeyText(record.key), failures).next();
    const delayMs = retryDelay(retry, failures, jitter, result.error);
    const { key, attempt } = record;
    session.record(record, {
      type: 'item-retry',
      at: session.at,
      ...key,
      attempt,
      failure,
      failures,
      delayMs,
    });
    session.emit({ type: 'item-retry', key, failures, delayMs, failure });
    await session.options.journal.commit();
    await session.control.pause(delayMs);
    if (session.control.isStopping) return null;
    cause = 'retry';
  }
}

/** Longest wait that an endpoint may ask of an item, in milliseconds; after it the item is voided and can be resumed. */
const LONGEST_ASKED_MS = 300_000;

/**
 * Attempts at an item that ends in this failure. Whoever asked a model again and again before giving up has used most of
 * them: such an item gets one more attempt after the longest wait, so that the two retries add up instead of multiplying.
 * An endpoint that asks for a very long wait is not waited for.
 */
export function attemptsLeft(policy: RetryPolicy, error: unknown): number {
  if (!(error instanceof TouchstoneError)) return 1;
  if ((error.retryAfterMs ?? 0) > LONGEST_ASKED_MS) return 1;
  return error.attempts > 1 ? Math.min(2, policy.attempts) : policy.attempts;
}

/**
 * Milliseconds to wait after the n-th failure: doubles from the first delay up to the longest, of which `jitter` (0–1)
 * takes off up to a half so that episodes do not come back all at once; never less than the error itself asks for.
 * Attempts already made before the failure count towards n.
 */
export function retryDelay(policy: RetryPolicy, failures: number, jitter: number, error?: unknown): number {
  const tried = error instanceof TouchstoneError ? error.attempts - 1 : 0;
  const whole = Math.min(policy.firstDelayMs * 2 ** (failures - 1 + tried), policy.maxDelayMs);
  const asked = error instanceof TouchstoneError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.round(whole * (1 - jitter / 2)), asked);
}

function firstCause(record: AttemptRecord): 'plan' | 'again' | 'resume' {
  if (record.isUnderWay) return 'resume';
  return record.attempt === 0 ? 'plan' : 'again';
}

async function endItem(
  session: RunSession,
  record: AttemptRecord,
  end: EpisodeEnd,
  failure: Failure | null,
): Promise<EpisodeEnd> {
  const { key, attempt, completeSteps: steps } = record;
  const durationMs = Math.round(record.durationMs * 1000) / 1000;
  session.record(record, {
    type: 'item-end',
    at: session.at,
    ...key,
    attempt,
    end,
    steps,
    ...(failure === null ? {} : { failure }),
    durationMs,
  });
  await session.options.journal.commit();
  session.emit({ type: 'item-end', key, end, steps, durationMs });
  return end;
}
