import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import type {
  ItemQueue,
  SettledElsewhere,
  TakenItem,
  VoidedBefore,
  WorkElsewhere,
} from '../../engine/item-queue.js';
import { planItems, type PlannedItem } from '../../engine/plan.js';
import type { RunConfiguration } from '../../domain/run.js';
import {
  endsOf,
  indexRun,
  isSettledSince,
  isVoidEnd,
  type IndexedItem,
  type IndexRunOptions,
  type RunIndex,
} from '../../formats/run/run-index.js';
import type { Failure } from '../../formats/run/journal/event.js';
import {
  HEARD_MS,
  type QueueCounts,
  type QueuedItem,
  type QueuedRun,
  type QueueStatus,
  type RunQueue,
} from '../../queue/run-queue.js';
import { WorkerTrouble } from './worker-trouble.js';
import { WorkersFailedError } from './workers-failed-error.js';

/** Milliseconds between looks at what workers have settled. */
const LOOK_MS = 100;
/** Milliseconds between looks at whether the queue still knows the run, and who refused it. */
const CHECK_MS = 1_000;
/** Milliseconds without any worker until the user is told. */
const ALONE_MS = 5_000;
/** Ends that are asked for at once. */
const AT_ONCE = 1_000;
/** Items that are added at once. */
const ADD_AT_ONCE = 1_000;
/** Milliseconds that workers are waited for once a budget is spent, until what they did not do is counted as left. */
const DRAIN_MS = 60_000;
/** Milliseconds that a queue is waited for at the end. */
const CLOSE_MS = 2_000;

export interface WatchedItemsOptions {
  readonly queue: RunQueue;
  readonly run: QueuedRun;
  readonly directory: string;
  readonly benchmark: Benchmark;
  readonly configuration: RunConfiguration;
  /** Voided items are done once more. */
  readonly retryVoided: boolean;
  readonly onNote: (note: string) => void;
  /** Aborted once the session is to end: nobody is waited for then. */
  readonly ended: AbortSignal;
}

/**
 * The items of a run as its coordinator sees them: given to workers by the queue, and taken here only to be voided, those that
 * too many workers have left. It fills the queue with what the journals lack, at the beginning and whenever the queue has lost
 * it, and is over when all are settled.
 */
export class WatchedItems implements ItemQueue {
  readonly #options: WatchedItemsOptions;
  /** Key texts of the items that are done. */
  readonly #done = new Set<string>();
  /** Voided items that are asked for once more, by key text, with those ends. */
  readonly #again = new Map<string, VoidedBefore>();
  readonly #listeners = new Set<(settled: SettledElsewhere) => void | Promise<void>>();
  readonly #closing = new AbortController();
  readonly #notes = new Set<string>();
  /** Left by too many workers, and not taken yet. */
  readonly #left: TakenItem[] = [];
  /** Key texts of those, taken or not. */
  readonly #givenUp = new Set<string>();
  readonly #workListeners = new Set<(work: WorkElsewhere) => void>();
  #work: WorkElsewhere = { running: 0, workers: 0 };
  readonly #stopListeners = new Set<(by: Failure) => void>();
  readonly #trouble: WorkerTrouble;
  #isStopped = false;
  #watching: Promise<void> | null = null;
  #onLeft: () => void = () => undefined;

  constructor(options: WatchedItemsOptions) {
    this.#options = options;
    this.#trouble = new WorkerTrouble(options.run.outageSeconds ?? null);
  }

  /** An item to be voided; null once all is done by others. */
  async take({ signal }: { readonly signal?: AbortSignal } = {}): Promise<TakenItem | null> {
    if (this.#watching === null) {
      this.#watching = this.#watch();
      this.#watching.catch(() => undefined);
    }
    const end = new AbortController();
    const stopped = aborted(signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]));
    const over = Promise.race([this.#watching, stopped]).then(() => true);
    // It may fail while an item is at hand, and is heard by the next call then.
    over.catch(() => undefined);
    try {
      for (;;) {
        const left = this.#left.shift();
        if (left !== undefined) return left;
        const more = new Promise<boolean>((resolve) => {
          const before = this.#onLeft;
          this.#onLeft = () => {
            before();
            resolve(false);
          };
        });
        if (await Promise.race([over, more])) return null;
      }
    } finally {
      end.abort();
    }
  }

  /** It was voided here: the queue is to forget it. */
  async settle({ key }: TakenItem): Promise<void> {
    this.#done.add(itemKeyText(key));
    const { queue, run } = this.#options;
    await this.#unlessEnded(queue.drop(run.run, [key]).catch(() => undefined));
  }

  giveBack({ key }: TakenItem): void {
    this.#givenUp.delete(itemKeyText(key));
  }

  /** What nobody has done, once the workers have let go of what they had. */
  async *rest(): AsyncGenerator<PlannedItem, void> {
    const { benchmark, configuration } = this.#options;
    await this.#letGo();
    await this.#close();
    await this.#readJournals();
    for await (const planned of planItems(benchmark, configuration.identity)) {
      if (!this.#done.has(itemKeyText(planned.key))) yield planned;
    }
  }

  onSettledElsewhere(
    ...[listener, known]: Parameters<Required<ItemQueue>['onSettledElsewhere']>
  ): Disposable {
    for (const key of known) this.#done.add(key);
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  onWorkElsewhere(listener: (work: WorkElsewhere) => void): Disposable {
    this.#workListeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#workListeners.delete(listener);
      },
    };
  }

  onStoppedElsewhere(listener: (by: Failure) => void): Disposable {
    this.#stopListeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#stopListeners.delete(listener);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }

  /** A queue that is gone keeps nobody. */
  async #close(): Promise<void> {
    this.#closing.abort();
    const watching = this.#watching?.catch(() => undefined);
    await Promise.race([watching, sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  /** Null once the session is to end first. */
  async #unlessEnded<T>(work: Promise<T>): Promise<T | null> {
    const end = new AbortController();
    try {
      return await Promise.race([work, aborted(AbortSignal.any([this.#options.ended, end.signal]))]);
    } finally {
      end.abort();
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    await this.#begin();
    let checkedAt = performance.now();
    let lonelySince: number | null = performance.now();
    while (!signal.aborted && this.#done.size < this.#options.run.planned) {
      const found = await this.#takeSettled();
      if (performance.now() - checkedAt >= CHECK_MS) {
        checkedAt = performance.now();
        await this.#followStop();
        if (this.#isStopped) return;
        const isAlone = await this.#check(found);
        lonelySince = isAlone ? (lonelySince ?? checkedAt) : null;
        if (lonelySince !== null && checkedAt - lonelySince > ALONE_MS) this.#noteLonely();
      }
      if (found < AT_ONCE) await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #begin(): Promise<void> {
    const { directory, retryVoided } = this.#options;
    const index = await indexRun(directory);
    for (const [text, item] of index.items) {
      const { key, end, steps, durationMs } = item;
      if (retryVoided && isVoidEnd(end)) this.#again.set(text, endsOf(item));
      // What workers ended since the session began is news to it.
      else await this.#settle({ key, end, steps, durationMs, ...this.#counts(item) });
    }
    await this.#fill(await this.#lastIndex(index));
    await this.#options.queue.announce(this.#options.run, index.costs);
  }

  /** Whether each item begins where the one before it ended: then one at a time is handed out. */
  get #isInOrder(): boolean {
    return this.#options.benchmark.sharedStream !== undefined;
  }

  /** The end of an item, to be said to count. */
  #counts({ writer, attempt, draws = 0 }: IndexedItem): Pick<SettledElsewhere, 'counts'> {
    return this.#isInOrder ? { counts: { writer, attempt, draws } } : {};
  }

  /** What was just said to count is in the journals, and with it where the next item begins. */
  async #lastIndex(index: RunIndex): Promise<RunIndex> {
    return this.#isInOrder ? await indexRun(this.#options.directory, { withoutCosts: true }) : index;
  }

  /**
   * Hands out the next item, with where it begins. Nothing else is handed out then: what an earlier session left in the queue may
   * begin elsewhere by now. An item that a worker has comes first.
   */
  async #handOutNext({ left, draws }: Pick<RunIndex, 'left' | 'draws'>): Promise<void> {
    const { queue, run } = this.#options;
    const isFree = async (): Promise<boolean> => ((await queue.counts(run.run))?.active ?? 0) === 0;
    const open = await this.#openInOrder();
    const [next] = open;
    // Whoever says which end counts is gone: the next session knows where it begins.
    if (next === undefined || this.#listeners.size === 0 || !(await isFree())) return;
    if (((await queue.counts(run.run))?.waiting ?? 0) > 0) await queue.drop(run.run, open);
    if (!(await isFree())) return;
    const text = itemKeyText(next);
    const [leftBy, again] = [left.get(text), this.#again.get(text)];
    const before = leftBy === undefined ? {} : { leftBy };
    await queue.add(run.run, [{ key: next, ...before, draws, ...(again === undefined ? {} : { again }) }]);
  }

  /** What is not done, in the order in which one process would do it. */
  async #openInOrder(): Promise<readonly ItemKey[]> {
    const { benchmark, configuration } = this.#options;
    const open: ItemKey[] = [];
    for await (const { key } of planItems(benchmark, configuration.identity)) {
      if (!this.#done.has(itemKeyText(key))) open.push(key);
    }
    return open;
  }

  /** Adds what is not done: what the queue has already stays as it is. */
  async #fill(index: Pick<RunIndex, 'left' | 'draws'>): Promise<void> {
    if (this.#isInOrder) return await this.#handOutNext(index);
    const { left: leftItems } = index;
    const { queue, run, benchmark, configuration } = this.#options;
    let batch: QueuedItem[] = [];
    for await (const { key } of planItems(benchmark, configuration.identity)) {
      if (this.#closing.signal.aborted) return;
      const text = itemKeyText(key);
      if (this.#done.has(text)) continue;
      const leftBy = leftItems.get(text);
      const again = this.#again.get(text);
      const left = leftBy === undefined ? {} : { leftBy };
      batch.push({ key, ...left, ...(again === undefined ? {} : { again }) });
      if (batch.length < ADD_AT_ONCE) continue;
      await queue.add(run.run, batch);
      batch = [];
    }
    if (batch.length > 0) await queue.add(run.run, batch);
  }

  async #takeSettled(): Promise<number> {
    const { queue, run } = this.#options;
    const settled = await queue.settled(run.run, AT_ONCE);
    // Where the next one begins is in the journals alone.
    if (this.#isInOrder && settled.length > 0) await this.#refill({ withoutCosts: true });
    else for (const one of settled) await this.#settle(one);
    return settled.length;
  }

  async #settle(settled: SettledElsewhere): Promise<void> {
    const text = itemKeyText(settled.key);
    if (this.#done.has(text)) return;
    // Without anybody who says that this end counts, it is for the next session.
    if (this.#isInOrder && this.#listeners.size === 0) return;
    this.#done.add(text);
    this.#again.delete(text);
    for (const listener of this.#listeners) await listener(settled);
  }

  /** Whether nobody works on the run. */
  async #check(found: number): Promise<boolean> {
    const { queue, run, onNote } = this.#options;
    const counts = await queue.counts(run.run);
    if (counts === null || (await queue.hasLapsed(run.run))) {
      onNote(
        counts === null
          ? 'the queue has lost the run; it is filled again from the journals'
          : 'the queue may have come back with what it knew before; it is compared with the journals',
      );
      const index = await this.#refill();
      await queue.announce(run, index.costs, { opens: false });
      return false;
    }
    const isIdle = counts.waiting === 0 && counts.active === 0 && found === 0;
    // Ends that were asked for and never arrived, and items that the queue has lost.
    if (isIdle && counts.failed === 0) await this.#refill();
    if (counts.failed > 0) await this.#giveUp();
    const { runs, workers } = await queue.status();
    this.#followWork(counts, workers);
    const mine = runs.find((one) => one.run === run.run);
    for (const { worker, reason, trouble } of mine?.refused ?? []) {
      const does = trouble === undefined ? 'does not do this run' : 'cannot do this run, and tries again';
      this.#noteOnce(`worker ${worker} ${does}: ${reason}`);
    }
    const stop = mine === undefined ? null : this.#trouble.follow(mine, workers);
    if (stop !== null) await queue.stop(run.run, stop);
    return counts.active === 0 && found === 0 && mine?.state !== 'paused';
  }

  /** @throws {WorkersFailedError} where workers have stopped the run by what is no outage */
  async #followStop(): Promise<void> {
    const { queue, run, ended } = this.#options;
    const by = await queue.stoppedBy(run.run);
    if (by === null) return;
    await this.#letGo();
    if (ended.aborted) return;
    // What was ended last, too, though the queue has not said so yet.
    await this.#readJournals({ withoutCosts: true });
    if (!by.isOutage) throw new WorkersFailedError(by);
    this.#isStopped = true;
    for (const listener of this.#stopListeners) listener(by.failure);
  }

  /** Tells what workers have under way: items by what is lent, workers by what they say of themselves. */
  #followWork({ active }: QueueCounts, workers: QueueStatus['workers']): void {
    const { run } = this.#options.run;
    const at = workers.filter(
      ({ run: name, items, heardMsAgo }) => name === run && items > 0 && heardMsAgo < HEARD_MS,
    );
    const work = { running: active, workers: at.length };
    if (work.running === this.#work.running && work.workers === this.#work.workers) return;
    this.#work = work;
    for (const listener of this.#workListeners) listener(work);
  }

  /** Waits until workers have let go of what they had. */
  async #letGo(): Promise<void> {
    const { queue, run, ended } = this.#options;
    const until = performance.now() + DRAIN_MS;
    while (performance.now() < until && !ended.aborted) {
      const counts = await this.#unlessEnded(this.#takeSettled().then(() => queue.counts(run.run)));
      if (counts === null || counts.active === 0) break;
      await sleep(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  async #refill(options: IndexRunOptions = {}) {
    const index = await this.#readJournals(options);
    if (this.#done.size < this.#options.run.planned) await this.#fill(await this.#lastIndex(index));
    return index;
  }

  /** Has the session void what too many workers have left, unless one of them has ended it after all. */
  async #giveUp(): Promise<void> {
    const { queue, run, benchmark, configuration, onNote } = this.#options;
    const failed = new Map(
      (await queue.leftTooOften(run.run, AT_ONCE)).map((item) => [itemKeyText(item.key), item] as const),
    );
    for (const text of this.#givenUp) failed.delete(text);
    if (failed.size === 0) return;
    await this.#readJournals();
    for await (const { key, item } of planItems(benchmark, configuration.identity)) {
      const text = itemKeyText(key);
      const one = failed.get(text);
      if (one === undefined) continue;
      if (this.#done.has(text)) {
        await queue.drop(run.run, [key]);
        continue;
      }
      const invalid = `${plural(one.leftBy?.length ?? 0, 'worker')} ended while they did it`;
      onNote(`${text} is void: ${invalid}`);
      this.#givenUp.add(text);
      this.#left.push({ key, item: { ...item, invalid, invalidBy: 'environment' } });
    }
    const onLeft = this.#onLeft;
    this.#onLeft = () => undefined;
    onLeft();
  }

  async #readJournals(options: IndexRunOptions = {}) {
    const index = await indexRun(this.#options.directory, options);
    for (const [text, item] of index.items) {
      const { key, end, steps, durationMs } = item;
      // Done once more, though nobody said so, it is done.
      if (!isSettledSince(item, this.#again.get(text))) continue;
      await this.#settle({ key, end, steps, durationMs, ...this.#counts(item) });
    }
    return index;
  }

  /** Nobody has done anything of the run for a while. */
  #noteLonely(): void {
    const { isRefused, waitSeconds } = this.#trouble;
    this.#noteOnce(
      isRefused
        ? `every worker that is there refuses this run: it waits ${waitSeconds} s for one that does it`
        : 'no worker does anything of this run: start some with `touchstone worker --queue URL`',
    );
  }

  #noteOnce(note: string): void {
    if (this.#notes.has(note)) return;
    this.#notes.add(note);
    this.#options.onNote(note);
  }
}

/** Resolves once the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  }
  return null;
}
