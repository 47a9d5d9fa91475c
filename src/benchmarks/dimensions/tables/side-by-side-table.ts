import { NOT_APPLICABLE, percent, percentInterval } from '../../../metrics/tables/percent.js';
import { endsOf } from '../../../metrics/tables/measured-cells.js';
import type { Measured } from '../../../metrics/tables/measured.js';
import { textColumns, numberColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { DimensionMeasures } from '../dimension-measures.js';
import { namedMeasures } from './profile-tables.js';

/** What one run scored in dimensions. */
export interface DimensionRun {
  readonly name: string;
  readonly measures: DimensionMeasures;
}

const NONE: Cell = { text: NOT_APPLICABLE, value: null };

/** Every number of the dimensions with a column for each run; null where none of them has any. */
export function sideBySideTable(runs: readonly DimensionRun[], title: string): Table | null {
  const lines = new Map<
    string,
    { readonly group: string; readonly metric: string; readonly cells: Cell[] }
  >();
  const lineOf = (group: string, metric: string): Cell[] => {
    const name = `${group}\n${metric}`;
    const line = lines.get(name) ?? { group, metric, cells: runs.map(() => NONE) };
    lines.set(name, line);
    return line.cells;
  };
  for (const [column, { name, measures }] of runs.entries()) {
    for (const { group, metric, measured } of namedMeasures(name, measures)) {
      lineOf(group, metric)[column] = cellOf(measured, group === 'navigation');
    }
    const { navigation } = measures;
    if (navigation === null) continue;
    for (const [metric, value] of [
      ['repetition', navigation.repetition],
      ['format error', navigation.formatError],
    ] as const) {
      lineOf('navigation', metric)[column] = value === null ? NONE : { text: percent(value), value };
    }
  }
  if (lines.size === 0) return null;
  return {
    id: 'dimensions-side-by-side',
    title,
    columns: [...textColumns('Part', 'Metric'), ...numberColumns(...runs.map(({ name }) => name))],
    rows: [...lines.values()].map(({ group, metric, cells }) => [
      { text: group },
      { text: metric },
      ...cells,
    ]),
    notes: [
      'In percent, with the 95 % interval in brackets; of navigation also, in square ones, had all undecided items failed, and had all succeeded. Repetition and format error are better small. n, voided items and bounds: touchstone score RUN.',
    ],
  };
}

function cellOf({ value, interval, bounds, items }: Measured, hasBounds: boolean): Cell {
  if (value === null) return NONE;
  const ends = interval === null ? '' : ` (${percentInterval(interval)})`;
  const open = hasBounds && bounds !== null ? ` [${percentInterval(bounds)}]` : '';
  return { text: `${percent(value)}${ends}${open}`, value, items, ...endsOf(interval) };
}
