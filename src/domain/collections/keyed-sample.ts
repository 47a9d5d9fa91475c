import { randomStream } from '../random.js';

/** A choice of some among many, and how many it was made from. */
export interface KeyedSample {
  /** In no order; all where no more than `size` were there. */
  readonly ids: ReadonlySet<string>;
  readonly of: number;
}

/**
 * A random choice of `size` distinct ids. Each id draws a number of its own, by seed and id alone, and the smallest are
 * taken: so neither the order of the ids nor what else is among them changes which of two comes first, and a smaller sample
 * is part of a larger one.
 */
export function keyedSample(ids: Iterable<string>, size: number, seed: number): KeyedSample {
  const drawn = [...new Set(ids)].map((id) => ({ id, number: randomStream(seed, id, 'sample').next() }));
  // Two ids seldom draw the same; their names decide then, in the order of their UTF-16 units.
  drawn.sort((a, b) => a.number - b.number || (a.id < b.id ? -1 : 1));
  return { ids: new Set(drawn.slice(0, size).map(({ id }) => id)), of: drawn.length };
}
