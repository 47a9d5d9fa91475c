import { stop } from '../../../domain/action.js';
import type { Action, NativeAction } from '../../../domain/action.js';
import type { Direction } from '../../../domain/geometry.js';
import { invalid, missing, quoted, unknownAction } from '../reading/parse-result.js';
import type { ArgumentProblem } from '../reading/parse-result.js';
import { keyNamed } from '../key-names.js';
import { pathSwipe, positionTarget } from '../reading/position-target.js';
import type { PositionContext } from '../reading/position-target.js';
import { readCoordinate, readNumber } from '../reading/read-coordinate.js';
import { MOBILE_USE_ACTIONS, MOBILE_USE_BUTTONS } from './mobile-use-tool.js';
import type { MobileUseAction } from './mobile-use-tool.js';

/** What differs between the families that speak the tool. */
export interface MobileUseFamily {
  readonly family: string;
  /** `answer` ends the task. */
  readonly answerEnds: boolean;
  /** `interact` is known. */
  readonly interacts: boolean;
}

type Arguments = Readonly<Record<string, unknown>>;
const DIRECTIONS: readonly string[] = ['up', 'down', 'left', 'right'];

/** The action that the arguments of a call mean. */
export function readMobileUseCall(
  args: Arguments,
  { family, answerEnds, interacts }: MobileUseFamily,
  text: string,
  context: PositionContext,
): Action | ArgumentProblem {
  const { warnings } = context;
  const name = nameOf(args['action'], warnings);
  if (typeof name !== 'string') return name;
  const native: NativeAction = { family, name, arguments: args, text };
  switch (name) {
    case 'click':
    case 'long_press':
      return touch(name, args, native, context);
    case 'swipe':
      return swipe(args, native, context);
    case 'type': {
      const typed = textOf(args, name, warnings);
      return typeof typed === 'string' ? { type: 'type', text: typed, native } : typed;
    }
    case 'open': {
      const app = textOf(args, name, warnings, 'app');
      return typeof app === 'string' ? { type: 'open_app', app, native } : app;
    }
    case 'key': {
      const written = textOf(args, name, warnings);
      if (typeof written !== 'string') return written;
      const key = keyNamed(written);
      return key === null ? invalid(`there is no key ${shown(written)}`) : { type: 'key', key, native };
    }
    case 'system_button':
      return button(args['button'], native, warnings);
    case 'wait': {
      const seconds = secondsOf(args['time'], warnings);
      if (typeof seconds === 'object' && seconds !== null) return seconds;
      return seconds === null
        ? { type: 'wait', native }
        : { type: 'wait', durationMs: seconds * 1000, native };
    }
    case 'answer': {
      const said = textOf(args, name, warnings);
      return typeof said === 'string' ? { type: 'answer', text: said, terminal: answerEnds, native } : said;
    }
    case 'interact': {
      if (!interacts) return unknown(name);
      const asked = textOf(args, name, warnings);
      return typeof asked === 'string'
        ? { type: 'ask_user', reason: 'feedback', text: asked, native }
        : asked;
    }
    case 'terminate':
      return end(args['status'], native, warnings);
    default:
      return name satisfies never;
  }
}

function nameOf(written: unknown, warnings: Set<string>): MobileUseAction | ArgumentProblem {
  if (written === undefined || written === null || written === '') {
    return missing('the argument action is missing');
  }
  if (typeof written !== 'string') return invalid('the argument action is a word');
  const known = find(written);
  if (known !== undefined) return known;
  const folded = written.trim().toLowerCase();
  const aliased = find(folded === 'tap' ? 'click' : folded);
  if (aliased === undefined) return unknown(written);
  warnings.add(folded === 'tap' ? 'alias_name' : 'case');
  return aliased;
}

function find(name: string): MobileUseAction | undefined {
  return MOBILE_USE_ACTIONS.find((action) => action === name);
}

function touch(
  name: 'click' | 'long_press',
  args: Arguments,
  native: NativeAction,
  context: PositionContext,
): Action | ArgumentProblem {
  const numbers = readCoordinate(args['coordinate'], context.warnings);
  if ('kind' in numbers) return { ...numbers, message: `${name}: ${numbers.message}` };
  const target = positionTarget(numbers, context);
  if (target === null) return invalid(`${name} takes two numbers`);
  if (name === 'click') return { type: 'tap', target, native };
  const seconds = secondsOf(args['time'], context.warnings);
  if (typeof seconds === 'object' && seconds !== null) return seconds;
  return { type: 'long_press', target, ...(seconds === null ? {} : { durationMs: seconds * 1000 }), native };
}

function swipe(args: Arguments, native: NativeAction, context: PositionContext): Action | ArgumentProblem {
  const { warnings } = context;
  const { coordinate, coordinate2, direction } = args;
  if (coordinate2 === undefined && direction !== undefined)
    return directed(coordinate, direction, native, context);
  const from = readCoordinate(coordinate, warnings);
  if ('kind' in from) return { ...from, message: `swipe: ${from.message}` };
  const to = readCoordinate(coordinate2, warnings);
  if ('kind' in to) return { ...to, message: `swipe: ${to.message}` };
  const [start, end] = [pairOf(from, warnings), pairOf(to, warnings)];
  return { ...pathSwipe(start, end, context), native };
}

/** A swipe in a direction, the finger's: outside the tool's signature, and clear all the same. */
function directed(
  coordinate: unknown,
  written: unknown,
  native: NativeAction,
  context: PositionContext,
): Action | ArgumentProblem {
  const folded = typeof written === 'string' ? written.trim().toLowerCase() : '';
  if (!DIRECTIONS.includes(folded)) return invalid('a direction is up, down, left or right');
  context.warnings.add('alias_argument');
  // One of the four words, as checked above.
  const direction = folded as Direction;
  if (coordinate === undefined || coordinate === null) return { type: 'swipe', direction, native };
  const numbers = readCoordinate(coordinate, context.warnings);
  if ('kind' in numbers) return { ...numbers, message: `swipe: ${numbers.message}` };
  const anchor = positionTarget(numbers, context);
  return anchor === null
    ? invalid('swipe takes two numbers')
    : { type: 'swipe', direction, at: anchor.point, native };
}

function pairOf(numbers: readonly number[], warnings: Set<string>): [number, number] {
  const [a = 0, b = 0, c, d] = numbers;
  if (c === undefined || d === undefined) return [a, b];
  warnings.add('box_for_point');
  return [(a + c) / 2, (b + d) / 2];
}

function button(written: unknown, native: NativeAction, warnings: Set<string>): Action | ArgumentProblem {
  if (written === undefined || written === null || written === '') {
    return missing('system_button needs a button');
  }
  if (typeof written !== 'string') return invalid('a button is a word');
  const exact = MOBILE_USE_BUTTONS.get(written);
  if (exact !== undefined) return { type: 'key', key: exact, native };
  const folded = written.trim().toUpperCase();
  const known = [...MOBILE_USE_BUTTONS.values()].find((key) => key === folded);
  if (known === undefined) return invalid(`there is no button ${shown(written)}`);
  warnings.add('case');
  return { type: 'key', key: known, native };
}

function end(written: unknown, native: NativeAction, warnings: Set<string>): Action | ArgumentProblem {
  if (written === undefined || written === null || written === '') {
    // There is no code for an argument left out; a status by another form comes nearest.
    warnings.add('alias_argument');
    return { ...stop('unspecified'), native };
  }
  const status = typeof written === 'string' ? written.trim().toLowerCase() : '';
  if (status !== 'success' && status !== 'failure') return invalid('a status is success or failure');
  if (status !== written) warnings.add('case');
  return { ...stop(status), native };
}

/** Text of an argument; `other` is a name that it goes by as well. */
function textOf(
  args: Arguments,
  name: string,
  warnings: Set<string>,
  other?: string,
): string | ArgumentProblem {
  let { text } = args;
  if ((text === undefined || text === null) && other !== undefined && args[other] !== undefined) {
    warnings.add('alias_argument');
    text = args[other];
  }
  if (text === undefined || text === null || text === '') {
    return missing(`${name} needs a text`);
  }
  if (typeof text === 'number' && Number.isFinite(text)) {
    warnings.add('alias_argument');
    return String(text);
  }
  return typeof text === 'string' ? text : invalid(`the text of ${name} is not a text`);
}

/** Null, with a warning, where no time is given. */
function secondsOf(written: unknown, warnings: Set<string>): number | null | ArgumentProblem {
  if (written === undefined || written === null || written === '') {
    warnings.add('default_duration');
    return null;
  }
  const noted = new Set<string>();
  const seconds = readNumber(
    typeof written === 'string' ? written.replace(/\s*s(?:econds?)?$/i, '') : written,
    noted,
  );
  if (seconds === null || seconds < 0) return invalid('a time is a number of seconds');
  if (typeof written === 'string') warnings.add('alias_argument');
  return seconds;
}

function unknown(name: string): ArgumentProblem {
  return unknownAction(shown(name));
}

function shown(text: string): string {
  return quoted(text);
}
