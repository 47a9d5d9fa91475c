import type { Benchmark } from '../benchmarks/benchmark.js';
import { itemKeyText } from '../domain/episode.js';
import type { RunIdentity } from '../domain/run.js';
import { planItems, type PlannedItem } from './plan.js';

/**
 * Gives out the items of a run to one worker or many. Promises: `itemQueueContract` in `touchstone/testing`.
 */
export interface ItemQueue extends AsyncDisposable {
  /** An item that nobody works on and that is not done; null when there is none. */
  take(): Promise<PlannedItem | null>;
  /** Takes an item back that was not brought to its end: whoever asks next gets it. */
  giveBack(planned: PlannedItem): void;
}

/** The plan of a run, given out in order within one process; read on demand. */
export class PlanQueue implements ItemQueue {
  readonly #plan: AsyncGenerator<PlannedItem, void>;
  readonly #isDone: (key: string) => boolean;
  readonly #back: PlannedItem[] = [];

  /** @param isDone whether an item is done already, by its key text; `plan` is the benchmark's order unless given */
  constructor(
    benchmark: Benchmark,
    identity: RunIdentity,
    isDone: (key: string) => boolean,
    plan: readonly PlannedItem[] | null = null,
  ) {
    this.#plan = plan === null ? planItems(benchmark, identity) : given(plan);
    this.#isDone = isDone;
  }

  async take(): Promise<PlannedItem | null> {
    const back = this.#back.shift();
    if (back !== undefined) return back;
    for (;;) {
      const next = await this.#plan.next();
      if (next.done === true) return this.#back.shift() ?? null;
      if (!this.#isDone(itemKeyText(next.value.key))) return next.value;
    }
  }

  giveBack(planned: PlannedItem): void {
    this.#back.push(planned);
  }

  /** The benchmark may hold something open while its items are read. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#plan.return();
  }
}

async function* given(plan: readonly PlannedItem[]): AsyncGenerator<PlannedItem, void> {
  yield* plan;
}
