import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareText } from '../../domain/collections/compare-text.js';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import { screenReader, trajectoryOf } from '../../formats/run/read-episodes.js';
import { SCANNERS } from '../../registry/scanners.js';
import { unknownTask } from '../../report/html/collect-run.js';
import type { PicturePolicy } from '../../report/html/picture-store.js';
import type { EpisodeView } from '../../report/view/episode-view.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { IndexCoverage } from '../../report/view/served/index-coverage.js';
import type { SentPrompt } from '../../report/view/served/sent-prompt.js';
import type { EpisodePath, TaskRoute, WorldFindings, WorldMap } from '../../report/view/served/world-map.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import type { RunListing, StoredEpisode, StoredRun } from '../../storage/run-store.js';
import { mayShowPersonalData } from '../report/may-show-personal-data.js';
import { scanEpisode } from '../scan/scan-episode.js';
import { FolderFollower, type FollowFolderOptions } from './follow-folder.js';
import { runNames } from './indexing/folder-indexer.js';
import { readPrompt } from './prompts/read-prompt.js';
import { NotThereError } from './not-there-error.js';
import { pictureAddress, readEpisode } from './read-episode.js';
import { ReportIndexes } from './report-indexes.js';
import type { FolderCondition, ResultsFolder, ScreenBytes } from './results-folder.js';
import { EpisodeLists, type RunEpisodes } from './run-episodes.js';
import { RunBenchmarks } from './run-extras.js';
import { storedScreen, worldScreen } from './screen-bytes.js';
import { SideFiles } from './side-files.js';
import { RunWorlds } from './worlds/run-worlds.js';

export interface OpenResultsFolderOptions extends FollowFolderOptions {
  /** As reports have it: `auto` withholds screens that may show people's data, `none` all, `link` none. */
  readonly pictures?: PicturePolicy;
  /** Whether positions of maps are kept, beside their worlds or in this folder; they are not unless it is given. */
  readonly keepsPositions?: boolean;
  /** This program, as it is started: executable and arguments. Worlds are checked by it, in a process of its own. */
  readonly program?: readonly string[];
}

/** A folder of results that this process has open. */
export interface FollowedFolder extends ResultsFolder {
  /** Whether this process keeps the index; another one does otherwise. */
  readonly isWriter: boolean;
  /** Resolves when the index holds everything that was in the folder when it was called. */
  settled(): Promise<void>;
}

/** Milliseconds that the first question for runs waits for an index that is being made. */
const FIRST_RUNS_MS = 400;

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
  readonly #benchmarks = new RunBenchmarks();
  readonly #worlds: RunWorlds;
  readonly #sideFiles: SideFiles;
  readonly #follower: FolderFollower;
  readonly #indexes: ReportIndexes;
  readonly #lists = new EpisodeLists();

  constructor(path: string, options: OpenResultsFolderOptions) {
    this.path = path;
    this.#options = options;
    const { environment, keepsPositions = false, program = null } = options;
    this.#worlds = new RunWorlds(path, this.#benchmarks, {
      environment,
      keepsPositions,
      program,
      signal: this.#stop.signal,
    });
    this.#sideFiles = new SideFiles(path);
    this.#follower = new FolderFollower(path, this.#sideFiles, options);
    this.#indexes = new ReportIndexes(path, this.#benchmarks, {
      run: (name) => this.#run(name),
      listing: (name) => this.#listing(name),
      onExtras: (card) => this.#follower.emit({ type: 'run', run: this.#sideFiles.withNotes(card) }),
    });
  }

  get isWriter(): boolean {
    return this.#follower.isWriter;
  }

  start(): Promise<void> {
    return this.#follower.start();
  }

  async runs(): Promise<readonly RunCard[]> {
    let runs = (await this.#follower.reading((index) => index.store.runs())) ?? [];
    if (runs.length === 0 && !this.#follower.hasLooked) {
      // An index that is still being made: the first runs of a small folder are there at once, others come with events.
      await Promise.race([this.#follower.settled(), sleep(FIRST_RUNS_MS, undefined, { ref: false })]);
      runs = (await this.#follower.reading((index) => index.store.runs())) ?? [];
    }
    return runs
      .map(({ card }) => this.#sideFiles.withNotes(card))
      .toSorted((a, b) => compareText(a.startedAt ?? '', b.startedAt ?? '') || compareText(a.id, b.id));
  }

  async coverage(): Promise<IndexCoverage> {
    const names = await runNames(this.path);
    const known = await this.#follower.reading(async ({ store }) => {
      const [revisions, pruned] = await Promise.all([store.revisions(), store.pruned()]);
      return new Set([...revisions.map(({ name }) => name), ...pruned.keys()]);
    });
    // There is no index where there is no folder.
    if (known === undefined) return { runs: names.length, indexed: 0 };
    return { runs: names.length, indexed: names.filter((name) => known.has(name)).length };
  }

  index(runs: readonly string[]): Promise<ReportIndex> {
    return this.#indexes.index(runs);
  }

  async episodes(run: string): Promise<RunEpisodes> {
    return this.#lists.of(await this.#run(run), () => this.#listing(run));
  }

  async episode(run: string, item: string, repeat: number): Promise<EpisodeView> {
    const { known, found, read } = await this.#episode(run, { item, repeat });
    const { episode, verdict, otherVerdict } = found;
    const { lines } = episode;
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

  async prompt(run: string, item: string, repeat: number, request: string): Promise<SentPrompt> {
    const { shown, found, read } = await this.#episode(run, { item, repeat });
    const { lines, key } = found.episode;
    const records = read?.record.steps.map(({ observation }) => observation?.screen) ?? [];
    const last = lines === null || !shown.showsScreens ? 0 : lines.attempt;
    // Of steps that a worker took over, those that it took them from have what was asked.
    const first = read === null || read.record.takesOver === null ? last : 1;
    for (let attempt = last; attempt >= Math.max(1, first); attempt -= 1) {
      const prompt = await readPrompt(shown.directory, { ...key, attempt }, request, {
        screens: records.filter((screen) => screen !== undefined),
        addressOf: (screen) => pictureAddress(shown, screen),
        load: ({ id }) => this.screen(run, { id }, 'picture'),
        signal: this.#stop.signal,
      });
      if (prompt !== null) return prompt;
    }
    throw new NotThereError(`run "${run}" has not kept that prompt, or its screens are not shown`);
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
    return this.#benchmarks.withWorld(directory, async (world) =>
      world === null ? null : worldScreen(world, screen.id, part, { signal: this.#stop.signal }),
    );
  }

  async world(run: string): Promise<WorldMap | null> {
    return this.#worlds.map(run, { showsScreens: this.#showsScreens(await this.#run(run)) });
  }

  async worldFindings(run: string): Promise<WorldFindings | null> {
    await this.#run(run);
    return this.#worlds.findings(run);
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
      await this.#run(run);
      const found = (await this.#follower.reading((index) => index.store.paths(run, task))) ?? [];
      for (const { key, outcome, path } of found) paths.push({ run, ...key, outcome, states: path });
    }
    return paths;
  }

  async condition(): Promise<FolderCondition> {
    const isReadable = await access(this.path, constants.R_OK).then(
      () => true,
      () => false,
    );
    const { isIndexed, lagMs } = this.#follower;
    return { isReadable, isIndexed, indexLagMs: lagMs };
  }

  listen(onEvent: (event: ViewerEvent) => void): () => void {
    return this.#follower.listen(onEvent);
  }

  settled(): Promise<void> {
    return this.#follower.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#follower[Symbol.asyncDispose]();
    await this.#benchmarks[Symbol.asyncDispose]();
  }

  async #listing(name: string): Promise<RunListing> {
    const listing = await this.#follower.reading((index) => index.store.listing(name));
    if (listing === undefined || listing === null) throw noRun(name);
    return listing;
  }

  /** An episode as the index and its journal have it. @throws {UserError} where there is none */
  async #episode(run: string, key: ItemKey) {
    const known = await this.#run(run);
    const found = await this.#follower.reading((index) => index.store.episode(run, key));
    if (found === undefined || found === null) {
      throw new NotThereError(`run "${run}" has no episode ${itemKeyText(key)}`, {
        hint: 'It may not have begun yet.',
      });
    }
    const { lines, startedAt } = found.episode;
    const directory = join(this.path, run);
    const shown = { name: run, directory, showsScreens: this.#showsScreens(known) };
    const read = lines === null ? null : await readEpisode(shown, found.episode.key, lines, { startedAt });
    return { known, shown, found, read };
  }

  /** A run of this folder. @throws {UserError} where there is none */
  async #run(name: string): Promise<StoredRun> {
    let run = await this.#follower.reading((index) => index.store.run(name));
    if ((run === undefined || run === null) && !this.#follower.hasLooked) {
      await this.#follower.settled();
      run = await this.#follower.reading((index) => index.store.run(name));
    }
    if (run !== undefined && run !== null) return run;
    throw (await runNames(this.path)).includes(name) ? notYet(name) : noRun(name);
  }

  /** What scanners find in an episode; those that read screens see what is kept with the run. */
  async #findings(
    { name, facts }: StoredRun,
    { task: id }: StoredEpisode,
    record: AttemptRecord,
  ): Promise<readonly EpisodeFinding[]> {
    if (facts === null) return [];
    const task = (await this.#follower.reading((index) => index.store.task(name, id))) ?? unknownTask(id);
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
}

/** Its folder is there, and the process that keeps the index has not come to it. */
function notYet(name: string): NotThereError {
  return new NotThereError(`run "${name}" is not in the index yet`, {
    hint: 'The index of this folder is being made; ask again in a moment.',
  });
}

function noRun(name: string): NotThereError {
  return new NotThereError(`there is no run "${name}"`, { hint: 'It may have been removed or renamed.' });
}
