import type { Action } from '../../domain/action.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Observation, Screen, ScreenContent } from '../../domain/screen.js';
import type { EnvironmentSnapshot } from '../../environments/environment.js';
import { BugError, faultOf } from '../../errors.js';
import { BackWays } from './back-ways.js';
import type { ExplorationNotes } from './exploration-notes.js';
import type { ExploreOptions } from './explore-options.js';
import type { FieldTexts } from './field-texts.js';
import type { KnownState, KnownStates } from './known-states.js';
import type { SeenScreen } from './model-knowledge.js';
import type { Outcome } from './novelty.js';
import { OwnTime } from './own-time.js';
import { sketchPicture } from './picture-sketch.js';
import { sketchScreen, type Offer, type ScreenSketch } from './screen-sketch.js';

/** Packages that ask for permissions on top of whatever is in front. */
const SYSTEM_DIALOG = /permissioncontroller|packageinstaller|^android$/;
/** Screen of a phone that does not tell its size. */
const ANY_SIZE = { width: 1080, height: 2400 };

export interface ExploredPhoneOptions extends Pick<
  ExploreOptions,
  'environment' | 'start' | 'record' | 'signal'
> {
  readonly known: KnownStates;
  readonly texts: FieldTexts;
  readonly notes: ExplorationNotes;
}

/** The phone as it is explored: what is done to it is written down and learned from, and every screen is looked at. */
export class ExploredPhone {
  readonly #options: ExploredPhoneOptions;
  readonly #snapshots = new Map<number, EnvironmentSnapshot>();
  readonly #hierarchies = new Map<number, UiHierarchy>();
  /** Packages that belong to what is explored; empty: all. */
  readonly scope = new Set<string>();
  readonly time = new OwnTime();
  #here: SeenScreen | null = null;
  readonly #back = new BackWays();
  /** Things done to the phone in all sessions, ways back and resets included. */
  steps = 0;
  /** Coverage against steps, a point for each new screen. */
  readonly curve: { steps: number; screens: number; elements: number; activities: number }[] = [];

  constructor(options: ExploredPhoneOptions) {
    this.#options = options;
  }

  /** Whether anything was looked at yet. */
  get isSeen(): boolean {
    return this.#here !== null;
  }

  /** The screen in front. */
  get here(): SeenScreen {
    if (this.#here === null) throw new BugError('nothing was looked at yet');
    return this.#here;
  }

  /** State of the screen in front. */
  get state(): KnownState {
    const state = this.#options.known.of(this.here.capture);
    if (state === undefined) throw new BugError('the screen in front has no state');
    return state;
  }

  /** States before the one in front, the latest last: what BACK is expected to lead to. */
  get before(): readonly number[] {
    return this.#back.before.flatMap((capture) => this.#options.known.of(capture)?.id ?? []);
  }

  hierarchyOf({ capture }: KnownState): UiHierarchy | null {
    return this.#hierarchies.get(capture) ?? null;
  }

  canRestore(state: KnownState | undefined): boolean {
    return state !== undefined && this.#snapshots.has(state.capture);
  }

  /** Whether a screen is one of what is explored. */
  isInside({ package: owner }: ScreenSketch): boolean {
    return this.scope.size === 0 || this.scope.has(owner) || SYSTEM_DIALOG.test(owner);
  }

  /** @param offer what is tried by it; null for a way to somewhere else */
  async act(action: Action, offer: Offer | null): Promise<void> {
    const { environment, record, signal, known, notes, texts } = this.#options;
    const from = this.here;
    texts.typed(from.sketch, action, offer);
    this.steps += 1;
    this.time.steps += 1;
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') return await this.reset('reset');
    const here = await this.#look(result.observation);
    const { rule, detail } = result.transition;
    const tried = offer === null ? {} : { tried: offer.id };
    record.append({ type: 'step', from: from.capture, to: here.capture, action, rule, ...tried });
    if (rule === 'refused') {
      const note = { kind: 'forbidden', capture: from.capture, detail: detail ?? 'refused' };
      notes.once('phone', note, from.sketch);
    }
    if (detail !== undefined && /dialog/i.test(detail)) notes.add('dialog', here.capture, detail);
    const outcome = this.time.spent(() => known.step(from.capture, here.capture, action, offer));
    this.went(from.capture, here.capture, action, outcome);
    if (!this.isInside(here.sketch) && this.isInside(from.sketch)) {
      notes.add('left-app', here.capture, `${here.sketch.package || 'another app'} is in front`);
    }
  }

  /** Something was done, here or in an earlier session: where BACK leads is learned from it. */
  went(from: number, to: number, action: Action, outcome: Outcome): void {
    const { known } = this.#options;
    const [before, after] = [known.of(from), known.of(to)];
    if (before === undefined || after === undefined) return;
    if (action.type === 'key' && action.key === 'BACK') {
      this.#back.wentBack((capture) => known.of(capture) === after);
    } else if (outcome !== 'nothing') {
      const [{ title }, { title: next }] = [before.sketch, after.sketch];
      const onward = before.returning.wasOpenedFrom(next) ? 'return' : 'onward';
      this.#back.left({ capture: from, title, how: title === next ? 'change' : onward, next });
    }
  }

  async reset(why: 'reset' | 'crash'): Promise<void> {
    const { environment, start, record, signal, known } = this.#options;
    this.steps += this.#here === null ? 0 : 1;
    record.append({ type: 'walk', why });
    known.broughtUp();
    await this.#look(await environment.reset(start, { signal }));
    this.forgetWay();
  }

  async restore(state: KnownState): Promise<void> {
    const { environment, record, signal, known } = this.#options;
    const snapshot = this.#snapshots.get(state.capture);
    if (snapshot === undefined || environment.restore === undefined) return;
    this.steps += 1;
    this.time.steps += 1;
    record.append({ type: 'walk', why: 'restore' });
    known.broughtUp();
    await this.#look(await environment.restore(snapshot, { signal }));
    this.forgetWay();
  }

  /** BACK leads to nothing that is known. */
  forgetWay(): void {
    this.#back.forget();
  }

  /** A screen of an earlier session, as it was captured then. */
  async takeUp(
    capture: number,
    screen: Pick<Screen, 'activity' | 'size' | 'id'>,
    {
      hierarchy,
      picture,
      mediaType,
    }: Readonly<{ hierarchy: Uint8Array | null; picture: Uint8Array | null; mediaType: string }>,
  ): Promise<void> {
    const seen = await this.#sketch(screen, hierarchy, picture);
    this.#see(capture, seen.sketch, seen.hierarchy);
    const shown = picture === null ? null : { bytes: picture, mediaType };
    this.#here = { capture, sketch: seen.sketch, picture: shown };
  }

  async #look({ screen }: Observation): Promise<SeenScreen> {
    const { record, environment, notes } = this.#options;
    const [bytes, xml] = await Promise.all([this.#load(screen.picture), this.#load(screen.hierarchy)]);
    const picture = bytes === null ? null : { bytes, mediaType: screen.picture?.mediaType ?? 'image/png' };
    const { size, activity } = screen;
    const { capture } = await record.capture({ size, activity, picture, hierarchy: xml });
    const { sketch, hierarchy } = await this.#sketch(screen, xml, bytes);
    const state = this.#see(capture, sketch, hierarchy);
    if (state.capture === capture) {
      const note = (scope: 'page' | 'package', kind: string, detail: string): void =>
        notes.once(scope, { kind, capture, detail }, sketch);
      if (xml === null) note('package', 'no-hierarchy', 'told apart by its picture');
      if (picture === null) note('package', 'no-picture', 'there is no picture');
      if (SYSTEM_DIALOG.test(sketch.package)) note('page', 'dialog', 'a permission');
      else if (sketch.isDialog) note('page', 'dialog', sketch.title);
      if (environment.capabilities.snapshot && environment.snapshot !== undefined) {
        this.#snapshots.set(capture, environment.snapshot());
      }
    }
    this.#here = { capture, sketch, picture };
    return this.#here;
  }

  #see(capture: number, sketch: ScreenSketch, hierarchy: UiHierarchy | null): KnownState {
    const { known, texts } = this.#options;
    return this.time.spent(() => {
      const state = known.look(capture, sketch);
      if (state.capture === capture) {
        const { states, elements, activities } = known;
        this.curve.push({ steps: this.steps, screens: states.length, elements: elements.known, activities });
        texts.see(sketch);
        if (hierarchy !== null) this.#hierarchies.set(capture, hierarchy);
      }
      return state;
    });
  }

  async #sketch(
    { activity, size, id }: Pick<Screen, 'activity' | 'size' | 'id'>,
    xml: Uint8Array | null,
    picture: Uint8Array | null,
  ): Promise<{ readonly sketch: ScreenSketch; readonly hierarchy: UiHierarchy | null }> {
    const place = { activity, size: size ?? ANY_SIZE };
    if (xml === null && picture !== null) {
      return { sketch: await this.time.spentOn(() => sketchPicture(picture, place)), hierarchy: null };
    }
    return this.time.spent(() => {
      const hierarchy = xml === null ? null : parseHierarchy(xml, { file: id });
      const tree = hierarchy ?? parseHierarchy('<hierarchy></hierarchy>');
      return { sketch: sketchScreen(tree, place), hierarchy };
    });
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
}
