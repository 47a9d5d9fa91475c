import type { PaperModel, Recipe } from './recipe.js';
import type { RowStatus } from './row-status.js';

/** Where a run's own tables hold what a column of the paper has. */
export interface CellPlace {
  readonly type: 'cell';
  /** Which run of the row; the only one unless given. */
  readonly part?: string;
  /** Id of the table that the benchmark gives of a run. */
  readonly table: string;
  /** Title of its column, and heading over it. */
  readonly column: string;
  readonly group?: string;
  /** Text of a cell of its row; the first row unless given. */
  readonly row?: string;
}

/** What fills a column: a cell, or the mean of several. */
export type CellSource = CellPlace | { readonly type: 'mean'; readonly of: readonly CellPlace[] };

/** A column of numbers. */
export interface PaperColumn {
  readonly title: string;
  readonly group?: string;
  /** Decimals that the paper prints. */
  readonly digits: number;
  /** Of numbers that are no percentages, such as `tokens`. */
  readonly unit?: string;
  /** null: no run tells, and `why` of the table says so. */
  readonly from: CellSource | null;
}

/** One row of a paper's table. */
export interface PaperRow {
  /** kebab-case, unique in the table. */
  readonly id: string;
  /** The row's texts, as many as the table has `heads`. */
  readonly heads: readonly string[];
  readonly status: RowStatus;
  /** One sentence: what the status means of this row. Absent where the status says it all. */
  readonly why?: string;
  /** The paper's model; absent where there is none, or several. */
  readonly model?: PaperModel;
  /** What is run for it; of a row whose status cannot run, none. */
  readonly runs: readonly Recipe[];
  /** The paper's numbers, as many as there are columns, as printed; null where it prints none. */
  readonly published: readonly (number | null)[];
  /** What of the paper's conditions no setting can say. */
  readonly conditions?: readonly string[];
}

/** A table or figure of a paper, with what it takes to repeat it. */
export interface PaperTable {
  /** Paper and place, both kebab-case: `paper/table-2`. */
  readonly id: string;
  /** Short name of the paper: `Paper (arXiv 2510.14621)`. */
  readonly paper: string;
  readonly title: string;
  /** What has to be there, besides models: the data, and what else is to be named. */
  readonly needs: readonly string[];
  /** Titles of the text columns. */
  readonly heads: readonly string[];
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** Whole sentences: what holds of every row and no setting can say. */
  readonly conditions: readonly string[];
}
