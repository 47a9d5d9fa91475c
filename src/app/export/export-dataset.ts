import { resolve } from 'node:path';
import type { DatasetExport } from '../../benchmarks/dataset-export.js';
import type { SourceExport } from '../../benchmarks/source-export.js';
import { UserError } from '../../errors.js';
import type { TrainingFormat } from '../../exports/training/training-format.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { TRAINING_FORMATS } from '../../registry/training-formats.js';
import type { Settings } from '../settings/setting.js';

/**
 * What `touchstone export` writes: formats of trainers, and forms of single benchmarks.
 *
 * @param named formats of plug-ins that the user named
 * @throws {UserError} for two of one name
 */
export function exportFormats(named: readonly TrainingFormat[] = []): {
  readonly training: readonly TrainingFormat[];
  readonly own: readonly { readonly benchmark: string; readonly format: DatasetExport }[];
  /** Forms of single benchmarks that episodes of any source are written in. */
  readonly fromSources: readonly SourceExport[];
} {
  const own = [...BENCHMARKS.values()].flatMap(({ name, exports = [] }) =>
    exports.map((format) => ({ benchmark: name, format })),
  );
  const fromSources = [...BENCHMARKS.values()].flatMap(({ sourceExports = [] }) => sourceExports);
  const taken = new Set([
    'parquet',
    'csv',
    ...TRAINING_FORMATS.map(({ name }) => name),
    ...own.map(({ format }) => format.name),
    ...fromSources.map(({ name }) => name),
  ]);
  for (const { name } of named) {
    if (taken.has(name)) {
      throw new UserError(
        `an exporter of a plug-in is named ${JSON.stringify(name)}, as one of Touchstone's is`,
        {
          hint: 'Give it another name.',
        },
      );
    }
    taken.add(name);
  }
  return { training: [...TRAINING_FORMATS, ...named], own, fromSources };
}

/** Where a benchmark's own form is written, and how. */
export interface ExportDatasetOptions {
  readonly out: string;
  /** The form's own switches, as given. */
  readonly switches: Readonly<Record<string, unknown>>;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

/**
 * Writes a benchmark's data in a form of its own.
 *
 * @throws {UserError} when its data are not named
 */
export async function exportDataset(
  benchmark: string,
  form: DatasetExport,
  { data, split, level, mode, seed }: Settings,
  { out, workingDirectory, ...how }: ExportDatasetOptions,
): ReturnType<DatasetExport['write']> {
  if (data === null) {
    throw new UserError(`${benchmark} needs its data`, { hint: 'Name its folder with --data.' });
  }
  return form.write({
    dataDirectory: resolve(workingDirectory, data),
    outDirectory: resolve(workingDirectory, out),
    split,
    level,
    mode,
    seed,
    workingDirectory,
    ...how,
  });
}
