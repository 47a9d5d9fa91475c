import type { EpisodeView } from '../../src/report/view/episode-view.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { RunCard } from '../../src/report/view/run-card.js';
import type { ViewerEvent } from '../../src/report/view/viewer-event.js';

/** What only some sources can do. A page leaves out what its source cannot. */
export const FEATURES = [
  /** Runs of a folder, and what happens to them while one looks. */
  'runs',
  'live',
  /** Starting, stopping and going on with runs. */
  'control',
  /** Tags, notes and labels that are given. */
  'notes',
  /** UI hierarchies of screens, and requests as they were sent. */
  'hierarchies',
  'graph',
  /** What people said of episodes. */
  'labels',
  'fork',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Where the application gets what it shows from: a server, or the file that it is in. */
export interface ViewerSource {
  readonly features: ReadonlySet<Feature>;
  /** Runs that there are, oldest first. Of a file, those that it holds. */
  runs(): Promise<readonly RunCard[]>;
  /** Some runs with all their episodes and comparisons; empty: all that a file holds. */
  index(runs: readonly string[], signal?: AbortSignal): Promise<ReportIndex>;
  episode(run: string, item: string, repeat: number): Promise<EpisodeView>;
  /** Address of a picture that a step names, at most `width` pixels wide where the source can scale. */
  picture(address: string, width: number | null): string;
  /**
   * Calls back with what happens, until the returned function is called. A file says nothing. `onHeard` is called each time that
   * the source begins to be heard: what happened before was told to nobody.
   */
  listen(onEvent: (event: ViewerEvent) => void, onHeard?: () => void): () => void;
  /** JSON of a route that only a server has; `body` makes it a POST, or what `method` says. @throws {SourceError} */
  ask(route: string, body?: unknown, method?: 'POST' | 'PUT'): Promise<unknown>;
}

/** What a page says in its reader's language; everything else is in the server's words. */
export type KnownProblem =
  | 'unreachable'
  | 'lockedOut'
  | 'wrongToken'
  | 'tooManyTokens'
  /** Of a report file: an episode that it does not hold, steps that were cut off, a question for a server. */
  | 'notInReport'
  | 'cutOff'
  | 'noServer';

/** Why something cannot be shown. */
export class SourceError extends Error {
  readonly status: number;
  readonly hint: string | null;
  readonly known: KnownProblem | null;

  constructor(
    message: string,
    options: {
      readonly status: number;
      readonly hint?: string | null;
      readonly known?: KnownProblem | null;
    },
  ) {
    super(message);
    this.name = 'SourceError';
    this.status = options.status;
    this.hint = options.hint ?? null;
    this.known = options.known ?? null;
  }
}
