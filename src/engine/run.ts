import type { Agent } from '../agents/agent.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import { itemKeyText, type ItemKey } from '../domain/episode.js';
import type { ItemSample, RunConfiguration, RunIdentity } from '../domain/run.js';
import { UserError } from '../errors.js';
import {
  RUN_FORMAT_VERSION,
  type JournalEvent,
  type Failure,
  type JournalEventOf,
  type PreflightRecord,
  type RunStatus,
} from '../formats/run/journal/event.js';
import { EventFileWriter } from '../formats/run/journal/event-file-writer.js';
import type { ObjectStore } from '../files/object-store.js';
import { FileStore } from '../formats/run/file-store.js';
import { createRunFolder, journalPath, listJournals, writeRunNote } from '../formats/run/run-folder.js';
import { indexOpenRun, isOver, isVoidEnd, type OpenWork, type RunIndex } from '../formats/run/run-index.js';
import { costOfCall, NO_COST, type ModelCost } from '../formats/run/model-cost.js';
import { readFirstSteps, type StepEvent } from '../formats/run/read-first-steps.js';
import { RunLock } from '../formats/run/run-lock.js';
import { JournalWriteError } from '../formats/run/run-errors.js';
import type { ModelRoles } from '../models/model.js';
import type { EngineListener } from './engine-event.js';
import { failureOf } from './failure.js';
import { LocalLedger, type BudgetLedger, type SpentBudget } from './budget-ledger.js';
import { PlanQueue, type ItemQueue } from './item-queue.js';
import { countPlan, type PlannedItem } from './plan.js';
import { OutageWatch } from './outage-watch.js';
import { orderedPlan } from './sequential/ordered-plan.js';
import { endedDraws, settleEnds } from './sequential/settle-ends.js';
import type { SequentialState } from '../metrics/gate/sequential-test.js';
import { RunControl, type StopReason } from './run-control.js';
import { identityHash, requireSameIdentity } from './run-identity.js';
import { RunProgressTracker } from './run-progress.js';
import { RunSession } from './run-session.js';
import { workThrough } from './work-through.js';

export interface RunOptions {
  /** Folder of this run: made by `startRun`, read and continued by `resumeRun`. */
  readonly directory: string;
  readonly benchmark: Benchmark;
  readonly agent: Agent;
  readonly models: ModelRoles;
  readonly configuration: RunConfiguration;
  /** Hears everything that happens. */
  readonly onEvent?: EngineListener;
  /** Aborted, it ends the run after the steps in flight (the first Ctrl-C). */
  readonly stop?: AbortSignal;
  /** Aborted, it gives up the steps in flight as well (the second). */
  readonly signal?: AbortSignal;
  /** Milliseconds since 1970; the system's clock when absent. */
  readonly now?: () => number;
  /** Name of this writer of the run, for its journal and lock; each that works on a run at a time has its own. */
  readonly writer?: string;
  /** Gives out the items where several writers share them; the run's whole plan unless given. */
  readonly queue?: ItemQueue;
  /** What the run has used, where several writers count together; this process counts for itself unless given. */
  readonly ledger?: BudgetLedger;
  /** Tells the outcome of each item as it ends, in a run of at most so many; none unless given. */
  readonly tellsOutcomesUpTo?: number;
  /** Keeps what live screens show; the folder of the run unless given. */
  readonly pictures?: ObjectStore | null;
  /** What asking its models once has shown before this session, for the journal and the cost. */
  readonly preflight?: readonly PreflightRecord[];
}

/** What a session achieved. */
export interface RunSummary {
  readonly run: string;
  readonly directory: string;
  readonly status: RunStatus;
  /** Why it ended before all was done. */
  readonly stopReason: StopReason | null;
  /** The outage that it was stopped by. */
  readonly stoppedBy: Failure | null;
  /** What the gate said that may end it; null where there is none. */
  readonly sequential: SequentialState | null;
  readonly planned: number;
  /** Items done, earlier sessions included. */
  readonly finished: number;
  /** Of the finished, those that a failure voided which was not the agent's. */
  readonly voided: number;
  /** Of all sessions. */
  readonly cost: ModelCost;
  /** Of this session. */
  readonly durationMs: number;
}

/** The writer of a run that has one alone. */
const MAIN = 'main';

export interface StartOptions extends RunOptions {
  /** Id of the run. */
  readonly run: string;
  /**
   * What the journal says before anything is done: of a fork its task, and the first attempt with the steps that it takes
   * over. The journal is there with all of it, or not at all.
   */
  readonly beginning?: readonly JournalEvent[];
}

/**
 * Runs a plan from its beginning, in a new folder.
 *
 * @throws {UserError} when the folder holds a run, a model is missing or there is nothing to do
 * @throws {DatasetError} when the plan contradicts itself
 * @throws {JournalWriteError} when nothing can be recorded any more
 */
export async function startRun(options: StartOptions): Promise<RunSummary> {
  const { directory, benchmark, configuration, writer = MAIN, beginning = [] } = options;
  requireModels(options);
  const planned = await countPlan(benchmark, configuration.identity);
  await createRunFolder(directory);
  await using _lock = await RunLock.acquire(directory, { writer: lockOf(writer) });
  const start = firstEvent(options, options.run, planned);
  const file = journalPath(directory, writer);
  await using journal = await EventFileWriter.create<JournalEvent>(file, start, beginning);
  await writeRunNote(directory, start);
  options.onEvent?.({
    type: 'run-start',
    run: options.run,
    directory,
    planned,
    repeats: configuration.identity.repeats,
    ...sampleOf(configuration.identity),
    finished: 0,
    resumed: false,
    cutBytes: 0,
  });
  const begun = beginning.length === 0 ? { index: null, work: null } : await indexOpenRun(directory, writer);
  return await execute(options, journal, { run: options.run, planned, ...begun, again: new Set() });
}

export interface ResumeOptions extends RunOptions {
  /** Does voided items once more, those a failure ended that was not the agent's. */
  readonly retryVoided?: boolean;
}

/**
 * Resumes a run that was interrupted, killed or ran out of budget: what is done stays, items under way continue where
 * the journal ends (see `recover`), and an incomplete last line left by a crash is cut off. Of one that is at its end nothing is
 * written, and nobody hears of it. As another writer it joins
 * a run that others work on: its items come from the queue, and an item that a writer left under way goes on (see
 * `takeOverItem`).
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} from reading the journal
 * @throws {RunLockedError} when another process writes the run under this name
 * @throws {RunDiffersError} when the configuration is not the run's
 * @throws {UserError} when its episodes draw from one random stream, and this is another writer that is not given its items
 */
export async function resumeRun(options: ResumeOptions): Promise<RunSummary> {
  const { directory, benchmark, configuration, writer = MAIN } = options;
  requireModels(options);
  if (writer !== MAIN && benchmark.sharedStream !== undefined && options.queue === undefined) {
    throw new UserError(
      `The episodes of ${benchmark.name} draw from one random stream: they have one writer`,
    );
  }
  // First, so that no lock is left in a folder that is no run's.
  await listJournals(directory);
  await using _lock = await RunLock.acquire(directory, { writer: lockOf(writer) });
  // One that is given its items need not know what the others did, however long the run.
  const only = joinedBy(options).joined === true ? { only: [MAIN, writer] } : {};
  const { index, work } = await indexOpenRun(directory, writer, only);
  const file = journalPath(directory, writer);
  requireSameIdentity(index.start.identity, configuration.identity, file);
  const planned = await countPlan(benchmark, configuration.identity);
  const { run } = index.start;
  const own = index.journals.find((journal) => journal.writer === writer);
  const again = new Set<string>();
  if (options.retryVoided === true) {
    for (const [key, { end }] of index.items) if (isVoidEnd(end)) again.add(key);
  }
  const isToBeTold = again.size > 0 || (options.preflight?.length ?? 0) > 0;
  const ended = writer === MAIN && !isToBeTold ? await endedSummary(options, index) : null;
  if (ended !== null) return ended;
  await using journal =
    own === undefined
      ? await EventFileWriter.create<JournalEvent>(file, firstEvent(options, run, planned))
      : await EventFileWriter.continue<JournalEvent>(file, own.end);
  const finished = index.items.size - again.size;
  const cutBytes = own?.end.tornBytes ?? 0;
  if (own !== undefined) {
    const { operation } = configuration;
    const at = nowText(options);
    journal.append({
      type: 'run-resume',
      at,
      operation,
      finished,
      cutBytes,
      ...joinedBy(options),
      ...host(),
    });
    await journal.commit();
  }
  const { repeats } = configuration.identity;
  options.onEvent?.({
    type: 'run-start',
    run,
    directory,
    planned,
    repeats,
    ...sampleOf(configuration.identity),
    finished,
    resumed: true,
    cutBytes,
  });
  return await execute(options, journal, { run, planned, index, work, again });
}

/** What came of a run of which nothing is left to do; null of any other. */
async function endedSummary(options: RunOptions, index: RunIndex): Promise<RunSummary | null> {
  const isWatched = options.configuration.operation.sequential !== undefined;
  if (!isOver(index, { isWatched })) return null;
  const { items, start, status } = index;
  const stop = (await orderedPlan(options, start.run))?.stop ?? null;
  for (const { key, outcome } of items.values()) stop?.settle(key, outcome ?? null);
  const isComplete = status === 'complete';
  // Of another gate than the one that ended it.
  if (!isComplete && stop?.isDecided !== true) return null;
  return {
    run: start.run,
    directory: options.directory,
    status: isComplete ? 'complete' : 'decided',
    stopReason: null,
    stoppedBy: null,
    sequential: stop?.state ?? null,
    planned: start.planned,
    finished: items.size,
    voided: [...items.values()].filter(({ end }) => isVoidEnd(end)).length,
    cost: index.cost,
    durationMs: 0,
  };
}

/** What a fork took over, from its own journal: its first attempt has had it from the start. */
async function firstStepsOf({ directory, configuration }: RunOptions): Promise<readonly StepEvent[]> {
  const { fork } = configuration.identity;
  if (fork === undefined) return [];
  const first = { item: fork.item, repeat: 0, attempt: 1 };
  return await readFirstSteps(journalPath(directory, MAIN), first, { before: fork.step });
}

/** What earlier sessions left. */
interface Earlier {
  readonly run: string;
  readonly planned: number;
  readonly index: RunIndex | null;
  readonly work: OpenWork | null;
  /** Voided items that are to be done once more, by item key text. */
  readonly again: ReadonlySet<string>;
}

/** The budgets of this process alone, with what earlier sessions spent. */
function ownLedger({ operation }: RunOptions['configuration'], index: RunIndex | null): LocalLedger {
  return new LocalLedger(operation.budgets, {
    cost: index?.cost ?? NO_COST,
    activeMs: index?.activeMs ?? 0,
  });
}

async function execute(
  options: RunOptions,
  journal: EventFileWriter<JournalEvent>,
  earlier: Earlier,
): Promise<RunSummary> {
  const { benchmark, configuration, directory } = options;
  const { index, work, again } = earlier;
  const startedAt = performance.now();
  using control = new RunControl(options);
  using own = ownLedger(configuration, index);
  const ledger = options.ledger ?? own;
  using _watch = ledger.onSpent((budget) => control.stop(budget));
  const emit = options.onEvent ?? ((): void => undefined);
  const { outageSeconds: limitSeconds = null } = configuration.operation;
  const isAgain = (key: ItemKey): boolean => again.has(itemKeyText(key));
  const done = [...(index?.items.values() ?? [])].filter(({ key }) => !isAgain(key));
  const ordered = await orderedPlan(options, earlier.run);
  for (const { key, outcome } of done) ordered?.stop.settle(key, outcome ?? null);
  const sequential = ordered?.stop ?? null;
  const session = new RunSession({
    ...options,
    journal,
    control,
    ledger,
    outage: new OutageWatch({ limitSeconds, control, emit }),
    sequential,
    tellsOutcomes: earlier.planned <= (options.tellsOutcomesUpTo ?? 0),
    writer: options.writer ?? MAIN,
    isJoined: joinedBy(options).joined === true,
    settlesEnds: settlesEnds(options, index),
    files: benchmark.world === undefined ? new FileStore(directory, options.pictures ?? null) : null,
    emit,
    now: options.now ?? Date.now,
    draws: endedDraws(work),
    tasks: work?.tasks ?? new Set(),
    firstSteps: await firstStepsOf(options),
  });
  const progress = new RunProgressTracker(session, {
    planned: earlier.planned,
    finished: done.length,
    voided: done.filter(({ end }) => isVoidEnd(end)).length,
  });

  recordPreflight(session, options.preflight);
  await settleEnds(session, earlier);
  await using plan = ownPlan(options, earlier, ordered?.plan ?? null);
  const queue: ItemQueue = options.queue ?? plan;
  using _elsewhere = followOthers(queue, { session, progress }, done);
  const lastedMs = (): number => Math.round(performance.now() - startedAt);
  let isDrained: boolean;
  try {
    isDrained = await workThrough(
      { session, queue, progress, open: new Map(work?.open), attempts: new Map(work?.attempts) },
      earlier.planned,
    );
  } catch (error) {
    await endByError(session, progress, lastedMs(), error);
    throw error;
  }

  const isComplete = progress.finished === earlier.planned || (isDrained && !session.isClosing);
  const status = statusOf(session, isComplete);
  if (status === 'budget' || status === 'decided') await skipRest(session, progress, queue, index);
  const durationMs = lastedMs();
  const stoppedBy = isComplete ? null : session.outage.stoppedBy;
  await endSession(session, progress, { status, durationMs, stoppedBy });
  return {
    run: earlier.run,
    directory,
    status,
    stopReason: status === 'complete' ? null : control.stopReason,
    stoppedBy,
    sequential: sequential?.state ?? null,
    planned: earlier.planned,
    finished: progress.finished,
    voided: progress.voided,
    cost: ledger.cost,
    durationMs,
  };
}

/** All that earlier sessions did not bring to its end, for the one process that does it. */
function ownPlan(
  { benchmark, configuration }: RunOptions,
  { index, again }: Earlier,
  plan: readonly PlannedItem[] | null,
): PlanQueue {
  const isDone = (key: string): boolean => (index?.items.has(key) ?? false) && !again.has(key);
  const left = index?.left ?? new Map<string, readonly string[]>();
  return new PlanQueue(benchmark, configuration.identity, isDone, { plan, left });
}

/** Counts and tells what other writers bring to its end, and stops where they have. @param done when the session began */
function followOthers(
  queue: ItemQueue,
  { session, progress }: { readonly session: RunSession; readonly progress: RunProgressTracker },
  done: readonly { readonly key: ItemKey }[],
): Disposable {
  const known = new Set(done.map(({ key }) => itemKeyText(key)));
  const settled = queue.onSettledElsewhere?.(async ({ key, counts, ...settlement }) => {
    progress.finishElsewhere(settlement);
    session.emit({ type: 'item-end', key, ...settlement });
    if (counts === undefined) return;
    session.settleEnd(key, counts);
    await session.options.journal.commit();
  }, known);
  const going = queue.onWorkElsewhere?.((work) => progress.goOnElsewhere(work));
  const stopped = queue.onStoppedElsewhere?.((by) => session.outage.stoppedElsewhere(by));
  return {
    [Symbol.dispose]: () => {
      settled?.[Symbol.dispose]();
      going?.[Symbol.dispose]();
      stopped?.[Symbol.dispose]();
    },
  };
}

/** What this process writes into a new or grown journal of what its models were asked before its items. */
function recordPreflight(session: RunSession, preflight: readonly PreflightRecord[] = []): void {
  for (const found of preflight) {
    session.append({ type: 'preflight', at: session.at, ...found });
    session.ledger.add(costOfCall(found));
  }
}

interface SessionEnd {
  readonly status: RunStatus;
  readonly durationMs: number;
  readonly stoppedBy: Failure | null;
}

/** Writes down how the session ended, and tells it. */
async function endSession(
  session: RunSession,
  { finished }: RunProgressTracker,
  { status, durationMs, stoppedBy }: SessionEnd,
): Promise<void> {
  const cause = stoppedBy === null ? {} : { stoppedBy };
  const how = status === 'decided' ? ({ status: 'budget', decided: true } as const) : { status };
  const joined = session.options.isJoined ? ({ joined: true } as const) : {};
  session.append({ type: 'run-end', at: session.at, ...how, ...cause, ...joined, finished, durationMs });
  await session.options.journal.commit();
  session.emit({ type: 'run-end', status, finished });
}

/** A journal that cannot be written has no end; who listens hears of it all the same. */
async function endByError(
  session: RunSession,
  progress: RunProgressTracker,
  durationMs: number,
  error: unknown,
): Promise<void> {
  const status = 'aborted';
  if (error instanceof JournalWriteError)
    session.emit({ type: 'run-end', status, finished: progress.finished });
  else await endSession(session, progress, { status, durationMs, stoppedBy: failureOf(error) });
}

function statusOf({ control, options }: RunSession, isComplete: boolean): RunStatus {
  if (isComplete) return 'complete';
  if (control.isAborted) return 'aborted';
  // A budget that ran out while the last episodes were finished keeps nothing from being done.
  const isOpen = control.stopReason === null || isBudget(control.stopReason);
  if (isOpen && options.sequential?.isDecided === true) return 'decided';
  return isBudget(control.stopReason) ? 'budget' : 'interrupted';
}

function isBudget(reason: StopReason | null): reason is SpentBudget {
  return reason !== null && reason !== 'interrupted' && reason !== 'model_outage';
}

/** Writes down what a budget or the decided gate kept from being done, so that results can count it without the benchmark. */
async function skipRest(
  session: RunSession,
  progress: RunProgressTracker,
  queue: ItemQueue,
  index: RunIndex | null,
): Promise<void> {
  const spent = session.control.stopReason;
  const reason = session.options.sequential?.isDecided === true ? 'gate_decided' : spent;
  if (reason !== 'gate_decided' && !isBudget(reason)) return;
  const skip = ({ key, item }: PlannedItem): void => {
    const text = itemKeyText(key);
    progress.skip();
    if (index?.skipped.get(text)?.reason === reason) return;
    session.recordTask(item.task);
    const left = { at: session.at, ...key, task: item.task.id };
    session.append(
      reason === 'gate_decided' ? { type: 'item-spare', ...left } : { type: 'item-skip', ...left, reason },
    );
    session.emit({ type: 'item-skip', key, reason });
  };
  for await (const planned of queue.rest()) skip(planned);
  progress.report();
}

/** How the tasks were drawn, where they were. */
function sampleOf({ benchmark: { sample } }: RunIdentity): { readonly sample?: ItemSample } {
  return sample === undefined ? {} : { sample };
}

function firstEvent(options: RunOptions, run: string, planned: number): JournalEventOf<'run-start'> {
  const { benchmark, agent, configuration } = options;
  const { identity, operation } = configuration;
  return {
    type: 'run-start',
    at: nowText(options),
    formatVersion: RUN_FORMAT_VERSION,
    run,
    writer: options.writer ?? MAIN,
    identity,
    identityHash: identityHash(identity),
    operation,
    resume: agent.resume,
    planned,
    warnings: [...benchmark.warnings],
    ...host(),
  };
}

/** Whether this session says which ends count: episodes share a random stream, and several writers do them. */
function settlesEnds(options: RunOptions, index: RunIndex | null): boolean {
  if (options.benchmark.sharedStream === undefined || joinedBy(options).joined === true) return false;
  return options.queue !== undefined || (index?.journals.length ?? 0) > 1;
}

/** The lock of the one writer of a run has no name, as ever. */
function lockOf(writer: string): string | null {
  return writer === MAIN ? null : writer;
}

/** Another than the main writer that is given its items: what it is asked to do tells nothing of the run. */
function joinedBy({ writer = MAIN, queue }: RunOptions): { readonly joined?: true } {
  return writer === MAIN || queue === undefined ? {} : { joined: true };
}

function nowText(options: RunOptions): string {
  return new Date((options.now ?? Date.now)()).toISOString();
}

function host(): { readonly node: string; readonly platform: string } {
  return { node: process.version, platform: `${process.platform}-${process.arch}` };
}

function requireModels({ agent, models }: RunOptions): void {
  const missing = agent.needs.models.filter((role) => models[role] === undefined);
  if (missing.length === 0) return;
  throw new UserError(`Agent ${agent.name} needs a model for ${missing.join(', ')}`, {
    hint: 'Bind each role to an endpoint in the configuration.',
  });
}
