import type { ReportRun } from '../view/report-run.js';

/** The k of pass@k and pass^k over several runs. */
export interface PassHeading {
  /** What stands for k in the heading: the number that all runs share, or `k`. */
  readonly k: string;
  /** What a run's own number needs beside it: its k, where runs differ in it. */
  readonly suffixOf: (run: Pick<ReportRun, 'summary'>) => string;
}

/** How tables of several runs name k; null where no run repeats its tasks. */
export function passHeading(
  runs: readonly Pick<ReportRun, 'summary' | 'inDimensions'>[],
): PassHeading | null {
  const ks = new Set(
    runs
      .filter(({ inDimensions, summary }) => !inDimensions && summary.passRepeats > 1)
      .map(({ summary }) => summary.passRepeats),
  );
  const [first] = ks;
  if (first === undefined) return null;
  if (ks.size === 1) return { k: String(first), suffixOf: () => '' };
  return {
    k: 'k',
    suffixOf: ({ summary }) => (summary.passRepeats > 1 ? ` (k ${summary.passRepeats})` : ''),
  };
}
