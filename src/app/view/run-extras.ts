import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { TouchstoneError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import type { runInput } from '../report/run-input.js';
import { OpenWorlds } from './worlds/open-worlds.js';

/** What a run's benchmark adds to what the index knows: its own tables, and what was never run. */
export type RunExtras = Pick<
  ReportRunInput,
  'tables' | 'parts' | 'splitAverages' | 'notRun' | 'showsPersonalData'
>;

/** Milliseconds before a benchmark that could not be opened is tried again: its data may be there by then. */
const AGAIN_MS = 30_000;
/** Runs whose tables are kept. */
const MOST_RUNS = 500;

interface KnownExtras {
  readonly fingerprint: string;
  /** Never fails. */
  made: Promise<void>;
  isMade: boolean;
  value: RunExtras | null;
  /** Told when it is made, where somebody went without. */
  onMade: (() => void) | null;
  /** By the monotonic clock. */
  tryAgainAt: number;
}

/** As tests have another. */
type ReadInput = typeof runInput;

/**
 * The benchmarks of runs, opened when something of them is asked for, and loaded only then: most runs are shown without.
 * A run whose data are not there goes without.
 */
export class RunBenchmarks implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #read: ReadInput;
  readonly #now: () => number;
  readonly #extras = new Map<string, KnownExtras>();
  readonly #worlds = new OpenWorlds((directory) => this.#inTurn(() => this.#open(directory)));
  readonly #definitions = new WeakMap<Benchmark, BenchmarkDefinition>();
  /** Benchmarks are opened one after the other: several at once would fill the memory. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param options.now milliseconds of a clock that only goes forward; `read` what gives the tables of a run */
  constructor({
    read = async (...run) => (await import('../report/run-input.js')).runInput(...run),
    now = () => performance.now(),
  }: { readonly read?: ReadInput; readonly now?: () => number } = {}) {
    this.#read = read;
    this.#now = now;
  }

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
    const known = this.#extras.get(directory);
    const isKnown = known?.fingerprint === fingerprint && this.#now() < known.tryAgainAt;
    const entry = isKnown ? known : this.#begin(directory, fingerprint, options.beginsAfterMs ?? 0);
    if (!entry.isMade) {
      await Promise.race([entry.made, setTimeout(options.waitMs, undefined, { ref: false })]);
      // Whoever asks while it is made waits for itself, and all that went without are told once.
      if (!entry.isMade) entry.onMade ??= options.onMade;
    }
    return entry.value;
  }

  #begin(directory: string, fingerprint: string, afterMs: number): KnownExtras {
    const before = this.#extras.get(directory);
    const value = before?.fingerprint === fingerprint ? before.value : null;
    const entry: KnownExtras = {
      fingerprint,
      made: Promise.resolve(),
      isMade: false,
      value,
      onMade: null,
      tryAgainAt: Number.POSITIVE_INFINITY,
    };
    entry.made = this.#fill(entry, directory, afterMs);
    this.#extras.delete(directory);
    this.#extras.set(directory, entry);
    for (const oldest of [...this.#extras.keys()].slice(0, -MOST_RUNS)) this.#extras.delete(oldest);
    return entry;
  }

  async #fill(entry: KnownExtras, directory: string, afterMs: number): Promise<void> {
    if (afterMs > 0) await this.#pause(afterMs);
    const before = entry.value;
    const found = await this.#inTurn(() => this.#make(directory));
    const isWhole = found?.isWhole === true;
    // What follows from the run alone is what it was.
    if (isWhole || before === null) entry.value = found?.extras ?? null;
    entry.isMade = true;
    if (!isWhole) entry.tryAgainAt = this.#now() + AGAIN_MS;
    if (entry.value !== before && !this.#stop.signal.aborted) entry.onMade?.();
  }

  /** What is known of it already. */
  known(directory: string): RunExtras | null {
    return this.#extras.get(directory)?.value ?? null;
  }

  /** Does something with the benchmark of a run, for its screens; null where its data are not there. */
  async withWorld<T>(directory: string, work: (world: Benchmark | null) => Promise<T>): Promise<T> {
    return this.#worlds.use(directory, work);
  }

  /** What a benchmark that {@link withWorld} gave is defined by. */
  definitionOf(benchmark: Benchmark): BenchmarkDefinition | null {
    return this.#definitions.get(benchmark) ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#queue;
    await this.#worlds[Symbol.asyncDispose]();
  }

  /** Ends early when this is disposed. */
  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }

  /** `isWhole` unless the benchmark could not be opened, and what follows from the run alone had to do. */
  async #make(directory: string): Promise<{ readonly extras: RunExtras; readonly isWhole: boolean }> {
    const { signal } = this.#stop;
    const opened: Benchmark[] = [];
    let isWhole = true;
    try {
      const index = await indexRun(directory, { signal });
      const onWarnings = (): void => {
        isWhole = false;
      };
      const extras = await this.#read(index, opened, { signal, mayScore: false, onWarnings });
      return { extras, isWhole };
    } finally {
      for (const benchmark of opened) await benchmark[Symbol.asyncDispose]();
    }
  }

  async #open(directory: string): Promise<Benchmark | null> {
    const { openOfRun } = await import('../run/run-benchmark.js');
    const { definition, benchmark } = await openOfRun(directory, { signal: this.#stop.signal });
    this.#definitions.set(benchmark, definition);
    return benchmark;
  }

  /** Null where it cannot be had. Never fails: what a benchmark throws over the data of a run ends no viewer. */
  #inTurn<T>(make: () => Promise<T | null>): Promise<T | null> {
    const result = this.#queue.then(async () => {
      if (this.#stop.signal.aborted) return null;
      try {
        return await make();
      } catch (error) {
        const isExpected = error instanceof TouchstoneError && error.fault !== 'bug';
        // A viewer goes on; who wrote the code is told.
        if (!isExpected && !this.#stop.signal.aborted) {
          process.emitWarning(error instanceof Error ? error : String(error));
        }
        return null;
      }
    });
    this.#queue = result;
    return result;
  }
}
