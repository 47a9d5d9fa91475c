import type { Offer, OfferKind } from './screen-sketch.js';

/** What came of trying something. */
export type Outcome =
  /** A page of a kind that was not there before. */
  | 'new-page'
  /** A new state of a page that is known. */
  | 'new-state'
  | 'known'
  | 'nothing';

/** Worth of an outcome, 0-1. */
const WORTH: Readonly<Record<Outcome, number>> = { 'new-page': 1, 'new-state': 0.75, known: 0, nothing: 0 };

/** What the first try of a kind is expected to be worth, before anything is known. */
const PRIOR: Readonly<Record<OfferKind, number>> = {
  tap: 0.6,
  'long-press': 0.4,
  scroll: 0.4,
  swipe: 0.06,
  type: 0.4,
  enter: 0.4,
  back: 0.05,
  home: 0.1,
  wait: 0.02,
};
/** Tries that the prior counts for. */
const PRIOR_TRIES = 2;
/** What another try of the same element on another state of its page, or on another page, is expected to be worth at first. */
const AGAIN_HERE = 0.2;
const AGAIN_ELSEWHERE = 0.12;
/** The same where the first try did nothing. */
const AGAIN_NOTHING = 0.03;

interface Tally {
  tries: number;
  worth: number;
  /** Tries after the first. */
  again: number;
  againWorth: number;
  nothing: number;
}

/** Learns from what came of tries how much another one is worth. */
export class Novelty {
  readonly #here = new Map<string, Tally>();
  readonly #elsewhere = new Map<string, Tally>();
  readonly #classes = new Map<string, Tally>();
  readonly #kinds = new Map<OfferKind, Tally>();

  /** @param page kind of page that the offer is on */
  add(offer: Offer, place: { readonly page: string; readonly package: string }, outcome: Outcome): void {
    const worth = WORTH[outcome];
    const isNothing = outcome === 'nothing';
    count(this.#here, `${place.page}\n${offer.fullKey}`, worth, isNothing);
    count(this.#elsewhere, `${place.package}\n${offer.fullKey}`, worth, isNothing);
    count(this.#classes, `${place.page}\n${offer.classKey}`, worth, isNothing);
    count(this.#kinds, offer.kind, worth, isNothing);
  }

  /** How much trying it is worth, 0-1. */
  worthOf(offer: Offer, place: { readonly page: string; readonly package: string }): number {
    const here = this.#here.get(`${place.page}\n${offer.fullKey}`);
    if (here !== undefined) return again(here, AGAIN_HERE);
    const elsewhere = this.#elsewhere.get(`${place.package}\n${offer.fullKey}`);
    if (elsewhere !== undefined) return again(elsewhere, AGAIN_ELSEWHERE);
    const alike = this.#classes.get(`${place.page}\n${offer.classKey}`);
    const prior = this.#prior(offer.kind);
    if (alike === undefined) return prior;
    return (alike.worth + PRIOR_TRIES * prior) / (alike.tries + PRIOR_TRIES);
  }

  /** Tries of what is built alike on a page, without any that led to something new. */
  emptyTries(offer: Offer, page: string): number {
    const alike = this.#classes.get(`${page}\n${offer.classKey}`);
    return alike === undefined || alike.worth > 0 ? 0 : alike.tries;
  }

  /** Tries of what is built alike on a page. */
  tries(offer: Offer, page: string): number {
    return this.#classes.get(`${page}\n${offer.classKey}`)?.tries ?? 0;
  }

  #prior(kind: OfferKind): number {
    const tally = this.#kinds.get(kind);
    const steady = 8;
    return tally === undefined
      ? PRIOR[kind]
      : (tally.worth + steady * PRIOR[kind]) / (tally.tries + steady);
  }
}

function again({ again: tries, againWorth, nothing, tries: all }: Tally, first: number): number {
  const start = nothing === all ? AGAIN_NOTHING : first;
  return (againWorth + start) / (tries + 1);
}

function count<K>(tallies: Map<K, Tally>, key: K, worth: number, isNothing: boolean): void {
  const tally = tallies.get(key) ?? { tries: 0, worth: 0, again: 0, againWorth: 0, nothing: 0 };
  tallies.set(key, tally);
  if (tally.tries > 0) {
    tally.again += 1;
    tally.againWorth += worth;
  }
  tally.tries += 1;
  tally.worth += worth;
  if (isNothing) tally.nothing += 1;
}
