import { boundsCell, intervalCell, valueCell } from '../../../metrics/tables/measured-cells.js';
import type { Measured } from '../../../metrics/tables/measured.js';
import { groupColumns, textColumns } from '../../../metrics/tables/columns.js';
import { NOT_APPLICABLE } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { Grouping } from './pair-groups.js';

/** A number that stands in every row of a table by group. */
export interface GroupNumber<R> {
  readonly title: string;
  /** Null where nothing was measured. */
  readonly measure: (rows: readonly R[]) => Measured | null;
}

export interface GroupTableOptions<R> {
  readonly id: string;
  readonly title: string;
  readonly numbers: readonly GroupNumber<R>[];
  /** Where a row belongs. */
  readonly placeOf: (row: R) => Parameters<Grouping['groupOf']>[0];
}

/**
 * Numbers by groups of pairs, each with its interval, n and bounds: small groups say little. Null where everything is in one
 * group, or nothing is there.
 */
export function groupTable<R>(
  rows: readonly R[],
  { by, groupOf, compare }: Grouping,
  { id, title, numbers, placeOf }: GroupTableOptions<R>,
): Table | null {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const name = groupOf(placeOf(row));
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [row]);
    else known.push(row);
  }
  if (groups.size < 2) return null;
  return {
    id,
    title,
    columns: [
      ...textColumns(by),
      ...numbers.flatMap((number) => groupColumns(number.title, '%', '95 %', 'n', 'Bounds')),
    ],
    rows: [...groups]
      .toSorted(([one], [other]) => compare(one, other))
      .map(([name, members]): Cell[] => [
        { text: name },
        ...numbers.flatMap(({ measure }) => cellsOf(measure(members))),
      ]),
    notes: [
      'n: items that were judged, of Perfect recordings. Bounds: the rate had all items without a verdict failed, and had all passed. Intervals as in the table of the numbers. Groups are small: differences between them are not tested.',
    ],
  };
}

function cellsOf(measured: Measured | null): Cell[] {
  if (measured === null) return Array.from({ length: 4 }, () => ({ text: NOT_APPLICABLE, value: null }));
  const { n, items } = measured;
  return [
    valueCell(measured),
    intervalCell(measured),
    { text: String(n), value: n, items },
    boundsCell(measured),
  ];
}
