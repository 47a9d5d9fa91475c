import { holm } from './multiplicity.js';
import type { Interval } from '../intervals/interval.js';
import { equivalenceOf, type Equivalence } from './equivalence.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { comparePaired, type PairedComparison, type PairedComparisonOptions } from './paired-comparison.js';
import { simultaneousInterval } from './simultaneous-interval.js';
import type { ResultRow } from '../result-row.js';

/** The results of one run under the name it has in tables. */
export interface ComparedRun {
  readonly name: string;
  readonly rows: readonly ResultRow[];
}

/** The conclusion. `a_better` and `b_better` need an interval without 0 and a corrected p value below the level. */
export type Verdict = 'a_better' | 'b_better' | 'not_shown' | 'not_comparable';

/** What only the whole family of comparisons tells of one. */
export interface FamilyFindings {
  /** Holm's correction; null where there is no p value. */
  readonly adjustedP: number | null;
  readonly verdict: Verdict;
  /** Interval that holds together with those of all others, and agrees with the verdict. */
  readonly simultaneous: Interval | null;
  /** Null unless a margin was asked for. */
  readonly equivalence: Equivalence | null;
}

/** One comparison of a family, p corrected for the whole family. */
export interface RunComparison extends PairedComparison, FamilyFindings {
  readonly a: string;
  readonly b: string;
}

/** Which runs are compared: every pair, each with the first, or each with the one of this name. */
export type Against = 'all' | 'first' | { readonly run: string };

export interface CompareOptions extends Omit<PairedComparisonOptions, 'family'> {
  readonly against?: Against;
  /** The largest difference that does not matter, 0–1: whether two runs are shown to be within it. */
  readonly margin?: number;
}

/** The pairs of runs that are compared; the earlier run is the base of each. */
export function pairsOf<R extends { readonly name: string }>(
  runs: readonly R[],
  against: Against = 'all',
): (readonly [base: R, other: R])[] {
  const one = against === 'first' ? runs[0]?.name : against === 'all' ? null : against.run;
  return runs.flatMap((a, index) =>
    runs
      .slice(index + 1)
      .filter((b) => one === null || a.name === one || b.name === one)
      .map((b) => [a, b] as const),
  );
}

/** Compares runs pair by pair, earlier against later, and corrects for how many comparisons were made. */
export function compareRuns(runs: readonly ComparedRun[], options: CompareOptions = {}): RunComparison[] {
  const pairs = pairsOf(runs, options.against);
  const raw = pairs.map(([a, b]) => ({
    a: a.name,
    b: b.name,
    ...comparePaired(a.rows, b.rows, { ...options, family: pairs.length }),
  }));
  return corrected(raw, options);
}

/** A family of comparisons with p corrected over all of it, and the conclusion of each. */
export function corrected<C extends PairedComparison>(
  family: readonly C[],
  { margin }: { readonly margin?: number } = {},
): (C & FamilyFindings)[] {
  const adjusted = holm(family.map(({ p }) => p).filter((p) => p !== null));
  const tested = adjusted.length;
  let next = 0;
  const decided = family.map((comparison) => {
    const adjustedP = comparison.p === null ? null : (adjusted[next++] ?? null);
    const verdict = verdictOf(comparison, adjustedP);
    return { comparison, adjustedP, verdict, isShown: verdict === 'a_better' || verdict === 'b_better' };
  });
  const shown = decided.filter(({ isShown }) => isShown).length;
  return decided.map(({ comparison, adjustedP, verdict, isShown }) => ({
    ...comparison,
    adjustedP,
    verdict,
    simultaneous: simultaneousInterval(comparison, { tested, shown, isShown }),
    equivalence: margin === undefined ? null : equivalenceOf(comparison, { margin, family: tested }),
  }));
}

function verdictOf({ difference, interval }: PairedComparison, adjustedP: number | null): Verdict {
  if (difference === null) return 'not_comparable';
  if (interval === null || adjustedP === null) return 'not_shown';
  const holdsZero = interval.low <= 0 && interval.high >= 0;
  if (holdsZero || adjustedP >= COMPARISON_LEVEL) return 'not_shown';
  return difference > 0 ? 'b_better' : 'a_better';
}
