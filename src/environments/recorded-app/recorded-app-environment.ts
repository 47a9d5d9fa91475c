import type { Action } from '../../domain/action.js';
import { boxContains } from '../../domain/geometry.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';
import { pointOf } from './match-recorded.js';
import type { RecordedApp, RecordedMove } from './recorded-app.js';

export interface RecordedAppOptions {
  /** Item, which names its own recording. */
  readonly task: string;
  readonly app: RecordedApp;
  /** The recording that solves the item. */
  readonly recording: string;
  /** Whether the screens have pictures. */
  readonly pictures: boolean;
}

/** Name of the rule that ends an episode on a screen that nobody recorded. */
export const LEFT_RECORDINGS = 'left_recordings';

/** A recorded app was asked to act before it was reset, or after its end. */
export class NoRecordedScreenError extends UserError {
  override readonly code = 'NO_RECORDED_SCREEN';
}

interface Position extends RecordedMove {
  /** Step of the own recording that comes next, as long as the episode follows it. */
  readonly ownStep: number | null;
}

/**
 * An app of which there are recordings and nothing else. What somebody did at a screen can be done again; waiting, starting
 * the app anew and touching a field that is typed into lead nowhere else. Everything else leaves the recordings and ends the
 * episode: what the app would have shown nobody knows.
 */
export class RecordedAppEnvironment implements Environment {
  readonly #options: RecordedAppOptions;
  #position: Position | null = null;

  constructor(options: RecordedAppOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    const { pictures } = this.#options;
    return { pictures, hierarchy: true, activity: true, snapshot: false, deterministic: true };
  }

  get state(): string | null {
    return this.#position?.node ?? null;
  }

  async reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    const { app, task, recording } = this.#options;
    if (start.task !== task) throw new DatasetError(`the recordings are for ${task}, not for ${start.task}`);
    this.#position = { ...app.start(recording), ownStep: 0 };
    return { screen: this.#here().screen };
  }

  async observe(options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    return { screen: this.#here().screen };
  }

  async step(action: Action, options: { signal: AbortSignal }): Promise<StepResult> {
    options.signal.throwIfAborted();
    const { app, recording } = this.#options;
    const { node, screen, ownStep } = this.#here();
    const moved = app.move(node, action, screen, recording);
    if (moved !== null) return this.#arrive('recorded', moved, (ownStep ?? -1) + 1);
    if (isRestart(action)) return this.#arrive('restart', app.start(recording), 0);
    if (action.type === 'wait') return this.#arrive('wait', { node, screen }, ownStep ?? 0);
    if (this.#isFocus(action, node, screen)) return this.#arrive('focus', { node, screen }, ownStep ?? 0);
    this.#position = null;
    const detail = `nobody recorded what ${action.type} does here`;
    return { type: 'ended', transition: { rule: LEFT_RECORDINGS, next: null, detail } };
  }

  recorded(): Decision {
    const { app, recording } = this.#options;
    const { node, ownStep } = this.#here();
    const own = ownStep === null ? null : app.placeIn(recording, node, ownStep);
    if (own !== null) return { type: 'action', action: own.action };
    throw new NoRecordedScreenError('the recording that solves the item is not here', {
      hint: 'Only an agent that follows it from the start can be told how it goes on.',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#position = null;
  }

  /** @param from step of the own recording that it may stand at from now on */
  #arrive(rule: string, { node, screen }: RecordedMove, from: number): StepResult {
    const { app, recording } = this.#options;
    const own = app.placeIn(recording, node, from) ?? app.placeIn(recording, node);
    this.#position = { node, screen: own?.screen ?? screen, ownStep: own?.step ?? null };
    return {
      type: 'observed',
      observation: { screen: this.#position.screen },
      transition: { rule, next: node },
    };
  }

  /** A tap on a field before something is typed into it: the recordings type without one. */
  #isFocus(action: Action, node: string, screen: Screen): boolean {
    if (action.type !== 'tap') return false;
    const point = pointOf(action.target, screen.size);
    if (point === null) return false;
    return this.#options.app.fields(node).some((box) => boxContains(box, point[0], point[1]));
  }

  #here(): Position {
    if (this.#position !== null) return this.#position;
    throw new NoRecordedScreenError('there is no recorded screen to look at', { hint: 'Call reset first.' });
  }
}

/** HOME starts the app anew, as in SPHINX's harness: the launcher is on no recording. */
function isRestart(action: Action): boolean {
  return action.type === 'restart_app' || (action.type === 'key' && action.key === 'HOME');
}
