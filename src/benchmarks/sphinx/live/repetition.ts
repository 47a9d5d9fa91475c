import type { Action } from '../../../domain/action.js';
import type { Mode } from '../../../domain/mode.js';
import type { Trajectory } from '../../../domain/trajectory.js';
import { AroundEnvironment } from '../../../environments/around/around-environment.js';
import type { EpisodeStart, StepResult } from '../../../environments/environment.js';
import type { Observation } from '../../../domain/screen.js';
import { isOfAppAgent } from './appagent-gestures.js';

/** Name of the rule that ends an episode behind three equal actions. */
const REPETITION = 'repetition';

/**
 * Ends an episode behind three equal actions in a row: whatever is done next never reaches the phone, and is no part of what
 * is judged.
 *
 * Source: SPHINX reference code, early stop.
 */
export class RepetitionEnvironment extends AroundEnvironment {
  #latest: readonly string[] = [];

  override async reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    this.#latest = [];
    return await super.reset(start, options);
  }

  override async step(action: Action, options: { readonly signal: AbortSignal }): Promise<StepResult> {
    if (this.#latest.length === 3 && new Set(this.#latest).size === 1) {
      return { type: 'ended', transition: { rule: REPETITION, next: null } };
    }
    this.#latest = isOfAppAgent(action) ? [] : [...this.#latest.slice(-2), likeness(action)];
    return await super.step(action, options);
  }
}

/**
 * The trajectory without what came behind three equal actions: the action that ended the episode, or an answer that nobody
 * could read, which ended it before the phone was asked.
 */
export function withoutRest({ steps }: Trajectory, mode: Mode): Trajectory {
  const last = steps.at(-1);
  if (last === undefined) return { steps };
  const isUnread =
    mode === 'reference' && last.formatError !== undefined && isRepetition(steps.slice(-4, -1));
  if (last.transition?.rule !== REPETITION && !isUnread) return { steps };
  return { steps: [...steps.slice(0, -1), { screen: last.screen, state: last.state, action: null }] };
}

/** Whether these are three equal actions. */
function isRepetition(steps: Trajectory['steps']): boolean {
  const actions = steps.flatMap(({ action }) => (action === null || isOfAppAgent(action) ? [] : [action]));
  return actions.length === 3 && new Set(actions.map(likeness)).size === 1;
}

/** Equal for actions that the harness takes for equal: kind, text, key, and the bounds of the element or else the position. */
function likeness(action: Action): string {
  const { type } = action;
  if (action.type === 'key') return `${type} ${action.key}`;
  const text = action.type === 'type' ? action.text : '';
  const target = 'target' in action ? action.target : undefined;
  if (target !== undefined) {
    const place = target.type === 'point' ? (target.box ?? target.point) : target;
    return JSON.stringify([type, text, place]);
  }
  return JSON.stringify(action.type === 'swipe' ? [type, action.from, action.to, action.at] : [type, text]);
}
