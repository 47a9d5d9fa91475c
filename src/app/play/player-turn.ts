import type { EpisodeEnd, Outcome } from '../../domain/episode.js';
import type { EpisodeScores } from '../../domain/score.js';
import type { Observation } from '../../domain/screen.js';

/** What the player of an episode knows of its task. */
export interface PlayedTask {
  readonly id: string;
  readonly instruction: string;
  readonly language: string;
  readonly apps: readonly string[];
}

/** How an episode came to its end. */
export interface PlayedEnd {
  readonly end: EpisodeEnd;
  /** As a table of a run would have it. */
  readonly outcome: Outcome;
  /** By the benchmark's own rules; null where it is void. Not for whoever plays it. */
  readonly scores: EpisodeScores | null;
  /** Why there are no scores of an episode that was played to its end. */
  readonly problem: unknown;
}

/** What a player is told after a reset and after each action. */
export interface PlayerTurn {
  readonly task: PlayedTask;
  readonly repeat: number;
  readonly seed: number;
  /** Steps taken. */
  readonly step: number;
  readonly maxSteps: number;
  /** What is on the screen; after the end what was there last. */
  readonly observation: Observation;
  /** Null after a reset, and where an episode is void or cannot be decided. */
  readonly reward: number | null;
  /** Null while the episode goes on. */
  readonly ended: PlayedEnd | null;
}
