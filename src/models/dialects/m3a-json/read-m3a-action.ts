import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
import {
  invalid,
  missing,
  noAction,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
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
const KEYS = { keyboard_enter: 'ENTER', navigate_home: 'HOME', navigate_back: 'BACK' } as const;
type M3aAction = keyof typeof ARGUMENTS;
/** What AndroidWorld takes of any action, whether it needs it or not. */
const MEMBERS: ReadonlySet<string> = new Set([
  'action_type',
  'keycode',
  ...Object.values<readonly string[]>(ARGUMENTS).flat(),
]);

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
  // AndroidWorld does nothing then, and says so.
  if (name === 'unknown') return noAction('an unknown action is none');
  if (!isAction(name)) {
    return unknownAction(quoted(name));
  }
  const refused = refusedOfAny(fields);
  if (refused !== null) return refused;
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
    case 'navigate_home':
    case 'navigate_back':
      return { type: 'key', key: KEYS[name], native: named };
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
    case 'status':
      return ended(fields['goal_status'], named, warnings);
    default:
      return name satisfies never;
  }
}

function ended(status: unknown, native: NativeAction, warnings: Set<string>): Action | ArgumentProblem {
  if (!hasValue(status) || status === '') return missing('status needs goal_status');
  if (status === 'complete') return { ...stop('success'), native };
  if (status === 'infeasible') return { ...stop('infeasible'), native };
  if (typeof status !== 'string') return invalid('goal_status is a word');
  // M3A ends at any other word too, and asks nothing of it.
  warnings.add('alias_argument');
  return { ...stop('unspecified'), native };
}

/** What makes any action invalid, one that does not look at it included. */
function refusedOfAny(fields: Fields): ArgumentProblem | null {
  const stranger = Object.keys(fields).find((key) => !MEMBERS.has(key));
  if (stranger !== undefined) return invalid(`there is no argument ${quoted(stranger)}`);
  const { direction, index, x, y } = fields;
  if (hasValue(index) && (hasValue(x) || hasValue(y))) {
    return { kind: 'conflicting_actions', message: 'an action takes an index or a position, not both' };
  }
  if (!hasValue(direction) || direction === '') return null;
  const said = directionOf(direction, 'it');
  return typeof said === 'string' ? null : said;
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
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
  if (hasValue(index)) {
    const number = readNumber(index, warnings);
    if (number === null || !Number.isInteger(number)) return invalid('an index is a whole number');
    const isThere = !elements || (number >= elements.base && number < elements.base + elements.count);
    if (isThere) return { type: 'element', element: number };
    return { kind: 'element_not_found', message: `there is no element ${number} on the screen` };
  }
  if (!hasValue(x) && !hasValue(y)) return null;
  if (!hasValue(x) || !hasValue(y)) return missing(`${name} needs x and y`);
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
