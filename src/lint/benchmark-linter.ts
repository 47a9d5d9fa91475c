import type { FindingRule } from '../domain/finding.js';
import type { LintReport } from '../formats/lint/lint-report.js';
import type { LintOptions } from './lint-options.js';

/** Looks for defects in a benchmark's data. */
export interface BenchmarkLinter {
  /** Whether a folder holds its data, so that the benchmark need not be named. */
  recognises?(folder: string): boolean;
  /** Rules for its data alone, in addition to those that all share (`RULES`). */
  readonly rules?: readonly FindingRule[];
  /**
   * Everything that is wrong with the data in a folder.
   *
   * @throws {NotABenchmarkError | DatasetError} when they cannot be checked at all
   */
  lint(folder: string, options: LintOptions): Promise<LintReport>;
}
