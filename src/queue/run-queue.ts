import type { ItemKey } from '../domain/episode.js';
import type { RunBudgets } from '../domain/run.js';
import type { BudgetLedger, SpentBudget } from '../engine/budget-ledger.js';
import type { ItemSettlement, SettledElsewhere, VoidedBefore } from '../engine/item-queue.js';
import type { Failure } from '../formats/run/journal/event.js';
import type { ModelCost } from '../formats/run/model-cost.js';
import type { EndpointLimits } from '../models/gateway/endpoint-limit.js';

/** What an item may need of whoever does it. */
export const WORKER_NEEDS = ['device', 'pictures', 'gpu'] as const;
export type WorkerNeed = (typeof WORKER_NEEDS)[number];

/** A run that waits for workers. Holds no secret and no setting: those are in the folder of the run. */
export interface QueuedRun {
  /** What the queue knows it by: no other run has that, also none of the same name. */
  readonly run: string;
  /** Name of its folder below the folder of runs, wherever a worker has that. */
  readonly folder: string;
  readonly benchmark: string;
  readonly agent: string;
  /** What a worker that opens the run must come to. */
  readonly identityHash: string;
  /** Items times repeats. */
  readonly planned: number;
  readonly needs: readonly WorkerNeed[];
  readonly budgets: RunBudgets;
  /** One item at a time is handed out, each once the one before it has ended. */
  readonly isInOrder?: true;
  /** How long the run waits for what is gone, in seconds; null or absent: as long as a run does by itself. */
  readonly outageSeconds?: number | null;
}

/** `open` hands out; a spent budget, as `paused`, does not, nor what was `stopped` by a failure. */
export type QueuedRunState = 'open' | 'paused' | 'stopped' | SpentBudget;

/** What nobody does any more, by whose failure. */
export interface StoppedRun {
  readonly worker: string;
  readonly failure: Failure;
  /** What is gone may come back, and what was under way is void; else it was left as it is, for whoever repairs it. */
  readonly isOutage: boolean;
}

/** Items of a run by where they are. */
export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  /** Left without an end by so many workers that nobody is given them. */
  readonly failed: number;
}

/** An item as the queue has it. */
export interface QueuedItem {
  readonly key: ItemKey;
  /** As of `TakenItem`. */
  readonly leftBy?: readonly string[];
  readonly again?: VoidedBefore;
  readonly draws?: number;
}

/** An item that is lent to one writer for as long as its lease is renewed. */
export interface LentItem extends QueuedItem {
  /** Aborted once the lease has run out, by the clock of the process that it is lent to. */
  readonly lost: AbortSignal;
  /** As of `RunLane`. */
  readonly epoch: string;
}

/** What a worker says of itself while it is there. */
export interface WorkerNote {
  readonly name: string;
  /** Random letters of its process: another worker of the name has others. */
  readonly session: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** What it works on; null while it waits. */
  readonly run: string | null;
  /** Items that it has under way. */
  readonly items: number;
}

/** A worker as the queue knows it. */
export interface HeardWorker extends WorkerNote {
  /** Milliseconds since it was last heard of, by the queue's clock. */
  readonly heardMsAgo: number;
}

/** A worker that would not do a run, or could not. */
export interface RefusedWorker {
  readonly worker: string;
  readonly reason: string;
  /** What it would not do it by; absent where an older version said so. */
  readonly failure?: Failure;
  /** Where it tries again: what it failed by, and whether that has lasted for long, or will. */
  readonly trouble?: { readonly failure: Failure; readonly lasts: boolean };
}

export interface QueuedRunStatus extends QueuedRun {
  readonly state: QueuedRunState;
  readonly counts: QueueCounts;
  readonly done: number;
  readonly refused: readonly RefusedWorker[];
  readonly stoppedBy: StoppedRun | null;
  /** Milliseconds since its coordinator was last heard of, by the queue's clock; null where it has none. */
  readonly coordinatorMsAgo: number | null;
  /** Why it is not for this version of Touchstone, which then knows its name and little else; absent where it is. */
  readonly foreign?: string;
}

export interface QueueStatus {
  /** Where the queue is, without secrets. */
  readonly place: string;
  readonly runs: readonly QueuedRunStatus[];
  readonly workers: readonly HeardWorker[];
}

/** Workers, those of a run that the queue has not any more with none: they find out at their next look. */
export function atKnownRuns(
  workers: readonly HeardWorker[],
  runs: readonly QueuedRun[],
): readonly HeardWorker[] {
  const known = new Set(runs.map(({ run }) => run));
  return workers.map((worker) =>
    worker.run === null || known.has(worker.run) ? worker : { ...worker, run: null },
  );
}

/** Milliseconds without a word from a worker, or from who coordinates, that still count as there. */
export const HEARD_MS = 10_000;

/** The items of a run, for one writer. */
export interface RunLane extends AsyncDisposable {
  /** Items that are lent to it. */
  readonly held: number;
  /** As of when the run was last filled from its journals; another one may have forgotten what was done since. */
  readonly epoch: string;
  /**
   * Waits for an item; null once the signal is aborted or the run hands out nothing more.
   *
   * @param options.idleMs gives up after waiting for so long, where the lane holds none and the queue can be reached
   */
  take(options: { readonly signal: AbortSignal; readonly idleMs: number }): Promise<LentItem | null>;
  settle(item: LentItem, settlement: ItemSettlement): Promise<void>;
  giveBack(item: LentItem): Promise<void>;
  /** Renews no lease any more, as if its process had been killed; for tests. */
  fail?(): void;
}

/** What a run has used, for all its writers. */
export interface RunLedger extends BudgetLedger, AsyncDisposable {}

/** Limits of endpoints that all writers of a run keep to together. */
export interface RunLimits extends AsyncDisposable {
  readonly of: EndpointLimits;
}

export interface LaneOptions {
  readonly writer: string;
  /** How long an item stays lent without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Workers that may leave an item without an end until nobody is given it any more. */
  readonly mostLeavers?: number;
}

/** {@link LaneOptions.mostLeavers} unless given. */
export const MOST_LEAVERS = 10;

export interface LedgerOptions {
  readonly writer: string;
  readonly used?: ModelCost;
  readonly activeMs?: number | null;
}

/** How a queue is opened. */
export interface OpenQueueOptions {
  /** Hears once when the queue is lost, full or back. */
  readonly onNote: (note: string) => void;
  readonly signal?: AbortSignal;
  /** What the names of its keys begin with. */
  readonly prefix?: string;
}

/**
 * Hands out the items of runs to workers on many machines. It decides who does an item, never what is true: that is in the
 * journals, from which it is filled anew when it has lost everything. Promises: `runQueueContract` in `touchstone/testing`.
 */
export interface RunQueue extends AsyncDisposable {
  /** Where it is, without secrets. */
  readonly place: string;
  /**
   * Makes a run known, and open; a run that is known keeps its items, and has used no less than it had.
   *
   * @param used what each writer has used, by its journal
   * @param options.opens whether one that is known, and paused, is open then; it is unless given
   */
  announce(
    run: QueuedRun,
    used: ReadonlyMap<string, ModelCost>,
    options?: { readonly opens?: boolean },
  ): Promise<void>;
  /** Adding an item twice is adding it once; one that is settled is lent no more unless it is asked for `again`. */
  add(run: string, items: readonly QueuedItem[]): Promise<void>;
  /** Null where the run is not known, or not any more. Items whose lease ran out wait again soon after it was asked for. */
  counts(run: string): Promise<QueueCounts | null>;
  /** Whether what the queue has of a run may be older than when the run was last announced. */
  hasLapsed(run: string): Promise<boolean>;
  /** Items that nobody is given any more, with who left them, up to `most`. */
  leftTooOften(run: string, most: number): Promise<readonly QueuedItem[]>;
  /** Forgets items that nobody has just now. */
  drop(run: string, items: readonly ItemKey[]): Promise<void>;
  /** Ends that were not asked for before, up to `most`. */
  settled(run: string, most: number): Promise<readonly SettledElsewhere[]>;
  /** One that is opened again has forgotten what it was stopped by, and what workers failed by. */
  setState(run: string, state: QueuedRunState): Promise<void>;
  /** Hands out nothing more of a run, and keeps why; what came first stays. */
  stop(run: string, by: StoppedRun): Promise<void>;
  /** Null where nothing has stopped it since it was opened. */
  stoppedBy(run: string): Promise<StoppedRun | null>;
  /** Forgets a run and its items. */
  remove(run: string): Promise<void>;
  /** As {@link RunQueue.counts}. */
  runs(): Promise<readonly QueuedRunStatus[]>;
  join(run: QueuedRun, options: LaneOptions): Promise<RunLane>;
  /**
   * Time counts for the run while anybody has its ledger. What a writer has used is kept by its name: telling it twice is telling
   * it once.
   *
   * @param used what the writer has used by its journal, where it knows
   * @param activeMs milliseconds that earlier sessions are known to have lasted, for the one that coordinates: it alone goes on
   *   where a budget was spent and is raised now
   */
  ledger(run: QueuedRun, options: LedgerOptions): Promise<RunLedger>;
  /**
   * What endpoints allow, for all writers of the run. The places of a writer that is not heard of for `leaseMs`
   * milliseconds are free again.
   */
  limits(run: QueuedRun, options: { readonly leaseMs: number }): RunLimits;
  /** Says that somebody coordinates a run, again and again until it is disposed of. */
  coordinate(run: string): AsyncDisposable;
  /**
   * A worker is there, and will say so again within `validMs`, unless another one of its name is that has said so: that one is
   * given then, and stays.
   */
  beat(worker: WorkerNote, validMs: number): Promise<HeardWorker | null>;
  /** Forgets a worker; another one of its name stays. */
  leave(worker: Pick<WorkerNote, 'name' | 'session'>): Promise<void>;
  refuse(run: string, refused: RefusedWorker): Promise<void>;
  /** It does the run after all. */
  accept(run: string, worker: string): Promise<void>;
  /** Whether it answers just now; for health. */
  isReachable(): Promise<boolean>;
  status(): Promise<QueueStatus>;
  /** Hands out again what was left too often; gives how many. Workers that refused may try again. */
  retry(run: string): Promise<number>;
}
