import { exactSum } from '../exact-sum.js';
import { clusterMeans, totalWeight, weightedMean, type ClusteredValue } from './clustered-values.js';
import { withoutRounding } from './effective-items.js';
import { DEFAULT_CONFIDENCE, type Interval } from './interval.js';
import { HALF_AN_ITEM, tangoInterval } from './tango.js';

/** What paired differences in -1 to 1 are worth, as pairs of single tries that came out -1, 0 or 1. */
export interface EffectivePairs {
  /** Mean difference; null without any. */
  readonly mean: number | null;
  readonly pairs: number;
  /** How many of them the first and the second won; fractions are usual. */
  readonly onlyA: number;
  readonly onlyB: number;
}

/**
 * The number of pairs of single tries whose mean difference would vary as much as that of these differences does, clusters
 * (tasks, questions, apps) being the independent units. Differences of -1, 0 and 1 are worth themselves. One cluster is made up
 * for the spread alone, half won by each side, for the reason that `effectiveItems` gives; two would cover no more and be wider.
 *
 * Source: Kish 1965 (design effect); Agresti and Min 2005 (made-up pairs).
 */
export function effectivePairs(differences: readonly ClusteredValue[]): EffectivePairs {
  if (differences.length === 0) return { mean: null, pairs: 0, onlyA: 0, onlyB: 0 };
  const means = clusterMeans(differences);
  const all = totalWeight(differences);
  const mean = weightedMean(differences);
  const shareA = exactSum(differences.map(({ value, weight = 1 }) => weight * Math.max(0, -value))) / all;
  const shareB = exactSum(differences.map(({ value, weight = 1 }) => weight * Math.max(0, value))) / all;
  const squaredWeights = exactSum(means.map(({ weight }) => weight * weight));
  const clusterCount = withoutRounding(1 / squaredWeights);
  const madeUp = squaredWeights / means.length;
  const shrunken = (mean * clusterCount) / (clusterCount + 1);
  const around = (squaredWeights + madeUp) * shrunken * shrunken;
  // Sums of squares less what the mean explains: of the clusters as they are, and if each were single tries of one kind.
  const spread = exactSum(means.map((group) => (group.weight * group.mean) ** 2)) + madeUp - around;
  const widest = squaredWeights * (shareA + shareB) + madeUp - around;
  const pairs = withoutRounding(clusterCount * Math.max(1, widest / spread));
  return {
    mean,
    pairs,
    onlyA: withoutRounding(shareA * pairs),
    onlyB: withoutRounding(shareB * pairs),
  };
}

/** Interval of a mean paired difference: Tango's over what the differences are worth, with the correction for counts. */
export function pairedInterval(
  differences: readonly ClusteredValue[],
  confidence = DEFAULT_CONFIDENCE,
): Interval | null {
  const { pairs, onlyA, onlyB } = effectivePairs(differences);
  return tangoInterval(onlyA, onlyB, pairs, confidence, HALF_AN_ITEM);
}
