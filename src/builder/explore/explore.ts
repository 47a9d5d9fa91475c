import type { Action } from '../../domain/action.js';
import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, EnvironmentSnapshot, EpisodeStart, StepResult } from '../../environments/environment.js';
import { findForbidden } from '../../environments/guard/find-forbidden.js';
import { faultOf } from '../../errors.js';
import type { CapturedScreen } from '../../formats/survey/survey-writer.js';
import type { SurveyCapture, SurveyEvent } from '../../formats/survey/survey-event.js';
import { chooseNext, type Move, type NextTry } from './choose-next.js';
import { FieldTexts } from './field-texts.js';
import { KnownStates, type KnownState } from './known-states.js';
import { sketchScreen, type Offer, type ScreenSketch } from './screen-sketch.js';

type Unwritten<E extends SurveyEvent> = E extends SurveyEvent ? Omit<E, 'at'> : never;

/** Where an exploration writes; a `SurveyWriter` is one. */
export interface ExplorationRecord {
  capture(screen: CapturedScreen): Promise<Pick<SurveyCapture, 'capture'>>;
  append(event: Unwritten<SurveyEvent>): void;
  commit(): Promise<void>;
}

/** What an exploration has found so far. */
export interface ExplorationProgress {
  readonly steps: number;
  readonly screens: number;
  readonly pages: number;
  readonly elements: { readonly known: number; readonly tried: number };
  readonly activities: number;
}

export interface ExploreOptions {
  readonly environment: Environment;
  readonly start: EpisodeStart;
  readonly record: ExplorationRecord;
  readonly forbid: ReadonlySet<ForbiddenKind>;
  /** Steps, of all sessions. */
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ExplorationProgress) => void;
}

/** Where the phone is. */
interface Here {
  readonly capture: number;
  readonly sketch: ScreenSketch;
  readonly hierarchy: UiHierarchy | null;
}

export type ExplorationEnd = 'nothing-new' | 'steps' | 'seconds';

export class Exploration {
  readonly known = new KnownStates();
  readonly texts = new FieldTexts();
  readonly #options: ExploreOptions;
  readonly #snapshots = new Map<number, EnvironmentSnapshot>();
  readonly #noted = new Set<string>();
  #here: Here | null = null;
  #before: number[] = [];
  #startCapture: number | null = null;
  steps = 0;
  /** Milliseconds of its own work, without the phone and models. */
  ownMs = 0;

  constructor(options: ExploreOptions) {
    this.#options = options;
  }

  async run(): Promise<ExplorationEnd> {
    const { signal, maxSteps, record } = this.#options;
    await this.#reset('reset');
    for (;;) {
      signal.throwIfAborted();
      if (this.steps >= maxSteps) return 'steps';
      const next = this.#choose();
      if (next === null) return 'nothing-new';
      if (await this.#goTo(next.moves)) await this.#try(next);
      await record.commit();
      this.#options.onProgress?.(this.progress);
    }
  }

  get progress(): ExplorationProgress {
    const { states, pages, elements, activities } = this.known;
    return { steps: this.steps, screens: states.length, pages, elements, activities };
  }

  #hereNow(): Here {
    if (this.#here === null) throw new Error('nowhere');
    return this.#here;
  }

  #stateNow(): KnownState {
    return this.known.of(this.#hereNow().capture) as KnownState;
  }

  #choose(): NextTry | null {
    const start = this.#startCapture === null ? null : (this.known.of(this.#startCapture)?.id ?? null);
    return chooseNext(this.known, this.texts, {
      current: this.#stateNow().id,
      before: this.#before.flatMap((capture) => this.known.of(capture)?.id ?? []),
      canRestore: (state) => this.#snapshots.has(this.known.states[state]?.capture ?? -1),
      start,
      isAllowed: (state, offer) => this.#isAllowed(state, offer),
      isInside: () => true,
    });
  }

  readonly #hierarchies = new Map<number, UiHierarchy>();

  #isAllowed(state: KnownState, offer: Offer): boolean {
    const hierarchy = this.#hierarchies.get(state.capture) ?? null;
    const found = findForbidden(offer.action, hierarchy, { size: state.sketch.size, kinds: this.#options.forbid });
    if (found === null) return true;
    state.tried.add(offer.id);
    const key = `${state.sketch.page} ${offer.fullKey}`;
    if (!this.#noted.has(key)) {
      this.#noted.add(key);
      this.#options.record.append({
        type: 'note',
        kind: 'forbidden',
        capture: state.capture,
        detail: `${found.kind}: "${found.words}"`,
      });
    }
    return false;
  }

  /** Whether the state that the moves lead to was reached. */
  async #goTo(moves: readonly Move[]): Promise<boolean> {
    for (const move of moves) {
      const expected = this.known.states[move.to];
      if (expected === undefined || this.steps >= this.#options.maxSteps) return false;
      if (move.type === 'reset') await this.#reset('reset');
      else if (move.type === 'restore') await this.#restore(expected);
      else await this.#act(move.action, null);
      const here = this.#hereNow();
      const found = this.known.of(here.capture);
      if (found === expected) continue;
      if (this.known.expect(expected, here.capture)) return false;
      return false;
    }
    return true;
  }

  async #try({ offer }: NextTry): Promise<void> {
    await this.#act(offer.action, offer);
  }

  async #act(action: Action, offer: Offer | null): Promise<void> {
    const { environment, record, signal } = this.#options;
    const from = this.#hereNow();
    this.steps += 1;
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') {
      await this.#reset('reset');
      return;
    }
    const here = await this.#look(result.observation);
    record.append({ type: 'step', from: from.capture, to: here.capture, action, rule: result.transition.rule });
    const outcome = this.known.step(from.capture, here.capture, action, offer);
    if (action.type === 'key' && action.key === 'BACK') this.#before.pop();
    else if (outcome !== 'nothing') this.#before.push(from.capture);
  }

  async #reset(why: 'reset' | 'crash'): Promise<void> {
    const { environment, start, record, signal } = this.#options;
    this.steps += this.#here === null ? 0 : 1;
    record.append({ type: 'walk', why });
    const observation = await environment.reset(start, { signal });
    const here = await this.#look(observation);
    this.#startCapture = here.capture;
    this.#before = [];
  }

  async #restore(state: KnownState): Promise<void> {
    const { environment, record, signal } = this.#options;
    const snapshot = this.#snapshots.get(state.capture);
    if (snapshot === undefined || environment.restore === undefined) return;
    this.steps += 1;
    record.append({ type: 'walk', why: 'restore' });
    await this.#look(await environment.restore(snapshot, { signal }));
    this.#before = [];
  }

  async #look(observation: Observation): Promise<Here> {
    const { record, signal, environment } = this.#options;
    const { screen } = observation;
    const [picture, xml] = await Promise.all([
      screen.picture?.load({ signal }) ?? null,
      screen.hierarchy?.load({ signal }) ?? null,
    ]);
    const { capture } = await record.capture({
      size: screen.size,
      activity: screen.activity,
      picture: picture === null ? null : { bytes: picture, mediaType: screen.picture?.mediaType ?? 'image/png' },
      hierarchy: xml,
    });
    const hierarchy = parseHierarchy(xml ?? '<hierarchy></hierarchy>');
    const sketch = sketchScreen(hierarchy, { activity: screen.activity, size: screen.size ?? { width: 1080, height: 2400 } });
    const state = this.known.look(capture, sketch);
    if (state.capture === capture) {
      this.texts.see(sketch);
      this.#hierarchies.set(capture, hierarchy);
      if (environment.capabilities.snapshot && environment.snapshot !== undefined) {
        this.#snapshots.set(capture, environment.snapshot());
      }
    }
    this.#here = { capture, sketch, hierarchy };
    return this.#here;
  }
}
