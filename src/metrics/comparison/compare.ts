import { holm } from './multiplicity.js';
import { comparePaired, type PairedComparison, type PairedComparisonOptions } from './paired-comparison.js';
import type { ResultRow } from '../result-row.js';

/** Chance of claiming any difference where there is none, over all comparisons made together. */
export const COMPARISON_LEVEL = 0.05;

/** The results of one run under the name it has in tables. */
export interface ComparedRun {
  readonly name: string;
  readonly rows: readonly ResultRow[];
}

/** The conclusion. `a_better` and `b_better` need an interval without 0 and a corrected p value below the level. */
export type Verdict = 'a_better' | 'b_better' | 'not_shown' | 'not_comparable';

/** One comparison of a family, p corrected for the whole family. */
export interface RunComparison extends PairedComparison {
  readonly a: string;
  readonly b: string;
  /** Holm's correction; null where there is no p value. */
  readonly adjustedP: number | null;
  readonly verdict: Verdict;
}

export interface CompareOptions extends PairedComparisonOptions {
  /** Every pair of runs, or each against the first. */
  readonly against?: 'all' | 'first';
}

/** Compares runs pair by pair, earlier against later, and corrects for how many comparisons were made. */
export function compareRuns(runs: readonly ComparedRun[], options: CompareOptions = {}): RunComparison[] {
  const raw = runs.flatMap((a, index) =>
    index > 0 && options.against === 'first'
      ? []
      : runs
          .slice(index + 1)
          .map((b) => ({ a: a.name, b: b.name, ...comparePaired(a.rows, b.rows, options) })),
  );
  return corrected(raw);
}

/** A family of comparisons with p corrected over all of it, and the conclusion of each. */
export function corrected<C extends PairedComparison>(
  family: readonly C[],
): (C & { readonly adjustedP: number | null; readonly verdict: Verdict })[] {
  const adjusted = holm(family.map(({ p }) => p).filter((p) => p !== null));
  let next = 0;
  return family.map((comparison) => {
    const adjustedP = comparison.p === null ? null : (adjusted[next++] ?? null);
    return { ...comparison, adjustedP, verdict: verdictOf(comparison, adjustedP) };
  });
}

function verdictOf({ difference, interval }: PairedComparison, adjustedP: number | null): Verdict {
  if (difference === null) return 'not_comparable';
  if (interval === null || adjustedP === null) return 'not_shown';
  const holdsZero = interval.low <= 0 && interval.high >= 0;
  if (holdsZero || adjustedP >= COMPARISON_LEVEL) return 'not_shown';
  return difference > 0 ? 'b_better' : 'a_better';
}
