/** Agreement of two raters, and what chance alone would give. */
export interface Agreement {
  readonly n: number;
  /** Null when chance alone already agrees fully, or nothing was rated. */
  readonly kappa: number | null;
  readonly observed: number | null;
  readonly expected: number | null;
}

/**
 * How far two raters agree beyond chance: 1 fully, 0 as chance would, below 0 less. The lists are equally long.
 *
 * Source: Cohen 1960.
 */
export function cohenKappa(x: readonly string[], y: readonly string[]): Agreement {
  const n = x.length;
  if (n === 0) return { n, kappa: null, observed: null, expected: null };
  const countX = new Map<string, number>();
  const countY = new Map<string, number>();
  let equal = 0;
  x.forEach((label, index) => {
    const other = y[index] ?? '';
    if (label === other) equal += 1;
    countX.set(label, (countX.get(label) ?? 0) + 1);
    countY.set(other, (countY.get(other) ?? 0) + 1);
  });
  // Counted in whole numbers up to the last division, so that "exactly 1" is exact.
  let products = 0;
  for (const [label, count] of countX) products += count * (countY.get(label) ?? 0);
  const observed = equal / n;
  const expected = products / (n * n);
  const kappa = products === n * n ? null : (equal * n - products) / (n * n - products);
  return { n, kappa, observed, expected };
}
