/** An entry of a list that could not be used. */
interface BrokenEntry {
  /** The id it gives itself, if any. */
  readonly id: string | null;
  /** Where it stands in the list, from 0. */
  readonly index: number;
}

/**
 * Broken entries under ids by which they can be listed beside the sound ones: its own where nobody else has it, its
 * position in the file (`#3`) otherwise, so that no two are alike.
 */
export function withOwnIds<E extends BrokenEntry>(
  entries: readonly E[],
  sound: Iterable<string>,
): (Omit<E, 'id' | 'index'> & { readonly id: string })[] {
  const taken = new Set(sound);
  return entries.map(({ id, index, ...rest }) => {
    let free = id !== null && !taken.has(id) ? id : `#${index + 1}`;
    while (taken.has(free)) free = `#${free}`;
    taken.add(free);
    return { ...rest, id: free };
  });
}
