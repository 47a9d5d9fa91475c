import { exportParquet } from '../../exports/parquet/export-parquet.js';
import type { Settings } from '../settings/setting.js';
import { openSources, parquetSources, type SourceChoice, type SourceContext } from './export-sources.js';

/** Where an export writes, and who follows it. */
export interface ExportOptions extends SourceContext {
  /** Absolute path of the folder. */
  readonly out: string;
  /** Write over files of the same names. */
  readonly replace: boolean;
  /** Called with the number of episodes where it is known; its result is called for each one done. */
  readonly progress: (total: number | null) => { next(): void; end(): void };
}

/**
 * Writes steps, predictions, episodes and scores of the sources as Parquet tables.
 *
 * @throws {UserError} for a source that there is not, and a folder that is not empty
 */
export async function exportTables(
  names: readonly string[],
  values: Settings,
  choice: SourceChoice,
  options: ExportOptions,
): Promise<Awaited<ReturnType<typeof exportParquet>>> {
  await using opened = await openSources(names, values, choice, options);
  const progress = options.progress(opened.count);
  return await exportParquet({
    sources: parquetSources(opened.sources),
    outDirectory: options.out,
    replace: options.replace,
    signal: options.interrupted,
    onEpisode: () => progress.next(),
  }).finally(() => progress.end());
}
