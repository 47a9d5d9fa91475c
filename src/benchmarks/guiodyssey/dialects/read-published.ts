import { stop, type Action } from '../../../domain/action.js';
import type { Direction } from '../../../domain/geometry.js';
import { decodeCommand, type OdysseyCommand } from '../decode-command.js';
import { readPythonLiteral, type PythonValue } from '../../../domain/text/python-literal.js';
import {
  actionsResult,
  formatErrorOf,
  invalid,
  isProblem,
  quoted,
  type ArgumentProblem,
} from '../../../models/dialects/reading/parse-result.js';
import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import type { ParseContext } from '../../../models/dialects/dialect.js';
import { positionTarget } from '../../../models/dialects/reading/position-target.js';

const FAMILY = 'odyssey_command';
const DIRECTIONS: ReadonlySet<string> = new Set<Direction>(['up', 'down', 'left', 'right']);

/**
 * Reads an answer as GUIOdyssey's published evaluator does: the whole of it is one command, cut at every colon, its name in
 * exactly these letters; the position is a Python literal in 0–1000. The action keeps the answer as it stands
 * (`native.text`), since it is what gets judged.
 *
 * Source: GUIOdyssey reference code, evaluator, `simple_decode` and its click rule.
 */
export const odysseyPublishedReader: PublishedReader = (text, context) => {
  if (text.trim() === '') return formatErrorOf(text, 'empty_output', 'the answer is empty');
  const command = decodeCommand(text);
  if (command === null) {
    return formatErrorOf(text, 'invalid_argument', "GUIOdyssey's evaluator reads no position here");
  }
  const warnings = new Set<string>();
  const action = actionOf(command, context, warnings);
  if (isProblem(action)) return formatErrorOf(text, action.kind, action.message);
  const native = { family: FAMILY, name: command.action, arguments: wordsOf(command), text };
  return actionsResult([{ ...action, native }], {}, warnings);
};

function actionOf(
  { action, info }: OdysseyCommand,
  context: ParseContext,
  warnings: Set<string>,
): Action | ArgumentProblem {
  switch (action) {
    case 'CLICK':
    case 'LONG_PRESS': {
      const point = pointOf(info);
      const coordinates = { space: 'norm', span: 1000 } as const;
      const target = point === null ? null : positionTarget(point, { coordinates, sizes: context, warnings });
      if (target === null) return invalid('the position is not of numbers');
      return { type: action === 'CLICK' ? 'tap' : 'long_press', target };
    }
    case 'TYPE':
      return { type: 'type', text: typeof info === 'string' ? info : '' };
    case 'SCROLL': {
      const word = typeof info === 'string' ? info.toLowerCase() : '';
      if (!isDirection(word)) return invalid('SCROLL has no direction');
      return { type: 'swipe', direction: word };
    }
    case 'PRESS_BACK':
      return { type: 'key', key: 'BACK' };
    case 'PRESS_HOME':
      return { type: 'key', key: 'HOME' };
    case 'PRESS_RECENT':
      return { type: 'key', key: 'APP_SWITCH' };
    case 'COMPLETE':
      return stop('success');
    case 'IMPOSSIBLE':
      return stop('infeasible');
    default:
      return {
        kind: 'unknown_action',
        message: `there is no command ${quoted(action)}`,
      };
  }
}

/**
 * The two numbers that the evaluator compares: a quoted point is read once more, one number stands for both axes, and of
 * more than two the first two can still lie in the element's box.
 */
function pointOf(info: PythonValue): [number, number] | null {
  const value = typeof info === 'string' ? (readPythonLiteral(info)?.value ?? null) : info;
  if (typeof value !== 'object' || value === null || value.kind === 'set') return null;
  const numbers = value.items.map((item) => (typeof item === 'boolean' ? Number(item) : item));
  if (!numbers.every((number) => typeof number === 'number')) return null;
  const [x, y = x] = numbers;
  return x === undefined || y === undefined ? null : [x, y];
}

function wordsOf({ info }: OdysseyCommand): string {
  return typeof info === 'string' ? info : JSON.stringify(info);
}

function isDirection(word: string): word is Direction {
  return DIRECTIONS.has(word);
}
