import type { Interval } from '../intervals/interval.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { comparisonInterval, type PairedComparison } from './paired-comparison.js';

/** What the interval of one comparison of a family has to agree with. */
export interface FamilyDecision {
  /** Comparisons that were tested, this one included. */
  readonly tested: number;
  /** Those for which a difference was shown. */
  readonly shown: number;
  readonly isShown: boolean;
}

/**
 * Interval that holds together with those of all other comparisons of the family, in 95 % of such families, and says what
 * Holm's correction says: it leaves 0 out where a difference was shown, and only there. Those that were not shown share the
 * level among themselves, as Holm's last step does; those that were, among all.
 *
 * Source: after Strassburger and Bretz 2008 (compatible simultaneous confidence bounds for the Holm procedure); coverage
 * measured in docs/proofs/coverage.md.
 */
export function simultaneousInterval(
  comparison: Pick<PairedComparison, 'pairs' | 'difference' | 'interval'>,
  { tested, shown, isShown }: FamilyDecision,
): Interval | null {
  const { interval: alone, difference } = comparison;
  if (alone === null || difference === null) return null;
  const sharing = isShown ? tested : tested - shown;
  const interval = sharing <= 1 ? alone : comparisonInterval(comparison, 1 - COMPARISON_LEVEL / sharing);
  if (interval === null) return null;
  const { low, high } = interval;
  if (!isShown) return { low: Math.min(low, 0), high: Math.max(high, 0) };
  return difference > 0 ? { low: Math.max(low, 0), high } : { low, high: Math.min(high, 0) };
}
