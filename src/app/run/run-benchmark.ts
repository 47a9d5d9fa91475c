import { resolve } from 'node:path';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { AppContext } from '../app-context.js';
import { requireOwnPlugins } from '../trust/trust-run.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openNamed, type OpenedBenchmark } from './prepare-run.js';
import { readRunRequest } from './run-settings-file.js';

/**
 * The benchmark of a run, opened as the run was asked for; the caller disposes of it.
 *
 * @throws {DatasetError | UserError} when the run does not hold how it was asked for, or its data are not there
 */
export async function openRunBenchmark(runDirectory: string, options: OpenRunOptions): Promise<Benchmark> {
  return (await openOfRun(runDirectory, options)).benchmark;
}

export interface OpenRunOptions {
  /** Mode to open it in, where it is not the run's. */
  readonly mode?: Mode | null;
  /** Folder with the data, where it is no longer the one the run was made with; absolute. */
  readonly dataDirectory?: string | null;
  /** Names the user's own folder; the process's unless given. */
  readonly environment?: AppContext['environment'];
  readonly signal: AbortSignal;
}

/** As `openRunBenchmark`, with the definition. */
export async function openOfRun(runDirectory: string, options: OpenRunOptions): Promise<OpenedBenchmark> {
  const { signal } = options;
  const request = await readRunRequest(runDirectory, signal);
  const { benchmark, settings, workingDirectory } = request;
  const data = options.dataDirectory ?? settings.data;
  const mode = options.mode ?? settings.mode;
  const needsPlugins = namedPlugins({ plugins: settings.plugins }, benchmark).length > 0;
  if (needsPlugins) await requireOwnPlugins(request, options.environment ?? process.env);
  return openNamed(
    benchmark,
    { ...settings, data, mode },
    {
      workingDirectory: resolve(workingDirectory),
      // Nothing but what the run itself was made with is loaded for it.
      ...(needsPlugins ? { recorded: (await indexRun(runDirectory, { signal })).start.identity } : {}),
      signal,
    },
  );
}
