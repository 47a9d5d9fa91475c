import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../../files/is-there.js';
import { performance } from 'node:perf_hooks';
import { isBeingWritten } from '../../../formats/run/run-lock.js';
import type { RunCard } from '../../../report/view/run-card.js';
import type { RunStore } from '../../../storage/run-store.js';
import { DatabaseAwayError, DatabaseUnfitError } from '../../../storage/database-error.js';
import { StoreBrokenError } from '../../../storage/store-broken-error.js';
import { measureEffort } from './effort.js';
import { fingerprintRun, fingerprintText } from './fingerprint-run.js';
import { unreadableCard } from './make-run-card.js';
import { RunIndexer } from './run-indexer.js';

/** Milliseconds between two updates of a run, at least, and how many times the effort of the last one. */
const LEAST_PAUSE_MS = 100;
const PAUSE_FACTOR = 3;

/** It has changed, but was read a moment ago. */
const TOO_EARLY = Symbol('too early');

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Called with every run that was read. */
  readonly onRun?: (
    card: RunCard,
    at: { readonly done: number; readonly of: number },
  ) => void | Promise<void>;
}

/** What is known of a run between two looks at its folder. */
interface KnownRun {
  fingerprint: string;
  card: RunCard;
  /** Reads on while the run is written. */
  indexer: RunIndexer | null;
  /** It is not read again before then, by the monotonic clock. */
  notBefore: number;
}

/** Keeps the index of a folder as the runs in it are. Of a folder only one may be at work. */
export class FolderIndexer {
  readonly #folder: string;
  readonly #store: RunStore;
  readonly #known = new Map<string, KnownRun>();
  /** What runs that are left out looked like. */
  #pruned: ReadonlyMap<string, string> = new Map();
  #isLoaded = false;

  constructor(folder: string, store: RunStore) {
    this.#folder = folder;
    this.#store = store;
  }

  /**
   * Looks at every run once and reads what has changed.
   *
   * @returns whether every run that has changed was read; of some it was too early
   * @throws {StoreBrokenError | DatabaseAwayError | DatabaseUnfitError} what was read is lost, and this indexer of no use
   */
  async scan(options: ScanOptions = {}): Promise<boolean> {
    await this.#load();
    let isComplete = true;
    const names = await runNames(this.#folder);
    const there = new Set(names);
    for (const name of [...this.#known.keys(), ...this.#pruned.keys()].filter((one) => !there.has(one))) {
      await this.#store.remove(name);
      this.#known.delete(name);
    }
    for (const [position, name] of names.entries()) {
      options.signal?.throwIfAborted();
      const card = await this.#look(name, options);
      if (card === TOO_EARLY) isComplete = false;
      else if (card !== null) await options.onRun?.(card, { done: position + 1, of: names.length });
    }
    return isComplete;
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) {
      // Somebody may have asked for all of it to be read again.
      for (const { name, fingerprint } of await this.#store.revisions()) {
        const known = this.#known.get(name);
        if (fingerprint === '' && known !== undefined && known.fingerprint !== '') {
          Object.assign(known, { fingerprint: '', indexer: null, notBefore: 0 });
        }
      }
      // Those of which that was asked as well are left out no more.
      if (this.#pruned.size > 0) this.#pruned = await this.#store.pruned();
      return;
    }
    for (const { name, fingerprint, card } of await this.#store.runs()) {
      this.#known.set(name, { fingerprint, card, indexer: null, notBefore: 0 });
    }
    this.#pruned = await this.#store.pruned();
    this.#isLoaded = true;
  }

  /** Its card where that was written anew; null where it is as it was. */
  async #look(name: string, options: ScanOptions): Promise<RunCard | typeof TOO_EARLY | null> {
    const directory = join(this.#folder, name);
    const known = this.#known.get(name);
    let fingerprint: string;
    let isWritten: boolean | null = false;
    try {
      fingerprint = fingerprintText(await fingerprintRun(directory));
      if (known === undefined && this.#pruned.get(name) === fingerprint) return null;
      const mayBeWritten =
        known === undefined || known.fingerprint !== fingerprint || isOpenState(known.card);
      if (mayBeWritten) isWritten = await isBeingWritten(directory);
    } catch (error) {
      // Gone since the folder was listed: the next look finds that.
      if (!(await isThere(directory))) return null;
      const problem = error instanceof Error ? error.message : String(error);
      const print = `unreadable: ${problem}`;
      return known?.fingerprint === print ? null : this.#putUnreadable(name, print, problem);
    }
    if (known !== undefined && known.fingerprint === fingerprint) {
      const state = isWritten === false ? 'crashed' : 'running';
      if (!isOpenState(known.card) || known.card.state === state) return null;
    }
    // Only what has changed is put off: who waits for everything to be read does not wait for a run that was.
    if (known !== undefined && performance.now() < known.notBefore) return TOO_EARLY;
    return this.#read(name, known?.indexer ?? null, { fingerprint, isWritten, options });
  }

  async #read(
    name: string,
    reading: RunIndexer | null,
    at: { readonly fingerprint: string; readonly isWritten: boolean | null; readonly options: ScanOptions },
  ): Promise<RunCard | null> {
    const indexer = reading ?? new RunIndexer(join(this.#folder, name));
    const effort = measureEffort();
    const signal = at.options.signal === undefined ? {} : { signal: at.options.signal };
    let card: RunCard;
    try {
      card = await indexer.update(this.#store, at.isWritten, signal);
    } catch (error) {
      at.options.signal?.throwIfAborted();
      // That is no matter of the run: it is read again once there is an index to write.
      if (isOfIndex(error)) throw error;
      // What was read of it before may no longer be there: from the beginning, the next time it changes.
      if (!(await isThere(join(this.#folder, name)))) return null;
      const problem = error instanceof Error ? error.message : String(error);
      return this.#putUnreadable(name, at.fingerprint, problem);
    }
    this.#known.set(name, {
      // Files that changed while it was read make it be looked at again.
      fingerprint: at.fingerprint,
      card,
      indexer: card.state === 'running' ? indexer : null,
      notBefore: performance.now() + Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * effort()),
    });
    return card;
  }

  async #putUnreadable(name: string, fingerprint: string, problem: string): Promise<RunCard> {
    const card = unreadableCard(name, problem);
    await this.#store.put({
      run: { name, version: randomUUID(), fingerprint, card, facts: null },
      episodes: [],
      verdicts: [],
      tasks: [],
      gone: [],
      report: null,
    });
    this.#known.set(name, { fingerprint, card, indexer: null, notBefore: 0 });
    return card;
  }
}

function isOfIndex(error: unknown): boolean {
  return (
    error instanceof StoreBrokenError ||
    error instanceof DatabaseAwayError ||
    error instanceof DatabaseUnfitError
  );
}

/** Whether no session of it has ended: running, or killed. */
function isOpenState({ state }: RunCard): boolean {
  return state === 'running' || state === 'crashed';
}

/** Folders in a folder of runs, by name; none where it is not there. Those that begin with a dot hold no runs. */
export async function runNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}
