import { z } from 'zod';
import { pythonStrip } from '../../../../domain/hierarchy/python-strip.js';
import { asciiDigits, PYTHON_DIGIT } from '../../../../models/dialects/reading/python-digits.js';
import { directionOf, type SwipeDirection } from './direction-of.js';

type Pair = readonly [y: number, x: number];

/** A recorded step as the trajectory files of AgentCPM-GUI hold it; positions in 0–1, y first. */
export interface RecordedFields {
  readonly result_action_type: number;
  readonly result_action_text: string;
  readonly result_touch_yx: Pair;
  readonly result_lift_yx: Pair;
}

/** What the evaluator takes from it; points in 0–1. */
export type RecordedAction =
  | { readonly kind: 'click' | 'long_point'; readonly x: number; readonly y: number }
  | { readonly kind: 'scroll'; readonly direction: SwipeDirection | null }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'press'; readonly key: 'back' | 'home' | 'enter' }
  | { readonly kind: 'stop' };

const NOWHERE: Pair = [-1, -1];
const MIDDLE: Pair = [0.5, 0.5];
/** How far a scroll of the dataset, which has only a direction, is taken to go. */
const SWIPE = 0.1;
/** Longest movement that is still a touch. */
const TAP = 0.04;

/**
 * A recorded command in the fields of the trajectory files; null where the project's conversion fails as a whole.
 *
 * Source: AgentCPM-GUI, `eval/eval_data/process_odyssey.py`.
 */
export function fieldsOfCommand(command: string): RecordedFields | null {
  const fields = (type: number, touch: Pair = NOWHERE, lift: Pair = touch, text = ''): RecordedFields => ({
    result_action_type: type,
    result_action_text: text,
    result_touch_yx: touch,
    result_lift_yx: lift,
  });
  if (command.startsWith('CLICK') || command.startsWith('LONG_PRESS')) {
    const isLong = command.startsWith('LONG_PRESS');
    const point = pointBetween(command, isLong ? 13 : 8);
    return point === null ? null : fields(isLong ? 0 : 4, point);
  }
  if (command.startsWith('SCROLL')) return fields(4, MIDDLE, liftOf(command));
  if (command.startsWith('TYPE')) return fields(3, NOWHERE, NOWHERE, pythonStrip(command.slice(5)));
  const [, type = 2] = BY_NAME.find(([name]) => command.startsWith(name)) ?? [];
  return fields(type);
}

const BY_NAME = [
  ['PRESS_HOME', 6],
  ['PRESS_RECENT', 6],
  ['PRESS_BACK', 5],
  ['COMPLETE', 10],
  ['IMPOSSIBLE', 11],
] as const;

/** The two numbers from there on, without the last character. */
function pointBetween(command: string, start: number): Pair | null {
  const numbers = Array.from(command).slice(start, -1).join('').split(',').map(pythonFloat);
  const [x, y] = numbers;
  if (numbers.length !== 2 || x === undefined || y === undefined || x === null || y === null) return null;
  return [y / 1000, x / 1000];
}

const FLOAT = new RegExp(
  String.raw`^[+-]?(?:D(?:_?D)*(?:\.(?:D(?:_?D)*)?)?|\.D(?:_?D)*)(?:[eE][+-]?D(?:_?D)*)?$`.replaceAll(
    'D',
    PYTHON_DIGIT,
  ),
  'u',
);
const DIGITS = new RegExp(`${PYTHON_DIGIT}+`, 'gu');

/** Infinity and what is no number are written where no reader takes them back. */
function pythonFloat(text: string): number | null {
  const plain = pythonStrip(text);
  if (!FLOAT.test(plain)) return null;
  const zeroed = plain.replaceAll('_', '').replace(DIGITS, (digits) => {
    const ascii = asciiDigits(digits);
    return '0'.repeat(Math.max(Array.from(digits).length - ascii.length, 0)) + ascii;
  });
  const number = Number(zeroed);
  return Number.isFinite(number) ? number : null;
}

/** The end of the answer alone decides. */
function liftOf(command: string): Pair {
  const [y, x] = MIDDLE;
  if (command.endsWith('UP')) return [y - SWIPE, x];
  if (command.endsWith('DOWN')) return [y + SWIPE, x];
  return [y, command.endsWith('LEFT') ? x - SWIPE : x + SWIPE];
}

const PairSchema = z.string().transform((text, context): [number, number] => {
  try {
    return z.tuple([z.number(), z.number()]).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a pair of numbers, as text' });
    return z.NEVER;
  }
});

/** The same fields as its files spell them. Those of GUIOdyssey have no element boxes; others are refused. */
export const RecordedFieldsSchema = z.object({
  result_action_type: z.int(),
  result_action_text: z.string(),
  result_touch_yx: PairSchema,
  result_lift_yx: PairSchema,
  ui_positions: z.literal('[]').optional(),
});

/**
 * Null where the evaluation fails as a whole.
 *
 * Source: AgentCPM-GUI, `eval/utils/evaluator.py`.
 */
export function recordedAction(fields: RecordedFields): RecordedAction | null {
  const [y, x] = fields.result_touch_yx;
  switch (fields.result_action_type) {
    case 0:
      return { kind: 'long_point', x, y };
    case 3:
      return { kind: 'type', text: fields.result_action_text };
    case 4: {
      const [endY, endX] = fields.result_lift_yx;
      if (Math.sqrt((y - endY) ** 2 + (x - endX) ** 2) <= TAP) return { kind: 'click', x, y };
      return { kind: 'scroll', direction: directionOf([x, y], [endX, endY]) };
    }
    case 5:
      return { kind: 'press', key: 'back' };
    case 6:
      return { kind: 'press', key: 'home' };
    case 7:
      return { kind: 'press', key: 'enter' };
    case 1:
    case 10:
    case 11:
      return { kind: 'stop' };
    default:
      return null;
  }
}
