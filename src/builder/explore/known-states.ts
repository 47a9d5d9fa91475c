import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { Action } from '../../domain/action.js';
import { Novelty, type Outcome } from './novelty.js';
import type { Offer, ScreenSketch } from './screen-sketch.js';

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
  readonly #pages = new Set<string>();
  readonly #elements = new Set<string>();
  readonly #triedElements = new Set<string>();
  readonly #activities = new Set<string>();
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
  rankInPage(state: KnownState): number {
    return this.#ranks.get(state.id) ?? 0;
  }

  /** A look at the screen. Returns its state. */
  look(capture: number, sketch: ScreenSketch): KnownState {
    this.#happenings.push({ type: 'look', capture, sketch });
    return this.#look(capture, sketch);
  }

  /** Something was done. @param offer what was tried; null for a way back to a known state */
  step(from: number, to: number, action: Action, offer: Offer | null): Outcome {
    this.#happenings.push({ type: 'step', from, to, action, offer });
    return this.#step(from, to, action, offer);
  }

  /**
   * A capture was expected to show a state. Where it shows another that differs in texts alone, they are watched; a text of many
   * values changes by itself. True where everything was told apart anew.
   */
  expect(expected: KnownState, capture: number): boolean {
    const found = this.#ofCapture.get(capture);
    if (found === undefined || found.id === expected.id || found.skeleton !== expected.skeleton) return false;
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
    this.#tellApartAnew();
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

  #step(fromCapture: number, toCapture: number, action: Action, offer: Offer | null): Outcome {
    const from = this.#ofCapture.get(fromCapture);
    const to = this.#ofCapture.get(toCapture);
    if (from === undefined || to === undefined) return 'nothing';
    const key = actionKey(action);
    const lead = from.leads.get(key);
    if (lead === undefined) from.leads.set(key, { action, to: to.id, hits: 1, misses: 0 });
    else if (lead.to === to.id) lead.hits += 1;
    else {
      lead.misses += 1;
      lead.to = to.id;
    }
    const isNew = to.capture === toCapture;
    const outcome: Outcome =
      to.id === from.id ? 'nothing' : !isNew ? 'known' : this.#firstOfPage(to) ? 'new-page' : 'new-state';
    if (outcome === 'new-state' && to.sketch.page === from.sketch.page && offer?.kind !== 'scroll') {
      to.isVariant = true;
    }
    if (offer !== null) {
      from.tried.add(offer.id);
      this.novelty.add(offer, from.sketch, outcome);
      const element = offer.element === null ? undefined : from.sketch.elements[offer.element];
      if (element !== undefined) {
        this.#triedElements.add(elementName(from.sketch, element.classKey, element.fullKey));
      }
    }
    return outcome;
  }

  readonly #ranks = new Map<number, number>();
  readonly #pageCounts = new Map<string, number>();
  readonly #pageFirst = new Map<string, number>();

  #firstOfPage({ id, sketch }: KnownState): boolean {
    const first = this.#pageFirst.get(sketch.page);
    if (first === undefined) this.#pageFirst.set(sketch.page, id);
    return first === undefined || first === id;
  }

  #identityOf({ page, rows }: ScreenSketch, skeleton: string): string {
    const volatile = this.#volatile.get(skeleton);
    const says = rows.map(({ says: said }, row) => (volatile?.has(row) === true ? '' : said));
    return sha256(canonicalJson([page, skeleton, says]));
  }

  #tellApartAnew(): void {
    this.states.length = 0;
    this.novelty = new Novelty();
    for (const kept of [this.#byIdentity, this.#ofCapture, this.#pageFirst]) kept.clear();
    for (const kept of [this.#ranks, this.#pageCounts]) kept.clear();
    for (const kept of [this.#pages, this.#elements, this.#triedElements, this.#activities]) kept.clear();
    for (const one of this.#happenings) {
      if (one.type === 'look') this.#look(one.capture, one.sketch);
      else this.#step(one.from, one.to, one.action, one.offer);
    }
  }
}

/** What is done, whatever is noted of it. */
export function actionKey(action: Action): string {
  return canonicalJson(action);
}

function skeletonOf({ page, rows }: ScreenSketch): string {
  return sha256(`${page}\n${rows.map(({ token }) => token).join('\n')}`);
}

function elementName(sketch: ScreenSketch, classKey: string, fullKey: string): string {
  return `${sketch.activity?.activity ?? sketch.package}\n${fullKey === '' ? classKey : fullKey}`;
}
