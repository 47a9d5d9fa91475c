import { dimensionRows, measureDimensions } from '../benchmarks/dimensions/dimension-measures.js';
import { sideBySideTable } from '../benchmarks/dimensions/side-by-side-table.js';
import type { DimensionRun } from '../benchmarks/dimensions/side-by-side-table.js';
import type { Mode } from '../domain/mode.js';
import { readResults } from '../formats/run/read-results.js';
import type { RunIndex } from '../formats/run/run-index.js';
import type { Table } from '../metrics/table.js';

/** Runs in dimensions side by side; null where they are none. Scores are read as they are. */
export async function compareDimensions(
  runs: readonly { readonly name: string; readonly index: RunIndex }[],
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<Table | null> {
  const measured: DimensionRun[] = [];
  for (const { name, index } of runs) {
    const rows = await dimensionRows(readResults(index, mode, { signal }));
    measured.push({ name, measures: measureDimensions(rows, mode) });
  }
  return sideBySideTable(measured, `In dimensions, side by side (${mode} mode)`);
}
