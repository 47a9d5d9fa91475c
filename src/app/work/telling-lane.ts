import { itemKeyText, type Outcome } from '../../domain/episode.js';
import type { EngineEvent } from '../../engine/engine-event.js';
import type { ItemSettlement } from '../../engine/item-queue.js';
import type { LentItem, RunLane } from '../../queue/run-queue.js';

/** The items of a run for a worker that says with the end of each what it came to, for whoever follows the run. */
export class TellingLane implements RunLane {
  readonly #lane: RunLane;
  /** Of items that have ended and are not settled yet, by item key text. */
  readonly #outcomes = new Map<string, Outcome>();

  constructor(lane: RunLane) {
    this.#lane = lane;
  }

  get held(): number {
    return this.#lane.held;
  }

  get epoch(): string {
    return this.#lane.epoch;
  }

  /** What its worker has to tell: the outcome of an item comes before it is settled. */
  hear(event: EngineEvent): void {
    if (event.type === 'item-end' && event.outcome !== undefined) {
      this.#outcomes.set(itemKeyText(event.key), event.outcome);
    }
  }

  take(options: Parameters<RunLane['take']>[0]): Promise<LentItem | null> {
    return this.#lane.take(options);
  }

  async settle(item: LentItem, settlement: ItemSettlement): Promise<void> {
    const text = itemKeyText(item.key);
    const outcome = this.#outcomes.get(text);
    this.#outcomes.delete(text);
    await this.#lane.settle(item, outcome === undefined ? settlement : { ...settlement, outcome });
  }

  giveBack(item: LentItem): Promise<void> {
    return this.#lane.giveBack(item);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lane[Symbol.asyncDispose]();
  }
}
