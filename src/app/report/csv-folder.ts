import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CSV_FORMAT } from '../../exports/tables/csv-table.js';
import { writeTables } from '../../exports/tables/write-tables.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import { resultsTable } from '../../report/summary/results-table.js';
import { tableCsv } from '../../report/table-csv.js';

/**
 * Writes what a report shows for spreadsheets and scripts: `results.csv` with a row per run, and the tables of
 * `touchstone export csv`. Files of these names are replaced, others left alone.
 */
export async function writeCsvFolder(
  folder: string,
  report: ReportIndex,
  runs: readonly RunIndex[],
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWholeFile(join(folder, 'results.csv'), tableCsv(resultsTable(report)), { signal });
  const sources = runs.map((index) => ({ type: 'run' as const, name: index.start.run, index }));
  await writeTables({ sources, format: CSV_FORMAT, outDirectory: folder, replace: true, signal });
}
