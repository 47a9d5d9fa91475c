import type { Table } from '../../../src/metrics/tables/table.js';

/** The words of a table of causes besides those of their set. */
export interface CauseTableWords {
  readonly cause: string;
  readonly causes: (set: string) => string;
  /** Of failures without one of the set. */
  readonly otherCause: string;
}

/** A table of causes as a page of a language shows it; causes and their set are named by whoever made the set. */
export interface CauseTableText {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Puts a table of causes (`causesTable`) in the words of a page. */
export function causeTableText(table: Table, words: CauseTableWords): CauseTableText {
  const others = table.rows.length - 1;
  return {
    title: words.causes(table.title),
    columns: table.columns.map(({ title }, place) => (place === 0 ? words.cause : title)),
    rows: table.rows.map((row, number) =>
      row.map(({ text }, place) => (place === 0 && number === others ? words.otherCause : text)),
    ),
  };
}
