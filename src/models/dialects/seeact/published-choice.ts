import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import { choiceIndex } from '../../../domain/questions/choice-letters.js';
import type { Direction } from '../../../domain/geometry.js';
import { PYTHON_SPACE, pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PublishedReader } from '../define-dialect.js';
import type { ParseContext } from '../dialect.js';
import { publishedScroll } from '../m3a-json/published-scroll.js';
import { publishedTarget } from '../m3a-json/published-target.js';
import {
  actionsResult,
  invalid,
  isProblem,
  missing,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { SEEACT_ACTIONS, type SeeactAction } from './parse-seeact.js';

/** Name of the way in which SeeAct reads choices, behind `reference:`. */
export const SEEACT_READER = 'seeact';

const FAMILY = 'seeact';
const DIRECTIONS: readonly string[] = ['up', 'down', 'left', 'right'];
const WITH_VALUE: readonly string[] = ['INPUT TEXT', 'SWIPE', 'OPEN APP', 'ANSWER'];
const WITH_ELEMENT: readonly string[] = ['CLICK', 'LONG PRESS', 'INPUT TEXT', 'SWIPE'];
const BLANKS = new RegExp(`[.]+|${PYTHON_SPACE}+`, 'g');

/** The three lines; null for one that is missing, or is `None` where that counts as missing. */
interface Choice {
  readonly element: string | null;
  readonly action: string | null;
  readonly value: string | null;
}

/**
 * Reads a choice as the published code does: lines that begin with the three labels, the last of each counting, their values up to a
 * second colon; names and letters in exactly this case. Swiping element A swipes the screen.
 *
 * Source: AndroidWorld reference code, `extract_element_action_value`, `_validate_action` and `convert_seeact_action_to_json_action`
 * of `seeact_utils.py`, and `actuation.py`.
 */
export const publishedChoice: PublishedReader = (answer, context) => {
  const choice = choiceIn(answer);
  const at = answer.search(/^(?:ELEMENT|ACTION|VALUE):/m);
  const thought = pythonStrip(at < 0 ? answer : answer.slice(0, at)) || null;
  const read = readChoice(choice, context);
  if (isProblem(read)) return problemResult(answer, read, thought, [Math.max(at, 0), answer.length]);
  const { action, summary } = read;
  return actionsResult([action], { thought, summary }, new Set());
};

function choiceIn(answer: string): Choice {
  let choice: Choice = { element: null, action: null, value: null };
  for (const line of answer.split('\n')) {
    const said = line.split(':')[1] ?? '';
    if (line.startsWith('ELEMENT:')) {
      const element = cleaned(said);
      choice = { ...choice, element: element === 'None' ? null : element };
    } else if (line.startsWith('ACTION:')) choice = { ...choice, action: cleaned(said) };
    else if (line.startsWith('VALUE:')) {
      choice = { ...choice, value: pythonStrip(said).replaceAll(/^\.+|\.+$/g, '') };
    }
  }
  return choice;
}

function cleaned(said: string): string | null {
  return said === 'None' ? null : pythonStrip(said.replaceAll(BLANKS, ' '));
}

function readChoice(
  { element, action, value }: Choice,
  context: ParseContext,
): { readonly action: Action; readonly summary: string } | ArgumentProblem {
  const name = SEEACT_ACTIONS.find((known) => known === action);
  if (name === undefined) return unknownAction(quoted(action ?? 'None'));
  const problem = problemWith(name, element, value);
  if (problem !== null) return problem;
  const index = element === null ? null : choiceIndex(element);
  const { elements } = context;
  const isThere = index !== null && (!elements || index < elements.count);
  if (!isThere && WITH_ELEMENT.includes(name) && name !== 'SWIPE') {
    return {
      kind: 'element_not_found',
      message: `${name} needs an element, and ${quoted(element ?? '')} is none`,
    };
  }
  const chosen = isThere && WITH_ELEMENT.includes(name) ? index : null;
  const words = elements?.elements?.find((one) => one.index === chosen)?.words;
  const done = WITH_VALUE.includes(name) ? `${name}: ${value ?? 'None'}` : name;
  const native: NativeAction = {
    family: FAMILY,
    name,
    arguments: { element: element ?? 'None', value: value ?? 'None' },
    text: `ELEMENT: ${element ?? 'None'}\nACTION: ${name}\nVALUE: ${value ?? 'None'}`,
  };
  return {
    action: actionOf(name, { chosen, value: value ?? '', native, context }),
    summary: words === undefined ? done : `${words} -> ${done}`,
  };
}

function problemWith(
  name: SeeactAction,
  element: string | null,
  value: string | null,
): ArgumentProblem | null {
  switch (name) {
    case 'INPUT TEXT':
      if (!value) return missing('INPUT TEXT needs a value');
      return element === null ? missing('INPUT TEXT needs an element') : null;
    case 'SWIPE':
      return value !== null && DIRECTIONS.includes(value)
        ? null
        : invalid(`${quoted(value ?? 'None')} is no direction for SWIPE; it must be up, down, left or right`);
    case 'OPEN APP':
    case 'ANSWER':
      return value ? null : missing(`${name} needs a value`);
    case 'CLICK':
    case 'LONG PRESS':
      if (element === null) return missing(`${name} needs an element`);
      return value === 'None' ? null : invalid(`the value of ${name} must be None`);
    default:
      return null;
  }
}

function actionOf(
  name: SeeactAction,
  {
    chosen,
    value,
    native,
    context,
  }: {
    readonly chosen: number | null;
    readonly value: string;
    readonly native: NativeAction;
    readonly context: ParseContext;
  },
): Action {
  const target = publishedTarget(chosen ?? -1, context);
  switch (name) {
    case 'CLICK':
      return { type: 'tap', target, native };
    case 'LONG PRESS':
      return { type: 'long_press', target, native };
    case 'INPUT TEXT':
      return { type: 'type', text: value, target, submit: true, native };
    case 'SWIPE':
      // One of the four words, as checked above. Element 0 counts as none.
      return { ...publishedScroll(value as Direction, chosen === 0 ? null : chosen, context), native };
    case 'NAVIGATE HOME':
      return { type: 'key', key: 'HOME', native };
    case 'NAVIGATE BACK':
      return { type: 'key', key: 'BACK', native };
    case 'KEYBOARD ENTER':
      return { type: 'key', key: 'ENTER', native };
    case 'OPEN APP':
      return { type: 'open_app', app: value, native };
    case 'ANSWER':
      return { type: 'answer', text: value, terminal: false, native };
    case 'WAIT':
      return { type: 'wait', native };
    case 'TERMINATE':
      return { ...stop('unspecified'), native };
    default:
      return name satisfies never;
  }
}
