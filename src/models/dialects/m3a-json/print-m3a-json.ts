import type { Action, Target } from '../../../domain/action.js';
import { printJson } from '../print-json.js';
import { writePoint, type PictureSizes } from '../reading/resolve-position.js';
import type { M3aOptions } from './parse-m3a-json.js';
import { OPPOSITE_DIRECTION } from '../../../domain/geometry.js';

const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'keyboard_enter',
  HOME: 'navigate_home',
  BACK: 'navigate_back',
};

/** The object of the Action section; null for an action that the grammar cannot express. */
export function printM3aAction(action: Action, options: M3aOptions, sizes: PictureSizes): string | null {
  const fields = fieldsOf(action, options, sizes);
  return fields === null ? null : printJson(fields);
}

function fieldsOf(
  action: Action,
  options: M3aOptions,
  sizes: PictureSizes,
): Readonly<Record<string, unknown>> | null {
  const at = (target: Target): Readonly<Record<string, unknown>> | null => whereOf(target, options, sizes);
  switch (action.type) {
    case 'tap': {
      const where = at(action.target);
      const count = action.count ?? 1;
      if (where === null || count > 2) return null;
      return { action_type: count === 2 ? 'double_tap' : 'click', ...where };
    }
    case 'long_press': {
      const where = at(action.target);
      return where === null ? null : { action_type: 'long_press', ...where };
    }
    case 'type': {
      const where = action.target === undefined ? null : at(action.target);
      if (where === null || action.text === '') return null;
      const clear = action.clear === true ? { clear_text: true } : {};
      return { action_type: 'input_text', text: action.text, ...where, ...clear };
    }
    case 'key': {
      const name = KEYS[action.key];
      return name === undefined ? null : { action_type: name };
    }
    case 'swipe': {
      if (action.direction === null) return null;
      const where = action.target === undefined ? {} : at(action.target);
      if (where === null || 'x' in where) return null;
      return { action_type: 'scroll', direction: OPPOSITE_DIRECTION[action.direction], ...where };
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

function whereOf(
  target: Target,
  { coordinates }: M3aOptions,
  sizes: PictureSizes,
): Readonly<Record<string, unknown>> | null {
  if (target.type === 'element') return { index: target.element };
  if (target.type !== 'point') return null;
  if (target.element !== undefined) return { index: target.element };
  const [x, y] = writePoint(target.point, coordinates, sizes);
  return { x, y };
}
