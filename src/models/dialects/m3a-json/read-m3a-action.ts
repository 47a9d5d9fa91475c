import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
import { invalid, missing, quoted, unknownAction, type ArgumentProblem } from '../reading/parse-result.js';
import type { ParseContext } from '../dialect.js';
import { positionTarget, type PositionContext } from '../reading/position-target.js';
import { readNumber } from '../reading/read-coordinate.js';

type Fields = Readonly<Record<string, unknown>>;

/** Arguments of each action; any other is overlooked with a warning. */
const ARGUMENTS = {
  click: ['index', 'x', 'y'],
  double_tap: ['index', 'x', 'y'],
  long_press: ['index', 'x', 'y'],
  input_text: ['text', 'index', 'x', 'y', 'clear_text'],
  keyboard_enter: [],
  navigate_home: [],
  navigate_back: [],
  scroll: ['direction', 'index'],
  swipe: ['direction'],
  open_app: ['app_name'],
  wait: [],
  answer: ['text'],
  status: ['goal_status'],
} as const satisfies Record<string, readonly string[]>;
type M3aAction = keyof typeof ARGUMENTS;

/**
 * The action that one JSON object means. `scroll` names the way the page goes; `swipe` the finger's way up and down, and
 * the opposite of it left and right, as AndroidWorld carries it out.
 *
 * Source: AndroidWorld `json_action.py` and `actuation.py`; M3A and T3A prompts.
 */
export function readM3aAction(
  fields: Fields,
  native: NativeAction,
  positions: PositionContext,
  elements: ParseContext['elements'],
): Action | ArgumentProblem {
  const name = fields['action_type'];
  if (name === undefined || name === null || name === '') return missing('action_type is missing');
  if (typeof name !== 'string') return invalid('action_type is a word');
  if (!isAction(name)) {
    return unknownAction(quoted(name));
  }
  const { warnings } = positions;
  const known: readonly string[] = ARGUMENTS[name];
  if (Object.keys(fields).some((key) => key !== 'action_type' && !known.includes(key))) {
    warnings.add('alias_argument');
  }
  const named = { ...native, name };
  switch (name) {
    case 'click':
    case 'double_tap':
    case 'long_press': {
      const target = targetOf(name, fields, positions, elements);
      if (target === null) return missing(`${name} needs an index`);
      if ('kind' in target) return target;
      if (name === 'long_press') return { type: 'long_press', target, native: named };
      return { type: 'tap', target, ...(name === 'double_tap' ? { count: 2 } : {}), native: named };
    }
    case 'input_text':
      return inputText(fields, named, positions, elements);
    case 'keyboard_enter':
      return { type: 'key', key: 'ENTER', native: named };
    case 'navigate_home':
      return { type: 'key', key: 'HOME', native: named };
    case 'navigate_back':
      return { type: 'key', key: 'BACK', native: named };
    case 'scroll':
    case 'swipe': {
      const said = directionOf(fields['direction'], name);
      if (typeof said !== 'string') return said;
      if (name === 'swipe') {
        const isVertical = said === 'up' || said === 'down';
        return { type: 'swipe', direction: isVertical ? said : OPPOSITE_DIRECTION[said], native: named };
      }
      const target = targetOf(name, { index: fields['index'] }, positions, elements);
      if (target !== null && 'kind' in target) return target;
      return {
        type: 'swipe',
        direction: OPPOSITE_DIRECTION[said],
        ...(target === null ? {} : { target }),
        native: named,
      };
    }
    case 'open_app': {
      const app = textOf(fields['app_name'], 'open_app needs app_name');
      return typeof app === 'string' ? { type: 'open_app', app, native: named } : app;
    }
    case 'wait':
      return { type: 'wait', native: named };
    case 'answer': {
      const text = saidText(fields['text'], 'answer needs a text', warnings);
      return typeof text === 'string' ? { type: 'answer', text, terminal: false, native: named } : text;
    }
    case 'status': {
      const status = fields['goal_status'];
      if (status === undefined || status === null || status === '')
        return missing('status needs goal_status');
      if (status === 'complete') return { ...stop('success'), native: named };
      if (status === 'infeasible') return { ...stop('infeasible'), native: named };
      if (typeof status !== 'string') return invalid('goal_status is a word');
      // M3A ends at any other word too, and asks nothing of it.
      warnings.add('alias_argument');
      return { ...stop('unspecified'), native: named };
    }
    default:
      return name satisfies never;
  }
}

function isAction(name: string): name is M3aAction {
  return Object.hasOwn(ARGUMENTS, name);
}

/** Touches the field, types, and presses Enter. */
function inputText(
  fields: Fields,
  native: NativeAction,
  positions: PositionContext,
  elements: ParseContext['elements'],
): Action | ArgumentProblem {
  const text = saidText(fields['text'], 'input_text needs a text', positions.warnings);
  if (typeof text !== 'string') return text;
  const target = targetOf('input_text', fields, positions, elements);
  if (target !== null && 'kind' in target) return target;
  // AndroidWorld then types into the focused field; the prompt asks for an index.
  if (target === null) positions.warnings.add('alias_argument');
  return {
    type: 'type',
    text,
    ...(target === null ? {} : { target }),
    ...(fields['clear_text'] === true ? { clear: true } : {}),
    submit: true,
    native,
  };
}

/** The element or the position; null where neither is named. */
function targetOf(
  name: string,
  { index, x, y }: Fields,
  positions: PositionContext,
  elements: ParseContext['elements'],
): Target | ArgumentProblem | null {
  const { warnings } = positions;
  const hasIndex = index !== undefined && index !== null;
  const hasPosition = (x !== undefined && x !== null) || (y !== undefined && y !== null);
  if (hasIndex && hasPosition) {
    return { kind: 'conflicting_actions', message: `${name} takes an index or a position, not both` };
  }
  if (hasIndex) {
    const number = readNumber(index, warnings);
    if (number === null || !Number.isInteger(number)) return invalid('an index is a whole number');
    const isThere = !elements || (number >= elements.base && number < elements.base + elements.count);
    if (isThere) return { type: 'element', element: number };
    return { kind: 'element_not_found', message: `there is no element ${number} on the screen` };
  }
  if (!hasPosition) return null;
  if (x === undefined || x === null || y === undefined || y === null) return missing(`${name} needs x and y`);
  const [first, second] = [readNumber(x, warnings), readNumber(y, warnings)];
  if (first === null || second === null) return invalid('x and y are numbers');
  return positionTarget([first, second], positions) ?? invalid('x and y are numbers');
}

function directionOf(value: unknown, name: string): Direction | ArgumentProblem {
  if (value === undefined || value === null || value === '') return missing(`${name} needs a direction`);
  if (value === 'up' || value === 'down' || value === 'left' || value === 'right') return value;
  return invalid('a direction is up, down, left or right');
}

/** Any text, which AndroidWorld makes of numbers and truth values too. */
function saidText(value: unknown, message: string, warnings: Set<string>): string | ArgumentProblem {
  if (typeof value !== 'number' && typeof value !== 'boolean') return textOf(value, message);
  warnings.add('alias_argument');
  return value === true ? 'True' : value === false ? 'False' : String(value);
}

function textOf(value: unknown, message: string): string | ArgumentProblem {
  if (value === undefined || value === null || value === '') return missing(message);
  return typeof value === 'string' ? value : invalid(`${message}, and no ${typeof value}`);
}
