import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { findForbidden } from '../../environments/guard/find-forbidden.js';
import type { ExplorationNotes } from './exploration-notes.js';
import type { ExploredPhone } from './explored-phone.js';
import type { KnownState } from './known-states.js';
import type { ModelKnowledge } from './model-knowledge.js';
import type { Offer } from './screen-sketch.js';

export interface AllowedOffersOptions {
  readonly forbid: ReadonlySet<ForbiddenKind>;
  readonly isWholePhone: boolean;
  readonly phone: ExploredPhone;
  readonly knowledge: ModelKnowledge;
  readonly notes: ExplorationNotes;
}

/** Tells what may be tried from what nobody may do, what a model warns of, and what has crashed. */
export class AllowedOffers {
  readonly #options: AllowedOffersOptions;
  /** Ids of offers that crashed the app, by page. */
  readonly #crashing = new Set<string>();

  constructor(options: AllowedOffersOptions) {
    this.#options = options;
  }

  /** It crashed the app. @param offer id */
  crashed(page: string, offer: string): void {
    this.#crashing.add(`${page} ${offer}`);
  }

  /** Whether it may be tried; what is forbidden is noted. */
  has(state: KnownState, offer: Offer): boolean {
    const { forbid, isWholePhone, phone, knowledge, notes } = this.#options;
    if (offer.kind === 'home' && !isWholePhone) return false;
    const { size, page } = state.sketch;
    if (this.#crashing.has(`${page} ${offer.id}`)) return false;
    const found = findForbidden(offer.action, phone.hierarchyOf(state), { size, kinds: forbid });
    const risk = offer.kind === 'tap' ? knowledge.riskOf(page, offer.id) : undefined;
    if (found === null && risk === undefined) return true;
    state.tried.add(offer.id);
    const detail = found === null ? `${risk}: by what the model says` : `${found.kind}: "${found.words}"`;
    notes.once('page', { kind: 'forbidden', capture: state.capture, detail }, state.sketch);
    return false;
  }
}
