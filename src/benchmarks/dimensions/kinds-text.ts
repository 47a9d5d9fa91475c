/** Kinds of right answers by how often they occur: `continue 749, stop 145`. */
export function kindsText(kinds: ReadonlyMap<string, number>): string {
  return [...kinds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}
