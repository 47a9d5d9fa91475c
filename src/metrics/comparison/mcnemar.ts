import { incompleteBeta } from '../distributions/incomplete-beta.js';

/**
 * Two-sided exact p value that two agents succeed equally often, from the pairs on which they disagree: `onlyA` where
 * only the first succeeded, `onlyB` where only the second did. 1 when they never disagree.
 *
 * Source: McNemar 1947, exact binomial form.
 */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  const pairs = onlyA + onlyB;
  const fewer = Math.min(onlyA, onlyB);
  if (fewer * 2 === pairs) return 1;
  // P(X <= fewer) of a fair binomial is I_1/2(pairs - fewer, fewer + 1).
  return Math.min(1, 2 * incompleteBeta(0.5, pairs - fewer, fewer + 1));
}
