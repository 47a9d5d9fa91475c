/** How often each value occurs, in the order of first occurrence (whole numbers ascending). */
export function countBy<K extends string | number>(values: readonly K[]): Record<K, number> {
  const counts = new Map<K, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // The keys are those of the map, all of type K.
  return Object.fromEntries(counts) as Record<K, number>;
}
