import type { Interval } from '../intervals/interval.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { comparisonInterval, type PairedComparison } from './paired-comparison.js';

/** Whether a difference is shown to be too small to matter; differences are b less a, on the 0–1 scale. */
export interface Equivalence {
  /** The largest difference that does not matter, chosen beforehand. */
  readonly margin: number;
  /** The interval whose ends are compared with the margin: 90 % for one comparison, wider for several. */
  readonly interval: Interval;
  /** Neither is better by the margin or more. */
  readonly isEquivalent: boolean;
  /** b is not worse by the margin or more. */
  readonly isNotWorse: boolean;
  /** b is not better by the margin or more. */
  readonly isNotBetter: boolean;
}

/**
 * Two one-sided tests against `margin`, each at 5 % over the family (Bonferroni): equivalent where both find the difference
 * within it. That no difference was shown is no such finding. Null where there is no interval.
 *
 * Source: Schuirmann 1987 (two one-sided tests).
 */
export function equivalenceOf(
  comparison: Pick<PairedComparison, 'pairs' | 'interval'>,
  { margin, family }: { readonly margin: number; readonly family: number },
): Equivalence | null {
  if (comparison.interval === null) return null;
  const interval = comparisonInterval(comparison, 1 - (2 * COMPARISON_LEVEL) / family);
  if (interval === null) return null;
  const [isNotWorse, isNotBetter] = [interval.low > -margin, interval.high < margin];
  return { margin, interval, isEquivalent: isNotWorse && isNotBetter, isNotWorse, isNotBetter };
}
