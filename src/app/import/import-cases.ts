import { resolve } from 'node:path';
import { importTestCases } from '../../benchmarks/suite/test-cases/import-test-cases.js';
import type { ImportReport } from '../../formats/results/import-report.js';
import type { ColumnRole } from '../../formats/test-cases/column-roles.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import { requireFolder } from '../settings/require-folder.js';

/** How test cases are read. */
export interface ImportCasesOptions {
  /** Roles of columns whose name does not show it; null: they are left out. */
  readonly columns: ReadonlyMap<string, ColumnRole | null>;
  /** Of CSV files; by the byte order mark, else UTF-8, where it is left out. */
  readonly encoding: string | undefined;
  readonly language: string | null;
  /** Name or module of the plug-in's importer that reads the files; null: Touchstone's own readers. */
  readonly importer: string | null;
  readonly plugins: readonly string[];
  /** Report what would change, write nothing. */
  readonly dryRun: boolean;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/**
 * Makes tasks of a QA team's test cases in the world's folder `out`, or brings them up to date.
 *
 * @throws {UserError | DatasetError} for an importer that there is not, files that cannot be read, and a folder that cannot be written
 */
export async function importCases(
  files: readonly string[],
  out: string,
  { workingDirectory, encoding, importer, plugins, ...how }: ImportCasesOptions,
): Promise<ImportReport> {
  const folder = resolve(workingDirectory, out);
  const named = namedPlugins({ plugins, ...(importer !== null && { importer }) }, null);
  const registry = await openRegistry(named, { workingDirectory });
  if (!how.dryRun) await requireFolder(folder, '--out');
  return importTestCases({
    files: files.map((file) => resolve(workingDirectory, file)),
    folder,
    importer: importer === null ? null : registry.importer(importer),
    ...(encoding !== undefined && { encoding }),
    ...how,
  });
}
