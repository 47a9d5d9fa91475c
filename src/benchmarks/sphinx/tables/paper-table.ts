import { textColumns } from '../../../metrics/tables/columns.js';
import { NOT_APPLICABLE } from '../../../metrics/tables/percent.js';
import type { Cell, Column, Table } from '../../../metrics/tables/table.js';
import type { PublishedRow } from './published.js';

export const NONE: Cell = { text: NOT_APPLICABLE, value: null };

/** What stands around the numbers of a table in the paper's layout. */
export interface PaperTableFrame {
  /** Names the own row. */
  readonly agent: string;
  /** Adds the paper's rows, and the tables of which nothing was measured. */
  readonly published: boolean;
  /** Stands in titles: split and mode. */
  readonly part: string;
}

interface Layout {
  readonly groups: readonly (readonly [string, readonly string[]])[];
  readonly own: readonly Cell[];
  readonly paper: readonly PublishedRow[];
  /** Sentences below the table besides those of all. */
  readonly notes?: readonly string[];
}

/** Null where nothing was measured and the paper's rows are not wanted. */
export function paperTable(
  number: string,
  title: string,
  { agent, published, part }: PaperTableFrame,
  { groups, own, paper, notes: further = [] }: Layout,
): Table | null {
  const isMeasured = own.some(({ text }) => text !== NOT_APPLICABLE);
  if (!isMeasured && !published) return null;
  const columns: Column[] = [
    ...textColumns('Model'),
    ...groups.flatMap(([group, names]) =>
      names.map((name): Column => ({
        title: name,
        align: 'right',
        ...(group === '' ? {} : { group }),
      })),
    ),
  ];
  const theirs = paper.map(([model, ...numbers]): Cell[] => [
    { text: `paper: ${model}` },
    ...own.map((_, index): Cell => {
      const value = numbers[index] ?? null;
      return value === null ? NONE : { text: value.toFixed(1), value: value / 100 };
    }),
  ]);
  const notes = [
    'In percent. n/a: not measured here, or not by the paper. n and intervals: table of numbers.',
    ...(isMeasured ? further : []),
  ];
  if (published) notes.push('Rows marked "paper" are the published numbers; they were not measured here.');
  return {
    id: `sphinx-table-${number}`,
    title: `SPHINX, layout of the paper's Table ${number}: ${title} (${part})`,
    columns,
    rows: published ? [[{ text: agent }, ...own], ...theirs] : [[{ text: agent }, ...own]],
    notes,
  };
}
