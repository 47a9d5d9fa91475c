import { dimensionRows, measureDimensions } from '../../benchmarks/dimensions/dimension-measures.js';
import { comparedParts } from '../../benchmarks/dimensions/compared-parts.js';
import { sideBySideTable, type DimensionRun } from '../../benchmarks/dimensions/tables/side-by-side-table.js';
import type { Mode } from '../../domain/mode.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';
import type { Table } from '../../metrics/tables/table.js';

/** What runs in dimensions are compared by. */
interface ComparedDimensions {
  /** Every number side by side. */
  readonly table: Table;
  /** The parts of each run, in the order of the runs. */
  readonly parts: readonly (readonly ComparedPart[])[];
}

/** Runs in dimensions side by side; null where they are none. Scores are read as they are. */
export async function compareDimensions(
  runs: readonly { readonly name: string; readonly index: RunIndex }[],
  options: { readonly mode: Mode; readonly metric: ComparedMetric; readonly signal: AbortSignal },
): Promise<ComparedDimensions | null> {
  const { mode, metric, signal } = options;
  const measured: DimensionRun[] = [];
  const parts: ComparedPart[][] = [];
  for (const { name, index } of runs) {
    const rows = await dimensionRows(readResults(index, mode, { signal }));
    measured.push({ name, measures: measureDimensions(rows, mode) });
    // The main metric of navigation is its completion; questions have none.
    parts.push(comparedParts(rows, { mode, metric: metric === 'main' ? 'completion' : metric }));
  }
  const table = sideBySideTable(measured, `In dimensions, side by side (${mode} mode)`);
  return table === null ? null : { table, parts };
}
