import type { Benchmark } from '../benchmarks/benchmark.js';
import { itemKeyText, type EpisodeEnd, type Outcome } from '../domain/episode.js';
import type { RunIdentity } from '../domain/run.js';
import type { Failure } from '../formats/run/journal/event.js';
import { planItems, type PlannedItem } from './plan.js';

/** Ends of an item that were void when it was asked for once more: the attempt of each writer that it was the end of. */
export type VoidedBefore = Readonly<Record<string, number>>;

/** An item that is given to one worker. */
export interface TakenItem extends PlannedItem {
  /** Writers that had it before and left it without an end, the newest last: their journals may have steps of it. */
  readonly leftBy?: readonly string[];
  /** It was voided, and is asked for once more: those ends do not settle it. */
  readonly again?: VoidedBefore;
  /** Words consumed before it of the random stream that episodes share; absent where each draws for itself. */
  readonly draws?: number;
  /** Aborted once somebody else may have it: the worker lets go of it after the step in flight. */
  readonly lost?: AbortSignal;
}

/** How an item came to its end. */
export interface ItemSettlement {
  readonly end: EpisodeEnd;
  /** Complete steps. */
  readonly steps: number;
  /** Milliseconds of deciding and acting. */
  readonly durationMs: number;
  /** Where whoever did it has told what it came to. */
  readonly outcome?: Outcome;
}

/** An end of an item in one of the journals of its run. */
export interface JournaledEnd {
  readonly writer: string;
  readonly attempt: number;
  /** Words that it consumed of the random stream that episodes share. */
  readonly draws: number;
}

/** The end of an item that another writer brought about. */
export interface SettledElsewhere extends ItemSettlement, Pick<PlannedItem, 'key'> {
  /** Where episodes share a random stream: the end that counts from now on. */
  readonly counts?: JournaledEnd;
}

/** What other writers of the run have under way. */
export interface WorkElsewhere {
  /** Items. */
  readonly running: number;
  /** Workers that have some of them. */
  readonly workers: number;
}

/**
 * Gives out the items of a run to one worker or many. Promises: `itemQueueContract` in `touchstone/testing`.
 */
export interface ItemQueue extends AsyncDisposable {
  /**
   * An item that nobody works on and that is not done; null when there is none, and none will come.
   *
   * @param options.signal ends the wait for an item that others may give back
   */
  take(options?: { readonly signal?: AbortSignal }): Promise<TakenItem | null>;
  /** The item is done, and its journal says so: nobody is given it any more. */
  settle(taken: TakenItem, settlement: ItemSettlement): Promise<void>;
  /** Takes an item back that was not brought to its end: whoever asks next gets it. */
  giveBack(taken: TakenItem): void;
  /** What is not done and will not be in this session, for the writer that accounts for it; nothing for others. */
  rest(): AsyncIterable<PlannedItem>;
  /**
   * Calls back for each item that another writer settles, or has settled, and that is not known to be done. Disposing of what
   * it gives ends that.
   *
   * @param listener what it gives is waited for before the next item is given out, where items follow each other
   * @param known key texts of items that the session found done when it began
   */
  onSettledElsewhere?(
    listener: (settled: SettledElsewhere) => void | Promise<void>,
    known: ReadonlySet<string>,
  ): Disposable;
  /** Calls back with what other writers have under way, whenever that is another. Disposing of what it gives ends that. */
  onWorkElsewhere?(listener: (work: WorkElsewhere) => void): Disposable;
  /** Calls back once another writer has stopped the run by an outage. Disposing of what it gives ends that. */
  onStoppedElsewhere?(listener: (by: Failure) => void): Disposable;
}

/** The plan of a run, given out in order within one process; read on demand. */
export class PlanQueue implements ItemQueue {
  readonly #plan: AsyncGenerator<PlannedItem, void>;
  readonly #isDone: (key: string) => boolean;
  readonly #left: ReadonlyMap<string, readonly string[]>;
  readonly #back: TakenItem[] = [];

  /**
   * @param isDone whether an item is done already, by its key text
   * @param options.plan the benchmark's order unless given
   * @param options.left writers that began items and ended none of them, by key text
   */
  constructor(
    benchmark: Benchmark,
    identity: RunIdentity,
    isDone: (key: string) => boolean,
    {
      plan = null,
      left = new Map(),
    }: {
      readonly plan?: readonly PlannedItem[] | null;
      readonly left?: ReadonlyMap<string, readonly string[]>;
    } = {},
  ) {
    this.#plan = plan === null ? planItems(benchmark, identity) : given(plan);
    this.#isDone = isDone;
    this.#left = left;
  }

  async take(): Promise<TakenItem | null> {
    const back = this.#back.shift();
    if (back !== undefined) return back;
    for (;;) {
      const next = await this.#plan.next();
      if (next.done === true) return this.#back.shift() ?? null;
      const key = itemKeyText(next.value.key);
      const leftBy = this.#left.get(key);
      if (!this.#isDone(key)) return leftBy === undefined ? next.value : { ...next.value, leftBy };
    }
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  giveBack(taken: TakenItem): void {
    this.#back.push(taken);
  }

  async *rest(): AsyncGenerator<PlannedItem, void> {
    for (let next = await this.take(); next !== null; next = await this.take()) yield next;
  }

  /** The benchmark may hold something open while its items are read. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#plan.return();
  }
}

async function* given(plan: readonly PlannedItem[]): AsyncGenerator<PlannedItem, void> {
  yield* plan;
}
