import { incompleteBeta } from '../distributions/incomplete-beta.js';
import { mcnemarExact } from './mcnemar.js';

/** Standard deviations beyond which numbers of differing items are left out: a chance below 1e-9 together. */
const FAR = 6.5;

export interface McNemarDesign {
  /** Items, each tried once by both. */
  readonly n: number;
  /** Share of them that comes out differently, at least as large as `difference`. */
  readonly discordant: number;
  /** True difference of the two success rates, 0–1. */
  readonly difference: number;
  /** Level of the test: that of a whole family divided by its comparisons where there are several. */
  readonly level: number;
}

/**
 * Chance that the exact two-sided McNemar test comes out below its level, whichever side is ahead. `criticalCounts` of the
 * level may be given where several designs are asked about.
 */
export function mcnemarPower(
  { n, discordant, difference, level }: McNemarDesign,
  critical: readonly (number | null)[] = criticalCounts(n, level),
): number {
  const lean = discordant === 0 ? 0.5 : (discordant + difference) / (2 * discordant);
  const centre = n * discordant;
  const reach = FAR * Math.sqrt(centre * (1 - discordant)) + 2;
  const [first, last] = [Math.max(0, Math.floor(centre - reach)), Math.min(n, Math.ceil(centre + reach))];
  let power = 0;
  let below = atMost(first - 1, n, discordant);
  for (let differing = first; differing <= last; differing += 1) {
    const upTo = atMost(differing, n, discordant);
    const most = critical[differing] ?? null;
    if (most !== null) {
      const found = atMost(most, differing, lean) + atMost(most, differing, 1 - lean);
      power += (upTo - below) * found;
    }
    below = upTo;
  }
  return power;
}

/**
 * For 0 to `n` items that differ, the most of them that the side behind may win and the test still finds a difference; null
 * where none will do. One item more lets it win one more at most.
 */
export function criticalCounts(n: number, level: number): (number | null)[] {
  const counts: (number | null)[] = [];
  let most = -1;
  for (let differing = 0; differing <= n; differing += 1) {
    if (mcnemarExact(most + 1, differing - most - 1) < level) most += 1;
    counts.push(most < 0 ? null : most);
  }
  return counts;
}

/** P(X <= k) of a binomial. */
function atMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1);
}
