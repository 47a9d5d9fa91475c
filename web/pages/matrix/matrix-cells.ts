import type { RunCard } from '../../../src/report/view/run-card.js';
import { isPartial, isResult, measuredOf, measureOf, type Measure, type Measured } from './measure.js';

/** Runs of one agent at one benchmark in one mode. */
export interface MatrixCell {
  /** Whose result the cell shows: the newest of the whole benchmark, or where there is none the newest. */
  readonly shown: RunCard;
  /** Newest first. */
  readonly others: readonly RunCard[];
}

/** Agents by benchmarks. */
export interface Matrix {
  readonly columns: readonly Measure[];
  readonly rows: readonly { readonly measured: Measured; readonly cells: readonly (MatrixCell | null)[] }[];
  /** Forks, which are no results and in no cell. */
  readonly forks: number;
}

/** One run is one result: nothing is averaged, be it over runs, modes, splits or versions. */
export function matrixOf(runs: readonly RunCard[]): Matrix {
  const columns = new Map<string, Measure>();
  const rows = new Map<string, { readonly measured: Measured; readonly cells: Map<string, RunCard[]> }>();
  for (const run of runs.filter(isResult)) {
    const [measure, measured] = [measureOf(run), measuredOf(run)];
    columns.set(measure.key, measure);
    const row = rows.get(measured.key) ?? { measured, cells: new Map<string, RunCard[]>() };
    rows.set(measured.key, row);
    row.cells.set(measure.key, [...(row.cells.get(measure.key) ?? []), run]);
  }
  const sorted = [...columns.values()].toSorted(byKey);
  return {
    columns: sorted,
    rows: [...rows.values()]
      .toSorted((a, b) => byKey(a.measured, b.measured))
      .map(({ measured, cells }) => ({
        measured,
        cells: sorted.map(({ key }) => cellOf(cells.get(key) ?? [])),
      })),
    forks: runs.filter(({ forkOf }) => forkOf !== null).length,
  };
}

function cellOf(runs: readonly RunCard[]): MatrixCell | null {
  const newest = runs.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1));
  const shown = newest.find((run) => !isPartial(run)) ?? newest[0];
  return shown === undefined ? null : { shown, others: newest.filter((run) => run !== shown) };
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key.localeCompare(b.key, undefined, { numeric: true });
}
