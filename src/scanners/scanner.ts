import type { EpisodeEnd } from '../domain/episode.js';
import type { EpisodeFinding } from '../domain/scores/episode-finding.js';
import type { RunIdentity } from '../domain/run.js';
import type { Task } from '../domain/task.js';
import type { Ask } from '../models/asking/model-question.js';
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
  /** What a scanner that asks a model may ask it, and through what; absent where the user named no question and model. */
  readonly asking?: ScannerAsking;
  readonly signal: AbortSignal;
}

/** A question of the user's, and the model for it. */
export interface ScannerAsking {
  readonly question: string;
  /** Its role is `judge`. Calls are recorded; what the record has is not asked again. */
  readonly ask: Ask;
}

/** What a scanner says; its name is added by whoever asks it. */
export type ScannerFinding = Omit<EpisodeFinding, 'scanner'>;

/** What a scanner finds in an episode; null where it cannot tell. */
export type ScannerResult = readonly ScannerFinding[] | null;

/** Looks for one thing in an episode that somebody should look at. It scores nothing, and what it finds changes no score. */
export interface Scanner {
  readonly name: string;
  readonly version: string;
  /** In one line, for lists. */
  readonly title: string;
  /** It reads UI hierarchies; the others need the journal alone, and are quick. */
  readonly readsScreens: boolean;
  /** It asks a model, and so is used only where it is named. */
  readonly asksModel?: boolean;
  /**
   * Null where it cannot tell, such as by a model that abstains: that is neither a finding nor none.
   *
   * @throws {TouchstoneError} when a screen that it reads cannot be had, or its model is away
   */
  scan(episode: ScannedEpisode): Promise<ScannerResult> | ScannerResult;
}

/** The scanner as it is, with its type. */
export function defineScanner(scanner: Scanner): Scanner {
  return scanner;
}
