import { setTimeout } from 'node:timers/promises';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { TouchstoneError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import { runInput } from '../report/run-input.js';
import { openOfRun } from '../run/run-benchmark.js';

/** What a run's benchmark adds to what the index knows: its own tables, and what was never run. */
export type RunExtras = Pick<
  ReportRunInput,
  'tables' | 'parts' | 'splitAverages' | 'notRun' | 'showsPersonalData'
>;

/** Worlds that are held open for their screens; each may take a hundred megabytes. */
const MOST_WORLDS = 2;

interface KnownExtras {
  readonly fingerprint: string;
  readonly made: Promise<RunExtras | null>;
  value: RunExtras | null;
}

/** The benchmarks of runs, opened when something of them is asked for. A run whose data are not there goes without. */
export class RunBenchmarks implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #extras = new Map<string, KnownExtras>();
  /** The most recently used last. */
  readonly #worlds = new Map<string, Promise<Benchmark | null>>();
  readonly #definitions = new WeakMap<Benchmark, BenchmarkDefinition>();
  /** Benchmarks are opened one after the other: several at once would fill the memory. */
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * What the benchmark adds to a run as it is now; null while that is being made, or where there is nothing.
   *
   * @param options.beginsAfterMs milliseconds before it is begun
   * @param options.onMade called once where it is made only later
   */
  async extras(
    directory: string,
    fingerprint: string,
    options: { readonly waitMs: number; readonly beginsAfterMs?: number; readonly onMade: () => void },
  ): Promise<RunExtras | null> {
    let known = this.#extras.get(directory);
    if (known?.fingerprint !== fingerprint) {
      const { beginsAfterMs = 0 } = options;
      const made = (beginsAfterMs > 0 ? this.#pause(beginsAfterMs) : Promise.resolve()).then(() =>
        this.#inTurn(() => this.#make(directory)),
      );
      const entry: KnownExtras = { fingerprint, made, value: null };
      this.#extras.set(directory, entry);
      known = entry;
      let isLate = false;
      void made.then((value) => {
        entry.value = value;
        if (isLate && value !== null && !this.#stop.signal.aborted) options.onMade();
      });
      const waited = await Promise.race([made, later(options.waitMs)]);
      isLate = waited === undefined;
      return waited ?? null;
    }
    return known.value;
  }

  /** What is known of it already. */
  known(directory: string): RunExtras | null {
    return this.#extras.get(directory)?.value ?? null;
  }

  /** The benchmark of a run, for its screens; null where its data are not there. */
  async world(directory: string): Promise<Benchmark | null> {
    const known = this.#worlds.get(directory);
    const opening = known ?? this.#inTurn(() => this.#open(directory));
    this.#worlds.delete(directory);
    this.#worlds.set(directory, opening);
    for (const [other, world] of [...this.#worlds].slice(0, -MOST_WORLDS)) {
      this.#worlds.delete(other);
      await (await world)?.[Symbol.asyncDispose]();
    }
    return opening;
  }

  /** What a benchmark that {@link world} gave is defined by. */
  definitionOf(benchmark: Benchmark): BenchmarkDefinition | null {
    return this.#definitions.get(benchmark) ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#queue;
    for (const world of this.#worlds.values()) await (await world)?.[Symbol.asyncDispose]();
    this.#worlds.clear();
  }

  /** Ends early when this is disposed. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }

  async #make(directory: string): Promise<RunExtras | null> {
    const { signal } = this.#stop;
    const opened: Benchmark[] = [];
    try {
      const index = await indexRun(directory, { signal });
      return await runInput(index, opened, { signal, mayScore: false });
    } finally {
      for (const benchmark of opened) await benchmark[Symbol.asyncDispose]();
    }
  }

  async #open(directory: string): Promise<Benchmark | null> {
    const { definition, benchmark } = await openOfRun(directory, { signal: this.#stop.signal });
    this.#definitions.set(benchmark, definition);
    return benchmark;
  }

  /** Null where it cannot be had. */
  #inTurn<T>(make: () => Promise<T | null>): Promise<T | null> {
    const result = this.#queue.then(async () => {
      try {
        return this.#stop.signal.aborted ? null : await make();
      } catch (error) {
        if (error instanceof TouchstoneError || this.#stop.signal.aborted) return null;
        throw error;
      }
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    globalThis.setTimeout(() => resolve(undefined), ms).unref();
  });
}
