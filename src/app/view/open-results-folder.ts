import { watch, type FSWatcher } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { areInDimensions } from '../../benchmarks/dimensions/dimension.js';
import { itemKeyText } from '../../domain/episode.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import type { Task } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import { screenReader, trajectoryOf } from '../../formats/run/read-episodes.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { unknownTask, resultRows } from '../../report/html/collect-run.js';
import { emptyDraft, type EpisodeDraft } from '../../report/html/episode-table.js';
import type { PicturePolicy } from '../../report/html/picture-store.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import type { ReportProblem } from '../../report/view/report-problem.js';
import { reportRun } from '../../report/html/report-run.js';
import { composeIndex, type RunWithEpisodes } from '../../report/view/compose-index.js';
import type { EpisodeView } from '../../report/view/episode-view.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import type { EpisodePath, TaskRoute, WorldMap } from '../../report/view/served/world-map.js';
import type { RunContent, StoredEpisode, StoredRun } from '../../storage/run-store.js';
import { SCANNERS } from '../../registry/scanners.js';
import { StoreBrokenError } from '../../storage/store-broken-error.js';
import { VERSION } from '../../version.js';
import type { AppContext } from '../app-context.js';
import { agentTitle, mayShowPersonalData } from '../report/run-input.js';
import { scanEpisode } from '../scan/scan-episode.js';
import { FolderIndexer } from './indexing/folder-indexer.js';
import { openIndex, type OpenIndex } from './indexing/open-index.js';
import { readEpisode } from './read-episode.js';
import { MOST_RUNS_TOGETHER, type ResultsFolder, type ScreenBytes } from './results-folder.js';
import { EpisodeLists, type RunEpisodes } from './run-episodes.js';
import { RunBenchmarks } from './run-extras.js';
import { NotThereError } from './not-there-error.js';
import { RunWorlds } from './worlds/run-worlds.js';
import { storedScreen, worldScreen } from './screen-bytes.js';
import { SideFiles } from './side-files.js';

export interface OpenResultsFolderOptions {
  readonly environment: AppContext['environment'];
  /** As reports have it: `auto` withholds screens that may show people's data, `none` all, `link` none. */
  readonly pictures?: PicturePolicy;
  /** Milliseconds between two looks at the folder, at least. */
  readonly pollMs?: number;
}

/** A folder of results that this process has open. */
export interface FollowedFolder extends ResultsFolder {
  /** Whether this process keeps the index; another one does otherwise. */
  readonly isWriter: boolean;
  /** Resolves when the index holds everything that was in the folder when it was called. */
  settled(): Promise<void>;
}

const POLL_MS = 300;
/** Looking takes at most this share of the time. */
const REST_FACTOR = 3;
/** Milliseconds in which what the file system tells is collected. */
const TOLD_MS = 100;
/** Looks after which a process that reads the index sees whether it may write it. */
const TAKE_OVER_LOOKS = 6;
/** Milliseconds that an index waits for the benchmark's tables; they come later otherwise, with an event of the run. */
const TABLES_WAIT_MS = 150;
/** Milliseconds that the first question for runs waits for an index that is being made. */
const FIRST_RUNS_MS = 400;
/** Running runs that the file system is asked to tell about; looking at them suffices. */
const MOST_WATCHED = 32;

/**
 * Opens a folder of runs, which need not be there yet, and follows it until it is closed. The index is made, or brought up to
 * date, in the background.
 */
export async function openResultsFolder(
  path: string,
  options: OpenResultsFolderOptions,
): Promise<FollowedFolder> {
  const folder = new Followed(resolve(path), options);
  await folder.start();
  return folder;
}

class Followed implements FollowedFolder {
  readonly path: string;
  readonly #options: OpenResultsFolderOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(event: ViewerEvent) => void>();
  readonly #benchmarks = new RunBenchmarks();
  readonly #worlds: RunWorlds;
  readonly #sideFiles: SideFiles;
  readonly #lists = new EpisodeLists();
  readonly #watchers = new Map<string, FSWatcher>();
  /** What listeners were told last. */
  readonly #told = new Map<string, { readonly version: string; readonly revision: number }>();
  #index: OpenIndex | null = null;
  #indexer: FolderIndexer | null = null;
  #looks = 0;
  #hasLooked = false;
  #loop: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #isAwake = false;
  /** Those who wait for a look that began after they asked. */
  #waiting: (() => void)[] = [];

  constructor(path: string, options: OpenResultsFolderOptions) {
    this.path = path;
    this.#options = options;
    this.#worlds = new RunWorlds(path, this.#benchmarks);
    this.#sideFiles = new SideFiles(path);
  }

  get isWriter(): boolean {
    return this.#index?.isWriter ?? false;
  }

  async start(): Promise<void> {
    await this.#open();
    // Runs that are there already are no news.
    for (const run of (await this.#reading((index) => index.store.revisions())) ?? []) {
      this.#told.set(run.name, run);
    }
    await this.#sideFiles.look([...this.#told.keys()]);
    this.#loop = this.#follow();
  }

  async runs(): Promise<readonly RunCard[]> {
    let runs = (await this.#reading((index) => index.store.runs())) ?? [];
    if (runs.length === 0 && !this.#hasLooked) {
      // An index that is still being made: the first runs of a small folder are there at once, others come with events.
      await Promise.race([this.settled(), later(FIRST_RUNS_MS)]);
      runs = (await this.#reading((index) => index.store.runs())) ?? [];
    }
    return runs
      .map(({ card }) => this.#sideFiles.withNotes(card))
      .toSorted((a, b) => compareText(a.startedAt ?? '', b.startedAt ?? '') || compareText(a.id, b.id));
  }

  async index(runs: readonly string[]): Promise<ReportIndex> {
    const names = [...new Set(runs)];
    if (names.length === 0 || names.length > MOST_RUNS_TOGETHER) {
      throw new UserError(`${names.length} runs cannot be shown together`, {
        hint: `Choose 1 to ${MOST_RUNS_TOGETHER} runs.`,
      });
    }
    const problems: ReportProblem[] = [];
    const shown: (RunWithEpisodes & Pick<StoredRun, 'name' | 'facts'>)[] = [];
    for (const name of names) {
      const content = await this.#content(name);
      const { facts, card } = content.run;
      const place = join(this.path, name);
      if (facts === null) {
        problems.push({ kind: 'unreadable', place, message: card.problem, hint: null, counts: [] });
        continue;
      }
      const same = shown.find((other) => other.facts !== null && isSameRun(other.facts, facts));
      if (same !== undefined) {
        const message = `It is run ${facts.start.run} once more, as in ${same.name}, and is left out`;
        problems.push({ kind: 'copy', place, message, hint: null, counts: [] });
        continue;
      }
      shown.push({ ...(await this.#withEpisodes(content, facts)), name, facts });
    }
    return composeIndex(shown, {
      touchstone: VERSION,
      writtenAt: new Date(),
      title: null,
      language: null,
      problems,
      shownFrom: join(this.path, 'index'),
    });
  }

  async episodes(run: string): Promise<RunEpisodes> {
    return this.#lists.of(await this.#run(run), () => this.#content(run));
  }

  async episode(run: string, item: string, repeat: number): Promise<EpisodeView> {
    const known = await this.#run(run);
    const found = await this.#reading((index) => index.store.episode(run, { item, repeat }));
    if (found === undefined || found === null) {
      throw new NotThereError(`run "${run}" has no episode ${itemKeyText({ item, repeat })}`, {
        hint: 'It may not have begun yet.',
      });
    }
    const { episode, verdict, otherVerdict } = found;
    const { lines, startedAt } = episode;
    const directory = join(this.path, run);
    const shown = { name: run, directory, showsScreens: this.#showsScreens(known) };
    const read = lines === null ? null : await readEpisode(shown, episode.key, lines, { startedAt });
    return {
      run,
      item,
      repeat,
      attempt: lines?.attempt ?? Math.max(1, episode.attempts),
      isRunning: episode.isOpen && known.card.state === 'running',
      episode: read?.shown ?? { maxSteps: null, startedAt: null, steps: [], omittedSteps: 0 },
      verdict,
      otherVerdict,
      findings: read === null ? [] : await this.#findings(known, episode, read.record),
    };
  }

  async screen(
    run: string,
    screen: { readonly hash: string } | { readonly id: string },
    part: 'picture' | 'hierarchy',
  ): Promise<ScreenBytes | null> {
    const known = await this.#run(run);
    if (known.facts === null || !this.#showsScreens(known)) return null;
    const directory = join(this.path, run);
    if ('hash' in screen) return storedScreen(directory, screen.hash, part);
    const benchmark = await this.#benchmarks.world(directory);
    return benchmark === null ? null : worldScreen(benchmark, screen.id, part, { signal: this.#stop.signal });
  }

  async world(run: string): Promise<WorldMap | null> {
    return this.#worlds.map(run, { showsScreens: this.#showsScreens(await this.#run(run)) });
  }

  async route(run: string, task: string): Promise<TaskRoute> {
    await this.#run(run);
    const route = await this.#worlds.route(run, task);
    if (route === null) throw new NotThereError(`the world of run "${run}" has no task "${task}"`);
    return route;
  }

  async paths(runs: readonly string[], task: string): Promise<readonly EpisodePath[]> {
    const paths: EpisodePath[] = [];
    for (const run of new Set(runs)) {
      const { episodes } = await this.#content(run);
      for (const { key, task: of, outcome, path } of episodes) {
        if (of === task && path.length > 0) paths.push({ run, ...key, outcome, states: path });
      }
    }
    return paths;
  }

  listen(onEvent: (event: ViewerEvent) => void): () => void {
    // One function may listen twice.
    const listener = (event: ViewerEvent): void => onEvent(event);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

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
    await this.#benchmarks[Symbol.asyncDispose]();
    await this.#close();
  }

  async #follow(): Promise<void> {
    const { pollMs = POLL_MS } = this.#options;
    while (!this.#stop.signal.aborted) {
      const waiting = this.#waiting;
      this.#waiting = [];
      const start = performance.now();
      const isComplete = await this.#look();
      const tookMs = performance.now() - start;
      if (isComplete) for (const settle of waiting) settle();
      else this.#waiting.push(...waiting);
      this.#hasLooked = true;
      await this.#rest(Math.max(isComplete ? pollMs : TOLD_MS, REST_FACTOR * tookMs));
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
      return isComplete;
    } catch (error) {
      if (signal.aborted) return true;
      // Whatever it is, the next look begins from what is on disk.
      await this.#close();
      // A viewer goes on; who wrote the code is told.
      if (!(error instanceof StoreBrokenError) && !isFileError(error)) process.emitWarning(asError(error));
      return false;
    }
  }

  /** Has the index open, where there is a folder; takes it over from a process that is gone. */
  async #open(): Promise<void> {
    if (this.#index !== null) {
      const mayTakeOver = !this.#index.isWriter && this.#looks % TAKE_OVER_LOOKS === 0;
      if (!mayTakeOver && (await this.#index.isStillThere())) return;
      await this.#close();
    }
    try {
      const { environment } = this.#options;
      this.#index = await openIndex(this.path, { environment });
    } catch (error) {
      if (!(error instanceof StoreBrokenError) && !isFileError(error)) throw error;
    }
    if (this.#index?.isWriter === true) this.#indexer = new FolderIndexer(this.path, this.#index.store);
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
    const now = (await store?.revisions()) ?? [];
    const there = new Set(now.map(({ name }) => name));
    for (const name of [...this.#told.keys()].filter((one) => !there.has(one))) {
      this.#told.delete(name);
      this.#watchers.get(name)?.close();
      this.#watchers.delete(name);
      this.#emit({ type: 'run-gone', id: name });
    }
    this.#watch('', this.path);
    await this.#tellOfPeople([...there]);
    for (const { name, version, revision } of now) {
      const told = this.#told.get(name);
      if (told?.version === version && told.revision === revision) continue;
      const run = await store?.run(name);
      if (run === null || run === undefined) continue;
      const isSame = told?.version === run.version;
      const changed = isSame ? ((await store?.changed(name, told.revision)) ?? []) : [];
      this.#told.set(name, { version: run.version, revision: run.revision });
      this.#emit({ type: 'run', run: this.#sideFiles.withNotes(run.card) });
      for (const { key, steps, isOpen } of changed) {
        this.#emit({ type: 'episode', run: name, ...key, step: steps, ended: !isOpen });
      }
      if (run.card.state === 'running') this.#watch(name, join(this.path, name));
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
      const card = (await this.#reading((index) => index.store.run(name)))?.card;
      if (card !== undefined) this.#emit({ type: 'run', run: this.#sideFiles.withNotes(card) });
    }
    for (const run of labels) this.#emit({ type: 'labels', run });
  }

  #emit(event: ViewerEvent): void {
    for (const listener of this.#listeners) listener(event);
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
    if (this.#waiting.length > 0) this.#isAwake = true;
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
        setTimeout(resume, Math.min(ms, TOLD_MS));
      });
    }
    this.#isAwake = false;
  }

  async #content(name: string): Promise<RunContent> {
    await this.#run(name);
    const content = await this.#reading((index) => index.store.content(name));
    if (content === undefined || content === null) throw noRun(name);
    return content;
  }

  /** A run of this folder. @throws {UserError} where there is none */
  async #run(name: string): Promise<StoredRun> {
    let run = await this.#reading((index) => index.store.run(name));
    if ((run === undefined || run === null) && !this.#hasLooked) {
      await this.settled();
      run = await this.#reading((index) => index.store.run(name));
    }
    if (run === undefined || run === null) throw noRun(name);
    return run;
  }

  /** Asks the index; undefined where there is none just now. */
  async #reading<T>(ask: (index: OpenIndex) => Promise<T>): Promise<T | undefined> {
    const index = this.#index;
    if (index === null) return undefined;
    try {
      return await ask(index);
    } catch (error) {
      if (error instanceof StoreBrokenError) return undefined;
      throw error;
    }
  }

  /** What scanners find in an episode; those that read screens see what is kept with the run. */
  async #findings(
    { name, facts }: StoredRun,
    { task: id }: StoredEpisode,
    record: AttemptRecord,
  ): Promise<readonly EpisodeFinding[]> {
    if (facts === null) return [];
    const task = (await this.#reading((index) => index.store.task(name, id))) ?? unknownTask(id);
    const steps = record.steps.filter(({ observation }) => observation !== null);
    const trajectory = trajectoryOf({ steps }, screenReader(join(this.path, name), undefined));
    const { identity } = facts.start;
    const { signal } = this.#stop;
    return scanEpisode({ task, trajectory, end: record.end, identity, signal }, SCANNERS.values());
  }

  #showsScreens({ name, facts }: StoredRun): boolean {
    const { pictures = 'auto' } = this.#options;
    if (pictures === 'none' || facts === null) return false;
    if (pictures === 'link') return true;
    const known = this.#benchmarks.known(join(this.path, name))?.showsPersonalData;
    return !(known ?? mayShowPersonalData(facts));
  }

  async #withEpisodes(
    { run, tasks, episodes }: RunContent,
    facts: NonNullable<StoredRun['facts']>,
  ): Promise<RunWithEpisodes> {
    const { name, fingerprint, card } = run;
    const directory = join(this.path, name);
    const extras =
      card.state === 'running'
        ? null
        : await this.#benchmarks.extras(directory, fingerprint, {
            waitMs: TABLES_WAIT_MS,
            onMade: () => this.#emit({ type: 'run', run: this.#sideFiles.withNotes(card) }),
          });
    const rows = resultRows(episodes, extras?.notRun);
    const shown = reportRun({ ...facts, directory }, rows, {
      milestones: episodes.filter(({ milestones }) => milestones.length > 0),
      ...agentTitle(facts),
      inDimensions: areInDimensions(tasks),
      ...(extras?.tables === undefined ? {} : { tables: extras.tables }),
    });
    const byId = new Map(tasks.map((task) => [task.id, task]));
    return {
      index: facts,
      run: { ...shown, id: name },
      rows,
      parts: extras?.parts ?? [],
      splitAverages: extras?.splitAverages ?? [],
      tasks,
      drafts: episodes.map((episode) => draftOf(episode, byId)),
    };
  }
}

/** An episode as columns have it; its steps and verdicts are asked for. */
function draftOf(episode: StoredEpisode, tasks: ReadonlyMap<string, Task>): EpisodeDraft {
  const { key, task, outcome, reason, steps, completion, metric, durationMs, costUsd } = episode;
  const { tokens, formatErrors, attempts, why, otherMode, isScored } = episode;
  const values = { outcome, reason, steps, completion, metric, durationMs, costUsd };
  return {
    ...emptyDraft(key, tasks.get(task) ?? unknownTask(task)),
    ...values,
    tokens,
    formatErrors,
    attempts,
    why,
    otherMode,
    isScored,
  };
}

function noRun(name: string): NotThereError {
  return new NotThereError(`there is no run "${name}"`, { hint: 'It may have been removed or renamed.' });
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
