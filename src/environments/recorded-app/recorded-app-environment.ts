import type { Action } from '../../domain/action.js';
import { boxContains } from '../../domain/geometry.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';
import { isIdleKey } from './is-idle-key.js';
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
  /** Whether the third of three equal actions in a row ends the episode. Source: SPHINX, harness. */
  readonly endsOnRepetition: boolean;
  /**
   * Whether keys of the device and emptying a field that somebody typed into leave the screen as it is, where nobody
   * recorded them. Otherwise they leave the recordings, as everything else does.
   */
  readonly allowsIdleActions: boolean;
}

/** Name of the rule that ends an episode on a screen that nobody recorded. */
export const LEFT_RECORDINGS = 'left_recordings';

/** Names of the rules for what nobody recorded, where an agent explores: the screen stays, or the app starts anew. */
const STAYED = 'unrecorded';
const STARTED_ANEW = 'unrecorded_restart';
export const UNRECORDED: ReadonlySet<string> = new Set([STAYED, STARTED_ANEW]);

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
 * the app anew and touching a field that is typed into lead nowhere else, nor do idle actions where they are allowed;
 * everything else leaves the recordings and ends the episode: what the app would have shown nobody knows. Who explores
 * the app stays where it is instead; the app starts anew where nothing leads on, or for a BACK that nobody recorded.
 */
export class RecordedAppEnvironment implements Environment {
  readonly #options: RecordedAppOptions;
  #position: Position | null = null;
  #explores = false;
  /** The latest three actions. */
  #latest: readonly string[] = [];

  constructor(options: RecordedAppOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    const { pictures } = this.#options;
    return { pictures, hierarchy: true, activity: true, snapshot: false, deterministic: true, stable: true };
  }

  get state(): string | null {
    return this.#position?.node ?? null;
  }

  async reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    const { app, task, recording } = this.#options;
    if (start.task !== task) throw new DatasetError(`the recordings are for ${task}, not for ${start.task}`);
    this.#position = { ...app.start(recording), ownStep: 0 };
    this.#explores = start.explores === true;
    this.#latest = [];
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
    if (action.type === 'stop' || (action.type === 'answer' && action.terminal)) return this.#end('stop');
    this.#latest = [...this.#latest.slice(-2), sameness(action)];
    const moved = app.move(node, action, screen, { recording, step: ownStep ?? 0 });
    if (moved !== null) return this.#arrive('recorded', moved, (ownStep ?? -1) + 1);
    if (isRestart(action)) return this.#arrive('restart', app.start(recording), 0);
    if (action.type === 'wait') return this.#arrive('wait', { node, screen }, ownStep ?? 0);
    if (this.#isFocus(action, node, screen)) return this.#arrive('focus', { node, screen }, ownStep ?? 0);
    const idle = this.#options.allowsIdleActions ? this.#idleRule(action, node) : null;
    if (idle !== null) return this.#arrive(idle, { node, screen }, ownStep ?? 0);
    if (this.#explores) return this.#unrecorded(action, { node, screen }, ownStep ?? 0);
    return this.#end(LEFT_RECORDINGS, `nobody recorded what ${action.type} does here`);
  }

  hasTransition(action: Action): boolean {
    if (this.#position === null) return false;
    const { app, recording } = this.#options;
    const { node, screen, ownStep } = this.#position;
    // The recordings hold no double taps: one is taken for a tap.
    if (action.type === 'tap' && action.count !== undefined && action.count > 1) return false;
    return app.move(node, action, screen, { recording, step: ownStep ?? 0 }) !== null;
  }

  recorded(): Decision {
    const { app, recording } = this.#options;
    const { node, ownStep } = this.#here();
    const own = ownStep === null ? null : app.placeIn(recording, node, ownStep);
    if (own !== null) return { type: 'action', action: own.action };
    throw new NoRecordedScreenError('the recording that solves the item is not here', {
      hint: 'Only an agent that follows it from the start can be shown how it continues.',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#position = null;
  }

  /** @param from step of the own recording that it may stand at from now on */
  #arrive(rule: string, { node, screen }: RecordedMove, from: number): StepResult {
    const isRepeated = this.#latest.length === 3 && new Set(this.#latest).size === 1;
    if (isRepeated && this.#options.endsOnRepetition && !this.#explores) return this.#end('repetition');
    const { app, recording } = this.#options;
    const own = app.placeIn(recording, node, from) ?? app.placeIn(recording, node);
    this.#position = { node, screen: own?.screen ?? screen, ownStep: own?.step ?? null };
    return {
      type: 'observed',
      observation: { screen: this.#position.screen },
      transition: { rule, next: node },
    };
  }

  /** BACK leads away from the screen in any app, and no screen without a way on is worth another try. */
  #unrecorded(action: Action, here: RecordedMove, ownStep: number): StepResult {
    const { app, recording } = this.#options;
    const isBack = action.type === 'key' && action.key === 'BACK';
    const result =
      isBack || !app.hasWays(here.node)
        ? this.#arrive(STARTED_ANEW, app.start(recording), 0)
        : this.#arrive(STAYED, here, ownStep);
    if (result.type === 'ended') return result;
    return { ...result, observation: { ...result.observation, isUnrecorded: true } };
  }

  #end(rule: string, detail?: string): StepResult {
    this.#position = null;
    return { type: 'ended', transition: { rule, next: null, ...(detail === undefined ? {} : { detail }) } };
  }

  /** A tap on a field before something is typed into it: the recordings type without one. */
  #isFocus(action: Action, node: string, screen: Screen): boolean {
    if (action.type !== 'tap') return false;
    const point = pointOf(action.target, screen.size);
    if (point === null) return false;
    return this.#options.app.fields(node).some((box) => boxContains(box, point[0], point[1]));
  }

  /** A recorded text replaces what is in its field, so agents may empty the field first. */
  #idleRule(action: Action, node: string): string | null {
    if (action.type === 'clear_text') return this.#options.app.fields(node).length > 0 ? 'clear' : null;
    return action.type === 'key' && isIdleKey(action.key) ? 'idle_key' : null;
  }

  #here(): Position {
    if (this.#position !== null) return this.#position;
    throw new NoRecordedScreenError('there is no recorded screen to look at', { hint: 'Call reset first.' });
  }
}

/** Equal for actions three of which in a row end an episode; a swipe's direction plays no part. Source: SPHINX, harness. */
function sameness(action: Action): string {
  const { native: _native, warnings: _warnings, ...rest } = action;
  return JSON.stringify({ ...rest, direction: null });
}

/** HOME starts the app anew, the launcher being on no recording. Source: SPHINX, harness. */
function isRestart(action: Action): boolean {
  return action.type === 'restart_app' || (action.type === 'key' && action.key === 'HOME');
}
