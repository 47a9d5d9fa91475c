import type { Action } from '../../domain/action.js';
import type { FieldTexts } from './field-texts.js';
import { actionKey, type KnownState, type KnownStates } from './known-states.js';
import { isSearch, typeId, typeOffer, type Offer, type SketchedElement } from './screen-sketch.js';

/** A step on the way to where something is to be tried. */
export type Move =
  | { readonly type: 'act'; readonly action: Action; readonly to: number }
  | { readonly type: 'restore'; readonly to: number }
  | { readonly type: 'reset'; readonly to: number };

export interface NextTry {
  readonly state: KnownState;
  readonly offer: Offer;
  readonly moves: readonly Move[];
  /** What it is expected to be worth, 0-1. */
  readonly worth: number;
}

export interface ChooseNextOptions {
  readonly current: number;
  /** States before the current one, the latest last: what BACK is expected to lead to. */
  readonly before: readonly number[];
  /** States that can be restored, with where they start. */
  readonly canRestore: (state: number) => boolean;
  /** State of the start, and moves that bringing it up costs. */
  readonly start: number | null;
  /** Whether an offer may be tried at all. */
  readonly isAllowed: (state: KnownState, offer: Offer) => boolean;
  /** Whether a state is one of the explored app. */
  readonly isInside: (state: KnownState) => boolean;
  /** How many times more is tried of what led nowhere than at first; 1 or more. */
  readonly patience: number;
}

/** Moves that a reset counts for. */
const RESET_COST = 2;
const RESTORE_COST = 1;
/** Expected worth below which nothing is tried at first. */
const LEAST_WORTH = 0.004;
/** More than anything is expected to be worth. */
const MOST_WORTH = 1;
/** How much more a way off a page is worth after something was changed there. */
const VARIANT = 12;
/** How much less anything is worth on a state of which everything was seen by itself. */
const MIX = 0.3;
/** What something is worth that changed one thing, for another thing that its screen can be opened for. */
const RETURNING = 0.3;
/** What a swipe over the whole start screen is worth: home screens have more than one page. */
const PAGER = 0.4;
/** What a text that is made for a field is worth there, on every screen that has such a field. */
const SUITING = 0.05;
/** Times in a row that it may lead to nothing new on a page before it is worth no more than any text. */
const MOST_UNSUITING = 4;
/** What a button is worth on another state that has done nothing so far, by how often it did: it may wait for what only that state has. */
const DEAD = 0.1;
/** What the first texts of a search are worth at least: few of them find anything, whatever other searches found. */
const SEARCHING = 0.06;
const FIRST_SEARCHES = 6;
const BUTTON = /(?<!Radio|Toggle|Compound)Button$/;
const LEAVES = /\b(?:up|back|close|done|ok|save|apply|return)\b|返回|完成|保存|zurück|fertig|speichern/i;
/** Tries of what is built alike on one page that lead nowhere, after which the rest is left. */
const MOST_EMPTY = 6;
/** The same for long presses that nothing announces. */
const MOST_EMPTY_HOLDS = 2;
/** The same for texts: names to search for, and others. */
const MOST_EMPTY_SEARCHES = 10;
const MOST_EMPTY_TEXTS = 4;
/** Entries of one list that are tried. */
const MOST_ENTRIES = 24;
/** Scrolls of one list in a page. */
const MOST_SCROLLS = 8;

/** The nearest and most promising that was not tried; null where nothing is left. */
export function chooseNext(
  known: KnownStates,
  texts: FieldTexts,
  options: ChooseNextOptions,
): NextTry | null {
  const ways = waysFrom(known, options);
  const leastWorth = LEAST_WORTH / options.patience ** 2;
  let best: { state: KnownState; offer: Offer; worth: number; score: number } | null = null;
  for (const state of known.states) {
    const way = ways.get(state.id);
    // Nothing there can be better than what was found.
    if (way === undefined || MOST_WORTH / (way.cost + 1) <= (best?.score ?? 0)) continue;
    if (!options.isInside(state)) continue;
    for (const offer of offersOf(state, { known, texts, patience: options.patience })) {
      const learned = known.novelty.worthOf(offer, state.sketch) * factorOf(state, offer);
      const least = leastOf(state, offer, { known, texts, start: options.start });
      const worth = Math.min(Math.max(learned, least), MOST_WORTH);
      const score = worth / (way.cost + 1);
      if (worth < leastWorth || score <= (best?.score ?? 0)) continue;
      if (!options.isAllowed(state, offer)) continue;
      best = { state, offer, worth, score };
    }
  }
  const again = returningOf(known, ways, options);
  if (again !== null && again.score > (best?.score ?? 0)) return again;
  if (best === null) return null;
  return { state: best.state, offer: best.offer, worth: best.worth, moves: movesTo(best.state.id, ways) };
}

/** What something is worth at least, whatever came of it elsewhere. */
function leastOf(
  state: KnownState,
  offer: Offer,
  {
    known: { novelty },
    texts,
    start,
  }: { readonly known: KnownStates; readonly texts: FieldTexts; readonly start: number | null },
): number {
  const { id, sketch, isVariant } = state;
  const { kind, action, element: number } = offer;
  const element = number === null ? undefined : sketch.elements[number];
  if (kind === 'swipe') return id === start ? PAGER : 0;
  if (element === undefined) return 0;
  if (kind === 'tap') {
    const dead = novelty.deadTries(offer, sketch);
    return dead > 0 && mayWake(state, element) ? DEAD / dead ** 2 : 0;
  }
  if (kind === 'search') {
    return novelty.emptyTriesInApp(offer, sketch.package) < FIRST_SEARCHES ? SEARCHING : 0;
  }
  if (kind !== 'type' || action.type !== 'type' || isVariant) return 0;
  const isWorn = novelty.emptyTriesOf(offer, sketch.page) >= MOST_UNSUITING;
  return !isWorn && texts.suits(sketch.package, element, action.text) ? SUITING : 0;
}

/** Whether what did nothing elsewhere may do something here: a button, and whatever there is where something was changed. */
function mayWake({ isVariant }: KnownState, { isEntry, isField, className }: SketchedElement): boolean {
  return isVariant ? !isEntry : !isField && !isEntry && BUTTON.test(className);
}

/** What is done with a form that was filled, or after a change, may do more than it did before. */
function factorOf(state: KnownState, offer: Offer): number {
  if (state.isMix) return MIX;
  return leavesVariant(state, offer) || submitsForm(state, offer) ? VARIANT : 1;
}

/** Whether every field of the page holds a text, and it is a button of the page or ENTER. */
function submitsForm({ sketch }: KnownState, { element, kind }: Offer): boolean {
  const fields = sketch.elements.filter(({ isField }) => isField);
  if (fields.every(isSearch) || fields.some(({ isFilled }) => !isFilled)) return false;
  if (kind === 'enter') return true;
  const one = element === null ? undefined : sketch.elements[element];
  return (
    kind === 'tap' &&
    one !== undefined &&
    !one.isEntry &&
    !one.isField &&
    !/back|up$|close/i.test(one.resource)
  );
}

/** Whether it leaves a page on which something was changed for where the change may show. */
function leavesVariant({ isVariant, sketch }: KnownState, { element, kind }: Offer): boolean {
  if (!isVariant || kind !== 'tap' || element === null) return false;
  const one = sketch.elements[element];
  return (
    one !== undefined && !one.isEntry && LEAVES.test(`${one.resource.replaceAll('_', ' ')} ${one.label}`)
  );
}

function* offersOf(
  state: KnownState,
  {
    known,
    texts,
    patience,
  }: { readonly known: KnownStates; readonly texts: FieldTexts; readonly patience: number },
): Iterable<Offer> {
  const { sketch, tried } = state;
  const { novelty } = known;
  for (const offer of sketch.offers) {
    if (tried.has(offer.id)) continue;
    // A field that has the focus has all that a tap gives it.
    if (offer.kind === 'tap' && hasFocus(state, offer)) continue;
    // What is held is an entry nearly always.
    if (offer.kind === 'hold' && !offer.isEntry && patience === 1) continue;
    if (offer.kind === 'hold' && isIdleHold(offer, state, { known, patience })) continue;
    if (novelty.emptyTries(offer, sketch.page) >= MOST_EMPTY * patience) continue;
    if (offer.isEntry && novelty.tries(offer, sketch.page) >= MOST_ENTRIES * patience) continue;
    if (offer.kind === 'scroll' && novelty.tries(offer, sketch.page) >= MOST_SCROLLS) continue;
    yield offer;
  }
  for (const [number, element] of sketch.elements.entries()) {
    if (!element.isField) continue;
    const searches = isSearch(element);
    // One of any, and one that is made for the field.
    const offered = { any: false, suiting: false };
    for (const text of texts.of(sketch.page, sketch.package, element)) {
      const kind = texts.suits(sketch.package, element, text) ? 'suiting' : 'any';
      if (offered[kind] || tried.has(typeId(element, text))) continue;
      const offer = typeOffer(element, number, text);
      // What is found does not depend on what was looked for before.
      if (searches && novelty.wasTriedInApp(offer, sketch.package)) continue;
      if (!searches && novelty.emptyTriesByTitle(offer, sketch) >= patience) continue;
      offered[kind] = true;
      // Fields without a name of their own are all of one class.
      const isWide = searches || element.resource !== '';
      const empty = isWide
        ? novelty.emptyTriesInApp(offer, sketch.package)
        : novelty.emptyTries(offer, sketch.page);
      const most = (searches ? MOST_EMPTY_SEARCHES : MOST_EMPTY_TEXTS) * patience;
      if (kind === 'suiting' || empty < most) yield offer;
    }
  }
}

function hasFocus({ sketch }: KnownState, { element: number }: Offer): boolean {
  const element = number === null ? undefined : sketch.elements[number];
  return element?.isField === true && element.isFocused;
}

/** Whether long presses of what is built alike come to nothing: on the page, or, where none ever did, in the app. */
function isIdleHold(
  offer: Offer,
  { sketch }: KnownState,
  { known: { novelty }, patience }: { readonly known: KnownStates; readonly patience: number },
): boolean {
  // Where some were worth it, the next ones may be.
  const most = (MOST_EMPTY_HOLDS + novelty.finds(offer, sketch.page)) * patience;
  if (novelty.emptyTries(offer, sketch.page) >= most) return true;
  return novelty.emptyTriesInApp(offer, sketch.package) >= MOST_EMPTY_HOLDS * 2 * patience;
}

/** What changed one thing on a screen that looks the same wherever it is opened, for another thing: the nearest. */
function returningOf(
  known: KnownStates,
  ways: ReadonlyMap<number, Way>,
  { isAllowed, isInside }: ChooseNextOptions,
): (NextTry & { readonly score: number }) | null {
  let best: (NextTry & { readonly score: number }) | null = null;
  for (const state of known.states) {
    for (const { offer: id, opener } of state.returning.left()) {
      const way = ways.get(opener.from);
      const lead = known.states[opener.from]?.leads.get(actionKey(opener.action));
      if (way === undefined || lead?.to !== state.id || lead.misses >= lead.hits || !isInside(state))
        continue;
      const score = RETURNING / (way.cost + 2);
      const offer = state.sketch.offers.find((one) => one.id === id);
      if (score <= (best?.score ?? 0) || offer === undefined || !isAllowed(state, offer)) continue;
      const open: Move = { type: 'act', action: opener.action, to: state.id };
      const moves = [...movesTo(opener.from, ways), open];
      best = { state, offer, worth: RETURNING, moves, score };
    }
  }
  return best;
}

interface Way {
  readonly cost: number;
  readonly from: number | null;
  readonly move: Move | null;
}

/** The cheapest way to each state that can be reached. */
function waysFrom(known: KnownStates, options: ChooseNextOptions): ReadonlyMap<number, Way> {
  const { current, before, canRestore, start } = options;
  const ways = new Map<number, Way>();
  // Costs are small whole numbers: a queue for each is enough.
  const queues: { state: number; way: Way }[][] = [];
  const put = (state: number, way: Way): void => {
    (queues[way.cost] ??= []).push({ state, way });
  };
  put(current, { cost: 0, from: null, move: null });
  let at = current;
  for (const [count, state] of [...before].reverse().entries()) {
    if (state === at) continue;
    put(state, { cost: count + 1, from: at, move: { type: 'act', action: BACK, to: state } });
    at = state;
  }
  if (start !== null) put(start, { cost: RESET_COST, from: null, move: { type: 'reset', to: start } });
  for (const { id } of known.states) {
    if (canRestore(id)) put(id, { cost: RESTORE_COST, from: null, move: { type: 'restore', to: id } });
  }
  for (let cost = 0; cost < queues.length; cost += 1) {
    for (const { state, way } of queues[cost] ?? []) {
      if (ways.has(state)) continue;
      ways.set(state, way);
      for (const { action, to, hits, misses } of known.states[state]?.leads.values() ?? []) {
        if (ways.has(to) || misses > 1 || misses >= hits) continue;
        put(to, { cost: cost + 1, from: state, move: { type: 'act', action, to } });
      }
    }
  }
  return ways;
}

const BACK: Action = { type: 'key', key: 'BACK' };

function movesTo(state: number, ways: ReadonlyMap<number, Way>): Move[] {
  const moves: Move[] = [];
  for (let at: number | null = state; at !== null;) {
    const way: Way | undefined = ways.get(at);
    if (way === undefined || way.move === null) break;
    moves.unshift(way.move);
    at = way.from;
  }
  return moves;
}
