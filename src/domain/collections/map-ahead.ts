/**
 * Maps items in order, with up to `ahead` of them begun before the first is done: reading files for one overlaps with
 * working on another.
 */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T>,
  ahead: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for await (const item of items) {
    const result = map(item);
    // Whoever waits for it gets its error; until then nobody does.
    result.catch(() => undefined);
    begun.push(result);
    if (begun.length >= ahead) yield (await begun.shift()) as R;
  }
  for (const result of begun) yield await result;
}
