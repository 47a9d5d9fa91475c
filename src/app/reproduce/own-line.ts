import type {
  CellPlace,
  PaperColumn,
  PaperRow,
  PaperTable,
} from '../../benchmarks/paper-tables/paper-table.js';
import type { Cell } from '../../metrics/tables/table.js';
import type { Condition } from './run-conditions.js';
import type { MeasuredRun } from './measured-run.js';

/** A number in the paper's unit: percent, or what the column says. */
export interface OwnValue {
  readonly value: number;
  /** Ends of the 95 % interval; null where the run gives none. */
  readonly interval: readonly [low: number, high: number] | null;
  /** As the benchmark's own table prints it, with bounds where it has them; absent of means. */
  readonly text?: string;
}

/** One's own numbers in a row of a paper's table. */
export interface OwnLine {
  readonly row: PaperRow;
  readonly label: string;
  /** As many as the table has columns; null where no run tells. */
  readonly values: readonly (OwnValue | null)[];
  /** Its runs with what differs from the paper's. */
  readonly runs: readonly {
    readonly run: MeasuredRun;
    readonly part: string | undefined;
    readonly conditions: readonly Condition[];
  }[];
  /** Parts of the row that no run is of. */
  readonly missing: readonly string[];
}

/** The values of a row's runs in the columns of the paper's table. */
export function ownValues(
  { columns }: PaperTable,
  runs: ReadonlyMap<string | undefined, MeasuredRun>,
): readonly (OwnValue | null)[] {
  return columns.map((column) => valueIn(column, runs));
}

function valueIn(
  { from, unit }: PaperColumn,
  runs: ReadonlyMap<string | undefined, MeasuredRun>,
): OwnValue | null {
  if (from === null) return null;
  // Tables hold shares; papers print percent.
  const scale = unit === undefined ? 100 : 1;
  if (from.type === 'cell') return valueAt(from, runs, scale);
  const values = from.of.map((place) => valueAt(place, runs, scale)).filter((value) => value !== null);
  if (values.length < from.of.length) return null;
  const intervals = values.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  return {
    value: meanOf(values.map(({ value }) => value)),
    // However the runs depend on each other, their mean lies no wider than their intervals on average.
    interval:
      intervals.length < values.length
        ? null
        : [meanOf(intervals.map(([low]) => low)), meanOf(intervals.map(([, high]) => high))],
  };
}

function valueAt(
  place: CellPlace,
  runs: ReadonlyMap<string | undefined, MeasuredRun>,
  scale: number,
): OwnValue | null {
  const run = runs.get(place.part);
  const cell = run === undefined ? undefined : cellAt(run, place);
  if (cell?.value === undefined || cell.value === null) return null;
  const { value, interval, text } = cell;
  return {
    value: value * scale,
    text,
    interval: interval === undefined ? null : [interval[0] * scale, interval[1] * scale],
  };
}

function cellAt({ tables }: MeasuredRun, { table, column, group, row }: CellPlace): Cell | undefined {
  const found = tables.find(({ id }) => id === table);
  const index = found?.columns.findIndex((one) => one.title === column && one.group === group) ?? -1;
  const cells = found?.rows.find((one) => row === undefined || one.some(({ text }) => text === row));
  return index < 0 ? undefined : cells?.[index];
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
