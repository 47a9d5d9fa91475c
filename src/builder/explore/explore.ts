import { setTimeout as sleep } from 'node:timers/promises';
import type { Action } from '../../domain/action.js';
import { faultOf, UserError } from '../../errors.js';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import { AllowedOffers } from './allowed-offers.js';
import { chooseNext, type Move, type NextTry } from './choose-next.js';
import { ExplorationNotes } from './exploration-notes.js';
import type { ExplorationEnd, ExplorationProgress, ExploreOptions } from './explore-options.js';
import { ExploredPhone } from './explored-phone.js';
import { FieldTexts } from './field-texts.js';
import { KnownStates, type KnownState } from './known-states.js';
import { ModelKnowledge } from './model-knowledge.js';
import { offerOf } from './offer-of.js';
import { submitOffer, type Offer, type ScreenSketch } from './screen-sketch.js';
import { takeUpSurvey } from './take-up-survey.js';
import { touchedKey } from './touched-key.js';

/** Expected worth below which exploring is stuck. */
const STUCK = 0.03;
/** Failed ways to one state, after which it is given up. */
const MOST_FAILURES = 3;
/** Failed ways in a row, after which the phone is brought to its start. */
const LOST = 6;
/** Texts sent off with ENTER in a row that led nowhere, after which a field is taken for one that needs none. */
const MOST_EMPTY_SUBMITS = 2;
/** Times that what led nowhere is tried in the end of what is tried at first. */
const MOST_PATIENCE = 4;
/** Crashes in a row, after which the phone is given up. */
const MOST_CRASHES = 5;
/** States of one page from which it counts as one that never ends. */
const ENDLESS = 60;
/** Waits for an app that is slow to open. */
const MOST_WAITS = 3;
const CRASH_PAUSE_MS = 200;

/**
 * Explores an app without anybody choosing its actions: tries what is nearest and most promising, finds the way back over what it
 * has learned, and asks a model at most for what it knows of a screen.
 */
export class Exploration {
  readonly known = new KnownStates();
  readonly texts = new FieldTexts();
  readonly #options: ExploreOptions;
  readonly #phone: ExploredPhone;
  readonly #notes: ExplorationNotes;
  readonly #knowledge: ModelKnowledge;
  readonly #allowed: AllowedOffers;
  /** Ways that failed, by the first capture of the state that they were to. */
  readonly #failures = new Map<number, number>();
  #startCapture: number | null = null;
  /** Failed ways in a row. */
  #lost = 0;
  /** Grows where nothing promising is left: steps that are left go into what led nowhere before. */
  #patience = 1;
  /** In a row. */
  #crashes = 0;
  #isTakenUp = false;

  constructor(options: ExploreOptions) {
    const { known, texts } = this;
    this.#options = options;
    this.#notes = new ExplorationNotes(options.record);
    this.#phone = new ExploredPhone({ ...options, known, texts, notes: this.#notes });
    this.#knowledge = new ModelKnowledge({
      ...options,
      texts,
      notes: this.#notes,
      sketchOf: (capture) => known.of(capture)?.sketch,
    });
    this.#allowed = new AllowedOffers({
      ...options,
      phone: this.#phone,
      knowledge: this.#knowledge,
      notes: this.#notes,
    });
  }

  get steps(): number {
    return this.#phone.steps;
  }

  /** Coverage against steps, a point for each new screen. */
  get curve(): ExploredPhone['curve'] {
    return this.#phone.curve;
  }

  get progress(): ExplorationProgress {
    const { states, pages, elements, activities } = this.known;
    const { questions } = this.#knowledge;
    return { steps: this.steps, screens: states.length, pages, elements, activities, questions };
  }

  /** Milliseconds of its own work for each step of this session, without the phone, the disk and models. */
  get ownMsPerStep(): number {
    return this.#phone.time.msPerStep;
  }

  /**
   * @throws {UserError} where the app cannot be opened, {TouchstoneError} where the phone fails again and again, and for what the model
   * or the disk throws
   */
  async run(): Promise<ExplorationEnd> {
    const { signal, maxSteps, maxMs, record, onProgress } = this.#options;
    const endAt = performance.now() + maxMs;
    await this.takeUp();
    // Bringing up the start is a step of its own.
    if (this.#isTakenUp && this.steps >= maxSteps) return 'steps';
    await this.#begin();
    for (;;) {
      signal.throwIfAborted();
      if (this.steps >= maxSteps) return 'steps';
      if (performance.now() >= endAt) return 'seconds';
      await this.#askWhereItHelps();
      const next = this.#phone.time.spent(() => this.#choose());
      if (next === null || (next.worth < STUCK && (await this.#askInFront()))) {
        if (next !== null || (await this.#askInFront())) continue;
        if (this.#patience >= MOST_PATIENCE) return 'nothing-new';
        this.#patience *= 2;
        continue;
      }
      await this.#surviving(next, async () => {
        const offer = await this.#goTo(next);
        if (offer === null || this.steps >= maxSteps) return;
        const { state } = this.#phone;
        await this.#phone.act(offer.action, offer);
        if (offer.kind === 'search') await this.#submit({ state, offer });
      });
      await record.commit();
      onProgress?.(this.progress);
    }
  }

  /** Takes up what a survey has of earlier sessions, once. */
  async takeUp(): Promise<void> {
    const { earlier, isWholePhone, app } = this.#options;
    if (earlier === undefined || this.#isTakenUp) return;
    this.#isTakenUp = true;
    await takeUpSurvey(earlier, {
      known: this.known,
      texts: this.texts,
      phone: this.#phone,
      knowledge: this.#knowledge,
      allowed: this.#allowed,
      notes: this.#notes,
      staysInFront: !isWholePhone && app === null,
      onFailure: (capture) => this.#failedWay(capture),
    });
  }

  /**
   * Brings up the start, walks a way, and tries something at its end, as for a branch that is missing. False, without trying it, where the
   * way ends elsewhere or it is forbidden.
   *
   * @param isThere whether the screen at the end of the way is the right one
   * @param name of the branch, for the note that it was tried
   */
  async tryAt(
    way: readonly Action[],
    action: Action,
    isThere: (sketch: ScreenSketch) => boolean,
    name: string,
  ): Promise<boolean> {
    await this.takeUp();
    await this.#begin();
    for (const one of way) await this.#phone.act(one, null);
    const { capture, sketch } = this.#phone.here;
    const id = canonicalJson(action);
    const kind = 'tap';
    const offer: Offer = { id, kind, classKey: id, fullKey: id, action, element: null, isEntry: false };
    const canTry = isThere(sketch) && this.#allowed.has(this.#phone.state, offer);
    if (canTry) await this.#phone.act(action, offer);
    this.#notes.add(canTry ? 'branch' : 'no-branch', capture, name);
    await this.#options.record.commit();
    this.#options.onProgress?.(this.progress);
    return canTry;
  }

  /** Brings up the start: the task's, or the app's. */
  async #begin(why: 'reset' | 'crash' = 'reset'): Promise<void> {
    const phone = this.#phone;
    const { app, isWholePhone } = this.#options;
    await phone.reset(why);
    if (app !== null) await this.#open(app);
    this.#startCapture = phone.here.capture;
    if (!isWholePhone && phone.scope.size === 0) phone.scope.add(phone.here.sketch.package);
    phone.forgetWay();
  }

  /** Opens the app that is explored, and waits for it where it is slow. @throws {UserError} where its launcher stays in front */
  async #open(app: string): Promise<void> {
    const phone = this.#phone;
    const { package: before, elements } = phone.here.sketch;
    const isLauncher = elements.some(({ texts }) => texts.some((text) => text === app));
    await phone.act({ type: 'open_app', app }, null);
    const isOpen = (): boolean => !isLauncher || phone.here.sketch.package !== before;
    for (let waits = 0; !isOpen() && waits < MOST_WAITS; waits += 1) await phone.act({ type: 'wait' }, null);
    if (isOpen()) return;
    throw new UserError(`the app ${JSON.stringify(app)} does not open: the screen it is opened from stays`, {
      hint: 'Name it as its launcher does, and see that it is installed.',
    });
  }

  #choose(): NextTry | null {
    const phone = this.#phone;
    const start = this.#startCapture === null ? null : (this.known.of(this.#startCapture)?.id ?? null);
    return chooseNext(this.known, this.texts, {
      current: phone.state.id,
      before: phone.before,
      canRestore: (state) => phone.canRestore(this.known.states[state]),
      start,
      patience: this.#patience,
      isAllowed: (state, offer) => this.#allowed.has(state, offer),
      isInside: (state) => phone.isInside(state.sketch) && this.#isReached(state) && !this.#isEndless(state),
    });
  }

  #isReached({ capture }: KnownState): boolean {
    return (this.#failures.get(capture) ?? 0) < MOST_FAILURES * this.#patience;
  }

  /** One more state of a page that has so many that it never ends. */
  #isEndless({ capture, sketch, id }: KnownState): boolean {
    if (this.known.rankInPage(id) < ENDLESS) return false;
    const detail = `more than ${ENDLESS} states of one page`;
    this.#notes.once('page', { kind: 'loop', capture, detail }, sketch);
    return true;
  }

  /** Goes to where something is to be tried. Returns it as the screen in front has it; null where that is another one. */
  async #goTo(next: NextTry): Promise<Offer | null> {
    const { version } = this.known;
    let offer: Offer | null = next.offer;
    for (const [index, move] of next.moves.entries()) {
      const expected = this.known.states[move.to];
      if (expected === undefined || this.steps >= this.#options.maxSteps) return null;
      const isThere = await this.#move(move, expected, next);
      // Everything has another number by now.
      if (this.known.version !== version) return null;
      if (isThere) continue;
      const then = next.moves[index + 1];
      const stands = standsFor(this.#phone.here.sketch, expected.sketch);
      if (then === undefined) offer = stands ? this.#offerHere(next) : null;
      else if (!stands || !leadsAlike(then, this.#phone.here.sketch, expected.sketch)) offer = null;
      if (offer !== null) continue;
      await this.#failed(next);
      return null;
    }
    this.#lost = 0;
    return offer;
  }

  /** The same on the screen in front, which stands for the one that was expected. */
  #offerHere({ state, offer }: NextTry): Offer | null {
    const found = offerOf(this.#phone.here.sketch, offer.id, offer.action);
    // It is not tried once more where it was wanted, nor after a break.
    state.tried.add(offer.id);
    const more = { toward: state.capture, tried: offer.id };
    this.#notes.add(
      'instead',
      this.#phone.here.capture,
      'this screen stands for the one that was wanted',
      more,
    );
    if (found === null || !this.#allowed.has(this.#phone.state, found)) return null;
    return this.#phone.state.tried.has(found.id) ? null : found;
  }

  async #failed({ state }: NextTry): Promise<void> {
    this.#failedWay(state.capture);
    this.#lost += 1;
    if (!this.#isReached(state)) {
      this.#notes.add('stuck', state.capture, 'the way to this screen leads elsewhere');
    }
    if (this.#lost < LOST) return;
    this.#lost = 0;
    await this.#begin();
  }

  #failedWay(capture: number): void {
    this.#failures.set(capture, (this.#failures.get(capture) ?? 0) + 1);
  }

  /** Whether a move led where it was expected to. */
  async #move(move: Move, expected: KnownState, { state }: NextTry): Promise<boolean> {
    if (move.type === 'reset') await this.#begin();
    else if (move.type === 'restore') await this.#phone.restore(expected);
    else await this.#phone.act(move.action, null);
    const { capture, sketch } = this.#phone.here;
    const { capture: wanted } = expected;
    if (this.known.of(capture) === expected) return true;
    if (sketch.hasPassword && !expected.sketch.hasPassword) {
      const detail = 'a password is asked for where none was';
      this.#notes.once('page', { kind: 'logged-out', capture, detail }, sketch);
    }
    const detail = `screen ${wanted} was expected`;
    this.#notes.add('elsewhere', capture, detail, { expected: wanted, toward: state.capture });
    return this.known.expect(expected, capture) && this.known.of(capture) === this.known.of(wanted);
  }

  /** A text that a search takes only with ENTER is sent off: one and the same filled field stands for all texts. */
  async #submit({ state, offer }: Pick<NextTry, 'state' | 'offer'>): Promise<void> {
    const { action, element } = offer;
    const { sketch, capture } = this.#phone.here;
    const field = element === null ? undefined : state.sketch.elements[element];
    if (action.type !== 'type' || element === null || field === undefined) return;
    if (!sketch.elements.some(({ isFilled }) => isFilled)) return;
    if (sketch.elements.length !== state.sketch.elements.length) return;
    const now = this.known.of(capture);
    const submit = submitOffer(field, element, action.text);
    if (now === undefined || this.known.novelty.emptyTries(submit, sketch.page) >= MOST_EMPTY_SUBMITS) return;
    if (this.steps >= this.#options.maxSteps || !this.#allowed.has(now, submit)) return;
    await this.#phone.act(submit.action, submit);
  }

  /** What crashes is noted and not tried again; the phone begins anew. */
  async #surviving({ state, offer }: NextTry, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#options;
    try {
      await work();
      this.#crashes = 0;
    } catch (error) {
      signal.throwIfAborted();
      this.#crashes += 1;
      if (faultOf(error) !== 'environment' || this.#crashes > MOST_CRASHES) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      const more = { toward: state.capture, tried: offer.id };
      this.#notes.add('crash', this.#phone.here.capture, detail, more);
      this.#allowed.crashed(state.sketch.page, offer.id);
      await sleep(CRASH_PAUSE_MS, undefined, { signal });
      await this.#begin('crash');
    }
  }

  /** Asks about the page in front where it has fields that wait for a text. */
  async #askWhereItHelps(): Promise<void> {
    if (await this.#knowledge.catchUp()) return;
    if (this.#phone.here.sketch.elements.some(({ isField }) => isField)) await this.#askInFront();
  }

  /** Asks about the page in front where nobody was asked about it. True where an answer came. */
  async #askInFront(): Promise<boolean> {
    const { here } = this.#phone;
    return this.#phone.isInside(here.sketch) && (await this.#knowledge.askAbout(here, this.steps));
  }
}

/** Whether a screen may be taken for another one: a page by the same name, of which only what it says is different. */
function standsFor(found: ScreenSketch, expected: ScreenSketch): boolean {
  return found.page === expected.page && found.title === expected.title;
}

/** Whether a step touches on one screen what it touches on the other. */
function leadsAlike(move: Move, found: ScreenSketch, expected: ScreenSketch): boolean {
  return move.type !== 'act' || touchedKey(found, move.action) === touchedKey(expected, move.action);
}
