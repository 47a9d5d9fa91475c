import { writeFile } from 'node:fs/promises';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { GateCheck } from '../../metrics/gate.js';
import { junitXml } from '../../report/junit.js';
import { junitSuite } from '../report/junit-file.js';

/** Writes what a run came to as JUnit XML, one case per task. @throws {UserError} when the file cannot be written */
export async function writeJUnit(
  file: string,
  index: RunIndex,
  options: {
    /** The run's, open. */
    readonly benchmark: Benchmark;
    readonly checks: readonly GateCheck[];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { benchmark, checks, signal } = options;
  const properties = Object.fromEntries(checks.map(({ gate, sentence }) => [gate, sentence]));
  const text = await junitXml([junitSuite(index, { mode: benchmark.mode, benchmark, properties, signal })]);
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new UserError(
      `${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
        hint: `The run is kept; write the file with: touchstone score ${index.directory} --junit FILE`,
      },
    );
  }
}
