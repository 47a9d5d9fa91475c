import type { ScreenLooks } from './screen-looks.js';
import { thumbSimilarity } from './screen-thumb.js';
import type { ScreenWords } from './screen-words.js';

/** A recorded state and how like it a screen is, 0-1. */
export interface StateMatch {
  readonly node: number;
  readonly similarity: number;
}

/** Pictures of equal screens differ less than this; of two screens of one app, mostly more. */
const SAME_PICTURE = 0.97;

/**
 * The recorded screens of a world, to find which of them a live one is. Words count the more, the fewer recorded screens say them:
 * what all say tells nothing.
 */
export class StateIndex {
  /** By node, the looks of its screens. */
  readonly #looks: readonly (readonly ScreenLooks[])[];
  readonly #weights = new Map<string, number>();
  readonly #rarest: number;

  constructor(looks: readonly (readonly ScreenLooks[])[]) {
    this.#looks = looks;
    const all = looks.flatMap((screens) => screens.flatMap(({ words }) => words ?? []));
    const counts = new Map<string, number>();
    for (const words of all) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#weights.set(word, Math.log((1 + all.length) / count));
    this.#rarest = Math.log(1 + all.length);
  }

  /** Whether a state has a screen to compare with. */
  has(node: number): boolean {
    return (this.#looks[node] ?? []).some(({ words, thumb }) => words !== null || thumb !== null);
  }

  /** How like a recorded state a screen is, 0-1: the best of its screens. */
  similarity(node: number, looks: ScreenLooks): number {
    let best = 0;
    for (const recorded of this.#looks[node] ?? []) best = Math.max(best, this.#likeness(recorded, looks));
    return best;
  }

  /** Recorded states that are as like the screen as the most like one; empty where no recorded screen can be compared with it. */
  nearest(looks: ScreenLooks): readonly StateMatch[] {
    let best: StateMatch[] = [];
    let similarity = 1e-6;
    for (const node of this.#looks.keys()) {
      const own = this.similarity(node, looks);
      if (own > similarity + 1e-9) {
        best = [{ node, similarity: own }];
        similarity = own;
      } else if (best.length > 0 && own >= similarity - 1e-9) best.push({ node, similarity: own });
    }
    return best;
  }

  /** Looks of a state's screen that is most like this one; null where it has none. */
  closestScreen(node: number, looks: ScreenLooks): ScreenLooks | null {
    let best: { readonly looks: ScreenLooks; readonly likeness: number } | null = null;
    for (const recorded of this.#looks[node] ?? []) {
      const likeness = this.#likeness(recorded, looks);
      if (best === null || likeness > best.likeness) best = { looks: recorded, likeness };
    }
    return best?.looks ?? null;
  }

  #likeness(a: ScreenLooks, b: ScreenLooks): number {
    if (a.words !== null && b.words !== null) return this.#wordLikeness(a.words, b.words);
    if (a.thumb === null || b.thumb === null) return 0;
    return Math.max(0, (thumbSimilarity(a.thumb, b.thumb) - SAME_PICTURE) / (1 - SAME_PICTURE)) ** 0.5;
  }

  /** Weight of what both say, of the weight of what either says; each word as often as it is said. */
  #wordLikeness(a: ScreenWords, b: ScreenWords): number {
    let both = 0;
    let either = 0;
    for (const [word, count] of a) {
      const other = b.get(word) ?? 0;
      const weight = this.#weights.get(word) ?? this.#rarest;
      both += weight * Math.min(count, other);
      either += weight * Math.max(count, other);
    }
    for (const [word, count] of b)
      if (!a.has(word)) either += (this.#weights.get(word) ?? this.#rarest) * count;
    return either === 0 ? 0 : both / either;
  }
}
