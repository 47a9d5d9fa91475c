import type { EpisodeEnd } from '../domain/episode.js';
import type { EpisodeFinding } from '../domain/scores/episode-finding.js';
import type { RunIdentity } from '../domain/run.js';
import type { Task } from '../domain/task.js';
import type { Trajectory } from '../domain/trajectory.js';

/** A finished episode, or one as far as it got. */
export interface ScannedEpisode {
  readonly task: Task;
  readonly trajectory: Trajectory;
  /** Null while it goes on. */
  readonly end: EpisodeEnd | null;
  /** Under which settings it was run. */
  readonly identity: Pick<RunIdentity, 'agent'> & {
    readonly benchmark?: Pick<RunIdentity['benchmark'], 'name' | 'settings'>;
  };
  readonly signal: AbortSignal;
}

/** What a scanner says; its name is added by whoever asks it. */
export type ScannerFinding = Omit<EpisodeFinding, 'scanner'>;

/** Looks for one thing in an episode that somebody should look at. It scores nothing, and what it finds changes no score. */
export interface Scanner {
  readonly name: string;
  readonly version: string;
  /** In one line, for lists. */
  readonly title: string;
  /** It reads UI hierarchies; the others need the journal alone, and are quick. */
  readonly readsScreens: boolean;
  /** @throws {TouchstoneError} when a screen that it reads cannot be had */
  scan(episode: ScannedEpisode): Promise<readonly ScannerFinding[]> | readonly ScannerFinding[];
}

/** The scanner as it is, with its type. */
export function defineScanner(scanner: Scanner): Scanner {
  return scanner;
}
