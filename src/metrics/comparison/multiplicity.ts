/**
 * p values corrected so that the chance of even one false finding in the family stays below the level. Same order as
 * given.
 *
 * Source: Holm 1979.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = [...pValues];
  let largest = 0;
  ascending(pValues).forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * p values corrected so that the expected share of false findings among all findings stays below the level. Same order
 * as given.
 *
 * Source: Benjamini and Hochberg 1995.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const adjusted = [...pValues];
  const order = ascending(pValues);
  let smallest = 1;
  for (let rank = order.length - 1; rank >= 0; rank -= 1) {
    const index = order[rank] ?? 0;
    smallest = Math.min(smallest, (pValues[index] ?? 1) * (pValues.length / (rank + 1)));
    adjusted[index] = smallest;
  }
  return adjusted;
}

function ascending(pValues: readonly number[]): number[] {
  return pValues.map((_, index) => index).sort((i, j) => (pValues[i] ?? 0) - (pValues[j] ?? 0));
}
