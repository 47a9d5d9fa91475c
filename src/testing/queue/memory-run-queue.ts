import { setTimeout as sleep } from 'node:timers/promises';
import { itemKeyText } from '../../domain/episode.js';
import { LocalLedger } from '../../engine/budget-ledger.js';
import type { ItemSettlement, SettledElsewhere } from '../../engine/item-queue.js';
import { addCosts, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import type { EndpointLimit, Ticket } from '../../models/gateway/endpoint-limit.js';
import { LocalEndpointLimit } from '../../models/gateway/local-endpoint-limit.js';
import type {
  LaneOptions,
  LentItem,
  QueueCounts,
  QueuedItem,
  QueuedRun,
  QueuedRunState,
  QueuedRunStatus,
  QueueStatus,
  RefusedWorker,
  RunLane,
  RunLedger,
  RunLimits,
  RunQueue,
  WorkerNote,
} from '../../queue/run-queue.js';

/** What is kept of a run. */
interface KeptRun {
  run: QueuedRun | null;
  state: QueuedRunState;
  readonly waiting: Map<string, QueuedItem>;
  readonly active: Map<string, { readonly item: QueuedItem; lost: AbortController; until: number }>;
  readonly holders: Map<string, string[]>;
  readonly refused: Map<string, string>;
  readonly ledgers: Set<LocalLedger>;
  readonly limits: Map<string, EndpointLimit>;
  settled: SettledElsewhere[];
  done: number;
  cost: ModelCost;
  activeMs: number;
}

/** A queue of distributed runs in the memory of one process, for tests of what uses one. */
export class MemoryRunQueue implements RunQueue {
  readonly place = 'memory';
  readonly #runs = new Map<string, KeptRun>();
  readonly #workers = new Map<string, WorkerNote & { readonly at: number }>();

  #of(run: string): KeptRun {
    let kept = this.#runs.get(run);
    if (kept === undefined) {
      kept = {
        run: null,
        state: 'paused',
        waiting: new Map(),
        active: new Map(),
        holders: new Map(),
        refused: new Map(),
        ledgers: new Set(),
        limits: new Map(),
        settled: [],
        done: 0,
        cost: NO_COST,
        activeMs: 0,
      };
      this.#runs.set(run, kept);
    }
    return kept;
  }

  announce(run: QueuedRun, used: ModelCost): Promise<void> {
    const kept = this.#of(run.run);
    if (kept.run === null) kept.cost = used;
    kept.run = run;
    kept.state = 'open';
    return Promise.resolve();
  }

  add(run: string, items: readonly QueuedItem[]): Promise<void> {
    const { waiting, active } = this.#of(run);
    for (const item of items) {
      const key = itemKeyText(item.key);
      if (!waiting.has(key) && !active.has(key)) waiting.set(key, item);
    }
    return Promise.resolve();
  }

  counts(run: string): Promise<QueueCounts | null> {
    const kept = this.#runs.get(run);
    if (kept?.run == null) return Promise.resolve(null);
    return Promise.resolve({ waiting: kept.waiting.size, active: kept.active.size, failed: 0 });
  }

  settled(run: string, most: number): Promise<readonly SettledElsewhere[]> {
    return Promise.resolve(this.#of(run).settled.splice(0, most));
  }

  setState(run: string, state: QueuedRunState): Promise<void> {
    this.#of(run).state = state;
    return Promise.resolve();
  }

  remove(run: string): Promise<void> {
    this.#runs.delete(run);
    return Promise.resolve();
  }

  runs(): Promise<readonly QueuedRunStatus[]> {
    const known = [...this.#runs.values()].flatMap(({ run, ...kept }): QueuedRunStatus[] => {
      if (run === null) return [];
      const counts = { waiting: kept.waiting.size, active: kept.active.size, failed: 0 };
      const refused = [...kept.refused].map(([worker, reason]) => ({ worker, reason }));
      return [{ ...run, state: kept.state, counts, done: kept.done, refused }];
    });
    return Promise.resolve(known);
  }

  join(run: QueuedRun, { writer, leaseMs }: LaneOptions): Promise<RunLane> {
    const kept = this.#of(run.run);
    const held = new Map<LentItem, string>();
    let isDead = false;
    const renew = setInterval(() => {
      const now = performance.now();
      for (const [key, one] of kept.active) {
        if (!isDead && [...held.values()].includes(key)) one.until = now + leaseMs;
        else if (one.until <= now) {
          kept.active.delete(key);
          one.lost.abort();
          kept.waiting.set(key, one.item);
        }
      }
    }, leaseMs / 6);
    const lend = (): LentItem | null => {
      const [first] = kept.waiting;
      if (first === undefined || kept.state !== 'open') return null;
      const [key, item] = first;
      kept.waiting.delete(key);
      const lost = new AbortController();
      kept.active.set(key, { item, lost, until: performance.now() + leaseMs });
      const before = kept.holders.get(key) ?? [];
      kept.holders.set(key, [...before, writer]);
      const leftBy = [...new Set([...(item.leftBy ?? []), ...before])];
      const lent = { ...item, ...(leftBy.length === 0 ? {} : { leftBy }), lost: lost.signal };
      held.set(lent, key);
      return lent;
    };
    const lane: RunLane = {
      get held() {
        return held.size;
      },
      fail: () => {
        isDead = true;
      },
      take: async ({ signal, idleMs }) => {
        const startedAt = performance.now();
        for (;;) {
          if (signal.aborted) return null;
          const lent = lend();
          if (lent !== null || performance.now() - startedAt >= idleMs) return lent;
          await sleep(5);
        }
      },
      settle: (item: LentItem, settlement: ItemSettlement) => {
        const key = held.get(item);
        if (key !== undefined && held.delete(item) && !item.lost.aborted) {
          kept.active.delete(key);
          kept.holders.delete(key);
          kept.done += 1;
          kept.settled.push({ key: item.key, ...settlement });
        }
        return Promise.resolve();
      },
      giveBack: (item: LentItem) => {
        const key = held.get(item);
        const one = key === undefined ? undefined : kept.active.get(key);
        if (key !== undefined && one !== undefined && held.delete(item) && !item.lost.aborted) {
          kept.active.delete(key);
          kept.waiting.set(key, one.item);
        }
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: async () => {
        clearInterval(renew);
        for (const item of held.keys()) await lane.giveBack(item);
      },
    };
    return Promise.resolve(lane);
  }

  ledger(
    { run, budgets }: QueuedRun,
    { activeMs = null }: { readonly activeMs?: number | null } = {},
  ): Promise<RunLedger> {
    const kept = this.#of(run);
    kept.activeMs = Math.max(kept.activeMs, activeMs ?? 0);
    const local = new LocalLedger(budgets, { cost: kept.cost, activeMs: kept.activeMs });
    kept.ledgers.add(local);
    return Promise.resolve({
      get cost() {
        return kept.cost;
      },
      add: (cost: ModelCost) => {
        kept.cost = addCosts(kept.cost, cost);
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

  beat(worker: WorkerNote): Promise<void> {
    this.#workers.set(worker.name, { ...worker, at: performance.now() });
    return Promise.resolve();
  }

  leave(worker: string): Promise<void> {
    this.#workers.delete(worker);
    return Promise.resolve();
  }

  refuse(run: string, { worker, reason }: RefusedWorker): Promise<void> {
    this.#of(run).refused.set(worker, reason);
    return Promise.resolve();
  }

  async status(): Promise<QueueStatus> {
    const workers = [...this.#workers.values()].map(({ at, ...note }) => ({
      ...note,
      heardMsAgo: performance.now() - at,
    }));
    return { place: this.place, runs: await this.runs(), workers };
  }

  retry(run: string): Promise<number> {
    this.#of(run).refused.clear();
    return Promise.resolve(0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}
