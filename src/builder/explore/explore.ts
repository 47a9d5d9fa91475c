import { setTimeout as sleep } from 'node:timers/promises';
import type { Action } from '../../domain/action.js';
import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Observation, Screen, ScreenContent } from '../../domain/screen.js';
import type { Environment, EnvironmentSnapshot, EpisodeStart } from '../../environments/environment.js';
import { findForbidden } from '../../environments/guard/find-forbidden.js';
import { BugError, faultOf } from '../../errors.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { CapturedScreen } from '../../formats/survey/survey-writer.js';
import type { SurveyCapture, SurveyEvent } from '../../formats/survey/survey-event.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import type { Ask, ModelQuestion, QuestionReply } from '../../models/asking/model-question.js';
import { chooseNext, type Move, type NextTry } from './choose-next.js';
import { FieldTexts } from './field-texts.js';
import { KnownStates, type KnownState } from './known-states.js';
import { sketchPicture } from './picture-sketch.js';
import { knowledgeQuestion, type ScreenKnowledge } from './screen-knowledge.js';
import { sketchScreen, submitOffer, typeOffer, type Offer, type ScreenSketch } from './screen-sketch.js';

type Unwritten<E extends SurveyEvent> = E extends SurveyEvent ? Omit<E, 'at'> : never;

/** Where an exploration writes; a `SurveyWriter` is one. */
export interface ExplorationRecord {
  capture(screen: CapturedScreen): Promise<Pick<SurveyCapture, 'capture'>>;
  append(event: Unwritten<SurveyEvent>): void;
  commit(): Promise<void>;
}

/** What an exploration has found so far. */
export interface ExplorationProgress {
  /** Things done to the phone, ways back and resets included. */
  readonly steps: number;
  readonly screens: number;
  readonly pages: number;
  readonly elements: { readonly known: number; readonly tried: number };
  readonly activities: number;
  /** Questions to the model, of all sessions. */
  readonly questions: number;
}

/** Events of a survey that is gone on with, each capture with its screen. */
export interface EarlierSurvey {
  readonly events: readonly SurveyEvent[];
  /** Contents of a capture's files. */
  readonly load: (capture: SurveyCapture) => Promise<{
    readonly hierarchy: Uint8Array | null;
    readonly picture: Uint8Array | null;
    readonly mediaType: string;
  }>;
}

export interface ExploreOptions {
  readonly environment: Environment;
  readonly start: EpisodeStart;
  readonly record: ExplorationRecord;
  readonly earlier?: EarlierSurvey;
  readonly forbid: ReadonlySet<ForbiddenKind>;
  /** App that is opened and stayed in, by its name; null: the one in front at the start. `anything`: the whole phone. */
  readonly app: string | null;
  readonly isWholePhone: boolean;
  /** Null: no model is asked. */
  readonly ask: Ask | null;
  /** Steps, of all sessions. */
  readonly maxSteps: number;
  /** Milliseconds, of this session. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExplorationProgress) => void;
}

export type ExplorationEnd = 'nothing-new' | 'steps' | 'seconds';

/** Where the phone is. */
interface Here {
  readonly capture: number;
  readonly sketch: ScreenSketch;
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
}

/** Packages that ask for permissions on top of whatever is in front. */
const SYSTEM_DIALOG = /permissioncontroller|packageinstaller|^android$/;
/** Steps for which the model may be asked once. */
const STEPS_PER_QUESTION = 20;
/** Expected worth below which exploring is stuck. */
const STUCK = 0.03;
/** Failed ways to one state, after which it is given up. */
const MOST_FAILURES = 3;
/** Failed ways in a row, after which the phone is brought to its start. */
const LOST = 6;
/** Texts sent off with ENTER in a row that led nowhere, after which a field is taken for one that needs none. */
const MOST_EMPTY_SUBMITS = 4;
/** Times that what led nowhere is tried in the end of what is tried at first. */
const MOST_PATIENCE = 4;
/** Crashes in a row, after which the phone is given up. */
const MOST_CRASHES = 5;
/** States of one page from which it counts as one that never ends. */
const ENDLESS = 60;
/** Screen of a phone that does not tell its size. */
const ANY_SIZE = { width: 1080, height: 2400 };
const CRASH_PAUSE_MS = 200;

/**
 * Explores an app without anybody choosing its actions: tries what is nearest and most promising, finds the way back over what it
 * has learned, and asks a model at most for what it knows of a screen.
 */
export class Exploration {
  readonly known = new KnownStates();
  readonly texts = new FieldTexts();
  readonly #options: ExploreOptions;
  readonly #snapshots = new Map<number, EnvironmentSnapshot>();
  readonly #hierarchies = new Map<number, UiHierarchy>();
  readonly #noted = new Set<string>();
  /** Pages that a model was asked about. */
  readonly #asked = new Set<string>();
  /** Full keys of elements that a model takes for risky, by page. */
  readonly #risky = new Map<string, ForbiddenKind>();
  /** What crashed the app, by page. */
  readonly #crashing = new Set<string>();
  readonly #failures = new Map<number, number>();
  readonly #scope = new Set<string>();
  #pending: ModelQuestion<ScreenKnowledge> | null = null;
  #pendingCapture = 0;
  #here: Here | null = null;
  #before: number[] = [];
  #startCapture: number | null = null;
  #lost = 0;
  /** Grows where nothing promising is left: steps that are left go into what led nowhere before. */
  #patience = 1;
  #crashes = 0;
  #questions = 0;
  /** The model is gone, or its budget is spent. */
  #isAlone = false;
  steps = 0;
  /** Screens against steps, a point for each new screen. */
  readonly curve: { readonly steps: number; readonly screens: number }[] = [];
  /** Milliseconds of its own work in this session, without the phone, the disk and models, and the steps that it was for. */
  ownMs = 0;
  #ownSteps = 0;

  constructor(options: ExploreOptions) {
    this.#options = options;
  }

  get progress(): ExplorationProgress {
    const { states, pages, elements, activities } = this.known;
    const questions = this.#questions;
    return { steps: this.steps, screens: states.length, pages, elements, activities, questions };
  }

  /** Milliseconds of its own work for each step of this session. */
  get ownMsPerStep(): number {
    return this.#ownSteps === 0 ? 0 : this.ownMs / this.#ownSteps;
  }

  /** @throws {TouchstoneError} where the phone fails again and again, and for what the model or the disk throws */
  async run(): Promise<ExplorationEnd> {
    const { signal, maxSteps, maxMs, record, onProgress } = this.#options;
    const endAt = performance.now() + maxMs;
    await this.#takeUp();
    await this.#begin();
    for (;;) {
      signal.throwIfAborted();
      if (this.steps >= maxSteps) return 'steps';
      if (performance.now() >= endAt) return 'seconds';
      await this.#askWhereItHelps();
      const next = this.#choose();
      if (next === null || (next.worth < STUCK && (await this.#askWhereStuck()))) {
        if (next !== null || (await this.#askWhereStuck())) continue;
        if (this.#patience >= MOST_PATIENCE) return 'nothing-new';
        this.#patience *= 2;
        continue;
      }
      await this.#surviving(next, async () => {
        if (!(await this.#goTo(next)) || this.steps >= maxSteps) return;
        await this.#act(next.offer.action, next.offer);
        if (next.offer.kind === 'type') await this.#submit(next);
      });
      await record.commit();
      onProgress?.(this.progress);
    }
  }

  /**
   * Brings up the start, walks a way, and tries something at its end, as for a branch that is missing. False, without trying it, where the
   * way ends elsewhere or it is forbidden.
   *
   * @param isThere whether the screen at the end of the way is the right one
   */
  async tryAt(
    way: readonly Action[],
    action: Action,
    isThere: (sketch: ScreenSketch) => boolean,
  ): Promise<boolean> {
    if (this.#here === null) await this.#takeUp();
    await this.#begin();
    for (const one of way) await this.#act(one, null);
    const { capture, sketch } = this.#hereNow();
    const id = canonicalJson(action);
    const offer: Offer = {
      id,
      kind: 'tap',
      classKey: id,
      fullKey: id,
      action,
      element: null,
      isEntry: false,
    };
    const canTry = isThere(sketch) && this.#isAllowed(this.#stateNow(), offer);
    if (canTry) await this.#act(action, offer);
    else this.#note('stuck', capture, 'a missing branch could not be tried');
    await this.#options.record.commit();
    this.#options.onProgress?.(this.progress);
    return canTry;
  }

  /** Brings up the start: the task's, or the app's. */
  async #begin(why: 'reset' | 'crash' = 'reset'): Promise<void> {
    await this.#reset(why);
    const { app, isWholePhone } = this.#options;
    const front = (): string => this.#hereNow().sketch.package;
    if (app !== null) await this.#act({ type: 'open_app', app }, null);
    this.#startCapture = this.#hereNow().capture;
    if (!isWholePhone && this.#scope.size === 0) this.#scope.add(front());
    this.#before = [];
  }

  #hereNow(): Here {
    if (this.#here === null) throw new BugError('nothing was looked at yet');
    return this.#here;
  }

  #stateNow(): KnownState {
    const state = this.known.of(this.#hereNow().capture);
    if (state === undefined) throw new BugError('the screen in front has no state');
    return state;
  }

  #isInside({ package: owner }: ScreenSketch): boolean {
    return this.#scope.size === 0 || this.#scope.has(owner) || SYSTEM_DIALOG.test(owner);
  }

  #choose(): NextTry | null {
    const startedAt = performance.now();
    const start = this.#startCapture === null ? null : (this.known.of(this.#startCapture)?.id ?? null);
    const next = chooseNext(this.known, this.texts, {
      current: this.#stateNow().id,
      before: this.#before.flatMap((capture) => this.known.of(capture)?.id ?? []),
      canRestore: (state) => this.#snapshots.has(this.known.states[state]?.capture ?? -1),
      start,
      isAllowed: (state, offer) => this.#isAllowed(state, offer),
      patience: this.#patience,
      isInside: (state) => this.#isInside(state.sketch) && this.#isReached(state) && !this.#isEndless(state),
    });
    this.ownMs += performance.now() - startedAt;
    return next;
  }

  #isReached({ capture }: KnownState): boolean {
    return (this.#failures.get(capture) ?? 0) < MOST_FAILURES;
  }

  /** One more state of a page that has so many that it never ends. */
  #isEndless(state: KnownState): boolean {
    const rank = this.known.rankInPage(state);
    if (rank < ENDLESS) return false;
    this.#noteOnce('loop', state.sketch.page, state.capture, `more than ${ENDLESS} states of one page`);
    return true;
  }

  #isAllowed(state: KnownState, offer: Offer): boolean {
    if (offer.kind === 'home' && !this.#options.isWholePhone) return false;
    const hierarchy = this.#hierarchies.get(state.capture) ?? null;
    const { size, page } = state.sketch;
    if (this.#crashing.has(`${page} ${offer.fullKey}`)) return false;
    const found = findForbidden(offer.action, hierarchy, { size, kinds: this.#options.forbid });
    const risk = offer.kind === 'tap' ? this.#risky.get(`${page} ${offer.fullKey}`) : undefined;
    if (found === null && risk === undefined) return true;
    state.tried.add(offer.id);
    const words = found === null ? `${risk}: by what the model says` : `${found.kind}: "${found.words}"`;
    this.#noteOnce('forbidden', `${page} ${offer.fullKey}`, state.capture, words);
    return false;
  }

  /** Whether the phone shows the state that something is to be tried on. */
  async #goTo({ moves, state }: NextTry): Promise<boolean> {
    const { version } = this.known;
    for (const move of moves) {
      // Everything has another number by now.
      if (this.known.version !== version) return false;
      const expected = this.known.states[move.to];
      if (expected === undefined || this.steps >= this.#options.maxSteps) return false;
      if (!(await this.#move(move, expected))) {
        if (this.known.version !== version) return false;
        const failed = (this.#failures.get(state.capture) ?? 0) + 1;
        this.#failures.set(state.capture, failed);
        this.#lost += 1;
        if (failed === MOST_FAILURES) {
          this.#noteOnce(
            'stuck',
            `${state.capture}`,
            state.capture,
            'the way to this screen leads elsewhere',
          );
        }
        if (this.#lost >= LOST) {
          this.#lost = 0;
          await this.#begin();
        }
        return false;
      }
    }
    this.#lost = 0;
    return this.known.version === version;
  }

  /** Whether a move led where it was expected to. */
  async #move(move: Move, expected: KnownState): Promise<boolean> {
    if (move.type === 'reset') await this.#begin();
    else if (move.type === 'restore') await this.#restore(expected);
    else await this.#act(move.action, null);
    const { capture, sketch } = this.#hereNow();
    const found = this.known.of(capture);
    if (found === expected) return true;
    if (sketch.hasPassword && !expected.sketch.hasPassword) {
      this.#noteOnce('logged-out', sketch.page, capture, 'a password is asked for where none was');
    }
    const { capture: wanted } = expected;
    return this.known.expect(expected, capture) && this.known.of(capture) === this.known.of(wanted);
  }

  /** A text that a search takes only with ENTER is sent off: one and the same filled field stands for all texts. */
  async #submit({ state, offer }: NextTry): Promise<void> {
    const { action, element } = offer;
    const { sketch, capture } = this.#hereNow();
    const field = element === null ? undefined : state.sketch.elements[element];
    if (action.type !== 'type' || element === null || field === undefined) return;
    if (!FieldTexts.isSearch(field) || !sketch.elements.some(({ isFilled }) => isFilled)) return;
    if (sketch.elements.length !== state.sketch.elements.length) return;
    const now = this.known.of(capture);
    const submit = submitOffer(field, element, action.text);
    if (now === undefined || this.known.novelty.emptyTries(submit, sketch.page) >= MOST_EMPTY_SUBMITS) return;
    if (this.steps >= this.#options.maxSteps || !this.#isAllowed(now, submit)) return;
    await this.#act(submit.action, submit);
  }

  /** What crashes is noted and not tried again; the phone begins anew. */
  async #surviving({ state, offer }: NextTry, work: () => Promise<void>): Promise<void> {
    const { signal, record } = this.#options;
    try {
      await work();
      this.#crashes = 0;
    } catch (error) {
      signal.throwIfAborted();
      this.#crashes += 1;
      if (faultOf(error) !== 'environment' || this.#crashes > MOST_CRASHES) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      record.append({ type: 'note', kind: 'crash', capture: this.#hereNow().capture, detail });
      this.#crashing.add(`${state.sketch.page} ${offer.fullKey}`);
      await sleep(CRASH_PAUSE_MS, undefined, { signal });
      await this.#begin('crash');
    }
  }

  async #act(action: Action, offer: Offer | null): Promise<void> {
    const { environment, record, signal } = this.#options;
    const from = this.#hereNow();
    this.steps += 1;
    this.#ownSteps += 1;
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') return await this.#reset('reset');
    const here = await this.#look(result.observation);
    const { rule, detail } = result.transition;
    record.append({ type: 'step', from: from.capture, to: here.capture, action, rule });
    if (rule === 'refused') this.#noteOnce('forbidden', `refused ${detail}`, from.capture, detail ?? '');
    if (detail !== undefined && /dialog/i.test(detail)) this.#note('dialog', here.capture, detail);
    const outcome = this.known.step(from.capture, here.capture, action, offer);
    if (action.type === 'key' && action.key === 'BACK') this.#before.pop();
    else if (outcome !== 'nothing') this.#before.push(from.capture);
    if (!this.#isInside(here.sketch) && this.#isInside(from.sketch)) {
      this.#note('left-app', here.capture, `${here.sketch.package || 'another app'} is in front`);
    }
  }

  async #reset(why: 'reset' | 'crash'): Promise<void> {
    const { environment, start, record, signal } = this.#options;
    this.steps += this.#here === null ? 0 : 1;
    record.append({ type: 'walk', why });
    this.known.broughtUp();
    const observation = await environment.reset(start, { signal });
    await this.#look(observation);
    this.#before = [];
  }

  async #restore(state: KnownState): Promise<void> {
    const { environment, record, signal } = this.#options;
    const snapshot = this.#snapshots.get(state.capture);
    if (snapshot === undefined || environment.restore === undefined) return;
    this.steps += 1;
    record.append({ type: 'walk', why: 'restore' });
    this.known.broughtUp();
    await this.#look(await environment.restore(snapshot, { signal }));
    this.#before = [];
  }

  async #look({ screen }: Observation): Promise<Here> {
    const { record, environment } = this.#options;
    const [bytes, xml] = await Promise.all([this.#load(screen.picture), this.#load(screen.hierarchy)]);
    const picture = bytes === null ? null : { bytes, mediaType: screen.picture?.mediaType ?? 'image/png' };
    const { size, activity } = screen;
    const { capture } = await record.capture({ size, activity, picture, hierarchy: xml });
    const { sketch, hierarchy } = await this.#sketch(screen, xml, bytes);
    const state = this.#see(capture, sketch, hierarchy);
    if (state.capture === capture) {
      if (xml === null) this.#noteOnce('no-hierarchy', sketch.package, capture, 'told apart by its picture');
      if (picture === null) this.#noteOnce('no-picture', sketch.package, capture, 'there is no picture');
      if (sketch.isDialog) this.#noteOnce('dialog', sketch.page, capture, sketch.title);
      if (SYSTEM_DIALOG.test(sketch.package)) this.#noteOnce('dialog', sketch.page, capture, 'a permission');
      if (environment.capabilities.snapshot && environment.snapshot !== undefined) {
        this.#snapshots.set(capture, environment.snapshot());
      }
    }
    this.#here = { capture, sketch, picture };
    return this.#here;
  }

  #see(capture: number, sketch: ScreenSketch, hierarchy: UiHierarchy | null): KnownState {
    const startedAt = performance.now();
    const state = this.known.look(capture, sketch);
    if (state.capture === capture) {
      this.curve.push({ steps: this.steps, screens: this.known.states.length });
      this.texts.see(sketch);
      if (hierarchy !== null) this.#hierarchies.set(capture, hierarchy);
    }
    this.ownMs += performance.now() - startedAt;
    return state;
  }

  async #sketch(
    { activity, size, id }: Pick<Screen, 'activity' | 'size' | 'id'>,
    xml: Uint8Array | null,
    picture: Uint8Array | null,
  ): Promise<{ readonly sketch: ScreenSketch; readonly hierarchy: UiHierarchy | null }> {
    const startedAt = performance.now();
    const place = { activity, size: size ?? ANY_SIZE };
    try {
      const hierarchy = xml === null ? null : parseHierarchy(xml, { file: id });
      if (hierarchy !== null || picture === null) {
        const tree = hierarchy ?? parseHierarchy('<hierarchy></hierarchy>');
        return { sketch: sketchScreen(tree, place), hierarchy };
      }
      return { sketch: await sketchPicture(picture, place), hierarchy: null };
    } finally {
      this.ownMs += performance.now() - startedAt;
    }
  }

  /** A screen that cannot be had, such as one that forbids screenshots, is none. */
  async #load(content: ScreenContent | null): Promise<Uint8Array | null> {
    const { signal } = this.#options;
    try {
      return (await content?.load({ signal })) ?? null;
    } catch (error) {
      signal.throwIfAborted();
      if (faultOf(error) === 'bug') throw error;
      return null;
    }
  }

  /** Asks about the page in front where it has fields that wait for a text. */
  async #askWhereItHelps(): Promise<void> {
    if (this.#pending !== null) return await this.#answerPending();
    const { sketch } = this.#hereNow();
    if (!sketch.elements.some(({ isField }) => isField) || !this.#isInside(sketch)) return;
    await this.#askAbout(this.#hereNow());
  }

  /** Asks about a page whose fields led nowhere and that nobody was asked about. True where an answer came. */
  async #askWhereStuck(): Promise<boolean> {
    return this.#isInside(this.#hereNow().sketch) && (await this.#askAbout(this.#hereNow()));
  }

  async #askAbout({ capture, sketch, picture }: Here): Promise<boolean> {
    const { ask, record } = this.#options;
    if (ask === null || this.#isAlone || this.#asked.has(sketch.page)) return false;
    if ((this.#questions + 1) * STEPS_PER_QUESTION > this.steps) return false;
    record.append({ type: 'note', kind: 'asked', capture, detail: sha256(sketch.page) });
    await record.commit();
    this.#prepare(capture, sketch, picture);
    await this.#answerPending();
    return true;
  }

  #prepare(capture: number, sketch: ScreenSketch, picture: Here['picture']): void {
    this.#asked.add(sketch.page);
    this.#questions += 1;
    const seen = this.texts.seenIn(sketch.package, 80);
    this.#pending = knowledgeQuestion(sketch, { subject: `screen ${capture}`, picture, seen });
    this.#pendingCapture = capture;
  }

  async #answerPending(): Promise<void> {
    const { ask, record } = this.#options;
    const question = this.#pending;
    this.#pending = null;
    if (ask === null || question === null) return;
    const capture = this.#pendingCapture;
    const reply = await this.#said(ask, question);
    if (reply === null) return;
    this.#questions += reply.type === 'value' ? reply.unreadable : Math.max(reply.unreadable - 1, 0);
    if (reply.type !== 'value') {
      const detail = reply.type === 'refusal' ? 'the model refuses' : reply.problem;
      record.append({ type: 'note', kind: 'unreadable', capture, detail });
      return;
    }
    record.append({ type: 'knowledge', capture, ...mutable(reply.value) });
    this.#learn(capture, reply.value);
  }

  /** Null where nobody can be asked any more: exploring goes on by itself. */
  async #said(
    ask: Ask,
    question: ModelQuestion<ScreenKnowledge>,
  ): Promise<QuestionReply<ScreenKnowledge> | null> {
    if (this.#isAlone) return null;
    try {
      return await ask(question);
    } catch (error) {
      if (!(error instanceof BudgetSpentError) && faultOf(error) !== 'model') throw error;
      this.#isAlone = true;
      const why = error instanceof Error ? error.message : String(error);
      this.#note('alone', this.#pendingCapture, `no more questions: ${why}`);
      return null;
    }
  }

  #learn(capture: number, { elements, texts }: ScreenKnowledge): void {
    const sketch = this.known.of(capture)?.sketch;
    if (sketch === undefined) return;
    for (const { element, text } of texts) {
      const field = sketch.elements[element];
      if (field !== undefined) this.texts.learn(sketch.page, field.fullKey, [text]);
    }
    for (const { element, risk } of elements) {
      const one = sketch.elements[element];
      const kind = [...this.#options.forbid].find((forbidden) => forbidden === risk);
      if (one !== undefined && kind !== undefined) this.#risky.set(`${sketch.page} tap ${one.fullKey}`, kind);
    }
  }

  #note(kind: string, capture: number, detail: string): void {
    this.#options.record.append({ type: 'note', kind, capture, detail });
  }

  #noteOnce(kind: string, key: string, capture: number, detail: string): void {
    const name = `${kind} ${key}`;
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#note(kind, capture, detail);
  }

  /** Takes up what a survey has of earlier sessions. */
  async #takeUp(): Promise<void> {
    const { earlier } = this.#options;
    if (earlier === undefined) return;
    let moved = false;
    for (const event of earlier.events) {
      switch (event.type) {
        case 'capture': {
          const { hierarchy: xml, picture, mediaType } = await earlier.load(event);
          const screen = { activity: event.activity, size: event.size, id: `capture ${event.capture}` };
          const { sketch, hierarchy } = await this.#sketch(screen, xml, picture);
          this.#see(event.capture, sketch, hierarchy);
          const shown = picture === null ? null : { bytes: picture, mediaType };
          this.#here = { capture: event.capture, sketch, picture: shown };
          if (moved && this.#scope.size === 0 && !this.#options.isWholePhone && this.#options.app === null) {
            this.#scope.add(sketch.package);
          }
          moved = false;
          break;
        }
        case 'walk':
          this.steps += this.#here === null ? 0 : 1;
          moved = event.why === 'reset';
          this.known.broughtUp();
          break;
        case 'step': {
          this.steps += 1;
          const from = this.known.of(event.from)?.sketch;
          const offer = from === undefined ? null : offerOf(from, event.action);
          this.known.step(event.from, event.to, event.action, offer);
          break;
        }
        case 'knowledge':
          this.#pending = null;
          this.#learn(event.capture, event);
          break;
        case 'note':
          if (event.kind === 'asked' && this.#here !== null) {
            this.#prepare(event.capture ?? this.#here.capture, this.#here.sketch, this.#here.picture);
          } else if (event.kind === 'unreadable') this.#pending = null;
          break;
        case 'survey-start':
        case 'survey-end':
          break;
        default:
          event satisfies never;
      }
    }
  }
}

/** The offer that an action was; null for one that no offer makes. */
function offerOf(sketch: ScreenSketch, action: Action): Offer | null {
  const key = canonicalJson(action);
  if (action.type === 'type') {
    for (const [number, element] of sketch.elements.entries()) {
      const offer = element.isField ? typeOffer(element, number, action.text) : null;
      if (offer !== null && canonicalJson(offer.action) === key) return offer;
    }
    return null;
  }
  return sketch.offers.find((offer) => canonicalJson(offer.action) === key) ?? null;
}

function mutable({ purpose, elements, texts }: ScreenKnowledge): {
  purpose: string;
  elements: { element: number; does: string; risk?: string }[];
  texts: { element: number; text: string }[];
} {
  return { purpose, elements: [...elements], texts: [...texts] };
}
