import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchstoneError } from '../../errors.js';
import type { EngineListener } from '../../engine/engine-event.js';
import { identityHash, requireSameIdentity, RunDiffersError } from '../../engine/run-identity.js';
import { resumeRun } from '../../engine/run.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { NotARunError } from '../../formats/run/run-errors.js';
import { isVoidEnd, readRunStart } from '../../formats/run/run-index.js';
import type { QueuedRunStatus, RunQueue, WorkerNeed } from '../../queue/run-queue.js';
import { prepareRun, type PreparedRun, type PrepareOptions } from '../run/prepare-run.js';
import { readRunRequest } from '../run/run-settings-file.js';
import { requireTrustedRun } from '../trust/trust-run.js';
import { queuedName } from '../distribute/queue-note.js';
import { ComingItems } from './coming-items.js';
import { FollowedStop } from './follow-stop.js';
import { LaneItems } from './lane-items.js';
import { reasonOf, Refusals } from './refusals.js';
import { TellingLane } from './telling-lane.js';
import { within } from './within.js';
import { WorkerName } from './worker-name.js';

/** Milliseconds between looks for a run. */
const LOOK_MS = 500;
/** Runs of up to so many items are followed item by item: a worker tells what each came to. */
const FEW_ITEMS = 200;
/** Milliseconds without an item until other runs are looked at. */
const IDLE_MS = 3_000;

export interface WorkOptions {
  readonly queue: RunQueue;
  /** Folder of runs, as this machine sees it. */
  readonly runsFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Name of the worker and of its journals. */
  readonly name: string;
  /** Items at a time; the run's own number where null. */
  readonly concurrency: number | null;
  /** What this machine has; null where it has whatever a run may need. */
  readonly has: ReadonlySet<WorkerNeed> | null;
  /** Ends once no run has an item for it. */
  readonly once: boolean;
  readonly trustsSettings: boolean;
  /** How long an item stays this worker's without a word from it, in milliseconds. */
  readonly leaseMs: number;
  /** How long items under way are gone on with once the worker is to end, in milliseconds. */
  readonly drainMs: number;
  /** Aborted first: no further item. */
  readonly interrupted: AbortSignal;
  /** Aborted second: at once. */
  readonly killed: AbortSignal;
  readonly onWork: (event: WorkEvent) => void;
  /** Kept up to date while it works; nobody looks unless given. */
  readonly tally?: WorkTally;
}

/** What a worker has done and is doing. */
export interface WorkTally {
  /** Items that it brought to their end. */
  done: number;
  /** Items that a failure voided which was not the agent's. */
  voided: number;
  /** Items that are lent to it. */
  held: () => number;
}

/** What a worker has to tell. */
export type WorkEvent =
  | { readonly type: 'run-join'; readonly run: string }
  | { readonly type: 'run-leave'; readonly run: string; readonly items: number }
  /** It does not do the run; or it could not, and tries again later. */
  | { readonly type: 'run-refuse' | 'run-fail'; readonly run: string; readonly reason: string }
  | { readonly type: 'note'; readonly message: string };

/**
 * Takes items of whatever runs the queue has, until the worker is to end. Gives how many it brought to their end.
 *
 * @throws {WorkerNameError} where another worker of its name is there
 */
export async function workOnRuns(options: WorkOptions): Promise<number> {
  const { queue, name, onWork, tally } = options;
  const state: WorkState = { run: null, held: () => 0 };
  if (tally !== undefined) tally.held = () => state.held();
  await using own = await WorkerName.take(queue, {
    name,
    doing: () => ({ run: state.run, items: state.held() }),
    onNote: (message) => onWork({ type: 'note', message }),
    signal: options.interrupted,
  });
  if (own === null) return 0;
  const interrupted = AbortSignal.any([options.interrupted, own.lost]);
  const done = await workUntilEnd({ ...options, interrupted }, state);
  own.requireOwn();
  return done;
}

/** What a worker is doing just now. */
interface WorkState {
  run: string | null;
  held: () => number;
}

async function workUntilEnd(options: WorkOptions, state: WorkState): Promise<number> {
  const { queue, interrupted, once, onWork } = options;
  const refusals = new Refusals(queue, options.name);
  const coming = new ComingItems();
  let done = 0;
  while (!interrupted.aborted) {
    const found = await within(queue.runs(), interrupted);
    if (found === null) break;
    refusals.follow(found);
    const next = found.find((run) => isFor(run, options) && refusals.mayJoin(run));
    if (next === undefined) {
      const mayCome = (run: QueuedRunStatus): boolean =>
        fits(run, options) && !refusals.isLeftForGood(run) && coming.isLeft(run);
      if (once && !found.some(mayCome)) break;
      await sleep(LOOK_MS, undefined, { signal: interrupted }).catch(() => undefined);
      continue;
    }
    state.run = next.run;
    let isBegun = false;
    const hooks: WorkHooks = {
      onLane: (held) => {
        state.held = held;
        isBegun = true;
        void refusals.joined(next).catch(() => undefined);
      },
      onItem: () => void refusals.succeeded(next).catch(() => undefined),
    };
    try {
      onWork({ type: 'run-join', run: next.run });
      const items = await workOn(next, options, hooks);
      done += items;
      onWork({ type: 'run-leave', run: next.run, items });
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      if (interrupted.aborted) break;
      const came = await refusals.failed(next, error, { isBegun });
      const type = came === 'refused' ? 'run-refuse' : 'run-fail';
      onWork({ type, run: next.run, reason: reasonOf(error, isBegun) });
      if (once && came !== 'passing') break;
    } finally {
      state.run = null;
      state.held = () => 0;
    }
  }
  return done;
}

function isFor(run: QueuedRunStatus, options: WorkOptions): boolean {
  return run.state === 'open' && run.counts.waiting > 0 && fits(run, options);
}

/** Whether this machine has what the run needs. */
function fits({ needs }: QueuedRunStatus, { has }: WorkOptions): boolean {
  return has === null || needs.every((need) => has.has(need));
}

interface WorkHooks {
  /** Called once it has joined, with what says how many items it has. */
  readonly onLane: (held: () => number) => void;
  /** Called for each item that it has brought to its end. */
  readonly onItem: () => void;
}

/** Joins a run as one more writer. Gives how many items it brought to their end. */
async function workOn(
  run: QueuedRunStatus,
  options: WorkOptions,
  { onLane, onItem }: WorkHooks,
): Promise<number> {
  const { queue, interrupted, killed, leaseMs } = options;
  if (run.foreign !== undefined) throw new RunDiffersError(run.foreign);
  const directory = join(options.runsFolder, run.folder);
  const control = new AbortController();
  const drained = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  const kill = (): void => control.abort();
  const drain = (): void => {
    timer = setTimeout(() => drained.abort(), options.drainMs);
  };
  killed.addEventListener('abort', kill, { once: true });
  interrupted.addEventListener('abort', drain, { once: true });
  try {
    await using limits = queue.limits(run, { leaseMs });
    const prepared = await openRun(run, options, { directory, limits: limits.of, signal: control.signal });
    await using benchmark = prepared.benchmark;
    const { identity, operation } = prepared.configuration;
    const writer = options.name;
    // A queue that is cut off keeps no worker that is to end.
    await using ledger = await openWithin(queue.ledger(run, { writer }), interrupted);
    const joined = await openWithin(queue.join(run, { writer, leaseMs }), interrupted);
    if (joined === null || ledger === null) return 0;
    const lane = new TellingLane(joined);
    onLane(() => lane.held);
    using stops = new FollowedStop(queue, run.run);
    const given = { directory, drain: interrupted, idleMs: IDLE_MS, stops };
    await using items = await LaneItems.open(lane, benchmark, given);
    // Also where nobody coordinates just now.
    using _spent = ledger.onSpent((budget) => void queue.setState(run.run, budget).catch(() => undefined));
    let ended = 0;
    const onEvent: EngineListener = (event) => {
      lane.hear(event);
      if (event.type === 'item-end') {
        ended += 1;
        onItem();
        if (options.tally !== undefined) options.tally[isVoidEnd(event.end) ? 'voided' : 'done'] += 1;
      }
      if (event.type === 'warning') options.onWork({ type: 'note', message: event.message });
    };
    const { stoppedBy } = await resumeRun({
      ...prepared,
      configuration: {
        identity,
        operation: { ...operation, concurrency: options.concurrency ?? operation.concurrency },
      },
      directory,
      writer,
      queue: items,
      ledger,
      tellsOutcomesUpTo: FEW_ITEMS,
      stop: drained.signal,
      signal: killed,
      onEvent,
    });
    // As the run would stop on one machine.
    if (stoppedBy !== null && !stops.isStopped) {
      const by = { worker: writer, failure: stoppedBy, isOutage: true };
      await within(queue.stop(run.run, by), interrupted);
    }
    return ended;
  } finally {
    if (timer !== null) clearTimeout(timer);
    interrupted.removeEventListener('abort', drain);
    killed.removeEventListener('abort', kill);
  }
}

/**
 * Opens a run by its own settings. Its benchmark is the caller's to dispose of.
 *
 * @throws {RunDiffersError} where that is not what the run is
 * @throws {UntrustedError} where nobody vouches for the settings
 */
async function openRun(
  run: QueuedRunStatus,
  options: WorkOptions,
  {
    directory,
    ...given
  }: Required<Pick<PrepareOptions, 'limits' | 'signal'>> & { readonly directory: string },
): Promise<PreparedRun> {
  const { environment, interrupted } = options;
  const start = await readRunStart(directory);
  if (start === null) throw new NotARunError(`the folder ${directory} holds no run yet`);
  const known = await queuedName(directory);
  if (start.identityHash !== run.identityHash || (known !== null && known !== run.run)) {
    throw new RunDiffersError(`the run in ${directory} is another one of that name`);
  }
  const request = await readRunRequest(directory, interrupted);
  if (!options.trustsSettings) await requireTrustedRun(request, {}, environment, 'worker');
  const prepared = await prepareRun(request.benchmark, request.settings, {
    ...given,
    workingDirectory: request.workingDirectory,
    environment,
    recorded: start.identity,
    goesOnIn: directory,
    phones: 'each',
    onPhoneNote: (message) => options.onWork({ type: 'note', message }),
  });
  try {
    const { identity } = prepared.configuration;
    requireSameIdentity(start.identity, identity, journalPath(directory, start.writer));
    if (identityHash(identity) !== run.identityHash) {
      throw new RunDiffersError('what this worker would do is not what the run is');
    }
    return prepared;
  } catch (error) {
    await prepared.benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

/** Null where the signal was aborted first: what is opened later is closed at once, and keeps no process from its end. */
async function openWithin<T extends AsyncDisposable>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const opened = await within(work, signal);
  if (opened === null) {
    work
      .then(
        (late) => late[Symbol.asyncDispose](),
        () => undefined,
      )
      .catch(() => undefined);
  }
  return opened;
}
