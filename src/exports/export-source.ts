import type { RecordedEpisodes } from '../domain/recordings/recorded-episode.js';
import type { RecordedHistory } from '../domain/recordings/recorded-history.js';
import type { LeaveOut } from './training/left-out.js';

/** Where an export's episodes come from: a dataset, a run, walks through a world. */
export interface ExportSource {
  /** Unique within an export; the beginning of its records' ids. */
  readonly name: string;
  readonly kind: 'dataset' | 'run' | 'world';
  /** Episodes that will come, where that is known; more may be left out. */
  readonly count: number | null;
  /** Whether a step's own instruction replaces the episode's or is shown next to it. */
  readonly lowLevel: 'replaces' | 'beside';
  /** What later steps are shown unless the user says otherwise: see `AskingSettings`. */
  readonly history: RecordedHistory;
  /** Language in which the episodes were instructed, where it is not each episode's first. */
  readonly language: string | null;
  /** What a user of it should know: where it comes from, what of it could not be read. */
  readonly warnings?: readonly string[];
  /** In order. What is passed over by choice goes to `leaveOut`; broken episodes are entries. */
  episodes(leaveOut: LeaveOut): RecordedEpisodes;
}

/**
 * What keeps attempts at one task together: they stand on one side of a division into training and validation, or the
 * validation would repeat what was trained on.
 */
export const TASK_LABEL = 'task';
