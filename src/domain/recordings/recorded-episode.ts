import type { DatasetError, FilePlace } from '../../errors.js';
import type { Action } from '../action.js';
import type { Box } from '../geometry.js';
import type { Screen } from '../screen.js';
import type { RecordedMilestone } from './recorded-milestone.js';

/** One step of a recorded episode: a screen, and what was done on it. */
export interface RecordedStep {
  /** The screen before the action. */
  readonly screen: Screen;
  /** What was done; `foreign` where the dataset's own words have no counterpart. */
  readonly action: Action;
  /** What would have been right here as well, `action` itself left out. */
  readonly alternatives?: readonly Action[];
  /** Area of the touched element, in pixels of the source picture. */
  readonly box?: Box;
  /** Further areas that may be touched just as well, in pixels of the source picture. */
  readonly candidates?: readonly Box[];
  /** Areas of all elements of the screen, in pixels of the source picture, where rules need them. */
  readonly elements?: readonly Box[];
  /** What to do at this very step, as the annotators worded it (low-level instruction). */
  readonly stepInstruction?: string;
  /** The action in the dataset's own words, for histories in text. */
  readonly summary?: string;
  /** What was thought before acting, where it was kept: a model's own words. */
  readonly thought?: string;
  /** Why this step lies off the planned way: an advertisement, a request for permission, … */
  readonly anomaly?: string;
  /** Annotations of the screen, the aim of the step, and the steps before it. */
  readonly annotation?: {
    readonly description?: string;
    readonly intention?: string;
    readonly context?: string;
  };
  /** Where the step is written. */
  readonly place?: FilePlace;
}

/** Something that a reader noticed about an episode and that the other fields do not show. */
export interface RecordingOddity {
  /**
   * `step-numbers` they do not count from 0 by one · `step-count` the file states another number of steps than it has ·
   * `unknown-label` a category or device that the dataset does not have · `broken-box` an area that is no area ·
   * `foreign-word` a word of the format's description that its own code does not know, read all the same.
   */
  readonly kind: 'step-numbers' | 'step-count' | 'unknown-label' | 'broken-box' | 'foreign-word';
  /** One clause, without the episode's name. */
  readonly message: string;
  readonly place?: FilePlace;
}

/** A sub-target with the screen that shows it. */
export interface MarkedMilestone extends RecordedMilestone {
  readonly reference: Screen;
}

/** An episode somebody recorded: an instruction, and the steps that carry it out. */
export interface RecordedEpisode {
  readonly id: string;
  /** Language tag → text, at least one. */
  readonly instructions: Readonly<Record<string, string>>;
  /** What the instruction says in other words, where it was reworded. */
  readonly rewordedFrom?: string;
  readonly apps: readonly string[];
  /** What the dataset sorts its episodes by: `category`, `device`, `language`, …; several values where it gives several. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** At least one. */
  readonly steps: readonly RecordedStep[];
  /**
   * First step that is this episode's own, where those before it were taken over from another one, as in a fork: they are what
   * has happened before, and nobody's answers. Absent where all are.
   */
  readonly ownFrom?: number;
  /** The screen after the last action, where it was recorded. */
  readonly lastScreen?: Screen;
  /** Sub-targets that somebody marked, in their order. */
  readonly milestones?: readonly MarkedMilestone[];
  /** Rules that decide whether it is done (docs/tree-rules.md), where somebody wrote or proposed them. */
  readonly rules?: readonly unknown[];
  /** Where the episode is written. */
  readonly place?: FilePlace;
  readonly oddities?: readonly RecordingOddity[];
}

/** An episode of a dataset, or why it cannot be read; one that is broken takes no other along. */
export type RecordedEntry =
  | { readonly type: 'episode'; readonly episode: RecordedEpisode }
  | { readonly type: 'broken'; readonly id: string; readonly error: DatasetError };

/** Recorded episodes one after the other, in the order of the dataset. */
export type RecordedEpisodes = AsyncIterable<RecordedEntry>;

/** One way in which a dataset divides its episodes. */
export interface RecordedSplit {
  readonly name: string;
  /** File that states it. */
  readonly file: string;
  /** Ids of episodes, in the order of the file. */
  readonly train: readonly string[];
  readonly test: readonly string[];
  /** Kept aside while training, where the file has such a side. */
  readonly validation?: readonly string[];
  /** It divides a part of the dataset only: an episode on no side is no defect. */
  readonly isPartial?: boolean;
}
