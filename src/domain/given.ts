/** The entries of a list whose condition holds: `given([a, isKnown && b])` is `[a, b]` or `[a]`. */
export function given<T>(entries: readonly (T | false)[]): T[] {
  return entries.filter((entry): entry is T => entry !== false);
}
