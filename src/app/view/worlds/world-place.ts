import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchmarkDefinition } from '../../../benchmarks/benchmark.js';
import { OWN_PACKAGE } from '../../../own-package.js';
import { namedPlugins } from '../../trust/named-plugins.js';
import { readRunRequest } from '../../run/run-settings-file.js';

/** Where the world of a run is, and how it is checked. */
export interface WorldPlace {
  /** As commands take it: a name, or an absolute folder. */
  readonly benchmark: string;
  /** Absolute; null where the world comes with its benchmark. */
  readonly data: string | null;
  /** Absolute; null where it is not known. */
  readonly folder: string | null;
  readonly mode: string | null;
  /** The user's own, named in a run of theirs: side-files may be written into it. */
  readonly isOwn: boolean;
  /** Code of others belongs to it. */
  readonly hasPlugins: boolean;
}

/** @throws {UserError | DatasetError} where the run does not say how it was asked for */
export async function worldPlace(
  runDirectory: string,
  definition: BenchmarkDefinition,
  options: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Promise<WorldPlace> {
  const request = await readRunRequest(runDirectory, options.signal);
  const { settings, workingDirectory } = request;
  const data = settings.data === null ? null : resolve(workingDirectory, settings.data);
  const folder = data ?? definition.folder ?? null;
  const isBundled = folder === null || `${folder}${sep}`.startsWith(fileURLToPath(OWN_PACKAGE));
  return {
    benchmark: definition.name,
    data,
    folder,
    mode: settings.mode,
    isOwn: !isBundled && (await request.isOwn(options.environment)),
    hasPlugins: namedPlugins({ plugins: settings.plugins }, request.benchmark).length > 0,
  };
}
