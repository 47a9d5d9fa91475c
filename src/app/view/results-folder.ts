import type { ReportIndex } from '../../report/view/report-index.js';
import type { IndexCoverage } from '../../report/view/served/index-coverage.js';
import type { EpisodeView } from '../../report/view/episode-view.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import type { SentPrompt } from '../../report/view/served/sent-prompt.js';
import type { RunEpisodes } from './run-episodes.js';
import type { EpisodePath, TaskRoute, WorldFindings, WorldMap } from '../../report/view/served/world-map.js';

/** What a picture or a UI hierarchy of a recorded screen is, in bytes. */
export interface ScreenBytes {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Whether a folder can be shown, for those who keep the server running. */
export interface FolderCondition {
  readonly isReadable: boolean;
  /** Whether there is an index that answers. */
  readonly isIndexed: boolean;
  /** Milliseconds since the index held all of the folder; null where another process keeps it. */
  readonly indexLagMs: number | null;
}

/**
 * All runs of a folder, as they are shown: found through an index that is derived from their journals, and followed while
 * they, and others, are written.
 */
export interface ResultsFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** Oldest first; a folder that cannot be read as a run is among them, with its problem. */
  runs(): Promise<readonly RunCard[]>;
  /** How many of the folder's runs that is, while the index is being made by this process or another one. */
  coverage(): Promise<IndexCoverage>;
  /**
   * Some runs with their episodes, and how they compare; the first is the base.
   *
   * @throws {UserError} for a run that is not there, none, or more than `MOST_RUNS_TOGETHER`
   */
  index(runs: readonly string[]): Promise<ReportIndex>;
  /** The episodes of one run, without their steps. @throws {UserError} for a run that is not there */
  episodes(run: string): Promise<RunEpisodes>;
  /** One episode with its steps, read from the journal. @throws {UserError} where there is none */
  episode(run: string, item: string, repeat: number): Promise<EpisodeView>;
  /** What a model was asked in an episode, by the hash that a call has. @throws {UserError} where the run has not kept it */
  prompt(run: string, item: string, repeat: number, request: string): Promise<SentPrompt>;
  /**
   * The screenshot or UI hierarchy of a screen: stored with the run by its hash, or of the world it was recorded in by its
   * id. Null where it is not kept, or shows people's data.
   */
  screen(
    run: string,
    screen: { readonly hash: string } | { readonly id: string },
    part: 'picture' | 'hierarchy',
  ): Promise<ScreenBytes | null>;
  /** The recorded world that a run happened in; null where there is none, or its data are not here. */
  world(run: string): Promise<WorldMap | null>;
  /** What the linter finds in that world; null where there is none, or its data are not here. */
  worldFindings(run: string): Promise<WorldFindings | null>;
  /** Milestones and shortest route of a task of that world. @throws {UserError} where there is none */
  route(run: string, task: string): Promise<TaskRoute>;
  /** The ways that episodes of a task took in some runs. */
  paths(runs: readonly string[], task: string): Promise<readonly EpisodePath[]>;
  condition(): Promise<FolderCondition>;
  /** Calls back with what happens in the folder until the returned function is called. */
  listen(onEvent: (event: ViewerEvent) => void): () => void;
}

/** Runs that can be shown together: comparisons grow with their square. */
export const MOST_RUNS_TOGETHER = 8;
