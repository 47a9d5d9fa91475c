import type { PaperColumn, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { given } from '../../domain/given.js';
import { textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import type { OwnLine, OwnValue } from './own-line.js';
import { columnOf, placeOf, publishedCell } from './show-paper-table.js';

const NONE: Cell = { text: 'n/a', value: null };

/**
 * The paper's layout with the rows that were run: the published numbers, one's own, their 95 % intervals and the differences;
 * then every condition that differs.
 */
export function comparisonTables(table: PaperTable, lines: readonly OwnLine[]): readonly Table[] {
  return [numbersTable(table, lines), conditionsTable(table, lines)];
}

function numbersTable(table: PaperTable, lines: readonly OwnLine[]): Table {
  const rows = table.rows.flatMap((row): Cell[][] => {
    const own = lines.filter((line) => line.row === row);
    if (own.length === 0) return [];
    const heads = row.heads.map((text): Cell => ({ text }));
    const blank = row.heads.map((): Cell => ({ text: '' }));
    const printed = table.columns.map((column, index) => publishedCell(column, row.published[index] ?? null));
    return [[...heads, { text: 'paper' }, ...printed], ...own.flatMap((line) => linesOf(table, line, blank))];
  });
  return {
    id: 'paper-comparison',
    title: `${table.paper}, ${placeOf(table)}: ${table.title}`,
    columns: [...textColumns(...table.heads, ''), ...table.columns.map(columnOf)],
    rows,
    notes: given([
      "paper: printed numbers; they were not measured here. difference: one's own less the paper's, in percentage points where numbers are percentages.",
      table.columns.some(({ from }) => from?.type === 'mean') &&
        'The interval of an average is the average of the intervals of its parts, which holds however these depend on each other.',
      lines.some(({ row }) => row.status === 'recordings') &&
        "Recorded screens stand in for the paper's device, so its numbers and one's own are not set against each other. In brackets: bounds over what was left undecided.",
      ...lines.flatMap(({ row, label, missing }) =>
        missing.length === 0 ? [] : [`${row.id}, ${label}: no run of ${missing.join(', ')}.`],
      ),
    ]),
  };
}

function linesOf(table: PaperTable, line: OwnLine, blank: readonly Cell[]): readonly Cell[][] {
  const each = (cellOf: (column: PaperColumn, value: OwnValue, published: number | null) => Cell): Cell[] =>
    table.columns.map((column, index) => {
      const value = line.values[index] ?? null;
      return value === null ? NONE : cellOf(column, value, line.row.published[index] ?? null);
    });
  const isRecorded = line.row.status === 'recordings';
  return [
    [...blank, { text: line.label }, ...each((column, value) => ownCell(column, value, isRecorded))],
    [...blank, { text: '95 %' }, ...each(intervalCell)],
    ...(isRecorded ? [] : [[...blank, { text: 'difference' }, ...each(differenceCell)]]),
  ];
}

/** The number as the paper would print it; with its bounds, as the benchmark prints them, where these matter. */
function ownCell(
  { digits, unit }: PaperColumn,
  { value, interval, text }: OwnValue,
  hasBounds: boolean,
): Cell {
  const scale = unit === undefined ? 100 : 1;
  return {
    text: hasBounds && text !== undefined ? text : value.toFixed(digits),
    value: value / scale,
    ...(interval === null ? {} : { interval: [interval[0] / scale, interval[1] / scale] as const }),
  };
}

function intervalCell({ digits }: PaperColumn, { interval }: OwnValue): Cell {
  if (interval === null) return NONE;
  // Whole points say enough of an interval's end where the paper prints hundredths.
  const [low, high] = interval.map((end) => end.toFixed(Math.min(digits, 1)));
  return { text: `${low}–${high}` };
}

function differenceCell({ digits, unit }: PaperColumn, { value }: OwnValue, published: number | null): Cell {
  if (published === null) return NONE;
  const difference = value - published;
  const text = difference.toFixed(digits);
  const isNone = Number(text) === 0;
  const sign = isNone || difference < 0 ? '' : '+';
  return {
    text: `${sign}${isNone ? text.replace('-', '') : text}`,
    value: difference / (unit === undefined ? 100 : 1),
  };
}

/** Every condition that differs, once for all rows that it is of. */
function conditionsTable(table: PaperTable, lines: readonly OwnLine[]): Table {
  const found = new Map<string, { readonly cells: readonly string[]; readonly rows: string[] }>();
  const names: string[] = [];
  for (const { row, label, runs } of lines) {
    for (const { part, conditions } of runs) {
      const name = part === undefined ? row.id : `${row.id} (${part})`;
      names.push(name);
      for (const { what, paper, here } of conditions) {
        const cells = [label, what, paper, here];
        const key = JSON.stringify(cells);
        const known = found.get(key) ?? { cells, rows: [] };
        known.rows.push(name);
        found.set(key, known);
      }
    }
  }
  const rows = [...found.values()].map((condition): Cell[] => {
    const isAll = names.length > 1 && condition.rows.length === names.length;
    return [
      { text: isAll ? 'all' : condition.rows.join(', ') },
      ...condition.cells.map((text) => ({ text })),
    ];
  });
  return {
    id: 'paper-conditions',
    title:
      rows.length === 0
        ? "Conditions: none differs from the paper's"
        : "Conditions that differ from the paper's",
    columns: textColumns('row', 'own', 'what', 'in the paper', 'here'),
    rows,
    notes: [
      ...table.conditions,
      ...new Set(
        lines.flatMap(({ row: { id, conditions = [] } }) => conditions.map((one) => `${id}: ${one}`)),
      ),
    ],
  };
}
