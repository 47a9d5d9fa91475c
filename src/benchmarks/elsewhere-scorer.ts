import type { Action } from '../domain/action.js';
import type { FormatError } from '../domain/decision.js';
import type { ItemKey } from '../domain/episode.js';
import type { Size } from '../domain/geometry.js';
import type { Mode } from '../domain/mode.js';
import type { Trajectory } from '../domain/trajectory.js';
import type { Table } from '../metrics/tables/table.js';

/** Reads a raw answer that a model gave elsewhere to a screen of this size, pixels; null where nobody knows it. */
export type AnswerReader = (answer: string, screen: Size | null) => Action | FormatError;

/** What is to be scored, and how. Every setting that is null was not given. */
export interface ElsewhereRequest {
  /** Absolute path of the file or folder; null for the dataset's own recordings. */
  readonly path: string | null;
  /** Folder of the benchmark's data, absolute. */
  readonly dataDirectory: string | null;
  readonly mode: Mode | null;
  readonly split: string | null;
  readonly level: string | null;
  /** The benchmark's own switches that the user set. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** Name of the row in tables. */
  readonly label: string | null;
  /** Whether the tables also show the published rows. */
  readonly published: boolean;
  /** One of `ResultViews.evaluators`. */
  readonly evaluator: string | null;
  /** Class of each app, for tables by class. */
  readonly appClasses: ReadonlyMap<string, string> | null;
  /** Whether the document lists each item. */
  readonly listsItems: boolean;
  /** The reader of the dialect that the user named, null where none was; for a run of this mode. */
  answerReader(mode: Mode): Promise<AnswerReader | null>;
  readonly signal: AbortSignal;
}

/** What came of it. */
export interface ScoredElsewhere {
  readonly tables: readonly Table[];
  readonly warnings: readonly string[];
  /** Everything as one JSON document, tables and warnings included. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** A run made elsewhere of one task, for learning from it. */
export interface SavedDemonstration {
  readonly key: ItemKey;
  /** What the task asks for, in words. */
  readonly instruction: string;
  readonly trajectory: Trajectory;
  /** Whether it solves its task by the benchmark's own rules; null where they decide nothing. */
  readonly success: boolean | null;
}

/** Scores runs or predictions made elsewhere that are in a form of the benchmark's own. */
export interface ElsewhereScorer {
  /** @throws {UserError | DatasetError} for what cannot be read as a whole */
  scoreTrajectories?(request: ElsewhereRequest): Promise<ScoredElsewhere>;
  /** @throws {UserError | DatasetError} for what cannot be read as a whole */
  scorePredictions?(request: ElsewhereRequest & { readonly path: string }): Promise<ScoredElsewhere>;
  /**
   * The runs of a file or folder, one after the other; those that cannot be read are left out.
   *
   * @throws {UserError | DatasetError} for what cannot be read as a whole, and where nothing is left
   */
  demonstrations?(
    request: Pick<ElsewhereRequest, 'dataDirectory' | 'mode' | 'split' | 'signal'> & {
      readonly path: string;
    },
  ): AsyncIterable<SavedDemonstration>;
}
