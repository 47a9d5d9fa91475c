import { resolve } from 'node:path';
import type { Benchmark, BenchmarkDefinition, Recordings } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import { lintRecordedEpisodes } from '../../lint/recordings/lint-recorded-episodes.js';
import type { LintRequest } from './lint-request.js';

/**
 * Lints the episodes of a benchmark of recordings: all there are, or the test side of the split that was named.
 *
 * @throws {UserError} for a benchmark without recordings, {DatasetError} for data that cannot be used at all
 */
export async function lintRecordings(
  definition: BenchmarkDefinition,
  request: LintRequest,
): Promise<LintReport> {
  const { data, workingDirectory, signal } = request;
  if (definition.needsData && data === null) {
    throw new UserError(`${definition.name} needs its data`, { hint: 'Name the folder with --data.' });
  }
  const folder = resolve(workingDirectory, data ?? '.');
  const split = request.split ?? wholeSplit(definition);
  await using benchmark = await definition.open({
    dataDirectory: folder,
    mode: request.mode ?? definition.defaultMode,
    ...(split === null ? {} : { split }),
    signal,
  });
  if (!hasRecordings(benchmark)) {
    throw new UserError(`${definition.name} has no recorded episodes, and so nothing to lint`, {
      hint: 'Items that cannot be read are voided, with the reason, when it is run.',
    });
  }
  const progress = request.onEpisodes?.(benchmark.recordings.count);
  try {
    return await lintRecordedEpisodes(benchmark, {
      folder,
      isWhole: split === WHOLE,
      pictures: request.pictures !== false,
      ...(request.reviews == null ? {} : { reviews: resolve(workingDirectory, request.reviews) }),
      onEpisode: () => progress?.next(),
      signal,
    });
  } finally {
    progress?.end();
  }
}

const WHOLE = 'all';

/** The split that has every episode, where there is one; null leaves the choice to the benchmark. */
export function wholeSplit({ splits }: BenchmarkDefinition): string | null {
  return splits.includes(WHOLE) ? WHOLE : null;
}

/** Whether a benchmark is one of recorded episodes. */
export function hasRecordings(
  benchmark: Benchmark,
): benchmark is Benchmark & { readonly recordings: Recordings } {
  return benchmark.recordings !== undefined;
}
