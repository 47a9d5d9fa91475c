import type { Offer, OfferKind } from './screen-sketch.js';

/** What came of trying something. */
export type Outcome =
  /** A page of a kind that was not there before. */
  | 'new-page'
  /** A new state of a page that is known. */
  | 'new-state'
  /** A new state of which everything was seen by itself before, such as two switches that are on together. */
  | 'new-mix'
  | 'known'
  | 'nothing';

/** Worth of an outcome, 0-1. */
const WORTH: Readonly<Record<Outcome, number>> = {
  'new-page': 1,
  'new-state': 0.75,
  'new-mix': 0.2,
  known: 0,
  nothing: 0,
};

/** What the first try of a kind is expected to be worth, before anything is known. */
const PRIOR: Readonly<Record<OfferKind, number>> = {
  tap: 0.6,
  'long-press': 0.4,
  hold: 0.1,
  scroll: 0.4,
  swipe: 0.015,
  type: 0.2,
  search: 0.25,
  enter: 0.4,
  back: 0.03,
  home: 0.03,
  wait: 0.6,
};
/** Tries that the prior counts for. */
const PRIOR_TRIES = 2;
/**
 * What another try of the same element is expected to be worth at first, on another state of its page or on another page, as a share of
 * what a first try of its kind is.
 */
const AGAIN = { here: 0.3, elsewhere: 0.13 };
/** Tries that this counts for, against what other elements of the kind were worth when they were tried again. */
const AGAIN_TRIES = 5;
/** The same where nothing new ever came of it. */
const AGAIN_KNOWN = { here: 0.02, elsewhere: 0.07 };

/** Where an offer is. */
interface Place {
  /** Kind of page. */
  readonly page: string;
  readonly package: string;
  readonly title: string;
}

interface Tally {
  tries: number;
  worth: number;
  /** Tries after the first. */
  again: number;
  againWorth: number;
  nothing: number;
  /** Tries that something new came of. */
  finds: number;
  /** Tries since the last of them. */
  empty: number;
}

/** Learns from what came of tries how much another one is worth. */
export class Novelty {
  readonly #here = new Map<string, Tally>();
  readonly #elsewhere = new Map<string, Tally>();
  readonly #classes = new Map<string, Tally>();
  readonly #classesInApp = new Map<string, Tally>();
  /** The very same on pages that call themselves the same, whatever is open on them. */
  readonly #titled = new Map<string, Tally>();
  /** The very same in any app, such as the keys of a keyboard. */
  readonly #anywhere = new Map<string, Tally>();
  readonly #kinds = new Map<OfferKind, Tally>();
  /** What trying again was worth where something new had come of it, by how elements are built. */
  readonly #again = new Map<string, { tries: number; worth: number }>();

  add(offer: Offer, place: Place, outcome: Outcome): void {
    const worth = WORTH[outcome];
    const isNothing = outcome === 'nothing';
    this.#addAgain(offer, place, worth);
    count(this.#here, `${place.page}\n${offer.fullKey}`, worth, isNothing);
    count(this.#elsewhere, `${place.package}\n${offer.fullKey}`, worth, isNothing);
    count(this.#classes, `${place.page}\n${offer.classKey}`, worth, isNothing);
    count(this.#classesInApp, `${place.package}\n${offer.kind} ${offer.classKey}`, worth, isNothing);
    count(this.#titled, titledKey(offer, place), worth, isNothing);
    count(this.#anywhere, offer.fullKey, worth, isNothing);
    count(this.#kinds, offer.kind, worth, isNothing);
  }

  /** How much trying it is worth, 0-1. */
  worthOf(offer: Offer, place: Place): number {
    const prior = this.#prior(offer.kind);
    const here = this.#here.get(`${place.page}\n${offer.fullKey}`);
    if (here !== undefined) {
      return prior * again(here, this.#againOf('here', offer), AGAIN_KNOWN.here);
    }
    const elsewhere = this.#elsewhere.get(`${place.package}\n${offer.fullKey}`);
    if (elsewhere !== undefined) {
      return prior * again(elsewhere, this.#againOf('elsewhere', offer), AGAIN_KNOWN.elsewhere);
    }
    const alike = this.#classes.get(`${place.page}\n${offer.classKey}`);
    const known = alike ?? this.#anywhere.get(offer.fullKey);
    if (known === undefined) return prior;
    return (known.worth + PRIOR_TRIES * prior) / (known.tries + PRIOR_TRIES);
  }

  /** Tries of the very same that did nothing, on a page or, where it was not tried there, on others of the app; 0 where one did something. */
  deadTries(offer: Offer, place: Place): number {
    const here = this.#here.get(`${place.page}\n${offer.fullKey}`);
    if (here !== undefined) return here.nothing < here.tries ? 0 : here.tries;
    const elsewhere = this.#elsewhere.get(`${place.package}\n${offer.fullKey}`);
    return elsewhere === undefined || elsewhere.nothing < elsewhere.tries ? 0 : elsewhere.tries;
  }

  /** Tries in a row of the very same on a page that led to nothing new. */
  emptyTriesOf(offer: Offer, page: string): number {
    return this.#here.get(`${page}\n${offer.fullKey}`)?.empty ?? 0;
  }

  /** The same on pages of an app that call themselves the same. */
  emptyTriesByTitle(offer: Offer, place: Place): number {
    return this.#titled.get(titledKey(offer, place))?.empty ?? 0;
  }

  /** Tries of what is built alike on a page that led to something new. */
  finds(offer: Offer, page: string): number {
    return this.#classes.get(`${page}\n${offer.classKey}`)?.finds ?? 0;
  }

  /** Tries in a row of what is built alike on a page that led to nothing new. */
  emptyTries(offer: Offer, page: string): number {
    return this.#classes.get(`${page}\n${offer.classKey}`)?.empty ?? 0;
  }

  /** The same of what is built alike anywhere in an app. */
  emptyTriesInApp(offer: Offer, owner: string): number {
    return this.#classesInApp.get(`${owner}\n${offer.kind} ${offer.classKey}`)?.empty ?? 0;
  }

  /** Whether the very same was tried anywhere in an app. */
  wasTriedInApp(offer: Offer, owner: string): boolean {
    return this.#elsewhere.has(`${owner}\n${offer.fullKey}`);
  }

  /** Tries of what is built alike on a page. */
  tries(offer: Offer, page: string): number {
    return this.#classes.get(`${page}\n${offer.classKey}`)?.tries ?? 0;
  }

  #addAgain(offer: Offer, { page, package: owner }: Place, worth: number): void {
    const here = this.#here.get(`${page}\n${offer.fullKey}`);
    const before = here ?? this.#elsewhere.get(`${owner}\n${offer.fullKey}`);
    if (before === undefined || before.worth === 0) return;
    const key = againKey(here === undefined ? 'elsewhere' : 'here', offer);
    const tally = this.#again.get(key) ?? { tries: 0, worth: 0 };
    this.#again.set(key, { tries: tally.tries + 1, worth: tally.worth + worth });
  }

  #againOf(where: keyof typeof AGAIN, offer: Offer): number {
    const { tries, worth } = this.#again.get(againKey(where, offer)) ?? { tries: 0, worth: 0 };
    return (worth + AGAIN_TRIES * AGAIN[where]) / (tries + AGAIN_TRIES);
  }

  #prior(kind: OfferKind): number {
    // That a home screen has more than one page says nothing of other screens.
    if (kind === 'swipe') return PRIOR.swipe;
    const tally = this.#kinds.get(kind);
    const steady = 8;
    return tally === undefined ? PRIOR[kind] : (tally.worth + steady * PRIOR[kind]) / (tally.tries + steady);
  }
}

/** Entries of lists lead where they did before, on whatever state of their page; a button may not. */
function againKey(where: keyof typeof AGAIN, { kind, classKey, isEntry }: Offer): string {
  const className = /(\w+)#[^>#]*$/.exec(classKey)?.[1] ?? '';
  return `${where} ${kind} ${isEntry} ${className}`;
}

function titledKey({ fullKey }: Offer, { package: owner, title }: Place): string {
  return `${owner}\n${title}\n${fullKey}`;
}

function again({ again: tries, againWorth, worth }: Tally, first: number, known: number): number {
  return worth === 0 ? known / (tries + 1) : (againWorth + first) / (tries + 1);
}

function count<K>(tallies: Map<K, Tally>, key: K, worth: number, isNothing: boolean): void {
  const tally = tallies.get(key) ?? {
    tries: 0,
    worth: 0,
    again: 0,
    againWorth: 0,
    nothing: 0,
    finds: 0,
    empty: 0,
  };
  tallies.set(key, tally);
  if (tally.tries > 0) {
    tally.again += 1;
    tally.againWorth += worth;
  }
  tally.tries += 1;
  tally.worth += worth;
  if (isNothing) tally.nothing += 1;
  if (worth > 0) tally.finds += 1;
  tally.empty = worth > 0 ? 0 : tally.empty + 1;
}
