import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { Action } from '../../domain/action.js';
import { Novelty, type Outcome } from './novelty.js';
import { Returning, type Opener } from './returning.js';
import type { Offer, ScreenSketch } from './screen-sketch.js';
import { touchedKey } from './touched-key.js';

/** A state of the app as the explorer tells it from others. */
export interface KnownState {
  readonly id: number;
  /** First capture of it. */
  readonly capture: number;
  readonly sketch: ScreenSketch;
  readonly skeleton: string;
  /** Offers that were tried here. */
  readonly tried: Set<string>;
  /** What is known to lead on, by what does it. */
  readonly leads: Map<string, KnownLead>;
  visits: number;
  /** It came of a change on a page that stayed: what leads away from it may show the change elsewhere. */
  isVariant: boolean;
  /** Everything on it was seen before on states of its page, if not together. */
  readonly isMix: boolean;
  readonly returning: Returning;
}

/** What an action did, as often as it was done. */
export interface KnownLead {
  readonly action: Action;
  /** State it led to the last time. */
  to: number;
  hits: number;
  /** Times that it led elsewhere than before. */
  misses: number;
}

/** One thing that happened, kept so that all can be told apart anew. */
type Happening =
  | { readonly type: 'look'; readonly capture: number; readonly sketch: ScreenSketch }
  | {
      readonly type: 'step';
      readonly from: number;
      readonly to: number;
      readonly action: Action;
      readonly offer: Offer | null;
    };

/** Looks in a row, on how many kinds of screens, at which a number never was the same: it counts by itself. */
const COUNTING = { looks: 5, skeletons: 2 };
/** Values of the only text in which screens differ, from which it changes by itself or counts without an end. */
const SOLE_VALUES = 4;
/** Values of one text from which it counts as one that changes by itself. */
const VOLATILE_VALUES = 3;

/**
 * The states that were seen and what leads from one to another, learned from captures and steps alone: the same ones, read from a
 * survey, give the same states. What is found to change by itself is left out of what tells states apart, and everything before is
 * told apart anew.
 */
export class KnownStates {
  readonly states: KnownState[] = [];
  novelty = new Novelty();
  readonly #happenings: Happening[] = [];
  readonly #byIdentity = new Map<string, KnownState>();
  readonly #ofCapture = new Map<number, KnownState>();
  /** What the screen of a capture was opened from; the first one that opened it where that is not known. */
  readonly #openers = new Map<number, Opener>();
  readonly #pages = new Set<string>();
  readonly #elements = new Set<string>();
  readonly #triedElements = new Set<string>();
  readonly #activities = new Set<string>();
  /** Texts with numbers in them that count by themselves: package, and the text without the numbers. */
  readonly #counting = new Set<string>();
  /** Values of such texts since the phone was brought up. */
  readonly #counts = new Map<string, { readonly values: Set<string>; readonly skeletons: Set<string> }>();
  /** Texts that screens alone differ in: by skeleton, row and everything else. */
  readonly #soles = new Map<string, Set<string>>();
  /** What rows have said, by skeleton, title and row. */
  readonly #values = new Map<string, Set<string>>();
  /** Counts how often everything was told apart anew. */
  version = 0;
  /** Rows that change by themselves, by skeleton. */
  readonly #volatile = new Map<string, Set<number>>();
  /** Values that rows had where a state was expected that had another. */
  readonly #surprises = new Map<string, Map<number, Set<string>>>();

  get pages(): number {
    return this.#pages.size;
  }

  get activities(): number {
    return this.#activities.size;
  }

  get elements(): { readonly known: number; readonly tried: number } {
    return { known: this.#elements.size, tried: this.#triedElements.size };
  }

  /** State that a capture shows. */
  of(capture: number): KnownState | undefined {
    return this.#ofCapture.get(capture);
  }

  /** How many states of its page were there before it. */
  rankInPage(state: number): number {
    return this.#ranks.get(state) ?? 0;
  }

  /** A look at the screen. Returns its state. */
  look(capture: number, sketch: ScreenSketch): KnownState {
    this.#happenings.push({ type: 'look', capture, sketch });
    const state = this.#look(capture, sketch);
    if (!this.#watchNumbers(state)) return state;
    this.#tellApartAnew();
    return this.#ofCapture.get(capture) ?? state;
  }

  /** The phone was brought up anew: what counts begins again. */
  broughtUp(): void {
    this.#counts.clear();
  }

  /** Whether a number was found to count by itself. */
  #watchNumbers({ sketch, skeleton }: KnownState): boolean {
    let isFound = false;
    const seen = new Set<string>();
    for (const { says } of sketch.rows) {
      if (!/\d/.test(says)) continue;
      const pattern = `${sketch.package}\n${withoutNumbers(says)}`;
      if (this.#counting.has(pattern) || seen.has(pattern)) continue;
      seen.add(pattern);
      const count = this.#counts.get(pattern) ?? { values: new Set(), skeletons: new Set() };
      this.#counts.set(pattern, count);
      if (count.values.has(says)) {
        count.values.clear();
        count.skeletons.clear();
      }
      count.values.add(says);
      count.skeletons.add(skeleton);
      if (count.values.size < COUNTING.looks || count.skeletons.size < COUNTING.skeletons) continue;
      this.#counting.add(pattern);
      isFound = true;
    }
    return isFound;
  }

  /**
   * Whether a text was found that screens differ in again and again, and in nothing else, though one and the same thing was done. Entries
   * of a list lead to screens that differ in their title alone: those are different ones.
   */
  #watchSoles({ from, to, action }: { from: number; to: number; action: Action }): boolean {
    const before = this.#ofCapture.get(from)?.sketch;
    const after = this.#ofCapture.get(to);
    if (before === undefined || after === undefined || isBack(action)) return false;
    const { sketch, skeleton } = after;
    const via = `${before.page} ${before.title} ${touchedKey(before, action)}`;
    const said = this.#said(sketch, skeleton);
    const hashes = said.map((says, row) => Math.imul(hashOf(says), 2 * row + 1));
    const whole = hashes.reduce((sum, hash) => (sum + hash) | 0, 0);
    let isFound = false;
    for (const [row, hash] of hashes.entries()) {
      if (said[row] === '') continue;
      const key = `${via}\n${skeleton} ${row} ${(whole - hash) | 0}`;
      const values = this.#soles.get(key) ?? new Set<string>();
      this.#soles.set(key, values);
      values.add(said[row] ?? '');
      if (values.size < SOLE_VALUES) continue;
      const volatile = this.#volatile.get(skeleton) ?? new Set<number>();
      volatile.add(row);
      this.#volatile.set(skeleton, volatile);
      isFound = true;
    }
    return isFound;
  }

  /** What the rows of a screen say, without what changes by itself. */
  #said({ rows, package: owner }: ScreenSketch, skeleton: string): string[] {
    const volatile = this.#volatile.get(skeleton);
    return rows.map(({ says }, row) => {
      if (volatile?.has(row) === true) return '';
      return /\d/.test(says) && this.#counting.has(`${owner}\n${withoutNumbers(says)}`) ? '' : says;
    });
  }

  /** Something was done. @param offer what was tried; null for a way back to a known state */
  step(from: number, to: number, action: Action, offer: Offer | null): Outcome {
    this.#happenings.push({ type: 'step', from, to, action, offer });
    const { outcome, surprises } = this.#step(from, to, action, offer);
    const soles = this.#watchSoles({ from, to, action });
    if (surprises || soles) this.#tellApartAnew();
    return outcome;
  }

  /**
   * A capture was expected to show a state. Where it shows another that differs in texts alone, they are watched; a text of many
   * values changes by itself. True where everything was told apart anew.
   */
  expect(expected: KnownState, capture: number): boolean {
    const found = this.#ofCapture.get(capture);
    if (found === undefined || !this.#surprise(expected, found)) return false;
    this.#tellApartAnew();
    return true;
  }

  /** Keeps in what a screen differs from the one that was expected. Whether a text of many values was found. */
  #surprise(expected: KnownState, found: KnownState): boolean {
    if (found.id === expected.id || found.skeleton !== expected.skeleton) return false;
    const values = this.#surprises.get(found.skeleton) ?? new Map<number, Set<string>>();
    this.#surprises.set(found.skeleton, values);
    const volatile = this.#volatile.get(found.skeleton) ?? new Set<number>();
    const before = volatile.size;
    for (const [row, { says }] of found.sketch.rows.entries()) {
      const other = expected.sketch.rows[row]?.says ?? '';
      if (other === says || volatile.has(row)) continue;
      const seen = values.get(row) ?? new Set<string>();
      values.set(row, seen);
      seen.add(says).add(other);
      if (seen.size >= VOLATILE_VALUES) volatile.add(row);
    }
    if (volatile.size === before) return false;
    this.#volatile.set(found.skeleton, volatile);
    return true;
  }

  #look(capture: number, sketch: ScreenSketch): KnownState {
    const skeleton = skeletonOf(sketch);
    const identity = this.#identityOf(sketch, skeleton);
    let state = this.#byIdentity.get(identity);
    if (state === undefined) {
      state = {
        id: this.states.length,
        capture,
        sketch,
        skeleton,
        tried: new Set(),
        leads: new Map(),
        visits: 0,
        isVariant: false,
        isMix: this.#isMix(sketch, skeleton),
        returning: new Returning(),
      };
      this.states.push(state);
      this.#byIdentity.set(identity, state);
      this.#pages.add(sketch.page);
      const rank = this.#pageCounts.get(sketch.page) ?? 0;
      this.#ranks.set(state.id, rank);
      this.#pageCounts.set(sketch.page, rank + 1);
      if (sketch.activity !== null)
        this.#activities.add(`${sketch.activity.package}/${sketch.activity.activity}`);
      for (const { classKey, fullKey } of sketch.elements)
        this.#elements.add(elementName(sketch, classKey, fullKey));
    }
    state.visits += 1;
    this.#ofCapture.set(capture, state);
    return state;
  }

  #step(
    fromCapture: number,
    toCapture: number,
    action: Action,
    offer: Offer | null,
  ): { readonly outcome: Outcome; readonly surprises: boolean } {
    const from = this.#ofCapture.get(fromCapture);
    const to = this.#ofCapture.get(toCapture);
    if (from === undefined || to === undefined) return { outcome: 'nothing', surprises: false };
    let surprises = false;
    const key = actionKey(action);
    const lead = from.leads.get(key);
    if (lead === undefined) from.leads.set(key, { action, to: to.id, hits: 1, misses: 0 });
    else if (lead.to === to.id) lead.hits += 1;
    else {
      const expected = this.states[lead.to];
      if (expected !== undefined && !isBack(action)) surprises = this.#surprise(expected, to);
      lead.misses += 1;
      lead.to = to.id;
    }
    const isNew = to.capture === toCapture;
    const fresh = this.#firstOfPage(to) ? 'new-page' : to.isMix ? 'new-mix' : 'new-state';
    const outcome: Outcome = to.id === from.id ? 'nothing' : isNew ? fresh : 'known';
    // What is found by a text, or further down, was there before.
    const isLook = offer?.kind === 'scroll' || offer?.kind === 'search';
    if (outcome === 'new-state' && to.sketch.page === from.sketch.page && !isLook) to.isVariant = true;
    this.#returned({ from, to, fromCapture, toCapture, action, offer, outcome });
    if (offer !== null) {
      from.tried.add(offer.id);
      // That a field now holds a text is the explorer's own doing, and nothing that was found.
      const isOwn = action.type === 'type' && outcome === 'new-state' && saysAlike(from.sketch, to.sketch);
      this.novelty.add(offer, from.sketch, isOwn ? 'known' : outcome);
      const element = offer.element === null ? undefined : from.sketch.elements[offer.element];
      if (element !== undefined) {
        this.#triedElements.add(elementName(from.sketch, element.classKey, element.fullKey));
      }
    }
    return { outcome, surprises };
  }

  /** Keeps what opened a screen, and what leads from it back there. */
  #returned(step: {
    readonly from: KnownState;
    readonly to: KnownState;
    readonly fromCapture: number;
    readonly toCapture: number;
    readonly action: Action;
    readonly offer: Offer | null;
    readonly outcome: Outcome;
  }): void {
    const { from, to, fromCapture, toCapture, action, offer, outcome } = step;
    const opener = this.#openers.get(fromCapture) ?? from.returning.first;
    if (offer !== null && opener !== undefined) {
      const isBackThere = to.sketch.title === opener.title && from.sketch.title !== opener.title;
      from.returning.did(offer.id, opener, isBackThere && outcome.startsWith('new'));
    }
    if (isBack(action)) return;
    if (from.sketch.title !== to.sketch.title)
      this.#openers.set(toCapture, to.returning.opened(from, action));
    else if (opener !== undefined) this.#openers.set(toCapture, opener);
  }

  readonly #ranks = new Map<number, number>();
  readonly #pageCounts = new Map<string, number>();
  readonly #pageFirst = new Map<string, number>();

  #firstOfPage({ id, sketch }: KnownState): boolean {
    const first = this.#pageFirst.get(sketch.page);
    if (first === undefined) this.#pageFirst.set(sketch.page, id);
    return first === undefined || first === id;
  }

  /** Whether all that a new state says was said before, in the same places, by states that call themselves the same. */
  #isMix(sketch: ScreenSketch, skeleton: string): boolean {
    // A form is there to be filled altogether.
    let isMix = !sketch.elements.some(({ isFilled }) => isFilled);
    for (const [row, says] of this.#said(sketch, skeleton).entries()) {
      const key = `${skeleton}\n${sketch.title}\n${row}`;
      const values = this.#values.get(key) ?? new Set<string>();
      this.#values.set(key, values);
      if (!values.has(says)) isMix = false;
      values.add(says);
    }
    return isMix;
  }

  #identityOf(sketch: ScreenSketch, skeleton: string): string {
    return sha256(canonicalJson([sketch.page, skeleton, this.#said(sketch, skeleton)]));
  }

  #tellApartAnew(): void {
    this.version += 1;
    let isSettled: boolean;
    do {
      this.states.length = 0;
      this.novelty = new Novelty();
      for (const kept of [this.#byIdentity, this.#ofCapture, this.#openers, this.#pageFirst]) kept.clear();
      for (const kept of [this.#ranks, this.#pageCounts, this.#soles, this.#values]) kept.clear();
      for (const kept of [this.#pages, this.#elements, this.#triedElements, this.#activities]) kept.clear();
      isSettled = true;
      for (const one of this.#happenings) {
        if (one.type === 'look') {
          this.#look(one.capture, one.sketch);
          continue;
        }
        const { surprises } = this.#step(one.from, one.to, one.action, one.offer);
        // What looked alike but for two texts may now differ in one alone.
        if (this.#watchSoles(one) || surprises) isSettled = false;
      }
    } while (!isSettled);
  }
}

/** What is done, whatever is noted of it. */
export function actionKey(action: Action): string {
  return canonicalJson(action);
}

/** Whether two screens say the same but for what fields hold. */
function saysAlike({ rows }: ScreenSketch, { rows: others }: ScreenSketch): boolean {
  const without = (says: string | undefined): string | undefined => says?.replace(/^…/, '');
  return (
    rows.length === others.length &&
    rows.every(({ says }, row) => without(says) === without(others[row]?.says))
  );
}

function isBack(action: Action): boolean {
  return action.type === 'key' && action.key === 'BACK';
}

function skeletonOf({ page, rows }: ScreenSketch): string {
  return sha256(`${page}\n${rows.map(({ token }) => token).join('\n')}`);
}

function elementName(sketch: ScreenSketch, classKey: string, fullKey: string): string {
  return `${sketch.activity?.activity ?? sketch.package}\n${fullKey === '' ? classKey : fullKey}`;
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, '0');
}

/** A hash of 32 bits. Source: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
