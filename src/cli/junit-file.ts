import type { Mode } from '../domain/mode.js';
import { TouchstoneError } from '../errors.js';
import { readResults } from '../formats/run/read-results.js';
import { indexRun } from '../formats/run/run-index.js';
import type { RunIndex } from '../formats/run/run-index.js';
import { junitXml } from '../report/junit.js';
import type { JUnitSuite } from '../report/junit.js';
import { agentLabel } from './run-tables.js';

/**
 * The results of runs as JUnit XML, one suite per run, in the mode each was made in. Runs that cannot be read are left out
 * where there are others.
 *
 * @throws {TouchstoneError} when none can be read
 */
export async function junitOfRuns(
  directories: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<string> {
  const suites: JUnitSuite[] = [];
  let firstError: TouchstoneError | null = null;
  for (const directory of directories) {
    try {
      const index = await indexRun(directory, options);
      suites.push(junitSuite(index, { ...options, mode: index.start.identity.mode }));
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      firstError ??= error;
    }
  }
  if (suites.length === 0 && firstError !== null) throw firstError;
  return junitXml(suites);
}

/** The results of one run in one mode, with what is worth seeing in CI about it and what else `properties` says. */
export function junitSuite(
  index: RunIndex,
  options: {
    readonly mode: Mode;
    readonly properties?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): JUnitSuite {
  const { identity, identityHash, at, run } = index.start;
  const { mode, properties, signal } = options;
  const label = agentLabel(index);
  return {
    name: `${identity.benchmark.name} · ${label}`,
    className: `${identity.benchmark.name}.${label}`,
    startedAt: at,
    properties: { run, identityHash, mode, seed: String(identity.seed), ...properties },
    results: readResults(index, mode, { signal }),
  };
}
