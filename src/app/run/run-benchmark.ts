import { resolve } from 'node:path';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { openBenchmark } from './prepare-run.js';
import { readRunRequest } from './run-settings-file.js';

/**
 * The benchmark of a run, opened as the run was asked for; the caller disposes of it.
 *
 * @throws {DatasetError | UserError} when the run does not say how it was asked for, or its data are not there
 */
export async function openRunBenchmark(
  runDirectory: string,
  options: {
    /** Mode to open it in, where it is not the run's. */
    readonly mode?: Mode | null;
    /** Folder with the data, where it is no longer the one the run was made with; absolute. */
    readonly dataDirectory?: string | null;
    readonly signal: AbortSignal;
  },
): Promise<Benchmark> {
  const { signal } = options;
  const { benchmark, settings, workingDirectory } = await readRunRequest(runDirectory, signal);
  const data = options.dataDirectory ?? settings.data;
  const mode = options.mode ?? settings.mode;
  return openBenchmark(
    benchmark,
    { ...settings, data, mode },
    { workingDirectory: resolve(workingDirectory), signal },
  );
}
