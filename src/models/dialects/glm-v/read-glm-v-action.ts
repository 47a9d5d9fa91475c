import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import {
  invalid,
  isProblem,
  missing,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { boxTarget, positionTarget, type PositionContext } from '../reading/position-target.js';
import { readNumber } from '../reading/read-coordinate.js';

type Fields = Readonly<Record<string, unknown>>;

/** Arguments of each action; any other is overlooked with a warning. Source: GLM-V repository, prompts of `examples/gui-agent`. */
const ARGUMENTS = {
  click: ['box_2d'],
  long_press: ['box_2d'],
  input_text: ['text', 'box_2d', 'override'],
  keyboard_enter: [],
  navigate_home: [],
  navigate_back: [],
  swipe: ['direction', 'box_2d'],
  open_app: ['app_name'],
  wait: [],
  answer: ['text'],
  status: ['goal_status'],
} as const satisfies Record<string, readonly string[]>;
type GlmVAction = keyof typeof ARGUMENTS;

const KEYS = { keyboard_enter: 'ENTER', navigate_home: 'HOME', navigate_back: 'BACK' } as const;

/** The action that one JSON object means. A direction is the finger's; typed text ends with Enter. */
export function readGlmVAction(
  fields: Fields,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const name = fields['action_type'];
  if (name === undefined || name === null || name === '') return missing('action_type is missing');
  if (typeof name !== 'string') return invalid('action_type is a word');
  if (!isAction(name)) return unknownAction(quoted(name));
  const known: readonly string[] = ARGUMENTS[name];
  if (Object.keys(fields).some((key) => key !== 'action_type' && !known.includes(key))) {
    positions.warnings.add('alias_argument');
  }
  const read = actionOf(name, fields, positions);
  return isProblem(read) ? read : { ...read, native: { ...native, name } };
}

function isAction(name: string): name is GlmVAction {
  return Object.hasOwn(ARGUMENTS, name);
}

function actionOf(name: GlmVAction, fields: Fields, positions: PositionContext): Action | ArgumentProblem {
  switch (name) {
    case 'click':
    case 'long_press': {
      const target = targetOf(fields, positions);
      if (target === null) return missing(`${name} needs a box_2d`);
      if (isProblem(target)) return target;
      return name === 'click' ? { type: 'tap', target } : { type: 'long_press', target };
    }
    case 'input_text':
      return typing(fields, positions);
    case 'keyboard_enter':
    case 'navigate_home':
    case 'navigate_back':
      return { type: 'key', key: KEYS[name] };
    case 'swipe':
      return swipe(fields, positions);
    case 'open_app': {
      const app = textOf(fields['app_name'], 'open_app needs app_name');
      return typeof app === 'string' ? { type: 'open_app', app } : app;
    }
    case 'wait':
      return { type: 'wait' };
    case 'answer': {
      const text = textOf(fields['text'], 'answer needs a text');
      return typeof text === 'string' ? { type: 'answer', text, terminal: false } : text;
    }
    case 'status': {
      const status = fields['goal_status'];
      if (status === undefined || status === null || status === '')
        return missing('status needs goal_status');
      if (status === 'complete') return stop('success');
      return status === 'infeasible' ? stop('infeasible') : invalid('goal_status is complete or infeasible');
    }
    default:
      return name satisfies never;
  }
}

/** Touches the field, empties it where `override` is true, types, and presses Enter. */
function typing(fields: Fields, positions: PositionContext): Action | ArgumentProblem {
  const text = textOf(fields['text'], 'input_text needs a text');
  if (typeof text !== 'string') return text;
  const target = targetOf(fields, positions);
  if (target !== null && isProblem(target)) return target;
  const { override } = fields;
  // The grammar asks for both.
  if (target === null || typeof override !== 'boolean') positions.warnings.add('alias_argument');
  return {
    type: 'type',
    text,
    ...(target === null ? {} : { target }),
    ...(override === true ? { clear: true } : {}),
    submit: true,
  };
}

function swipe(fields: Fields, positions: PositionContext): Action | ArgumentProblem {
  const { direction } = fields;
  if (direction === undefined || direction === null || direction === '')
    return missing('swipe needs a direction');
  if (direction !== 'up' && direction !== 'down' && direction !== 'left' && direction !== 'right') {
    return invalid('a direction is up, down, left or right');
  }
  const target = targetOf(fields, positions);
  if (target !== null && isProblem(target)) return target;
  return { type: 'swipe', direction, ...(target === null ? {} : { target }) };
}

/** The middle of the box; null where there is none. */
function targetOf({ box_2d: box }: Fields, positions: PositionContext): Target | ArgumentProblem | null {
  if (box === undefined || box === null) return null;
  const problem = invalid('a box_2d is four numbers in two pairs of brackets');
  if (!Array.isArray(box)) return problem;
  const isNested = box.length === 1 && Array.isArray(box[0]);
  const items: readonly unknown[] = isNested ? (box[0] as unknown[]) : box;
  if (items.length === 0) return null;
  const numbers = items.map((item) => readNumber(item, positions.warnings)).filter((one) => one !== null);
  if (numbers.length < items.length) return problem;
  const [a, b, c, d] = numbers;
  if (numbers.length === 4 && a !== undefined && b !== undefined && c !== undefined && d !== undefined) {
    if (!isNested) positions.warnings.add('alias_argument');
    return boxTarget([a, b, c, d], positions);
  }
  positions.warnings.add('alias_argument');
  return positionTarget(numbers, positions) ?? problem;
}

function textOf(value: unknown, message: string): string | ArgumentProblem {
  if (value === undefined || value === null || value === '') return missing(message);
  return typeof value === 'string' ? value : invalid(`${message}, and no ${typeof value}`);
}
