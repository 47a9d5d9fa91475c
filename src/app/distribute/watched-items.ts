import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { itemKeyText } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import type { ItemQueue, SettledElsewhere, TakenItem } from '../../engine/item-queue.js';
import { planItems, type PlannedItem } from '../../engine/plan.js';
import type { RunConfiguration } from '../../domain/run.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { QueuedItem, QueuedRun, RunQueue } from '../../queue/run-queue.js';

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

export interface WatchedItemsOptions {
  readonly queue: RunQueue;
  readonly run: QueuedRun;
  readonly directory: string;
  readonly benchmark: Benchmark;
  readonly configuration: RunConfiguration;
  /** Voided items are done once more. */
  readonly retryVoided: boolean;
  readonly onNote: (note: string) => void;
  /** Called when nothing more will be done though not all is. */
  readonly onStuck: (why: string) => void;
}

/**
 * The items of a run as its coordinator sees them: given to workers by the queue, taken by none here. It fills the queue with
 * what the journals lack, at the beginning and whenever the queue has lost it, and is over when all are settled.
 */
export class WatchedItems implements ItemQueue {
  readonly #options: WatchedItemsOptions;
  /** Key texts of the items that are done. */
  readonly #done = new Set<string>();
  /** Key texts of voided items that are asked for once more. */
  readonly #again = new Set<string>();
  readonly #listeners = new Set<(settled: SettledElsewhere) => void>();
  readonly #closing = new AbortController();
  readonly #notes = new Set<string>();
  #watching: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;

  constructor(options: WatchedItemsOptions) {
    this.#options = options;
  }

  /** Nothing is done here: waits until all is done by others. */
  async take({ signal }: { readonly signal?: AbortSignal } = {}): Promise<TakenItem | null> {
    this.#watching ??= this.#watch();
    // One for all that ask: each has the session's signal.
    this.#stopped ??= new Promise<void>((resolve) => {
      if (signal?.aborted === true) resolve();
      else signal?.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([this.#watching, this.#stopped]);
    return null;
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  giveBack(): void {
    // It has taken nothing.
  }

  /** What nobody has done, once the workers have let go of what they had. */
  async *rest(): AsyncGenerator<PlannedItem, void> {
    const { queue, run, benchmark, configuration } = this.#options;
    const until = performance.now() + DRAIN_MS;
    while (performance.now() < until && !this.#closing.signal.aborted) {
      await this.#takeSettled();
      const counts = await queue.counts(run.run);
      if (counts === null || counts.active === 0) break;
      await sleep(LOOK_MS);
    }
    this.#closing.abort();
    await this.#watching?.catch(() => undefined);
    await this.#readJournals();
    for await (const planned of planItems(benchmark, configuration.identity)) {
      if (!this.#done.has(itemKeyText(planned.key))) yield planned;
    }
  }

  onSettledElsewhere(listener: (settled: SettledElsewhere) => void): Disposable {
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#watching?.catch(() => undefined);
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
        const isAlone = await this.#check(found);
        if (isAlone === 'stuck') return;
        lonelySince = isAlone ? (lonelySince ?? checkedAt) : null;
        if (lonelySince !== null && checkedAt - lonelySince > ALONE_MS) {
          this.#noteOnce(`no worker is there: start some with \`touchstone worker --queue URL\``);
        }
      }
      if (found < AT_ONCE) await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #begin(): Promise<void> {
    const { directory, retryVoided } = this.#options;
    const index = await indexRun(directory);
    for (const [key, { end }] of index.items) {
      if (retryVoided && end.fault !== undefined && end.fault !== 'agent') this.#again.add(key);
      else this.#done.add(key);
    }
    await this.#fill(index.left, index.cost);
  }

  /** Makes the run known, and adds what is not done: what the queue has already stays as it is. */
  async #fill(
    left: ReadonlyMap<string, readonly string[]>,
    cost: Parameters<RunQueue['announce']>[1],
  ): Promise<void> {
    const { queue, run, benchmark, configuration } = this.#options;
    let batch: QueuedItem[] = [];
    for await (const { key } of planItems(benchmark, configuration.identity)) {
      if (this.#closing.signal.aborted) return;
      const text = itemKeyText(key);
      if (this.#done.has(text)) continue;
      const leftBy = left.get(text);
      const again = this.#again.has(text);
      batch.push({ key, ...(leftBy === undefined ? {} : { leftBy }), ...(again ? { again } : {}) });
      if (batch.length < ADD_AT_ONCE) continue;
      await queue.add(run.run, batch);
      batch = [];
    }
    if (batch.length > 0) await queue.add(run.run, batch);
    await queue.announce(run, cost);
  }

  async #takeSettled(): Promise<number> {
    const { queue, run } = this.#options;
    const settled = await queue.settled(run.run, AT_ONCE);
    for (const one of settled) this.#settle(one);
    return settled.length;
  }

  #settle(settled: SettledElsewhere): void {
    const text = itemKeyText(settled.key);
    if (this.#done.has(text)) return;
    this.#done.add(text);
    this.#again.delete(text);
    for (const listener of this.#listeners) listener(settled);
  }

  /** Whether nobody works on the run. */
  async #check(found: number): Promise<boolean | 'stuck'> {
    const { queue, run, onNote, onStuck } = this.#options;
    const counts = await queue.counts(run.run);
    if (counts === null) {
      onNote('the queue has lost the run; it is filled again from the journals');
      await this.#refill();
      return false;
    }
    const isIdle = counts.waiting === 0 && counts.active === 0 && found === 0;
    if (isIdle) {
      if (counts.failed > 0) {
        onStuck(
          `${plural(counts.failed, 'item')} made too many workers end; hand them out again with \`touchstone queue retry ${run.run}\``,
        );
        return 'stuck';
      }
      // Ends that were asked for and never arrived, and items that the queue has lost.
      await this.#refill();
    }
    const mine = (await queue.status()).runs.find((one) => one.run === run.run);
    for (const { worker, reason } of mine?.refused ?? []) {
      this.#noteOnce(`worker ${worker} does not do this run: ${reason}`);
    }
    return counts.active === 0 && found === 0 && mine?.state !== 'paused';
  }

  async #refill(): Promise<void> {
    const index = await this.#readJournals();
    if (this.#done.size < this.#options.run.planned) await this.#fill(index.left, index.cost);
  }

  async #readJournals() {
    const index = await indexRun(this.#options.directory);
    for (const [text, { key, end, steps, durationMs }] of index.items) {
      if (!this.#again.has(text)) this.#settle({ key, end, steps, durationMs });
    }
    return index;
  }

  #noteOnce(note: string): void {
    if (this.#notes.has(note)) return;
    this.#notes.add(note);
    this.#options.onNote(note);
  }
}
