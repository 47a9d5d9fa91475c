/**
 * A reader that keeps what it read last, for items, environments and scoring that ask for the same episode one after the
 * other. What fails is not kept.
 *
 * @param most how many are kept
 */
export function keepLatest<T>(most: number, read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const kept = new Map<string, T>();
  return async (id) => {
    const known = kept.get(id);
    const value = known ?? (await read(id));
    // The one used last comes last.
    kept.delete(id);
    kept.set(id, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return value;
  };
}
