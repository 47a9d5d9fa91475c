import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { itemKeyText } from '../../domain/episode.js';
import { DatasetError } from '../../errors.js';
import { indexRun, isSettledSince, type RunIndex } from '../../formats/run/run-index.js';
import type { ItemQueue, ItemSettlement, TakenItem } from '../../engine/item-queue.js';
import type { PlannedItem } from '../../engine/plan.js';
import type { LentItem, RunLane } from '../../queue/run-queue.js';

export interface LaneItemsOptions {
  /** Folder of the run. */
  readonly directory: string;
  /** Aborted, no further item is taken. */
  readonly drain: AbortSignal;
  /** How long one waits for an item, in milliseconds. */
  readonly idleMs: number;
  /** Tells that others have stopped the run. */
  readonly stops?: Required<Pick<ItemQueue, 'onStoppedElsewhere'>>;
}

/** The items that a queue lends to one worker, with what its benchmark knows of them. */
export class LaneItems implements ItemQueue {
  readonly #lane: RunLane;
  readonly #items: ReadonlyMap<string, BenchmarkItem>;
  readonly #options: LaneItemsOptions;
  /** As of the last time that the queue came back with what it knew before. */
  #index: Promise<RunIndex> | null = null;
  #epoch: string;
  /** When to take no more: of who takes, and as of this lane. */
  #ends: { readonly of: AbortSignal | undefined; readonly any: AbortSignal } | null = null;
  /** By what tells that the loan is lost: an item that the queue has forgotten may be lent once more before that is heard of. */
  readonly #lent = new Map<AbortSignal, LentItem>();
  readonly #returning = new Set<Promise<void>>();

  private constructor(lane: RunLane, items: ReadonlyMap<string, BenchmarkItem>, options: LaneItemsOptions) {
    this.#lane = lane;
    this.#items = items;
    this.#options = options;
    this.#epoch = lane.epoch;
  }

  static async open(lane: RunLane, benchmark: Benchmark, options: LaneItemsOptions): Promise<LaneItems> {
    const items = new Map<string, BenchmarkItem>();
    for await (const item of benchmark.items.list()) items.set(item.id, item);
    return new LaneItems(lane, items, options);
  }

  async take({ signal }: { readonly signal?: AbortSignal } = {}): Promise<TakenItem | null> {
    const { drain, idleMs } = this.#options;
    if (this.#ends === null || this.#ends.of !== signal) {
      const any = signal === undefined ? drain : AbortSignal.any([signal, drain]);
      this.#ends = { of: signal, any };
    }
    const ends = this.#ends.any;
    for (;;) {
      const lent = await this.#lane.take({ signal: ends, idleMs });
      if (lent === null) return null;
      const known = await this.#known(lent);
      if (known === null) continue;
      const item = this.#items.get(lent.key.item);
      if (item === undefined) {
        await this.#lane.giveBack(lent);
        throw new DatasetError(`The queue has an item ${lent.key.item} that the benchmark lacks`);
      }
      this.#lent.set(lent.lost, lent);
      return { ...lent, ...known, item };
    }
  }

  /**
   * What the journals add to what the queue says of an item, once the queue may have forgotten what was done; null where one of
   * them has its end, which the queue is told of.
   */
  async #known(lent: LentItem): Promise<Pick<TakenItem, 'leftBy'> | null> {
    if (lent.epoch !== this.#epoch) {
      this.#epoch = lent.epoch;
      this.#index = indexRun(this.#options.directory, { withoutCosts: true });
      this.#index.catch(() => undefined);
    }
    const index = await this.#index;
    if (index === null) return {};
    const text = itemKeyText(lent.key);
    const found = index.items.get(text);
    if (found !== undefined && isSettledSince(found, lent.again)) {
      const { end, steps, durationMs } = found;
      await this.#lane.settle(lent, { end, steps, durationMs });
      return null;
    }
    const leftBy = [...new Set([...(lent.leftBy ?? []), ...(index.left.get(text) ?? [])])];
    return leftBy.length === 0 ? {} : { leftBy };
  }

  async settle(taken: TakenItem, settlement: ItemSettlement): Promise<void> {
    const lent = this.#release(taken);
    if (lent !== null) await this.#lane.settle(lent, settlement);
  }

  giveBack(taken: TakenItem): void {
    const lent = this.#release(taken);
    if (lent === null) return;
    const returning = this.#lane.giveBack(lent).finally(() => this.#returning.delete(returning));
    this.#returning.add(returning);
  }

  onStoppedElsewhere(...[listener]: Parameters<Required<ItemQueue>['onStoppedElsewhere']>): Disposable {
    return this.#options.stops?.onStoppedElsewhere(listener) ?? { [Symbol.dispose]: () => undefined };
  }

  /** The coordinator accounts for what is left. */
  async *rest(): AsyncGenerator<PlannedItem, void> {
    // Nothing.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // At once: the lane ends the wait for what goes back.
    await Promise.all([...this.#returning, this.#lane[Symbol.asyncDispose]()]);
  }

  #release({ lost }: TakenItem): LentItem | null {
    if (lost === undefined) return null;
    const lent = this.#lent.get(lost) ?? null;
    this.#lent.delete(lost);
    return lent;
  }
}
