import { CSV_FORMAT } from '../../exports/tables/csv-table.js';
import { PARQUET_FORMAT } from '../../exports/tables/parquet-table.js';
import type { TableFormat } from '../../exports/tables/table-format.js';
import { writeTables } from '../../exports/tables/write-tables.js';
import type { Settings } from '../settings/setting.js';
import { openSources, tableSources, type SourceChoice, type SourceContext } from './export-sources.js';

/** Forms that `touchstone export` writes tables in. */
export const TABLE_FORMATS = { parquet: PARQUET_FORMAT, csv: CSV_FORMAT } satisfies Record<
  string,
  TableFormat
>;

/** Where an export writes, and who follows it. */
export interface ExportOptions extends SourceContext {
  /** Absolute path of the folder. */
  readonly out: string;
  /** Write over files of the same names. */
  readonly replace: boolean;
  /** Called with the number of episodes where it is known; its result is called for each one done. */
  readonly progress: (total: number | null) => { next(): void; end(): void };
}

export interface ExportTablesOptions extends ExportOptions {
  readonly format: keyof typeof TABLE_FORMATS;
}

/**
 * Writes steps, predictions, episodes and scores of the sources as tables.
 *
 * @throws {UserError} for a source that there is not, and a folder that is not empty
 */
export async function exportTables(
  names: readonly string[],
  values: Settings,
  choice: SourceChoice,
  options: ExportTablesOptions,
): Promise<Awaited<ReturnType<typeof writeTables>>> {
  await using opened = await openSources(names, values, choice, options);
  const progress = options.progress(opened.count);
  return await writeTables({
    sources: tableSources(opened.sources),
    format: TABLE_FORMATS[options.format],
    outDirectory: options.out,
    replace: options.replace,
    signal: options.interrupted,
    onEpisode: () => progress.next(),
  }).finally(() => progress.end());
}
