import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { itemKeyText } from '../../domain/episode.js';
import { isFileError } from '../../files/file-errors.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import type { EpisodeChange } from '../../storage/run-store.js';
import { DatabaseAwayError, DatabaseUnfitError } from '../../storage/database-error.js';
import { StoreBrokenError } from '../../storage/store-broken-error.js';
import type { AppContext } from '../app-context.js';
import { measureEffort } from './indexing/effort.js';
import { FolderIndexer } from './indexing/folder-indexer.js';
import { openIndex, type OpenIndex } from './indexing/open-index.js';
import type { SideFiles } from './side-files.js';

export interface FollowFolderOptions {
  readonly environment: AppContext['environment'];
  /** Milliseconds between two looks at the folder, at least. */
  readonly pollMs?: number;
  /** Address of a database that the index is in; null: a file of its own. */
  readonly index?: string | null;
  /** Called when the database of the index cannot be used, and with null when it can be again. */
  readonly onAway?: (why: Error | null) => void;
}

const POLL_MS = 300;
/** Milliseconds between two looks of who is told of changes: to see whether it may write, and what people wrote. */
const NOTIFIED_POLL_MS = 1000;
/** Looking takes at most a quarter of a core. */
const REST_FACTOR = 3;
/** Milliseconds in which what the file system tells is collected. */
const NOTIFIED_MS = 100;
/** Looks after which a process that reads the index sees whether it may write it. */
const TAKE_OVER_LOOKS = 6;
/** Running runs that the file system is asked to tell about; looking at them suffices. */
const MOST_WATCHED = 32;

/** What listeners were told of a run last. */
interface ToldRun {
  readonly version: string;
  readonly revision: number;
  /** Episodes under way, by item key text. */
  readonly open: ReadonlyMap<string, EpisodeChange>;
}

/**
 * Looks at a folder of runs again and again until it is disposed: keeps the index where this process is the one that writes it,
 * and tells listeners what has changed in it, whoever changed it.
 */
export class FolderFollower implements AsyncDisposable {
  readonly path: string;
  readonly #options: FollowFolderOptions;
  readonly #sideFiles: SideFiles;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(event: ViewerEvent) => void>();
  readonly #watchers = new Map<string, FSWatcher>();
  /** What listeners were told last. */
  readonly #told = new Map<string, ToldRun>();
  #index: OpenIndex | null = null;
  #indexer: FolderIndexer | null = null;
  /** There is no such folder, as of the last look. */
  #isGone = false;
  /** An index that is being opened, in the place of one that could not stay. */
  #opening: Promise<void> | null = null;
  /** Why the database of the index cannot be used; null where it can, or there is none. */
  #away: Error | null = null;
  #looks = 0;
  #hasLooked = false;
  /** When the last look began after which all of the folder was in the index, by the monotonic clock. */
  #completeAt: number | null = null;
  #loop: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #isAwake = false;
  /** Those who wait for a look that began after they asked. */
  #waiting: (() => void)[] = [];

  /** @param path absolute */
  constructor(path: string, sideFiles: SideFiles, options: FollowFolderOptions) {
    this.path = path;
    this.#sideFiles = sideFiles;
    this.#options = options;
  }

  /** Whether this process keeps the index; another one does otherwise. */
  get isWriter(): boolean {
    return this.#index?.isWriter ?? false;
  }

  /** Whether the folder was looked at; before, an index that is being made lacks runs. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  /** Whether there is an index to ask. */
  get isIndexed(): boolean {
    return this.#index !== null && this.#away === null;
  }

  /** Milliseconds since the index held all of the folder; null before, and where another process keeps it. */
  get lagMs(): number | null {
    return this.isWriter && this.#completeAt !== null ? performance.now() - this.#completeAt : null;
  }

  async start(): Promise<void> {
    await this.#open();
    // Runs that are there already are no news.
    for (const run of (await this.reading((index) => index.store.revisions())) ?? []) {
      this.#told.set(run.name, { ...run, open: new Map() });
    }
    await this.#sideFiles.look([...this.#told.keys()]);
    this.#loop = this.#follow();
  }

  /**
   * Asks the index; undefined where there is none just now.
   *
   * @throws {DatabaseAwayError | DatabaseUnfitError} where its database cannot be used: what was answered before still holds
   */
  async reading<T>(ask: (index: OpenIndex) => Promise<T>): Promise<T | undefined> {
    for (;;) {
      await this.#opening;
      const index = this.#index;
      if (index === null) {
        if (this.#away !== null) throw this.#away;
        return undefined;
      }
      try {
        return await ask(index);
      } catch (error) {
        if (!(error instanceof StoreBrokenError)) throw error;
        // Another one has taken its place meanwhile, or is about to.
        if (this.#index === index && this.#opening === null) return undefined;
      }
    }
  }

  /** Calls back with what happens in the folder until the returned function is called. */
  listen(onEvent: (event: ViewerEvent) => void): () => void {
    // One function may listen twice.
    const listener = (event: ViewerEvent): void => onEvent(event);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: ViewerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Resolves when the index holds everything that was in the folder when it was called. */
  async settled(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    await new Promise<void>((settle) => {
      this.#waiting.push(settle);
      this.#tell();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#tell();
    await this.#loop;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#listeners.clear();
    for (const settle of this.#waiting) settle();
    await this.#close();
  }

  async #follow(): Promise<void> {
    const { pollMs = POLL_MS } = this.#options;
    while (!this.#stop.signal.aborted) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const effort = measureEffort();
      const beganAt = performance.now();
      const isComplete = await this.#look();
      if (isComplete) {
        this.#completeAt = beganAt;
        for (const settle of waiting) settle();
      } else this.#waiting.push(...waiting);
      this.#hasLooked = true;
      const isNotified = this.#index !== null && !this.#index.isWriter && this.#index.listen !== null;
      const pauseMs = isNotified ? Math.max(pollMs, NOTIFIED_POLL_MS) : pollMs;
      const leastMs = isComplete ? pauseMs : this.#away === null ? NOTIFIED_MS : NOTIFIED_POLL_MS;
      await this.#rest(Math.max(leastMs, REST_FACTOR * effort()));
    }
  }

  /** Looks at the folder once. Whether everything in it is in the index now. */
  async #look(): Promise<boolean> {
    const { signal } = this.#stop;
    try {
      this.#looks += 1;
      await this.#open();
      const isComplete = (await this.#indexer?.scan({ signal, onRun: async () => this.#notify() })) ?? true;
      await this.#notify();
      this.#setAway(null);
      return isComplete;
    } catch (error) {
      if (signal.aborted) return true;
      // Whatever it is, the next look begins from what is on disk.
      if (isDatabaseError(error)) {
        await this.#close();
        this.#setAway(error);
        return false;
      }
      await this.#inPlace(async () => this.#close().then(() => this.#openAnew())).catch(() => undefined);
      // A viewer goes on; who wrote the code is told.
      if (!(error instanceof StoreBrokenError) && !isFileError(error)) process.emitWarning(asError(error));
      return false;
    }
  }

  /** Has the index open, where there is a folder; takes it over from a process that is gone. */
  async #open(): Promise<void> {
    const before = this.#index;
    if (before === null) return this.#inPlace(() => this.#openAnew());
    const isThere = await before.isStillThere();
    const mayTakeOver = !before.isWriter && this.#looks % TAKE_OVER_LOOKS === 0;
    if (isThere && !mayTakeOver) return;
    // Who writes gives the lock back first, to get it again where the folder is now.
    if (before.isWriter) return this.#inPlace(async () => this.#close().then(() => this.#openAnew()));
    // Who reads goes on with what there is until there is another.
    let next: OpenIndex | null;
    try {
      next = await this.#openIndex();
    } catch (error) {
      if (!(error instanceof StoreBrokenError) && !isFileError(error)) throw error;
      return;
    }
    if (next !== null && isThere && !next.isWriter) return next[Symbol.asyncDispose]();
    this.#use(next);
    await before[Symbol.asyncDispose]();
  }

  #openIndex(): Promise<OpenIndex | null> {
    const { environment, index = null } = this.#options;
    return openIndex(this.path, { environment, index });
  }

  async #openAnew(): Promise<void> {
    try {
      this.#use(await this.#openIndex());
    } catch (error) {
      if (!(error instanceof StoreBrokenError) && !isFileError(error)) throw error;
    }
  }

  #use(index: OpenIndex | null): void {
    this.#index = index;
    index?.listen?.(() => this.#tell());
    this.#isGone = index === null;
    this.#indexer = index?.isWriter === true ? new FolderIndexer(this.path, index.store) : null;
  }

  /** Who asks meanwhile waits: an index that is opened in the place of another is no reason to say that there are no runs. */
  async #inPlace(open: () => Promise<void>): Promise<void> {
    const opening = open();
    this.#opening = opening.catch(() => undefined);
    try {
      await opening;
    } finally {
      this.#opening = null;
    }
  }

  #setAway(why: Error | null): void {
    const wasAway = this.#away !== null;
    this.#away = why;
    if (wasAway !== (why !== null)) this.#options.onAway?.(why);
  }

  async #close(): Promise<void> {
    const index = this.#index;
    this.#index = null;
    this.#indexer = null;
    await index?.[Symbol.asyncDispose]();
  }

  /** Says what has changed in the index since the last time, whoever changed it. */
  async #notify(): Promise<void> {
    const { store } = this.#index ?? {};
    // The folder is there, and its index not just now: nothing is known to have gone.
    if (store === undefined && !this.#isGone) return;
    const now = (await store?.revisions()) ?? [];
    const there = new Set(now.map(({ name }) => name));
    for (const name of [...this.#told.keys()].filter((one) => !there.has(one))) {
      this.#told.delete(name);
      this.#watchers.get(name)?.close();
      this.#watchers.delete(name);
      this.emit({ type: 'run-gone', id: name });
    }
    this.#watch('', this.path);
    await this.#tellOfPeople([...there]);
    for (const { name, version, revision } of now) {
      const told = this.#told.get(name);
      if (told?.version === version && told.revision === revision) continue;
      const run = await store?.run(name);
      if (run === null || run === undefined) continue;
      const isSame = told?.version === run.version;
      const isRunning = run.card.state === 'running';
      const before = told?.open ?? new Map<string, EpisodeChange>();
      // Seen for the first time, or written anew, as by its first scores: what is under way, and what was when it was last told of.
      const isOfInterest = ({ key, isOpen }: EpisodeChange): boolean =>
        isSame || isOpen || before.has(itemKeyText(key));
      const isAsked = isSame || isRunning || before.size > 0;
      const rows = isAsked ? ((await store?.changed(name, isSame ? told.revision : -1)) ?? []) : [];
      const changed = rows.filter(isOfInterest);
      const open = new Map(isSame ? before : []);
      for (const change of changed) {
        if (change.isOpen) open.set(itemKeyText(change.key), change);
        else open.delete(itemKeyText(change.key));
      }
      this.#told.set(name, { version: run.version, revision: run.revision, open });
      this.emit({ type: 'run', run: this.#sideFiles.withNotes(run.card) });
      for (const { key, steps, isOpen } of changed) {
        this.emit({ type: 'episode', run: name, ...key, step: steps, ended: !isOpen });
      }
      if (isRunning) this.#watch(name, join(this.path, name));
      else {
        this.#watchers.get(name)?.close();
        this.#watchers.delete(name);
      }
    }
  }

  /** Says whose notes and labels have changed since the last look. */
  async #tellOfPeople(names: readonly string[]): Promise<void> {
    const { notes, labels } = await this.#sideFiles.look(names);
    for (const name of notes) {
      const card = (await this.reading((index) => index.store.run(name)))?.card;
      if (card !== undefined) this.emit({ type: 'run', run: this.#sideFiles.withNotes(card) });
    }
    for (const run of labels) this.emit({ type: 'labels', run });
  }

  /** Has the file system tell what happens in a folder, where it can. */
  #watch(name: string, folder: string): void {
    if (this.#watchers.has(name) || this.#watchers.size >= MOST_WATCHED || !this.isWriter) return;
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#tell());
      const forget = (): void => {
        watcher.close();
        this.#watchers.delete(name);
      };
      watcher.on('error', forget);
      this.#watchers.set(name, watcher);
    } catch {
      // Looking suffices.
    }
  }

  #tell(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Waits, but no longer than until somebody tells of something. */
  async #rest(ms: number): Promise<void> {
    // Those who wait for a database that is away do not make it come back.
    if (this.#waiting.length > 0 && this.#away === null) this.#isAwake = true;
    const { signal } = this.#stop;
    if (!this.#isAwake && !signal.aborted) {
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resume();
        };
      });
    }
    this.#wake = () => undefined;
    if (this.#isAwake && !signal.aborted) {
      await new Promise((resume) => {
        setTimeout(resume, Math.min(ms, NOTIFIED_MS));
      });
    }
    this.#isAwake = false;
  }
}

function isDatabaseError(error: unknown): error is Error {
  return error instanceof DatabaseAwayError || error instanceof DatabaseUnfitError;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
