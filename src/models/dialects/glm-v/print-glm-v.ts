import type { Action, Target } from '../../../domain/action.js';
import { printJson } from '../print-json.js';
import { writePoint, type PictureSizes } from '../reading/resolve-position.js';
import type { GlmVOptions } from './parse-glm-v.js';

const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'keyboard_enter',
  HOME: 'navigate_home',
  BACK: 'navigate_back',
};

/** The action as JSON, a position as a box without extent; null for an action that the grammar cannot express. */
export function printGlmVAction(action: Action, options: GlmVOptions, sizes: PictureSizes): string | null {
  const fields = fieldsOf(action, (target) => boxOf(target, options, sizes));
  return fields === null ? null : printJson(fields);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(action: Action, boxed: (target: Target) => Fields | null): Fields | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const box = boxed(action.target);
      if (box === null || (action.type === 'tap' && (action.count ?? 1) > 1)) return null;
      return { action_type: action.type === 'tap' ? 'click' : 'long_press', ...box };
    }
    case 'type': {
      const box = action.target === undefined ? null : boxed(action.target);
      if (box === null || action.text === '') return null;
      return { action_type: 'input_text', text: action.text, ...box, override: action.clear === true };
    }
    case 'key': {
      const name = KEYS[action.key];
      return name === undefined ? null : { action_type: name };
    }
    case 'swipe': {
      if (action.direction === null) return null;
      const box = action.target === undefined ? {} : boxed(action.target);
      return box === null ? null : { action_type: 'swipe', direction: action.direction, ...box };
    }
    case 'open_app':
      return { action_type: 'open_app', app_name: action.app };
    case 'wait':
      return { action_type: 'wait' };
    case 'answer':
      return action.terminal ? null : { action_type: 'answer', text: action.text };
    case 'stop': {
      const isDone = action.status === 'success' || action.status === 'unspecified';
      return { action_type: 'status', goal_status: isDone ? 'complete' : 'infeasible' };
    }
    default:
      return null;
  }
}

function boxOf(target: Target, { coordinates }: GlmVOptions, sizes: PictureSizes): Fields | null {
  if (target.type !== 'point') return null;
  const [x, y] = writePoint(target.point, coordinates, sizes);
  return { box_2d: [[x, y, x, y]] };
}
