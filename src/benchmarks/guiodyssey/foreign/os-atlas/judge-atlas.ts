import { pythonStrip } from '../../../../domain/hierarchy/python-strip.js';
import { asciiDigits, PYTHON_DIGIT } from '../../../../models/dialects/reading/python-digits.js';
import { isTouch } from '../foreign-command.js';
import { tokenF1, wordSet } from '../token-f1.js';

/** Stands before the action in a recorded answer, and has to in a predicted one. */
const BEFORE = 'actions:\n';
/** Meant to take an end mark off; takes off any of its characters at either end. */
const END_MARK = new Set('<|im_end|>');
/** Farthest that a touch may be off, squared, in whole units of 0–1000. */
const RADIUS_SQUARED = 140n * 140n;
const DIGITS = new RegExp(`${PYTHON_DIGIT}+`, 'gu');
/** Longer numbers are far from everything. */
const MAX_DIGITS = 4300;
/** Texts must be more alike than this. */
const LEAST_F1 = 0.5;

/** What the script of OS-Atlas makes of one record. */
export interface AtlasVerdict {
  readonly recordedType: string;
  readonly predictedType: string;
  /** The predicted line as it is compared. */
  readonly predictedAction: string;
  readonly isType: boolean;
  readonly isRight: boolean;
  /** Whether it counts in the denominator of grounding: a touch of the recorded type. */
  readonly isTouch: boolean;
}

/**
 * Judges an answer of OS-Atlas as its script does; a sentence where that stops at what was recorded.
 *
 * @param recorded text of the recorded answer
 * @param predicted text of the model's answer; anything else is an empty one
 *
 * Source: OS-Atlas, `eval/eval_scripts/odyssey/evaluation_unify.py`.
 */
export function judgeAtlas(recorded: string, predicted: unknown): AtlasVerdict | string {
  const recordedAction = recorded.split(BEFORE)[1];
  if (recordedAction === undefined) return 'the recorded answer has no line after "actions:"';
  const predictedAction = predictedLine(predicted);
  const [recordedType = ''] = recordedAction.split(' ');
  const predictedType = stripped(predictedAction.split(' ')[0] ?? '', (character) => character === ':');
  const isType = recordedType === predictedType;
  const touched = isType && isTouch(recordedType);
  const isRight = isType && isSame(recordedType, recordedAction, predictedAction);
  if (isRight === null) return 'the recorded touch has no two whole numbers';
  return { recordedType, predictedType, predictedAction, isType, isRight, isTouch: touched };
}

/** Of two lines of one type; null where the script stops at the recorded one. */
function isSame(type: string, recorded: string, predicted: string): boolean | null {
  if (isTouch(type)) return isNear(recorded, predicted);
  if (type === 'TYPE') return tokenF1(wordSet(recorded), wordSet(predicted)) > LEAST_F1;
  return type === 'SCROLL' ? recorded === predicted : true;
}

function predictedLine(predicted: unknown): string {
  if (typeof predicted !== 'string') return '';
  const line = predicted.split(BEFORE)[1] ?? '';
  return pythonStrip(stripped(line, (character) => END_MARK.has(character)));
}

function stripped(text: string, isTaken: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTaken(text.charAt(start))) start += 1;
  while (end > start && isTaken(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Null where nothing can be compared: the recorded line has fewer than two numbers. */
function isNear(recorded: string, predicted: string): boolean | null {
  const [gx, gy] = numbersIn(recorded);
  if (gx === undefined || gy === undefined) return null;
  const numbers = numbersIn(predicted);
  // Any other number of numbers is the corner, which is compared as usual.
  const [px, py] = numbers.length === 2 ? numbers : ['0', '0'];
  if ([gx, gy, px, py].some((digits) => digits !== undefined && digits.length > MAX_DIGITS)) return false;
  const [dx, dy] = [BigInt(px ?? 0) - BigInt(gx), BigInt(py ?? 0) - BigInt(gy)];
  return dx * dx + dy * dy <= RADIUS_SQUARED;
}

function numbersIn(text: string): string[] {
  return (text.match(DIGITS) ?? []).map(asciiDigits);
}
