import type { Benchmark } from '../../benchmarks/benchmark.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { FileWriteError } from '../../files/file-write-error.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { GateCheck } from '../../metrics/gate.js';
import { junitXml } from '../../report/junit.js';
import { junitSuite } from '../report/junit-file.js';

/** Writes what a run came to as JUnit XML, one case per task. @throws {FileWriteError} when the file cannot be written */
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
    await writeWholeFile(file, text, { signal });
  } catch (error) {
    if (!(error instanceof FileWriteError)) throw error;
    // The results are in the run; only this file is missing.
    throw new FileWriteError(file, error.cause, {
      hint: `The run is kept; write the file with: touchstone score ${quoteWord(index.directory)} --junit FILE`,
    });
  }
}
