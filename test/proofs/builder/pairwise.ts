/** Pairs that are one by both, by the one alone and by the other alone. */
export interface Pairwise {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** How well groups agree with the true ones, over pairs of things. */
export function pairwise(found: readonly number[], truth: readonly number[]): Pairwise {
  const both = pairsWithin(found.map((state, index) => `${state} ${truth[index] ?? ''}`));
  const [ofFound, ofTruth] = [pairsWithin(found), pairsWithin(truth)];
  const precision = ofFound === 0 ? 1 : both / ofFound;
  const recall = ofTruth === 0 ? 1 : both / ofTruth;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function pairsWithin(groups: readonly (number | string)[]): number {
  const counts = new Map<number | string, number>();
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  let pairs = 0;
  for (const count of counts.values()) pairs += (count * (count - 1)) / 2;
  return pairs;
}
