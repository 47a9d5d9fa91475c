/** An entry of a list that could not be used. */
interface BrokenEntry {
  /** The id it gives itself, if any. */
  readonly id: string | null;
  /** Where it stands in the list, from 0. */
  readonly index: number;
}

/**
 * Gives broken entries ids that are unique among all entries, so that they can be listed with the sound ones: the
 * entry's own where no other has it, else its position in the file (`#3`).
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
