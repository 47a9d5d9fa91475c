import type { PaperTable } from './paper-table.js';
import type { RowStatus } from './row-status.js';

/** A table of which nothing can be repeated row by row, with the one reason; listed so that none is missing. */
export function wholeTable({
  status = 'description',
  why,
  needs = [],
  ...table
}: Pick<PaperTable, 'id' | 'paper' | 'title'> & {
  readonly status?: Exclude<RowStatus, 'runs' | 'model-unreleased' | 'recordings' | 'phones'>;
  readonly why: string;
  readonly needs?: readonly string[];
}): PaperTable {
  return {
    ...table,
    needs,
    heads: ['What'],
    columns: [],
    rows: [{ id: 'all', heads: [table.title], status, why, runs: [], published: [] }],
    conditions: [],
  };
}
