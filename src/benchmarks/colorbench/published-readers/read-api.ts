import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { greedyBetween, lazyBetween } from './greedy-text.js';
import type { GraphObject } from './read-step.js';

/** A planner's answer in its two parts. */
export interface PlannedAction {
  readonly reason: string;
  /** In the letter case of the answer. */
  readonly action: string;
}

/** What the published code stores where it understands nothing. Source: ColorBench reference code, `agent_api.py`. */
const MISREAD: GraphObject = {
  action_type: 'wait',
  reason: 'Error in parsing user input, defaulting to wait.',
};
const BOX_START = '<|begin_of_box|>';
const BOX_END = '<|end_of_box|>';
const COORDINATE = /"coordinate":\s*\[(-?\d+),\s*(-?\d+)\]/;

/** Reason and action of a planner's answer; null where either label is missing: the episode ends. */
export function splitPlannedAction(answer: string): PlannedAction | null {
  const reason = lazyBetween(answer, 'Reason:', 'Action:');
  if (reason === null) return null;
  const start = answer.indexOf('Action:', answer.indexOf('Reason:')) + 'Action:'.length;
  const written = answer.slice(start);
  const boxed = written.includes(BOX_START) ? greedyBetween(written, BOX_START, BOX_END) : null;
  return { reason: pythonStrip(reason), action: pythonStrip(boxed ?? written) };
}

/**
 * A planner's action as ColorBench's agent for closed models reads it: in small letters, by the first word of its list that
 * occurs anywhere, so that `CLICK the app icon` opens an app of that name.
 *
 * Source: ColorBench reference code, `agent_api.py`.
 *
 * @param grounding the grounding model's answer; null where the call failed
 */
export function readPlannedAction(action: string, grounding: string | null): GraphObject {
  const read = readPlanned(action);
  if (!('press' in read)) return read.object;
  if (grounding === null) return MISREAD;
  const match = COORDINATE.exec(grounding);
  if (match === null) return { action_type: read.press };
  return { action_type: read.press, x: Number(match[1]), y: Number(match[2]) };
}

/** Null where the action is no press; a press waits for the grounding model. */
export function pressOf(action: string): 'click' | 'long_press' | null {
  const read = readPlanned(action);
  return 'press' in read ? read.press : null;
}

function readPlanned(action: string): { object: GraphObject } | { press: 'click' | 'long_press' } {
  const text = action.toLowerCase();
  const has = (word: string): boolean => text.includes(word);
  const inside = (): string => (lazyBetween(text, '[', ']') ?? text).replaceAll(/["']/g, '');
  if (has('press_back')) return { object: { action_type: 'system_button', button: 'back' } };
  if (has('press_home')) return { object: { action_type: 'system_button', button: 'home' } };
  if (has('wait')) return { object: { action_type: 'wait' } };
  if (has('task_complete')) return { object: { action_type: 'complete', status: 'success' } };
  if (has('swipe')) {
    const direction = ['up', 'down', 'left', 'right'].find(has);
    return { object: { action_type: 'swipe', ...(direction === undefined ? {} : { direction }) } };
  }
  if (has('type')) return { object: { action_type: 'type', text: inside() } };
  if (has('open') || has('app')) return { object: { action_type: 'open', app: inside() } };
  if (has('click')) return { press: 'click' };
  return has('long_press') ? { press: 'long_press' } : { object: MISREAD };
}
