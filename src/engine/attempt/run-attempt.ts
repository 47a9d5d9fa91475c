import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Environment } from '../../environments/environment.js';
import { StoreOutageError } from '../../files/object-store-errors.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import { JournalWriteError } from '../../formats/run/run-errors.js';
import { endReasonOf } from '../failure.js';
import { takeOverSteps } from '../fork/take-over-steps.js';
import { recover, startOver, type AttemptCause } from '../recovery/recover.js';
import type { RunSession } from '../run-session.js';
import { Attempt, timeIsUp, type AttemptResult } from './attempt.js';
import { disposeQuietly } from './dispose-quietly.js';
import { endAfterStep } from './end-after-step.js';
import type { EpisodeControl } from './episode-control.js';
import { recordScreen } from './screen-recorder.js';
import { mostSteps } from './steps-allowed.js';

/**
 * Carries out one attempt: the next step of a record that is under way, or the first of one that begins. Everything that
 * happens is in the record and the journal before it is acted on.
 *
 * @throws {JournalWriteError} when nothing can be recorded any more
 */
export async function runAttempt(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  { cause, lost = null }: { readonly cause: AttemptCause; readonly lost?: AbortSignal | null },
): Promise<AttemptResult> {
  const isFresh = !record.isUnderWay;
  if (isFresh) {
    const problem = session.recordTask(item.task);
    beginItem(session, item, record, cause === 'again' ? 'again' : 'plan');
    if (problem !== null) return { type: 'failed', error: problem };
  }
  const { fork } = session.options.configuration.identity;
  if (fork !== undefined) takeOverSteps(session, record, fork);
  if (item.invalid !== undefined) return invalid(item.invalid, item.invalidBy);
  const last = record.steps.at(-1);
  const end = last === undefined ? null : endAfterStep(last, session.options.benchmark);
  // Killed between the last step and the end of the item: nothing is left to do.
  if (end !== null) return { type: 'ended', end };

  const { seconds } = session.options.configuration.identity.limits;
  using control = session.control.openEpisode();
  const opened: AsyncDisposable[] = [];
  let environment: Environment | null = null;
  try {
    const lent = await lendEnvironment(session, item, control);
    if (lent === null) return { type: 'suspended' };
    environment = lent;
    opened.push(lent);
    const recovery = { session, control, item, record, environment: lent, cause };
    const recovered = await (isFresh && fork === undefined ? startOver(recovery) : recover(recovery));
    // Waiting for a phone and setting the task up are no time of the agent's; an item that starts over has all of its time again.
    control.limit(seconds === null ? null : seconds * 1000 - record.durationMs);
    return await new Attempt({ session, item, record, environment: lent, control, lost }).run(
      recovered,
      opened,
    );
  } catch (error) {
    if (error instanceof JournalWriteError) throw error;
    if (session.control.isAborted) return { type: 'suspended' };
    if (control.isExpired) {
      return { type: 'ended', end: timeIsUp(seconds) };
    }
    return { type: 'failed', error, ...(await keepLastScreen(session, record, environment, control, error)) };
  } finally {
    for (const resource of opened.toReversed()) {
      await disposeQuietly(session, record, resource, control.isExpired || control.signal.aborted);
    }
  }
}

/** Keeps the picture that a live device showed last, where it is not what the last observation shows. */
async function keepLastScreen(
  session: RunSession,
  record: AttemptRecord,
  environment: Environment | null,
  control: EpisodeControl,
  error: unknown,
): Promise<{ lastScreen?: ScreenRecord }> {
  const { files } = session.options;
  const screen = environment?.lastScreen ?? null;
  // A store that did not come back is not waited for once more.
  if (files === null || screen === null || error instanceof StoreOutageError) return {};
  if (
    record.steps.findLast(({ observation }) => observation !== null)?.observation?.screen.id === screen.id
  ) {
    return {};
  }
  try {
    return { lastScreen: await recordScreen(screen, session, control) };
  } catch {
    // The failure that it belongs to is what has to be told.
    return {};
  }
}

/**
 * Where the episode happens; null where the run is to stop before there is one: others may have the phones for long. One that
 * comes when nobody waits for it any more goes back.
 */
async function lendEnvironment(
  { options, control: run }: RunSession,
  item: BenchmarkItem,
  control: EpisodeControl,
): Promise<Environment | null> {
  const { environments } = options.benchmark.items;
  if (run.isStopping) return null;
  // Each episode makes its own: there is nobody to wait for.
  if (environments.capacity === Number.POSITIVE_INFINITY)
    return await makeEnvironment(environments, item, control);
  const leaving = new AbortController();
  let onStop = (): void => undefined;
  const stopped = new Promise<null>((resolve) => {
    onStop = () => resolve(null);
    run.stopping.addEventListener('abort', onStop, { once: true });
  });
  let lending: Promise<Environment> | undefined;
  const giveUp = (): void => {
    leaving.abort();
    lending?.then((late) => late[Symbol.asyncDispose]()).catch(() => undefined);
  };
  try {
    const lent = await control.guard((given) => {
      lending = environments.lend(item, { signal: AbortSignal.any([given.signal, leaving.signal]) });
      return Promise.race([lending, stopped]);
    });
    if (lent === null) giveUp();
    return lent;
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    run.stopping.removeEventListener('abort', onStop);
  }
}

/** One that is made for the episode. It is closed where it comes too late. */
async function makeEnvironment(
  environments: Benchmark['items']['environments'],
  item: BenchmarkItem,
  control: EpisodeControl,
): Promise<Environment> {
  let making: Promise<Environment> | undefined;
  try {
    return await control.guard((given) => (making = environments.lend(item, given)));
  } catch (error) {
    making?.then((late) => late[Symbol.asyncDispose]()).catch(() => undefined);
    throw error;
  }
}

function beginItem(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  cause: 'plan' | 'again',
): void {
  session.record(record, {
    type: 'item-start',
    at: session.at,
    ...record.key,
    attempt: record.attempt + 1,
    task: item.task.id,
    cause,
    maxSteps: mostSteps(item.task, session.options),
  });
  session.emit({ type: 'item-start', key: record.key, attempt: record.attempt, cause });
}

function invalid(message: string, fault: NonNullable<BenchmarkItem['invalidBy']> = 'dataset'): AttemptResult {
  return { type: 'ended', end: { reason: endReasonOf(fault), fault, message } };
}
