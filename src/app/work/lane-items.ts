import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { itemKeyText } from '../../domain/episode.js';
import { DatasetError } from '../../errors.js';
import type { ItemQueue, ItemSettlement, TakenItem } from '../../engine/item-queue.js';
import type { PlannedItem } from '../../engine/plan.js';
import type { LentItem, RunLane } from '../../queue/run-queue.js';

/** The items that a queue lends to one worker, with what its benchmark knows of them. */
export class LaneItems implements ItemQueue {
  readonly #lane: RunLane;
  readonly #items: ReadonlyMap<string, BenchmarkItem>;
  readonly #options: { readonly drain: AbortSignal; readonly idleMs: number };
  readonly #lent = new Map<string, LentItem>();
  readonly #returning = new Set<Promise<void>>();

  private constructor(
    lane: RunLane,
    items: ReadonlyMap<string, BenchmarkItem>,
    options: { readonly drain: AbortSignal; readonly idleMs: number },
  ) {
    this.#lane = lane;
    this.#items = items;
    this.#options = options;
  }

  /** @param options.drain aborted, no further item is taken; `idleMs` is how long one waits for an item */
  static async open(
    lane: RunLane,
    benchmark: Benchmark,
    options: { readonly drain: AbortSignal; readonly idleMs: number },
  ): Promise<LaneItems> {
    const items = new Map<string, BenchmarkItem>();
    for await (const item of benchmark.items.list()) items.set(item.id, item);
    return new LaneItems(lane, items, options);
  }

  async take({ signal }: { readonly signal?: AbortSignal } = {}): Promise<TakenItem | null> {
    const { drain, idleMs } = this.#options;
    const ends = signal === undefined ? drain : AbortSignal.any([signal, drain]);
    const lent = await this.#lane.take({ signal: ends, idleMs });
    if (lent === null) return null;
    const item = this.#items.get(lent.key.item);
    if (item === undefined) {
      await this.#lane.giveBack(lent);
      throw new DatasetError(`The queue has an item ${lent.key.item} that the benchmark lacks`);
    }
    this.#lent.set(itemKeyText(lent.key), lent);
    return { ...lent, item };
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

  /** The coordinator accounts for what is left. */
  async *rest(): AsyncGenerator<PlannedItem, void> {
    // Nothing.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#returning);
    await this.#lane[Symbol.asyncDispose]();
  }

  #release({ key }: TakenItem): LentItem | null {
    const text = itemKeyText(key);
    const lent = this.#lent.get(text) ?? null;
    this.#lent.delete(text);
    return lent;
  }
}
