import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PublishedReader } from '../define-dialect.js';
import type { ParseContext } from '../dialect.js';
import { failed, isTrue, textOf } from '../m3a-json/published-m3a-action.js';
import { publishedFields, publishedM3aAnswer } from '../m3a-json/published-m3a-answer.js';
import { publishedScroll, publishedSwipe } from '../m3a-json/published-scroll.js';
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
import { roundHalfToEven } from '../../../domain/coordinates/resize-rule.js';

/** Name of the way in which SeeAct-V reads the answers of both its models, behind `reference:`. */
export const SEEACT_V_READER = 'seeact-v';

const FAMILY = 'seeact_v';
const NAMES: ReadonlySet<unknown> = new Set([
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
  'element',
  'x',
  'y',
  'text',
  'direction',
  'goal_status',
  'app_name',
  'keycode',
]);
const DIRECTIONS: readonly unknown[] = ['left', 'right', 'down', 'up'];
const KEYS = { keyboard_enter: 'ENTER', navigate_home: 'HOME', navigate_back: 'BACK' } as const;

/**
 * Reads an answer as the published code does, its quirks included: the action stands in the history as it was written, any goal
 * status ends the task, `scroll` scrolls the screen also where it names an element, and an action without what it needs does nothing.
 *
 * Source: SeeAct-V on AndroidWorld, `seeact_v.py`, `json_action.py`, `agent_utils.py` and `actuation.py`. Deviations: what would end
 * the run with an error is an unreadable answer, and no number names an element, for none is shown.
 */
export const publishedSeeActVAction: PublishedReader = (answer, context, { coordinates }) => {
  const { reason } = publishedM3aAnswer(answer);
  const label = answer.indexOf('Action:');
  const action = label < 0 ? '' : pythonStrip(answer.slice(label + 'Action:'.length));
  const fail = (problem: ArgumentProblem) => problemResult(answer, problem, reason, [0, answer.length]);
  if (action === '') return fail({ kind: 'no_action', message: 'there is no Action section' });
  if (!reason) return fail({ kind: 'missing_section', message: 'there is no Reason section' });
  const fields = publishedFields(action);
  if (fields === null) return fail({ kind: 'malformed_action', message: 'the Action section holds no JSON' });
  const problem = problemOf(fields);
  if (problem !== null) return fail(problem);
  const warnings = new Set<string>();
  const native: NativeAction = {
    family: FAMILY,
    name: String(fields.get('action_type')),
    arguments: Object.fromEntries(fields),
    text: action,
  };
  const read = carriedOut(fields, native, context, { coordinates, sizes: context, warnings });
  return isProblem(read) ? fail(read) : actionsResult([read], { thought: reason }, warnings);
};

type Fields = ReadonlyMap<string, unknown>;

function problemOf(fields: Fields): ArgumentProblem | null {
  const stranger = [...fields.keys()].find((member) => !MEMBERS.has(member));
  if (stranger !== undefined) return invalid(`there is no argument ${quoted(stranger)}`);
  const of = (member: string): unknown => fields.get(member) ?? null;
  const name = of('action_type');
  if (!NAMES.has(name)) return unknownAction(quoted(textOf(name)));
  if (of('element') !== null && (of('x') !== null || of('y') !== null)) {
    return { kind: 'conflicting_actions', message: 'there is an element or a position, not both' };
  }
  const direction = of('direction');
  if (isTrue(direction) && !DIRECTIONS.includes(direction)) {
    return invalid('a direction is up, down, left or right');
  }
  const keycode = of('keycode');
  if (keycode !== null && !(typeof keycode === 'string' && keycode.startsWith('KEYCODE_'))) {
    return invalid('a key code begins with KEYCODE_');
  }
  // Printed before it is given, which takes a text.
  if (name === 'answer' && of('text') === null) return invalid('answer needs a text');
  return null;
}

function carriedOut(
  fields: Fields,
  native: NativeAction,
  context: ParseContext,
  positions: PositionContext,
): Action | ArgumentProblem {
  const name = String(fields.get('action_type'));
  const nothing: Action = { type: 'wait', native };
  switch (name) {
    case 'click':
    case 'double_tap':
    case 'long_press': {
      const target = targetOf(name, fields, positions);
      if (target === null) return failed(name, 'it needs an element');
      if ('kind' in target) return target;
      if (name === 'long_press') return { type: 'long_press', target, native };
      return { type: 'tap', target, ...(name === 'double_tap' ? { count: 2 } : {}), native };
    }
    case 'input_text': {
      const text = textOf(fields.get('text'));
      if (text === '') return nothing;
      const target = targetOf(name, fields, positions);
      if (target !== null && 'kind' in target) return target;
      return { type: 'type', text, ...(target === null ? {} : { target }), submit: true, native };
    }
    case 'scroll':
    case 'swipe': {
      const direction = fields.get('direction');
      if (!isTrue(direction)) return nothing;
      // One of the four words, as checked above.
      return swipeOf(name, direction as Direction, native, { context, fields });
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

/** What is described, or a position in whole pixels; null where neither is named. */
function targetOf(name: string, fields: Fields, positions: PositionContext): Target | ArgumentProblem | null {
  const element = fields.get('element') ?? null;
  if (element !== null && textOf(element) !== '') return { type: 'description', text: textOf(element) };
  const [x = null, y = null] = [fields.get('x'), fields.get('y')];
  if (x === null || y === null) {
    const index = fields.get('index') ?? null;
    return index === null ? null : failed(name, `there is no element ${textOf(index)}`, 'element_not_found');
  }
  if (typeof x !== 'number' || typeof y !== 'number') return failed(name, 'x and y are numbers');
  const target = positionTarget([roundHalfToEven(x), roundHalfToEven(y)], positions);
  return target ?? failed(name, 'x and y are numbers');
}

/** `scroll` names the way the page goes; `swipe` the finger's up and down, and the opposite of it left and right. */
function swipeOf(
  name: 'scroll' | 'swipe',
  direction: Direction,
  native: NativeAction,
  { context, fields }: { readonly context: ParseContext; readonly fields: Fields },
): Action | ArgumentProblem {
  if (name === 'swipe') {
    const isVertical = direction === 'up' || direction === 'down';
    return { ...publishedSwipe(isVertical ? direction : OPPOSITE_DIRECTION[direction], context), native };
  }
  const index = fields.get('index');
  if (isTrue(index)) return failed(name, `there is no element ${textOf(index)}`, 'element_not_found');
  return { ...publishedScroll(OPPOSITE_DIRECTION[direction], null, context), native };
}
