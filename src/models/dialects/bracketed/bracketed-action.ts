import { stop, type Action, type Target } from '../../../domain/action.js';
import type { FormatError, FormatErrorKind } from '../../../domain/decision.js';
import { pathDirection, pixelPoint, type Direction, type Point } from '../../../domain/geometry.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { Mode } from '../../../domain/mode.js';
import { asciiDigits, PYTHON_DIGIT } from '../reading/python-digits.js';

/** How actions name their place: by the widget index of text and marks, or by pixels of the screenshot. */
export type BracketedAddressing =
  | {
      readonly by: 'widget';
      /** Widgets of the screen; their indices start at 0. */ readonly widgets: number;
    }
  | { readonly by: 'point' };

export type BracketedActionResult =
  | { readonly type: 'action'; readonly action: Action }
  /** `error.message` is the reference code's own. */
  | { readonly type: 'format_error'; readonly error: FormatError };

const INDEX = String.raw`\[(${PYTHON_DIGIT}+)\]`;
const POSITION = String.raw`\[(${PYTHON_DIGIT}+),(${PYTHON_DIGIT}+)\]`;
/** To the last bracket of the line. */
const REST = String.raw`\[([^\n]*)\]`;

/** Read from the start; anything after it is ignored. Anything between verb and brackets but one space is an error. */
const BY_WIDGET: Readonly<Record<string, RegExp>> = {
  click: new RegExp(`^click ${INDEX}`, 'u'),
  longclick: new RegExp(`^longclick ${INDEX}`, 'u'),
  text: new RegExp(`^text ${INDEX} ${REST}`, 'u'),
  swipe: new RegExp(`^swipe ${INDEX} ${REST}`, 'u'),
  press: new RegExp(`^press ${REST}`, 'u'),
};
const BY_POINT: Readonly<Record<string, RegExp>> = {
  click: new RegExp(`^click ${POSITION}`, 'u'),
  longclick: new RegExp(`^longclick ${POSITION}`, 'u'),
  text: new RegExp(`^text ${POSITION} ${REST}`, 'u'),
  swipe: new RegExp(`^swipe ${POSITION} ${POSITION}`, 'u'),
  press: new RegExp(`^press ${REST}`, 'u'),
};

/** How words are read that the harness and the paper disagree about. */
export interface BracketedActionOptions {
  /** Whether `press [home]` starts the app anew, as in the reference code, or goes to the launcher. True unless given. */
  readonly homeAsRestart?: boolean;
  /** Whether there is `press [replan]`, for agents with a plan. */
  readonly replan?: boolean;
}

const PRESSED: Readonly<Record<string, Action>> = {
  back: { type: 'key', key: 'BACK' },
  enter: { type: 'key', key: 'ENTER' },
  // As `restart`: the launcher is never shown.
  home: { type: 'restart_app' },
  restart: { type: 'restart_app' },
  none: { type: 'wait' },
  stop: stop(),
};
const DIRECTIONS: ReadonlySet<string> = new Set<Direction>(['up', 'down', 'left', 'right']);
const EXCERPT_LENGTH = 500;

/** Thrown where reading stops, with the reference code's words. */
class BracketedActionFault {
  readonly kind: FormatErrorKind;
  readonly message: string;

  constructor(kind: FormatErrorKind, message: string) {
    this.kind = kind;
    this.message = message;
  }
}

/**
 * Reads one action in the bracketed grammar (`click [3]`, `text [3] [hello]`, `swipe [3] [up]`, `press [back]`, or the same with
 * `[x,y]` in place of widget indices). Takes time linear in the text's length.
 *
 * Source: SPHINX reference code, action parser. `corrected` also takes the paper's `press [wait]`.
 */
export function parseBracketedAction(
  text: string,
  addressing: BracketedAddressing,
  mode: Mode,
  options: BracketedActionOptions = {},
): BracketedActionResult {
  // The reference code trims only where positions are given.
  const input = addressing.by === 'point' ? pythonStrip(text) : text;
  try {
    return { type: 'action', action: readAction(input, addressing, mode, options) };
  } catch (error) {
    if (!(error instanceof BracketedActionFault)) throw error;
    const { kind, message } = error;
    return { type: 'format_error', error: { kind, message, excerpt: input.slice(0, EXCERPT_LENGTH) } };
  }
}

function readAction(
  input: string,
  addressing: BracketedAddressing,
  mode: Mode,
  options: BracketedActionOptions,
): Action {
  const verb = pythonStrip(input.split('[', 1)[0] ?? '');
  const patterns = addressing.by === 'point' ? BY_POINT : BY_WIDGET;
  const pattern = Object.hasOwn(patterns, verb) ? patterns[verb] : undefined;
  if (pattern === undefined) {
    throw new BracketedActionFault(unreadKind(input, patterns), `Invalid action: ${input}`);
  }
  const match = pattern.exec(input);
  if (match === null) throw new BracketedActionFault('malformed_action', `Invalid ${verb} action. ${input}`);
  if (verb === 'press') return pressed(match[1] ?? '', input, mode, options);
  const groups = match.slice(1);
  return addressing.by === 'point'
    ? onPoints(verb, groups, input)
    : onWidget(verb, groups, addressing.widgets, input);
}

/** The reference code has one message for both: a verb that it does not know, and one without the brackets it needs. */
function unreadKind(input: string, patterns: Readonly<Record<string, RegExp>>): FormatErrorKind {
  if (input === '') return 'no_action';
  const word = /^[^\s[]{0,20}/.exec(input)?.[0] ?? '';
  return Object.hasOwn(patterns, word) ? 'malformed_action' : 'unknown_action';
}

function pressed(
  word: string,
  input: string,
  mode: Mode,
  { homeAsRestart = true, replan = false }: BracketedActionOptions,
): Action {
  if (word === 'home' && !homeAsRestart) return { type: 'key', key: 'HOME' };
  if (word === 'replan' && replan) return { type: 'replan' };
  if (mode === 'corrected' && word === 'wait') return { type: 'wait' };
  const action = Object.hasOwn(PRESSED, word) ? PRESSED[word] : undefined;
  if (action === undefined) throw new BracketedActionFault('invalid_argument', `Invalid action: ${input}`);
  return action;
}

function onWidget(
  verb: string,
  [digits = '', content = '']: string[],
  widgets: number,
  input: string,
): Action {
  const element = asciiDigits(digits);
  if (!(Number(element) < widgets)) {
    throw new BracketedActionFault('element_not_found', `Cannot find widget with id ${element}`);
  }
  const target: Target = { type: 'element', element: Number(element) };
  if (verb !== 'swipe') return onTarget(verb, target, content);
  const direction = content.startsWith('direction=') ? (content.split('=')[1] ?? '') : content;
  if (!isDirection(direction)) {
    const message = `Invalid swipe direction: ${direction}. Original action: ${input}`;
    throw new BracketedActionFault('invalid_argument', message);
  }
  return { type: 'swipe', direction, target };
}

function onPoints(verb: string, groups: string[], input: string): Action {
  const [x = '', y = '', third = '', fourth = ''] = groups;
  const from = pointAt(x, y, verb, input);
  if (verb !== 'swipe') return onTarget(verb, { type: 'point', point: from }, third);
  const to = pointAt(third, fourth, verb, input);
  return { type: 'swipe', direction: pathDirection([from.x, from.y], [to.x, to.y]), from, to };
}

function onTarget(verb: string, target: Target, text: string): Action {
  if (verb === 'text') return { type: 'type', text, target, clear: true };
  return { type: verb === 'click' ? 'tap' : 'long_press', target };
}

function pointAt(x: string, y: string, verb: string, input: string): Point {
  const point = pixelPoint(Number(asciiDigits(x)), Number(asciiDigits(y)));
  // The reference code would take any number, and fail on the device.
  if (Number.isSafeInteger(point.x) && Number.isSafeInteger(point.y)) return point;
  throw new BracketedActionFault('invalid_argument', `Invalid ${verb} action. ${input}`);
}

function isDirection(word: string): word is Direction {
  return DIRECTIONS.has(word);
}
