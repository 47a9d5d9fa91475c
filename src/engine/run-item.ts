import { basename } from 'node:path';
import type { BenchmarkItem } from '../benchmarks/benchmark.js';
import { randomStream } from '../domain/random.js';
import { itemKeyText, type EpisodeEnd } from '../domain/episode.js';
import type { RetryPolicy } from '../domain/run.js';
import { faultOf, TouchstoneError } from '../errors.js';
import type { AttemptRecord } from '../formats/run/attempt-record.js';
import type { Failure, ScreenRecord } from '../formats/run/journal/event.js';
import { endReasonOf, failureOf, isRetryable } from './failure.js';
import { outcomeNow } from './outcome-now.js';
import { inSpan } from '../tracing/in-span.js';
import { runAttempt } from './attempt/run-attempt.js';
import type { RunSession } from './run-session.js';

/**
 * Brings one item to its end: attempt after attempt while failures of model or environment may pass and tries are left.
 * Returns the end, or null when the run stopped first, or the item was `lost` to another writer; it then continues later.
 *
 * @throws {JournalWriteError} when nothing can be recorded any more
 * @throws {TouchstoneError} that `stopsRun`, such as a refused key
 */
export async function runItem(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  lost: AbortSignal | null = null,
): Promise<EpisodeEnd | null> {
  const wait: OutageWait = { hold: null };
  try {
    return await inSpan(
      'episode',
      { of: 'work', attributes: attributesOf(session, record) },
      async (span) => {
        const end = await bringToEnd(session, item, record, { wait, lost });
        span.setAttributes({
          'touchstone.attempts': record.attempt,
          'touchstone.steps': record.completeSteps,
          ...(end === null ? {} : { 'touchstone.end': end.reason }),
        });
        return end;
      },
    );
  } finally {
    wait.hold?.[Symbol.dispose]();
  }
}

function attributesOf(
  { options }: RunSession,
  { key }: AttemptRecord,
): Readonly<Record<string, string | number>> {
  return {
    'touchstone.run': basename(options.directory),
    'touchstone.benchmark': options.benchmark.name,
    'touchstone.agent': options.agent.name,
    'touchstone.item': key.item,
    'touchstone.repeat': key.repeat,
  };
}

/** The item's part in an outage that the run waits for. */
interface OutageWait {
  hold: Disposable | null;
}

async function bringToEnd(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  { wait, lost }: { readonly wait: OutageWait; readonly lost: AbortSignal | null },
): Promise<EpisodeEnd | null> {
  const { seed } = session.options.configuration.identity;
  let cause: 'plan' | 'again' | 'retry' | 'resume' = firstCause(record);
  for (;;) {
    const result = await runAttempt(session, item, record, { cause, lost });
    switch (result.type) {
      case 'suspended':
        return null;
      case 'ended':
        return endItem(session, item, record, result.end, null);
      case 'failed':
        break;
      default:
        return result satisfies never;
    }
    // Left open, so that the run continues from here once the user has repaired it.
    if (result.error instanceof TouchstoneError && result.error.stopsRun) throw result.error;
    const failure = failureOf(result.error);
    const failures = record.failures + 1;
    const jitter = randomStream(seed, 'retry', itemKeyText(record.key), failures).next();
    const delayMs = nextDelay(session, result.error, failures, jitter);
    if (delayMs === null) {
      if (failure.fault === 'model') reportOutage(session, failure, result.error);
      return endByFailure(session, item, record, failure, result.lastScreen);
    }
    const { leftMs } = session.outage;
    if (pausesRun(result.error) && leftMs !== null) {
      const before = wait.hold;
      wait.hold = session.outage.hold(failure, leftMs);
      before?.[Symbol.dispose]();
    }
    const { key, attempt } = record;
    session.record(record, {
      type: 'item-retry',
      at: session.at,
      ...key,
      attempt,
      failure,
      ...(result.lastScreen === undefined ? {} : { lastScreen: result.lastScreen }),
      failures,
      delayMs,
    });
    session.emit({ type: 'item-retry', key, failures, delayMs, failure });
    await session.options.journal.commit();
    await session.outage.pause(delayMs);
    // What was under way when an outage outlasted its limit is void; anything else waits for the next session.
    if (session.control.stopReason === 'model_outage' && failure.fault === 'model') {
      return endByFailure(session, item, record, failure, result.lastScreen);
    }
    if (session.control.isStopping || lost?.aborted === true) return null;
    cause = 'retry';
  }
}

/** Milliseconds until the next attempt; null where there is none. */
function nextDelay(session: RunSession, error: unknown, failures: number, jitter: number): number | null {
  if (!isRetryable(error)) return null;
  const { control, options, outage } = session;
  if (control.stopReason === 'model_outage' && faultOf(error) === 'model') return null;
  const { retry } = options.configuration.identity;
  const delayMs = retryDelay(retry, failures, jitter, error);
  const { leftMs } = outage;
  // An endpoint that is gone is waited for by the run, however often its items have tried.
  if (pausesRun(error) && leftMs !== null) {
    const askedMs = error instanceof TouchstoneError ? (error.retryAfterMs ?? 0) : 0;
    return leftMs <= 0 || askedMs > leftMs ? null : Math.min(delayMs, leftMs);
  }
  return failures >= attemptsLeft(retry, error) ? null : delayMs;
}

/** An outage voids an item: the run stops where every other would fare as this one. */
function reportOutage(session: RunSession, failure: Failure, error: unknown): void {
  const isGone = pausesRun(error) && session.outage.leftMs !== null;
  session.outage.voided(failure, { isGone });
}

function endByFailure(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  failure: Failure,
  lastScreen: ScreenRecord | undefined,
): Promise<EpisodeEnd> {
  const { fault, code, message } = failure;
  const end = { reason: endReasonOf(fault), fault, code, message };
  return endItem(session, item, record, end, failure, lastScreen);
}

function pausesRun(error: unknown): boolean {
  return error instanceof TouchstoneError && error.pausesRun;
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
  item: BenchmarkItem,
  record: AttemptRecord,
  end: EpisodeEnd,
  failure: Failure | null,
  lastScreen?: ScreenRecord,
): Promise<EpisodeEnd> {
  const { key, attempt, completeSteps: steps } = record;
  const durationMs = Math.round(record.durationMs * 1000) / 1000;
  const { sequential, tellsOutcomes, isJoined, benchmark } = session.options;
  // Journaled with the end, so that a resumed run decides by what this one decided by.
  const judged = sequential === null ? null : await outcomeNow(session, item, record, end);
  session.record(record, {
    type: 'item-end',
    at: session.at,
    ...key,
    attempt,
    end,
    steps,
    ...(failure === null ? {} : { failure }),
    ...(lastScreen === undefined ? {} : { lastScreen }),
    ...(judged === null ? {} : { outcome: judged }),
    ...(isJoined && benchmark.sharedStream !== undefined ? { draws: record.draws } : {}),
    durationMs,
  });
  await session.options.journal.commit();
  sequential?.settle(key, judged);
  const outcome = judged ?? (tellsOutcomes ? await outcomeNow(session, item, record, end) : null);
  session.emit({ type: 'item-end', key, end, steps, durationMs, ...(outcome === null ? {} : { outcome }) });
  return end;
}
