import { stop, type Action } from '../../../domain/action.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import {
  actionsResult,
  invalid,
  malformed,
  missing,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { findCall, type GenericCallName } from './action-space.js';
import { locateCalls } from './locate-calls.js';
import { readNumbers } from './read-numbers.js';
import { readText } from './read-text.js';

/** Where an answer has its call: behind `Action:`, or in an answer tag behind thinking. */
export type GenericCallForm = 'label' | 'tagged';

export interface GenericCallOptions {
  readonly family: string;
  readonly calls: readonly GenericCallName[];
  readonly coordinates: CoordinateRule;
  readonly form: GenericCallForm;
}

interface Call {
  readonly name: GenericCallName;
  /** Between the outer brackets; null where the call has none. */
  readonly arguments: { readonly start: number; readonly end: number } | null;
  readonly end: number;
}

/** What the reading of one answer shares. */
interface Reading extends GenericCallOptions {
  readonly answer: string;
  /** The answer as it is searched: same length, thinking blanked, full-width marks as ASCII. */
  readonly text: string;
  readonly context: ParseContext;
  readonly warnings: Set<string>;
}

const TAKES_TEXT: ReadonlySet<GenericCallName> = new Set(['Type', 'Open', 'Answer']);
const TAKES_POINT: ReadonlySet<GenericCallName> = new Set(['Click', 'LongPress']);

/**
 * Reads an answer in the generic call grammar: one line `Action: Name(arguments)`, thinking aside.
 *
 * Source: ProBench paper, appendix B. What a tolerant reader overlooks is our own rule.
 */
export function parseGenericCall(
  answer: string,
  context: ParseContext,
  options: GenericCallOptions,
): ParseResult {
  const located = locateCalls(answer);
  const { text, thought } = located;
  const reading: Reading = { ...options, answer, text, context, warnings: new Set(located.warnings) };
  if (options.form === 'tagged') {
    if (!located.isTagged) reading.warnings.add('missing_tag');
    else if (!located.unlabelled) reading.warnings.add('lenient_label');
  }
  const actions: Action[] = [];
  for (const region of located.regions) {
    const result = readRegion(reading, region.start, region.end, located.unlabelled);
    if ('kind' in result) {
      // What follows a readable action is not executed, so it cannot spoil it either.
      if (actions.length > 0) reading.warnings.add('extra_text');
      else return problemResult(answer, result, thought, [region.start, region.end]);
    } else {
      actions.push(result);
    }
  }
  const [first, ...rest] = actions;
  if (first === undefined) {
    return problemResult(answer, noAction('there is no action'), thought);
  }
  if (rest.length > 0) reading.warnings.add('extra_actions');
  const result = actionsResult([first, ...rest], { thought }, reading.warnings);
  return located.hasThoughtBefore && result.type === 'actions' ? { ...result, lenient: true } : result;
}

function readRegion(
  reading: Reading,
  from: number,
  to: number,
  unlabelled: boolean,
): Action | ArgumentProblem {
  const { text, warnings } = reading;
  let start = from;
  while (start < to && /[\s*`]/.test(text[start] ?? '')) {
    if (/[*`]/.test(text[start] ?? '')) warnings.add('code_fence');
    start += 1;
  }
  if (start === to) return noAction('nothing follows the label');
  const match = /^([A-Za-z]{1,40}(?:[ _][A-Za-z]{1,40})?)[ \t]{0,10}(\(?)/.exec(
    text.slice(start, start + 100),
  );
  const written = match?.[1] ?? '';
  const found = match === null ? null : findCall(written);
  if (match === null || (unlabelled && found === null)) {
    return unlabelled ? noAction('there is no action') : malformed('this is not a call');
  }
  const hasBrackets = match[2] === '(';
  const inner = start + match[0].length;
  if (found === null) {
    // Two words without brackets are prose.
    if (!hasBrackets && (written.includes(' ') || text.slice(inner, to).trim() !== '')) {
      return malformed('this is not a call');
    }
    return unknownAction(written);
  }
  const { name } = found;
  if (!found.exact) warnings.add(found.alias ? 'alias_name' : 'case');
  if (!hasBrackets) {
    const [line = '', ...below] = text.slice(inner, to).split('\n');
    const isBare = /^[\s.*`]*$/.test(line);
    if (!isBare || (unlabelled && below.join('').trim() !== ''))
      return { kind: unlabelled ? 'no_action' : 'malformed_action', message: 'this is not a call' };
    if (!reading.calls.includes(name)) return unknownAction(name);
    warnings.add('missing_tag');
    noteTail(below.join(' '), warnings);
    return build(reading, { name, arguments: null, end: inner }, start);
  }
  if (!reading.calls.includes(name)) return unknownAction(name);
  const close = TAKES_TEXT.has(name) ? lastBracket(text, inner, to) : matchingBracket(text, inner, to);
  if (close < 0) return malformed('the bracket is never closed');
  noteTail(text.slice(close + 1, to), warnings);
  if (reading.answer[inner - 1] !== '(' || reading.answer[close] !== ')') warnings.add('fullwidth');
  return build(reading, { name, arguments: { start: inner, end: close }, end: close + 1 }, start);
}

/** Free text runs to the last bracket of its line, or of everything where its line has none. */
function lastBracket(text: string, from: number, to: number): number {
  // Cut out first: searching the whole answer would scan all of it once per label.
  const region = text.slice(from, to);
  const lineEnd = region.indexOf('\n');
  const onLine = lineEnd < 0 ? -1 : region.lastIndexOf(')', lineEnd);
  const last = onLine < 0 ? region.lastIndexOf(')') : onLine;
  return last < 0 ? -1 : from + last;
}

function matchingBracket(text: string, from: number, to: number): number {
  let depth = 1;
  for (let index = from; index < to; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function noteTail(tail: string, warnings: Set<string>): void {
  const rest = tail.trim();
  if (rest === '') return;
  warnings.add(/^[`*]+$/.test(rest) ? 'code_fence' : 'extra_text');
}

function build(reading: Reading, call: Call, start: number): Action | ArgumentProblem {
  const { name } = call;
  const { answer, family } = reading;
  const args = call.arguments;
  const written = args === null ? '' : answer.slice(args.start, args.end);
  const native = { family, name, text: answer.slice(start, call.end) };
  if (TAKES_TEXT.has(name)) {
    const text = readText(written, reading.warnings);
    if (text === '') return missing(`${name} needs a text`);
    if (name === 'Open') return { type: 'open_app', app: text, native };
    return name === 'Answer' ? { ...stop('success', text), native } : { type: 'type', text, native };
  }
  if (TAKES_POINT.has(name) || name === 'Swipe') {
    const ascii = args === null ? '' : reading.text.slice(args.start, args.end);
    if (ascii !== written) reading.warnings.add('fullwidth');
    const numbers = readNumbers(ascii, reading.warnings);
    if (!Array.isArray(numbers)) return { kind: numbers.kind, message: `${name}: ${numbers.message}` };
    return name === 'Swipe' ? swipe(reading, numbers, native) : touch(reading, name, numbers, native);
  }
  if (written.trim() !== '') return invalid(`${name} takes no argument`);
  switch (name) {
    case 'Back':
    case 'Home':
    case 'Enter':
      return { type: 'key', key: name.toUpperCase(), native };
    case 'Wait':
      return { type: 'wait', native };
    default:
      return { ...stop('success'), native };
  }
}

function touch(
  reading: Reading,
  name: GenericCallName,
  numbers: readonly number[],
  native: Action['native'],
): Action | ArgumentProblem {
  if (numbers.length !== 2 && numbers.length !== 4) {
    return invalid(`${name} takes two numbers, not ${numbers.length}`);
  }
  if (numbers.every((value) => value === -100)) {
    return missing('the position is a placeholder');
  }
  const target = positionTarget(numbers, positionContext(reading));
  if (target === null) return invalid(`${name} takes numbers that are finite`);
  return { type: name === 'Click' ? 'tap' : 'long_press', target, native };
}

function swipe(
  reading: Reading,
  numbers: readonly number[],
  native: Action['native'],
): Action | ArgumentProblem {
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || numbers.length !== 4) {
    return invalid(`Swipe takes four numbers, not ${numbers.length}`);
  }
  return { ...pathSwipe([x1, y1], [x2, y2], positionContext(reading)), native };
}

function positionContext({ coordinates, context, warnings }: Reading): PositionContext {
  return { coordinates, sizes: context, warnings };
}
