import type { Action, NativeAction } from '../../../domain/action.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { between, onOneLine } from '../../readers/published-section.js';
import type { ParseContext } from '../dialect.js';
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
import { findEAction, isEAction, readEAction, type EActionName } from './read-e-action.js';
import type { Shortcut } from './shortcut.js';

const FAMILY = 'mobile_agent_e';
/** Objects without another one in them that are tried; the published code tries all. */
const MOST_TRIED = 100;

type Actions = readonly [Action, ...Action[]];

/**
 * Reads an answer as the published code does: the action is JSON alone, or in a fence, names in exactly this letter case; `//` and
 * `#` begin comments.
 *
 * Source: Mobile-Agent-E reference code, `Operator.parse_response`, `extract_json_object`, `Operator.execute`. Deviations: what
 * would end it with an error is an unreadable answer; a shortcut with a step that cannot be carried out is not begun; an
 * underscore in a text is typed, where it presses Enter.
 */
export const publishedAction: PublishedReader = (answer, context, { coordinates }) => {
  const thought = onOneLine(between(answer, '### Thought ###', '### Action ###'));
  const written = onOneLine(between(answer, '### Action ###', '### Description ###'));
  const summary = onOneLine(between(answer, '### Description ###'));
  const warnings = new Set<string>();
  const positions: PositionContext = { coordinates, sizes: context, warnings };
  const actions = readActions(written, context, positions);
  if (isProblem(actions)) return problemResult(answer, actions, thought, [0, answer.length]);
  // Words that the reader of single actions has for odd arguments say nothing here: the published code does not mind them.
  return actionsResult(actions, { thought, summary }, new Set());
};

function readActions(
  written: string,
  { shortcuts = [] }: ParseContext,
  positions: PositionContext,
): Actions | ArgumentProblem {
  const found = publishedJson(written);
  if (found === null) {
    return written === '' ? noAction('there is no action') : malformed('there is no JSON object');
  }
  const { value, text } = found;
  if (!isRecord(value) || typeof value['name'] !== 'string' || !('arguments' in value)) {
    return malformed('the call has no name or no arguments');
  }
  const name = pythonStrip(value['name']);
  const args = isRecord(value['arguments']) ? value['arguments'] : null;
  const native: NativeAction = { family: FAMILY, name, arguments: args ?? {}, text };
  if (isEAction(name)) {
    const action = readAtomic(name, args, native, positions);
    return isProblem(action) ? action : [action];
  }
  const shortcut = shortcuts.find((each): each is Shortcut => typeof each !== 'string' && each.name === name);
  return shortcut === undefined ? unknownAction(quoted(name)) : expand(shortcut, args, native, positions);
}

/** The JSON of a text, and the part of it that was read. Source: Mobile-Agent-E reference code, `extract_json_object`. */
export function publishedJson(written: string): { readonly value: unknown; readonly text: string } | null {
  const withoutSlashes = written.includes('//') ? written.replaceAll(/\/\/.*/g, '') : written;
  const text = withoutSlashes.includes('# ') ? withoutSlashes.replaceAll(/#.*/g, '') : withoutSlashes;
  const whole = jsonOf(text);
  if (whole !== null) return whole;
  const fence = text.indexOf('```json');
  const end = fence < 0 ? -1 : text.indexOf('```', fence + 7);
  const fenced = end < 0 ? null : jsonOf(pythonStrip(text.slice(fence + 7, end)));
  if (fenced !== null) return fenced;
  let from = 0;
  for (let tried = 0; tried < MOST_TRIED; tried += 1) {
    const opening = text.indexOf('{', from);
    const closing = opening < 0 ? -1 : text.indexOf('}', opening);
    if (closing < 0) return null;
    const object = jsonOf(text.slice(opening, closing + 1));
    if (object !== null) return object;
    from = closing + 1;
  }
  return null;
}

function jsonOf(text: string): { readonly value: unknown; readonly text: string } | null {
  try {
    return { value: JSON.parse(text) as unknown, text };
  } catch {
    return null;
  }
}

function readAtomic(
  name: EActionName,
  args: Readonly<Record<string, unknown>> | null,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const given = args ?? {};
  switch (name) {
    case 'Tap': {
      const numbers = publishedIntegers([given['x'], given['y']]);
      const target = numbers === null ? null : positionTarget(numbers, positions);
      return target === null ? invalid('Tap takes two whole numbers') : { type: 'tap', target, native };
    }
    case 'Swipe': {
      const numbers = publishedIntegers([given['x1'], given['y1'], given['x2'], given['y2']]);
      if (numbers === null) return invalid('Swipe takes four whole numbers');
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
      return { ...pathSwipe([x1, y1], [x2, y2], positions), native };
    }
    case 'Open_App':
    case 'Type': {
      const text = given[name === 'Type' ? 'text' : 'app_name'];
      if (typeof text !== 'string') return missing(`${name} needs a text`);
      // Nothing is typed then, and no app has an empty name.
      if (text === '') return { type: 'wait', native };
      return name === 'Type' ? { type: 'type', text, native } : { type: 'open_app', app: text, native };
    }
    default:
      return readEAction(name, {}, native, positions);
  }
}

/** Steps by their names in any letter case; one that is no action does nothing. */
function expand(
  { name, steps }: Shortcut,
  args: Readonly<Record<string, unknown>> | null,
  native: NativeAction,
  positions: PositionContext,
): Actions | ArgumentProblem {
  const actions: Action[] = [];
  for (const { name: step, arguments: map } of steps) {
    const entries = Object.entries(map);
    if (entries.length > 0 && args === null) return missing(`${name} needs arguments`);
    const filled = entries.map(([key, word]) => [
      key,
      args !== null && Object.hasOwn(args, word) ? args[word] : word,
    ]);
    const atomic = findEAction(step, new Set());
    if (atomic === null || atomic.toLowerCase() !== step.toLowerCase()) continue;
    const action = readAtomic(
      atomic,
      Object.fromEntries(filled) as Record<string, unknown>,
      native,
      positions,
    );
    if (isProblem(action)) return action;
    actions.push(action);
  }
  const [first, ...rest] = actions;
  return first === undefined ? [{ type: 'wait', native }] : [first, ...rest];
}
