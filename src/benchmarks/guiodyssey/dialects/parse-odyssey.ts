import { stop, type Action, type Target } from '../../../domain/action.js';
import type { Direction } from '../../../domain/geometry.js';
import { readPythonLiteral } from '../../../domain/text/python-literal.js';
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
} from '../../../models/dialects/reading/parse-result.js';
import type { ParseContext, ParseResult } from '../../../models/dialects/dialect.js';
import { positionTarget } from '../../../models/dialects/reading/position-target.js';
import type { CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';
import { scanPosition } from '../../../models/dialects/reading/scan-position.js';
import { findCommands, type FoundCommand } from './find-commands.js';

/** How commands name a place. */
export interface OdysseyGrammar {
  readonly family: string;
  /** By the number of a mark, not by position. */
  readonly marks: boolean;
  readonly coordinates: CoordinateRule;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  UP: 'up',
  DOWN: 'down',
  LEFT: 'left',
  RIGHT: 'right',
};
const KEYS: Readonly<Record<string, string>> = {
  PRESS_BACK: 'BACK',
  PRESS_HOME: 'HOME',
  PRESS_RECENT: 'APP_SWITCH',
};
const SHAPES: ReadonlySet<string> = new Set(['(#, #)', '(#,#)']);
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '「': '」' };

/**
 * Reads an answer in GUIOdyssey's commands: `CLICK: (690, 140)`, `TYPE: text`, `SCROLL: UP`, `COMPLETE`.
 *
 * Source: GUIOdyssey paper, figure 14, and reference code, command strings. Deviation: a text keeps everything behind the
 * first colon, where the reference cuts it at the second.
 */
export function parseOdyssey(answer: string, context: ParseContext, grammar: OdysseyGrammar): ParseResult {
  const { commands, unknown, thought, extra } = findCommands(answer);
  const warnings = new Set<string>();
  if (extra) warnings.add('extra_text');
  const actions: Action[] = [];
  for (const command of commands) {
    const read = readCommand(command, answer, context, grammar, warnings);
    if (!isProblem(read)) {
      actions.push(read);
      continue;
    }
    // What follows a readable action is not executed, so it cannot spoil it either.
    if (actions.length > 0) warnings.add('extra_text');
    else return problemResult(answer, read, thought, [command.start, command.end]);
  }
  const [first, ...rest] = actions;
  if (first === undefined) {
    if (unknown === null) return problemResult(answer, noAction('there is no command'), thought);
    const { verb, start, end } = unknown;
    return problemResult(answer, unknownAction(verb, 'command'), thought, [start, end]);
  }
  if (rest.length > 0) warnings.add('extra_actions');
  return actionsResult([first, ...rest], { thought }, warnings);
}

function readCommand(
  command: FoundCommand,
  answer: string,
  context: ParseContext,
  grammar: OdysseyGrammar,
  all: Set<string>,
): Action | ArgumentProblem {
  const warnings = new Set(command.warnings);
  const action = actionOf(command, context, grammar, warnings);
  if (isProblem(action)) return action;
  for (const warning of warnings) all.add(warning);
  const text = answer.slice(command.start, command.end);
  return {
    ...action,
    native: { family: grammar.family, name: command.verb, arguments: command.argument, text },
  };
}

function actionOf(
  { verb, argument }: FoundCommand,
  context: ParseContext,
  grammar: OdysseyGrammar,
  warnings: Set<string>,
): Action | ArgumentProblem {
  switch (verb) {
    case 'CLICK':
    case 'LONG_PRESS': {
      const target = grammar.marks
        ? markTarget(argument, context, warnings)
        : pointTarget(argument, context, grammar.coordinates, warnings);
      if (isProblem(target)) return target;
      return { type: verb === 'CLICK' ? 'tap' : 'long_press', target };
    }
    case 'TYPE': {
      const text = unquoted(argument, warnings);
      return text === '' ? missing('TYPE needs a text') : { type: 'type', text };
    }
    case 'SCROLL':
      return scrolled(argument, warnings);
    case 'COMPLETE':
      return stop('success');
    case 'IMPOSSIBLE':
      return stop('infeasible');
    case 'PRESS_BACK':
    case 'PRESS_HOME':
    case 'PRESS_RECENT':
      return { type: 'key', key: KEYS[verb] ?? verb };
    default:
      return verb satisfies never;
  }
}

function pointTarget(
  argument: string,
  context: ParseContext,
  coordinates: CoordinateRule,
  warnings: Set<string>,
): Target | ArgumentProblem {
  if (argument === '') return missing('a position is missing');
  const bracketed = /^([([<（][^()[\]<>（）]{0,100}[)\]>）])(.*)$/s.exec(argument);
  if ((bracketed?.[2] ?? '') !== '') warnings.add('extra_text');
  let written = bracketed?.[1] ?? argument;
  if (written.startsWith('<')) {
    warnings.add('alias_argument');
    written = written.slice(1, -1);
  }
  if (countOf(/[([<（]/g, written) > countOf(/[)\]>）]/g, written)) {
    return malformed('a bracket around the position is not closed');
  }
  const scanned = scanPosition(written, { shapes: SHAPES, warnings });
  if (scanned.type === 'missing_argument') return missing('a position is missing');
  // Braces make a set, which has no order.
  const isRead = scanned.type === 'numbers' && !/[{}]/.test(written);
  const numbers = isRead ? scanned.numbers : numbersOfLiteral(written);
  if (numbers === null) return invalid('a position is two numbers');
  if (!isRead) warnings.add('alias_argument');
  if (numbers.every((number) => number === -100)) return missing('the position is a placeholder');
  const target = positionTarget(numbers, { coordinates, sizes: context, warnings });
  return target ?? invalid(`a position takes two numbers, not ${numbers.length}`);
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Numbers that only Python reads: `'(690, 140)'`, `(0x10, 2e2)`. Expressions are none, since nothing is evaluated. */
function numbersOfLiteral(written: string): number[] | null {
  const value = readPythonLiteral(written)?.value;
  const point = typeof value === 'string' ? readPythonLiteral(value)?.value : value;
  if (typeof point !== 'object' || point === null || point.kind === 'set') return null;
  const numbers = point.items.filter((item) => typeof item === 'number');
  return numbers.length === point.items.length && numbers.length > 0 ? numbers : null;
}

function markTarget(
  argument: string,
  { elements }: ParseContext,
  warnings: Set<string>,
): Target | ArgumentProblem {
  if (argument === '') return missing('the number of a mark is missing');
  const match =
    /^(?:(?:element|mark|tag|index|icon|box|number)\s{0,3}[#:]?\s{0,3})?[#"'([<]{0,2}(\d{1,9})[)\]>"']{0,2}(.*)$/is.exec(
      argument,
    );
  if (match === null || /^\s*[,.]?\s*-?\d/.test(match[2] ?? '')) {
    return invalid(`${quoted(argument)} is no number of a mark`);
  }
  if (!/^\d+$/.test(argument)) warnings.add(match[2] === '' ? 'alias_argument' : 'extra_text');
  const element = Number(match[1]);
  const base = elements?.base ?? 0;
  if (element >= base && element < base + (elements?.count ?? Infinity)) return { type: 'element', element };
  return { kind: 'element_not_found', message: `there is no mark ${element}` };
}

function scrolled(written: string, warnings: Set<string>): Action | ArgumentProblem {
  // The published reader overlooks what stands behind a second colon.
  const [argument = ''] = written.split(/\s*:/, 1);
  if (argument !== written) warnings.add('extra_text');
  const word = /^["'([<]?([A-Za-z]*)[)\]>"'.]?$/.exec(argument)?.[1];
  if (argument === '' || word === '') return missing('SCROLL needs a direction');
  const direction = DIRECTIONS[word?.toUpperCase() ?? ''];
  if (word === undefined || direction === undefined) {
    return invalid(`${quoted(argument)} is no direction`);
  }
  if (word !== argument) warnings.add('alias_argument');
  if (word !== word.toUpperCase()) warnings.add('case');
  return { type: 'swipe', direction };
}

/** Without one pair of quotes around it. */
function unquoted(argument: string, warnings: Set<string>): string {
  const closing = QUOTES[argument[0] ?? ''];
  if (closing === undefined || argument.length < 2 || !argument.endsWith(closing)) return argument;
  warnings.add('enclosing_quotes_removed');
  return argument.slice(1, -1);
}
