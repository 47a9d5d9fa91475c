import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { isFileError } from '../../../files/file-errors.js';
import type { Benchmark } from '../../../benchmarks/benchmark.js';
import { TouchstoneError } from '../../../errors.js';
import { listJournals } from '../../../formats/run/run-folder.js';
import { readRunStart } from '../../../formats/run/run-index.js';

/** Worlds that are held open while nobody reads from them; each may take a hundred megabytes. */
const MOST_WORLDS = 2;
/** Milliseconds before one that could not be opened is tried again: its data may be there by then. */
const AGAIN_MS = 10_000;

interface HeldWorld {
  readonly opening: Promise<Benchmark | null>;
  users: number;
  /** By the monotonic clock; set where it could not be opened. */
  tryAgainAt: number;
}

/** The worlds that runs happened in, each open once however many runs happened in it, and never closed on who reads from it. */
export class OpenWorlds implements AsyncDisposable {
  readonly #open: (directory: string) => Promise<Benchmark | null>;
  /** By `#keyOf`; the most recently used last. */
  readonly #held = new Map<string, HeldWorld>();
  readonly #keys = new Map<string, { readonly stamp: string; readonly key: string }>();

  /** @param open opens the benchmark of a run; null where it cannot be had. Never fails */
  constructor(open: (directory: string) => Promise<Benchmark | null>) {
    this.#open = open;
  }

  /** Does something with the benchmark of a run, which stays open until then; null where its data are not there. */
  async use<T>(directory: string, work: (world: Benchmark | null) => Promise<T>): Promise<T> {
    const held = this.#take(await this.#keyOf(directory), directory);
    held.users += 1;
    try {
      const world = await held.opening;
      if (world === null) held.tryAgainAt = Math.min(held.tryAgainAt, performance.now() + AGAIN_MS);
      return await work(world);
    } finally {
      held.users -= 1;
      await this.#evict();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#held.values()];
    this.#held.clear();
    for (const held of all) await close(held);
  }

  #take(key: string, directory: string): HeldWorld {
    let held = this.#held.get(key);
    if (held === undefined || performance.now() >= held.tryAgainAt) {
      held = { opening: this.#open(directory), users: 0, tryAgainAt: Number.POSITIVE_INFINITY };
    }
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  async #evict(): Promise<void> {
    const unused = [...this.#held].filter(([, { users }]) => users === 0);
    const tooMany = this.#held.size - MOST_WORLDS;
    for (const [key, held] of unused.slice(0, Math.max(0, tooMany))) {
      this.#held.delete(key);
      await close(held);
    }
  }

  /** Equal for runs of one benchmark, data and settings; another where a run was replaced under its name. */
  async #keyOf(directory: string): Promise<string> {
    try {
      const [journal] = await listJournals(directory);
      if (journal === undefined) return directory;
      const { ino, birthtimeMs } = await stat(journal.file);
      const stamp = `${ino} ${birthtimeMs}`;
      const known = this.#keys.get(directory);
      if (known?.stamp === stamp) return known.key;
      const start = await readRunStart(directory);
      if (start === null) return directory;
      const { benchmark, mode, environment, plugins } = start.identity;
      const { items: _items, sample: _sample, ...own } = benchmark;
      // What a plug-in opens is known by what it is loaded from alone.
      const place = plugins === undefined ? null : directory;
      const key = JSON.stringify([own, mode, environment ?? null, place]);
      this.#keys.set(directory, { stamp, key });
      return key;
    } catch (error) {
      // It cannot be opened either, and that is said there.
      if (error instanceof TouchstoneError || isFileError(error)) return directory;
      throw error;
    }
  }
}

async function close({ opening }: HeldWorld): Promise<void> {
  const world = await opening;
  try {
    await world?.[Symbol.asyncDispose]();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
