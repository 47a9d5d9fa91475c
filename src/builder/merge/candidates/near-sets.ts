/** Two sets by their places, the earlier first. */
export type Pair = readonly [number, number];

/**
 * All pairs of sets that have at least so much in common (intersection over union), without comparing all: two sets that near share one of
 * their rarest tokens, so that only those that do are compared. Exact.
 *
 * Source: prefix filtering (Chaudhuri et al. 2006; Bayardo et al. 2007).
 *
 * @param sets sorted numbers, each once
 * @param limit 0-1, not 0
 */
export function nearSets(sets: readonly Int32Array[], limit: number): Pair[] {
  const frequencies = new Map<number, number>();
  for (const set of sets) {
    for (const token of set) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  }
  const byRarity = [...frequencies.keys()].toSorted(
    (a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0) || a - b,
  );
  const rank = new Map(byRarity.map((token, index) => [token, index]));
  const ranked = sets.map((set) => Int32Array.from(set, (token) => rank.get(token) ?? 0).sort());
  const order = ranked.map((_, index) => index).toSorted((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  function lengthOf(place: number): number {
    return ranked[place]?.length ?? 0;
  }

  const index = new Map<number, number[]>();
  const pairs: Pair[] = [];
  const tried = new Int32Array(sets.length).fill(-1);
  for (const place of order) {
    const set = ranked[place];
    if (set === undefined) continue;
    const least = Math.ceil(limit * set.length - 1e-9);
    for (let at = 0; at <= set.length - least && at < set.length; at += 1) {
      const token = set[at] ?? 0;
      const others = index.get(token);
      if (others === undefined) {
        index.set(token, [place]);
        continue;
      }
      for (const other of others) {
        if (tried[other] === place || other === place) continue;
        tried[other] = place;
        const smaller = ranked[other];
        if (smaller === undefined || smaller.length < least) continue;
        if (isNear(smaller, set, limit)) pairs.push(other < place ? [other, place] : [place, other]);
      }
      others.push(place);
    }
  }
  // Sets without tokens are all alike, and share none.
  const empty = ranked.flatMap((set, place) => (set.length === 0 ? [place] : []));
  for (const [number, first] of empty.entries()) {
    for (const second of empty.slice(number + 1)) pairs.push([first, second]);
  }
  return pairs.toSorted(([a, b], [c, d]) => a - c || b - d);
}

/** Gives up as soon as what is left cannot make up for what is missing. */
function isNear(a: Int32Array, b: Int32Array, limit: number): boolean {
  const needed = (limit / (1 + limit)) * (a.length + b.length) - 1e-9;
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (common + Math.min(a.length - i, b.length - j) < needed) return false;
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) common += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return common >= needed;
}
