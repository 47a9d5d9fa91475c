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
  const distinct = new Set(ids);
  const sampler = new KeyedSampler(size, seed);
  for (const id of distinct) sampler.add(id);
  return { ids: sampler.ids(), of: distinct.size };
}

/** The same choice among ids that come one after the other: memory holds at most twice as many as are chosen. */
export class KeyedSampler {
  readonly #size: number;
  readonly #seed: number;
  #drawn: { readonly id: string; readonly number: number }[] = [];

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#seed = seed;
  }

  add(id: string): void {
    this.#drawn.push({ id, number: randomStream(this.#seed, id, 'sample').next() });
    if (this.#drawn.length > 2 * this.#size + SLACK) this.#choose();
  }

  /** Those chosen so far, in no order. */
  ids(): ReadonlySet<string> {
    this.#choose();
    return new Set(this.#drawn.map(({ id }) => id));
  }

  #choose(): void {
    // Two ids seldom draw the same; their names decide then, in the order of their UTF-16 units.
    const inOrder = this.#drawn.toSorted(
      (a, b) => a.number - b.number || (a.id < b.id ? -1 : a.id === b.id ? 0 : 1),
    );
    this.#drawn = inOrder.filter(({ id }, index) => id !== inOrder[index - 1]?.id).slice(0, this.#size);
  }
}

/** Ids held beyond a small choice, which is made so much less often. */
const SLACK = 64;
