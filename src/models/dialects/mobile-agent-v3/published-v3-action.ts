import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import { pythonStr } from '../../../domain/graph/python-values.js';
import type { PublishedReader } from '../define-dialect.js';
import { publishedIntegers } from '../mobile-agent/published-numbers.js';
import {
  actionsResult,
  invalid,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { isRecord } from '../reading/read-loose-json.js';
import { ENDS, KEYS, v3Sections } from './parse-mobile-agent-v3.js';

const FAMILY = 'mobile_agent_v3';
const BUTTONS: Readonly<Record<string, string>> = {
  Enter: 'ENTER',
  enter: 'ENTER',
  Back: 'BACK',
  back: 'BACK',
  Home: 'HOME',
  home: 'HOME',
};

/**
 * Reads an answer as the published code does: a thought, and JSON alone, its positions pixels of the screen.
 *
 * Source: Mobile-Agent-v3 reference code, `convert_fc_action_to_json_action`. Deviation: what would end it with an error is an
 * unreadable answer, too.
 */
export const publishedV3Action: PublishedReader = (answer, context, { coordinates }) => {
  const { thought, action: written, description } = v3Sections(answer);
  const positions: PositionContext = {
    coordinates,
    sizes: coordinates.space === 'sent' ? { screen: context.screen } : context,
    warnings: new Set(),
  };
  const read =
    thought === '' || written === ''
      ? noAction('there is no thought or no action')
      : readJson(written, positions);
  if (isProblem(read)) return problemResult(answer, read, thought || null, [0, answer.length]);
  return actionsResult([read], { thought, summary: description }, new Set());
};

function readJson(written: string, positions: PositionContext): Action | ArgumentProblem {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return malformed('the Action section is not JSON alone');
  }
  if (!isRecord(value) || typeof value['action'] !== 'string') return malformed('the call names no action');
  const { action: name, ...given } = value;
  const native: NativeAction = { family: FAMILY, name, arguments: given, text: written };
  return readCall(name, given, native, positions);
}

function readCall(
  name: string,
  given: Readonly<Record<string, unknown>>,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  switch (name) {
    case 'click':
    case 'long_press': {
      const numbers = publishedIntegers(pairOf(given['coordinate']));
      const target = numbers === null ? null : positionTarget(numbers, positions);
      if (target === null) return invalid(`${name} takes two numbers`);
      return name === 'click' ? { type: 'tap', target, native } : { type: 'long_press', target, native };
    }
    case 'swipe': {
      const numbers = publishedIntegers([...pairOf(given['coordinate']), ...pairOf(given['coordinate2'])]);
      if (numbers === null) return invalid('swipe takes four numbers');
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
      return { ...pathSwipe([x1, y1], [x2, y2], positions), native };
    }
    case 'type':
    case 'answer':
    case 'open_app': {
      const { text } = given;
      if (text === undefined || text === null || text === '') return missing(`${name} needs a text`);
      if (name === 'open_app') {
        return typeof text === 'string'
          ? { type: 'open_app', app: text, native }
          : invalid('an app has a name');
      }
      if (typeof text === 'object') return invalid(`the text of ${name} is not a text`);
      if (name === 'answer') return { type: 'answer', text: pythonStr(text), terminal: true, native };
      return { type: 'type', text: pythonStr(text), submit: true, native };
    }
    case 'system_button': {
      const { button } = given;
      const key = typeof button === 'string' && Object.hasOwn(BUTTONS, button) ? BUTTONS[button] : undefined;
      return key === undefined ? invalid('there is no such button') : { type: 'key', key, native };
    }
    case 'wait':
      return { type: 'wait', native };
    default: {
      if (ENDS.has(name)) return { ...stop('success'), native };
      const key = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
      return key === undefined ? unknownAction(quoted(name)) : { type: 'key', key, native };
    }
  }
}

/** The first two of a list; what is not there is undefined. */
function pairOf(written: unknown): readonly unknown[] {
  return Array.isArray(written) ? [written[0], written[1]] : [undefined, undefined];
}
