import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { PythonException, pythonInt } from '../../../domain/graph/python-values.js';
import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
import type { PublishedReader } from '../define-dialect.js';
import type { ParseContext } from '../dialect.js';
import {
  actionsResult,
  invalid,
  isProblem,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { positionTarget, type PositionContext } from '../reading/position-target.js';
import { publishedM3aAnswer } from './published-m3a-answer.js';
import { publishedScroll, publishedSwipe } from './published-scroll.js';
import { publishedTarget } from './published-target.js';

/** Name of the way in which M3A and T3A read answers, behind `reference:`. */
export const M3A_READER = 'm3a';

const FAMILY = 'm3a_json';
const NAMES: ReadonlySet<string> = new Set([
  'click',
  'double_tap',
  'scroll',
  'swipe',
  'input_text',
  'navigate_home',
  'navigate_back',
  'keyboard_enter',
  'open_app',
  'status',
  'wait',
  'long_press',
  'answer',
  'unknown',
]);
const MEMBERS: ReadonlySet<string> = new Set([
  'action_type',
  'index',
  'x',
  'y',
  'text',
  'direction',
  'goal_status',
  'app_name',
  'keycode',
  'clear_text',
]);
const DIRECTIONS: readonly unknown[] = ['left', 'right', 'down', 'up'];
/** Actions whose index is looked up before anything is done. */
const LOOKED_UP = {
  m3a: ['click', 'long_press', 'input_text', 'scroll'],
  t3a: ['click'],
} as const;

/** An action that the published code tries, and cannot carry out. */
const NOT_DONE = /^(\w+) could not be carried out/;

/** Name of the action that could not be carried out, by the message of its error; null for any other error. */
export function notCarriedOut(message: string): string | null {
  return NOT_DONE.exec(message)?.[1] ?? null;
}

/**
 * Reads an answer as the published code does, its quirks included: any goal status ends the task, an action without what it needs
 * does nothing, scrolling element 0 scrolls the screen, and T3A looks up the index of a click alone.
 *
 * Source: AndroidWorld reference code, `m3a.py`, `t3a.py`, `json_action.py` and `actuation.py`. Deviation: what would end the run
 * with an error is an unreadable answer.
 */
export const publishedM3aAction: PublishedReader = (answer, context, { variant, coordinates }) => {
  const { reason, action, fields } = publishedM3aAnswer(answer);
  const fail = (problem: ArgumentProblem) => problemResult(answer, problem, reason, [0, answer.length]);
  if (!action) return fail({ kind: 'no_action', message: 'there is no Action section' });
  if (!reason) return fail({ kind: 'missing_section', message: 'there is no Reason section' });
  if (fields === null) return fail({ kind: 'malformed_action', message: 'the Action section holds no JSON' });
  const checked = checkedFields(fields);
  if (isProblem(checked)) return fail(checked);
  const warnings = new Set<string>();
  const native: NativeAction = {
    family: FAMILY,
    name: checked.name,
    arguments: Object.fromEntries(fields),
    text: action,
  };
  const read = carriedOut(checked, native, {
    context,
    positions: { coordinates, sizes: context, warnings },
    lookedUp: LOOKED_UP[variant === 't3a' ? 't3a' : 'm3a'],
  });
  return isProblem(read) ? fail(read) : actionsResult([read], { thought: reason }, warnings);
};

/** The members that are to be carried out. */
interface Checked {
  readonly name: string;
  readonly index: number | null;
  readonly fields: ReadonlyMap<string, unknown>;
}

function checkedFields(fields: ReadonlyMap<string, unknown>): Checked | ArgumentProblem {
  const stranger = [...fields.keys()].find((member) => !MEMBERS.has(member));
  if (stranger !== undefined) return invalid(`there is no argument ${quoted(stranger)}`);
  const of = (member: string): unknown => fields.get(member) ?? null;
  const name = of('action_type');
  if (typeof name !== 'string' || !NAMES.has(name)) return unknownAction(quoted(String(name)));
  const given = of('index');
  const index = given === null ? null : integer(given);
  if (given !== null && index === null) return invalid('an index is a whole number');
  if (given !== null && (of('x') !== null || of('y') !== null)) {
    return { kind: 'conflicting_actions', message: `${name} takes an index or a position, not both` };
  }
  const direction = of('direction');
  if (isTrue(direction) && !DIRECTIONS.includes(direction)) {
    return invalid('a direction is up, down, left or right');
  }
  const keycode = of('keycode');
  if (keycode !== null && !(typeof keycode === 'string' && keycode.startsWith('KEYCODE_'))) {
    return invalid('a key code begins with KEYCODE_');
  }
  return { name, index, fields };
}

interface World {
  readonly context: ParseContext;
  readonly positions: PositionContext;
  readonly lookedUp: readonly string[];
}

function carriedOut(checked: Checked, native: NativeAction, world: World): Action | ArgumentProblem {
  const { name, index, fields } = checked;
  const isBeyond = index !== null && isBeyondList(index, world);
  if (isBeyond && world.lookedUp.includes(name)) {
    return { kind: 'element_not_found', message: `there is no element ${index} on the screen` };
  }
  const nothing: Action = { type: 'wait', native };
  switch (name) {
    case 'click':
    case 'double_tap':
    case 'long_press': {
      const target = targetOf(checked, world);
      if (target === null) return failed(name, 'it needs an index');
      if ('kind' in target) return target;
      if (name === 'long_press') return { type: 'long_press', target, native };
      return { type: 'tap', target, ...(name === 'double_tap' ? { count: 2 } : {}), native };
    }
    case 'input_text': {
      const text = textOf(fields.get('text'));
      if (text === '') return nothing;
      const target = targetOf(checked, world);
      if (target !== null && 'kind' in target) return target;
      const clear = isTrue(fields.get('clear_text')) ? { clear: true } : {};
      return { type: 'type', text, ...(target === null ? {} : { target }), ...clear, submit: true, native };
    }
    case 'scroll':
    case 'swipe': {
      const direction = fields.get('direction');
      // One of the four words, as checked above.
      return isTrue(direction) ? swipeOf(checked, direction as Direction, native, world) : nothing;
    }
    case 'open_app': {
      const app = textOf(fields.get('app_name'));
      return app === '' ? failed(name, 'no app is named') : { type: 'open_app', app, native };
    }
    case 'keyboard_enter':
    case 'navigate_home':
    case 'navigate_back':
      return { type: 'key', key: KEYS[name], native };
    case 'answer':
      return { type: 'answer', text: textOf(fields.get('text')), terminal: false, native };
    case 'status':
      return { ...stop(fields.get('goal_status') === 'infeasible' ? 'infeasible' : 'success'), native };
    default:
      return nothing;
  }
}

const KEYS = { keyboard_enter: 'ENTER', navigate_home: 'HOME', navigate_back: 'BACK' } as const;

function isBeyondList(index: number, { context: { elements } }: World): boolean {
  return elements !== undefined && elements !== null && index >= elements.count;
}

/** An action that is tried in vain; {@link notCarriedOut} knows its message. */
export function failed(
  name: string,
  why: string,
  kind: ArgumentProblem['kind'] = 'missing_argument',
): ArgumentProblem {
  return { kind, message: `${name} could not be carried out: ${why}` };
}

/** The element or the position; null where neither is named. */
function targetOf({ name, index, fields }: Checked, world: World): Target | ArgumentProblem | null {
  if (index !== null) {
    const isNone = index < 0 || isBeyondList(index, world);
    return isNone
      ? failed(name, `there is no element ${index}`, 'element_not_found')
      : publishedTarget(index, world.context);
  }
  const [x = null, y = null] = [fields.get('x'), fields.get('y')];
  if (x === null || y === null) return null;
  const [left, top] = [integer(x), integer(y)];
  const target = left === null || top === null ? null : positionTarget([left, top], world.positions);
  return target ?? failed(name, 'x and y are whole numbers');
}

/** `scroll` names the way the page goes; `swipe` the finger's up and down, and the opposite of it left and right. */
function swipeOf(
  { name, index, fields }: Checked,
  direction: Direction,
  native: NativeAction,
  { context }: World,
): Action | ArgumentProblem {
  if (name === 'swipe') {
    const isVertical = direction === 'up' || direction === 'down';
    const way = isVertical ? direction : OPPOSITE_DIRECTION[direction];
    return { ...publishedSwipe(way, context), native };
  }
  // Element 0 counts as none.
  const scrolled = index === 0 || !fields.has('index') ? null : index;
  if (scrolled !== null && scrolled < 0)
    return failed(name, `there is no element ${scrolled}`, 'element_not_found');
  return { ...publishedScroll(OPPOSITE_DIRECTION[direction], scrolled, context), native };
}

/** Whether Python takes the value for true. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return true;
  return value !== null && value !== '' && value !== 0 && value !== false && value !== undefined;
}

/** A text as Python's `str` prints scalars; empty for nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : JSON.stringify(value);
}

/** A value as Python's `int` reads it; null where it fails. */
function integer(value: unknown): number | null {
  try {
    return pythonInt(value);
  } catch (error) {
    if (error instanceof PythonException) return null;
    throw error;
  }
}
