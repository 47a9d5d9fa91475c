import { plural } from '../../domain/text/plural.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { TouchstoneError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { junitXml, type JUnitSuite } from '../../report/junit.js';
import { isAccountedFor, plannedResults } from '../results/planned-results.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import { agentLabel } from '../results/agent-label.js';

/**
 * The results of runs as JUnit XML, one suite per run, in the mode each was made in. Runs that cannot be read are left out
 * where there are others, and copies of a run; of an unfinished run whose benchmark cannot be opened, `warn` hears what is missing.
 *
 * @throws {TouchstoneError} when none can be read
 */
export async function junitOfRuns(
  directories: readonly string[],
  options: { readonly warn: (text: string) => void; readonly signal: AbortSignal },
): Promise<string> {
  const { signal } = options;
  const suites: JUnitSuite[] = [];
  const opened: Benchmark[] = [];
  const seen: RunIndex[] = [];
  let firstError: TouchstoneError | null = null;
  try {
    for (const directory of directories) {
      try {
        const index = await indexRun(directory, { signal });
        if (seen.some((other) => isSameRun(other, index))) continue;
        seen.push(index);
        const benchmark = isAccountedFor(index) ? null : await benchmarkOf(index, options);
        if (benchmark !== null) opened.push(benchmark);
        suites.push(junitSuite(index, { mode: index.start.identity.mode, benchmark, signal }));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TouchstoneError)) throw error;
        firstError ??= error;
      }
    }
    if (suites.length === 0 && firstError !== null) throw firstError;
    return await junitXml(suites);
  } finally {
    for (const benchmark of opened) await benchmark[Symbol.asyncDispose]();
  }
}

/**
 * Writes those results to a file, which is there whole or not at all.
 *
 * @throws {TouchstoneError} when no run can be read, or the file cannot be written
 */
export async function writeJUnitFile(
  file: string,
  directories: readonly string[],
  options: { readonly warn: (text: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  await writeWholeFile(file, await junitOfRuns(directories, options));
}

async function benchmarkOf(
  index: RunIndex,
  { warn, signal }: { readonly warn: (text: string) => void; readonly signal: AbortSignal },
): Promise<Benchmark | null> {
  try {
    return await openRunBenchmark(index.directory, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    const missing = index.start.planned - index.items.size;
    warn(
      `the JUnit file lacks ${plural(missing, 'episode')} of ${index.start.run} that ${missing === 1 ? 'was' : 'were'} not run: ${error.message}`,
    );
    return null;
  }
}

/**
 * The results of one run in one mode, with what is worth seeing in CI about it and the `properties`. With its
 * benchmark, items that were not run are among them as skipped.
 */
export function junitSuite(
  index: RunIndex,
  options: {
    readonly mode: Mode;
    readonly benchmark: Benchmark | null;
    readonly properties?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): JUnitSuite {
  const { identity, identityHash, at, run, planned } = index.start;
  const { mode, benchmark, properties, signal } = options;
  const label = agentLabel(index);
  const counts = { planned: String(planned), finished: String(index.items.size) };
  return {
    name: `${identity.benchmark.name} · ${label}`,
    className: `${identity.benchmark.name}.${label}`,
    startedAt: at,
    properties: { run, identityHash, mode, seed: String(identity.seed), ...counts, ...properties },
    results:
      benchmark === null
        ? readResults(index, mode, { signal })
        : plannedResults(index, benchmark, { mode, signal }),
  };
}
