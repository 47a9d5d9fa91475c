import { setTimeout as sleep } from 'node:timers/promises';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { LocalLedger } from '../../engine/budget-ledger.js';
import type { ItemSettlement, SettledElsewhere } from '../../engine/item-queue.js';
import { addCosts, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import type { EndpointLimit, Ticket } from '../../models/gateway/endpoint-limit.js';
import { LocalEndpointLimit } from '../../models/gateway/local-endpoint-limit.js';
import {
  atKnownRuns,
  MOST_LEAVERS,
  type HeardWorker,
  type LaneOptions,
  type LedgerOptions,
  type LentItem,
  type QueueCounts,
  type QueuedItem,
  type QueuedRun,
  type QueuedRunState,
  type QueuedRunStatus,
  type QueueStatus,
  type RefusedWorker,
  type RunLane,
  type RunLedger,
  type RunLimits,
  type RunQueue,
  type StoppedRun,
  type WorkerNote,
} from '../../queue/run-queue.js';

/** An item that is lent to somebody. */
interface Active {
  readonly item: QueuedItem;
  readonly lost: AbortController;
  readonly mostLeavers: number;
  until: number;
}

/** A worker, and when it was heard of. */
interface KeptWorker {
  readonly note: WorkerNote;
  readonly at: number;
  readonly validMs: number;
}

/** What is kept of a run. */
interface KeptRun {
  run: QueuedRun | null;
  state: QueuedRunState;
  readonly waiting: Map<string, QueuedItem>;
  readonly active: Map<string, Active>;
  readonly holders: Map<string, string[]>;
  /** Left by too many. */
  readonly failed: Map<string, QueuedItem>;
  /** How often each was left without a word. */
  readonly leavers: Map<string, number>;
  epoch: string;
  readonly refused: Map<string, RefusedWorker>;
  stoppedBy: StoppedRun | null;
  isCoordinated: boolean;
  readonly ledgers: Set<LocalLedger>;
  readonly limits: Map<string, EndpointLimit>;
  settled: SettledElsewhere[];
  readonly done: Set<string>;
  /** By writer. */
  readonly costs: Map<string, ModelCost>;
  activeMs: number;
}

/** A queue of distributed runs in the memory of one process, for tests of what uses one. */
export class MemoryRunQueue implements RunQueue {
  readonly place = 'memory';
  readonly #runs = new Map<string, KeptRun>();
  readonly #workers = new Map<string, KeptWorker>();
  #epoch = 0;

  /** As if it had come back with what it had before, which may be old; for tests. */
  lapse(): void {
    this.#epoch += 1;
  }

  /** As if it had lost everything; for tests. */
  lose(): void {
    this.lapse();
    for (const kept of this.#runs.values()) {
      Object.assign(kept, { run: null, state: 'paused', settled: [], stoppedBy: null });
      const { done, waiting, active, holders, failed, leavers, costs } = kept;
      for (const one of [done, waiting, active, holders, failed, leavers, costs]) one.clear();
    }
  }

  #of(run: string): KeptRun {
    let kept = this.#runs.get(run);
    if (kept === undefined) {
      kept = {
        run: null,
        state: 'paused',
        waiting: new Map(),
        active: new Map(),
        holders: new Map(),
        failed: new Map(),
        leavers: new Map(),
        epoch: String(this.#epoch),
        refused: new Map(),
        ledgers: new Set(),
        limits: new Map(),
        settled: [],
        done: new Set(),
        costs: new Map(),
        stoppedBy: null,
        isCoordinated: false,
        activeMs: 0,
      };
      this.#runs.set(run, kept);
    }
    return kept;
  }

  announce(
    run: QueuedRun,
    used: ReadonlyMap<string, ModelCost>,
    { opens = true }: { readonly opens?: boolean } = {},
  ): Promise<void> {
    const kept = this.#of(run.run);
    for (const [writer, own] of used) keepCost(kept, writer, own);
    const isOpened = opens || kept.run === null;
    kept.run = run;
    kept.epoch = String(this.#epoch);
    return isOpened ? this.setState(run.run, 'open') : Promise.resolve();
  }

  hasLapsed(run: string): Promise<boolean> {
    return Promise.resolve(this.#of(run).epoch !== String(this.#epoch));
  }

  leftTooOften(run: string, most: number): Promise<readonly QueuedItem[]> {
    const { failed, holders } = this.#of(run);
    const left = [...failed].slice(0, most);
    return Promise.resolve(left.map(([key, item]) => ({ ...item, leftBy: holders.get(key) ?? [] })));
  }

  drop(run: string, items: readonly ItemKey[]): Promise<void> {
    const { waiting, failed, holders } = this.#of(run);
    for (const key of items.map(itemKeyText)) for (const kept of [waiting, failed, holders]) kept.delete(key);
    return Promise.resolve();
  }

  add(run: string, items: readonly QueuedItem[]): Promise<void> {
    const { waiting, active, failed, done } = this.#of(run);
    for (const item of items) {
      const key = itemKeyText(item.key);
      if (item.again !== undefined) done.delete(key);
      if (done.has(key)) continue;
      if (!waiting.has(key) && !active.has(key) && !failed.has(key)) waiting.set(key, item);
    }
    return Promise.resolve();
  }

  counts(run: string): Promise<QueueCounts | null> {
    const kept = this.#runs.get(run);
    if (kept?.run == null) return Promise.resolve(null);
    return Promise.resolve(countsOf(kept));
  }

  settled(run: string, most: number): Promise<readonly SettledElsewhere[]> {
    return Promise.resolve(this.#of(run).settled.splice(0, most));
  }

  setState(run: string, state: QueuedRunState): Promise<void> {
    const kept = this.#of(run);
    kept.state = state;
    if (state === 'open') {
      kept.stoppedBy = null;
      for (const { worker, trouble } of kept.refused.values()) {
        if (trouble !== undefined) kept.refused.delete(worker);
      }
    }
    return Promise.resolve();
  }

  stop(run: string, by: StoppedRun): Promise<void> {
    const kept = this.#of(run);
    kept.stoppedBy ??= by;
    return this.setState(run, 'stopped');
  }

  stoppedBy(run: string): Promise<StoppedRun | null> {
    return Promise.resolve(this.#of(run).stoppedBy);
  }

  remove(run: string): Promise<void> {
    const kept = this.#runs.get(run);
    // Who waits for an item of it is to know.
    if (kept !== undefined) kept.run = null;
    this.#runs.delete(run);
    return Promise.resolve();
  }

  runs(): Promise<readonly QueuedRunStatus[]> {
    const known = [...this.#runs.values()].flatMap((kept): QueuedRunStatus[] => {
      const { run } = kept;
      if (run === null) return [];
      const counts = countsOf(kept);
      const { state, done, stoppedBy } = kept;
      const coordinatorMsAgo = kept.isCoordinated ? 0 : null;
      const refused = [...kept.refused.values()];
      return [{ ...run, state, counts, done: done.size, refused, stoppedBy, coordinatorMsAgo }];
    });
    return Promise.resolve(known);
  }

  // oxlint-disable-next-line max-lines-per-function -- a small queue
  join(run: QueuedRun, { writer, leaseMs, mostLeavers = MOST_LEAVERS }: LaneOptions): Promise<RunLane> {
    const kept = this.#of(run.run);
    const held = new Map<LentItem, string>();
    let isDead = false;
    const renew = setInterval(() => {
      const now = performance.now();
      for (const [key, one] of kept.active) {
        if (!isDead && [...held.values()].includes(key)) one.until = now + leaseMs;
      }
      reclaim(kept);
    }, leaseMs / 6);
    const lend = (): LentItem | null => {
      const [first] = kept.waiting;
      if (first === undefined || kept.state !== 'open') return null;
      const [key, item] = first;
      kept.waiting.delete(key);
      const lost = new AbortController();
      kept.active.set(key, { item, lost, mostLeavers, until: performance.now() + leaseMs });
      const before = kept.holders.get(key) ?? [];
      kept.holders.set(key, [...before, writer]);
      const leftBy = [...new Set([...(item.leftBy ?? []), ...before])];
      const others = leftBy.length === 0 ? {} : { leftBy };
      const lent = { ...item, ...others, lost: lost.signal, epoch: String(this.#epoch) };
      held.set(lent, key);
      return lent;
    };
    const lane: RunLane = {
      get held() {
        return held.size;
      },
      epoch: kept.epoch,
      fail: () => {
        isDead = true;
      },
      take: async ({ signal, idleMs }) => {
        const startedAt = performance.now();
        for (;;) {
          if (signal.aborted) return null;
          const lent = lend();
          const isIdle = held.size === 0 && performance.now() - startedAt >= idleMs;
          const isOver = kept.run === null || !(kept.state === 'open' || kept.state === 'paused');
          if (lent !== null || isIdle || isOver) return lent;
          await sleep(5);
        }
      },
      settle: (item: LentItem, settlement: ItemSettlement) => {
        const key = held.get(item);
        if (key !== undefined && held.delete(item) && !item.lost.aborted) {
          kept.active.delete(key);
          kept.holders.delete(key);
          kept.done.add(key);
          kept.settled.push({ key: item.key, ...settlement });
        }
        return Promise.resolve();
      },
      giveBack: (item: LentItem) => {
        const key = held.get(item);
        const one = key === undefined ? undefined : kept.active.get(key);
        if (key !== undefined && one !== undefined && held.delete(item) && !item.lost.aborted && !isDead) {
          kept.active.delete(key);
          kept.waiting.set(key, one.item);
        }
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: async () => {
        clearInterval(renew);
        if (!isDead) for (const item of held.keys()) await lane.giveBack(item);
      },
    };
    return Promise.resolve(lane);
  }

  ledger(
    { run, budgets }: QueuedRun,
    { writer, used = NO_COST, activeMs = null }: LedgerOptions,
  ): Promise<RunLedger> {
    const kept = this.#of(run);
    kept.activeMs = Math.max(kept.activeMs, activeMs ?? 0);
    keepCost(kept, writer, used);
    const local = new LocalLedger(budgets, { cost: sumOf(kept), activeMs: kept.activeMs });
    kept.ledgers.add(local);
    return Promise.resolve({
      get cost() {
        return sumOf(kept);
      },
      add: (cost: ModelCost) => {
        kept.costs.set(writer, addCosts(kept.costs.get(writer) ?? NO_COST, cost));
        for (const ledger of kept.ledgers) ledger.add(cost);
      },
      onSpent: (listener) => local.onSpent(listener),
      [Symbol.asyncDispose]: () => {
        kept.ledgers.delete(local);
        local[Symbol.dispose]();
        return Promise.resolve();
      },
    } satisfies RunLedger);
  }

  limits({ run }: QueuedRun): RunLimits {
    const { limits } = this.#of(run);
    const held = new Map<Ticket, EndpointLimit>();
    return {
      of: (account, max) => {
        const limit = limits.get(account) ?? new LocalEndpointLimit({ max });
        limits.set(account, limit);
        limit.lower(max);
        return {
          get pausedForMs() {
            return limit.pausedForMs;
          },
          lower: (to) => limit.lower(to),
          acquire: async (signal) => {
            const ticket = await limit.acquire(signal);
            held.set(ticket, limit);
            return ticket;
          },
          release: (ticket, ...outcome) => {
            if (held.delete(ticket)) limit.release(ticket, ...outcome);
          },
        };
      },
      [Symbol.asyncDispose]: () => {
        for (const [ticket, limit] of held) limit.release(ticket, 'failed');
        held.clear();
        return Promise.resolve();
      },
    };
  }

  coordinate(run: string): AsyncDisposable {
    this.#of(run).isCoordinated = true;
    return {
      [Symbol.asyncDispose]: () => {
        this.#of(run).isCoordinated = false;
        return Promise.resolve();
      },
    };
  }

  beat(worker: WorkerNote, validMs = Infinity): Promise<HeardWorker | null> {
    const other = this.#workers.get(worker.name);
    const now = performance.now();
    if (other !== undefined && other.note.session !== worker.session && now - other.at <= other.validMs) {
      return Promise.resolve(heardAt(other, now));
    }
    this.#workers.set(worker.name, { note: worker, at: now, validMs });
    return Promise.resolve(null);
  }

  leave({ name, session }: Pick<WorkerNote, 'name' | 'session'>): Promise<void> {
    if (this.#workers.get(name)?.note.session === session) this.#workers.delete(name);
    return Promise.resolve();
  }

  refuse(run: string, refused: RefusedWorker): Promise<void> {
    this.#of(run).refused.set(refused.worker, refused);
    return Promise.resolve();
  }

  accept(run: string, worker: string): Promise<void> {
    this.#of(run).refused.delete(worker);
    return Promise.resolve();
  }

  isReachable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async status(): Promise<QueueStatus> {
    const now = performance.now();
    const workers = [...this.#workers.values()].map((worker) => heardAt(worker, now));
    const byName = workers.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const runs = await this.runs();
    return { place: this.place, runs, workers: atKnownRuns(byName, runs) };
  }

  async retry(run: string): Promise<number> {
    const { refused, failed, leavers } = this.#of(run);
    refused.clear();
    const left = await this.leftTooOften(run, Infinity);
    failed.clear();
    leavers.clear();
    await this.add(run, left);
    return left.length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

function heardAt({ at, note }: KeptWorker, now: number): HeardWorker {
  return { ...note, heardMsAgo: now - at };
}

/** Lets go of what was lent and not heard of. */
function reclaim({ active, leavers, failed, waiting }: KeptRun): void {
  const now = performance.now();
  for (const [key, { item, lost, mostLeavers, until }] of active) {
    if (until > now) continue;
    active.delete(key);
    lost.abort();
    const left = (leavers.get(key) ?? 0) + 1;
    leavers.set(key, left);
    (left >= mostLeavers ? failed : waiting).set(key, item);
  }
}

/** What a writer is known to have used becomes no less. */
function keepCost({ costs }: KeptRun, writer: string, own: ModelCost): void {
  if (own.calls > (costs.get(writer)?.calls ?? 0)) costs.set(writer, own);
}

function sumOf({ costs }: KeptRun): ModelCost {
  return [...costs.values()].reduce(addCosts, NO_COST);
}

function countsOf(kept: KeptRun): QueueCounts {
  reclaim(kept);
  const { waiting, active, failed } = kept;
  return { waiting: waiting.size, active: active.size, failed: failed.size };
}
