import type { Action, ActionOf } from '../../../domain/action.js';
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
} from '../reading/parse-result.js';
import type { ArgumentProblem } from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { argumentOf, fingerDirection, pathArguments, soleArgument } from '../reading/call-arguments.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../dialect.js';
import { firstLabel, labelRule } from '../reading/find-label.js';
import { keyNamed } from '../key-names.js';
import { pathSwipe, positionTarget } from '../reading/position-target.js';
import { decodeEscapes } from '../reading/quoted-text.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { scanCall } from '../reading/scan-call.js';
import type { ScannedArgument, ScannedCall } from '../reading/scan-call.js';

export interface AguvisGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
}

interface Source {
  readonly context: ParseContext;
  readonly grammar: AguvisGrammar;
  readonly warnings: Set<string>;
}

const CODE_LINE = /^[ \t`]*(?:pyautogui|mobile)\.\w/gm;
const FREE_TEXT: ReadonlySet<string> = new Set(['message', 'app_name', 'answer']);
const SHAPES: ReadonlySet<string> = new Set(['[#, #]', '[#,#]', '(#, #)', '(#,#)', '#']);
const THOUGHT = labelRule('thoughts?', ['Thought:']);
const ACTION = labelRule('actions?', ['Action:']);
const TURN_TOKEN = '<|';
const NUMBER = /^[-+]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})$/;
const KEYS: Readonly<Record<string, string>> = {
  return: 'ENTER',
  backspace: 'DELETE',
  esc: 'BACK',
  escape: 'BACK',
};

/**
 * Reads an answer of Aguvis: its last line of code, `pyautogui.…` or `mobile.…`; before it, perhaps, a plan with `Thought:`
 * and `Action:` for everyone.
 *
 * Source: Aguvis constants and prompts as published.
 */
export function parseAguvis(answer: string, context: ParseContext, grammar: AguvisGrammar): ParseResult {
  const warnings = new Set<string>();
  let text = answer;
  let thinking: string | null = null;
  if (/<\/?(?:think|thought)/i.test(answer)) {
    const cut = cutThinking(answer, (offset) => {
      const line = lastCodeLine(answer, answer.length);
      return line !== null && line.start >= offset ? line.start : null;
    });
    ({ text, thought: thinking } = cut);
    if (cut.unclosed) warnings.add('missing_tag');
  }
  const end = answerEnd(text);
  const line = lastCodeLine(text, end);
  const plan = readPlan(text, line?.start ?? end);
  const thought = plan.thought ?? thinking;
  if (line === null) return problemResult(answer, noAction('there is no code'), thought);
  if (line.isOneOfMany) warnings.add('extra_actions');
  if (text.includes('`')) warnings.add('code_fence');
  const call = scanCall(text, line.start, end, { freeText: FREE_TEXT, escapes: true, warnings });
  if ('problem' in call) {
    return problemResult(answer, malformed(call.problem), thought, [line.start, end]);
  }
  const action = build(call, { context, grammar, warnings });
  const span = [call.start, call.end] as const;
  if (isProblem(action)) return problemResult(answer, action, thought, span);
  const rest = text.slice(call.end, end);
  if (!/^[\s`;]*(?:<\||$)/.test(rest)) warnings.add('extra_text');
  const native = { family: grammar.family, name: call.name, text: answer.slice(...span) };
  return actionsResult([{ ...action, native }], { thought, summary: plan.summary }, warnings);
}

/** Where the last line of code starts, and whether the line above it is code as well. */
function lastCodeLine(text: string, to: number): { start: number; isOneOfMany: boolean } | null {
  const lines = [...text.slice(0, to).matchAll(CODE_LINE)];
  const last = lines.at(-1);
  if (last === undefined) return null;
  const before = lines.at(-2);
  const isOneOfMany = before !== undefined && !text.slice(before.index, last.index).includes(TURN_TOKEN);
  return { start: last.index + last[0].search(/[pm]/), isOneOfMany };
}

function readPlan(text: string, to: number): { thought: string | null; summary: string | null } {
  const thought = firstLabel(text, 0, to, THOUGHT);
  const action = firstLabel(text, thought?.end ?? 0, to, ACTION);
  const upTo = (start: number, limit: number): string => {
    const token = text.indexOf(TURN_TOKEN, start);
    return text.slice(start, token >= 0 && token < limit ? token : limit).trim();
  };
  return {
    thought: thought === null ? null : upTo(thought.end, action?.start ?? to),
    summary: action === null ? null : upTo(action.end, to),
  };
}

function build(call: ScannedCall, source: Source): Action | ArgumentProblem {
  const { warnings } = source;
  switch (call.name) {
    case 'pyautogui.click':
    case 'mobile.long_press':
      return touch(call, source);
    case 'pyautogui.write': {
      const text = textOf(soleArgument(call, ['message', 'text'], warnings));
      return text === '' ? missing('write needs a message') : { type: 'type', text };
    }
    case 'pyautogui.press':
      return press(call, warnings);
    case 'pyautogui.scroll':
      return wheel(call, ['up', 'down'], source);
    case 'pyautogui.hscroll':
      return wheel(call, ['right', 'left'], source);
    case 'mobile.swipe':
      return swipe(call, source);
    case 'mobile.home':
      return { type: 'key', key: 'HOME' };
    case 'mobile.back':
      return { type: 'key', key: 'BACK' };
    case 'mobile.wait': {
      const seconds = soleArgument(call, ['seconds'], warnings);
      if (seconds === null) return { type: 'wait' };
      const number = numberOf(seconds, warnings);
      return number === null || number < 0 ? notNumber(seconds) : { type: 'wait', durationMs: number * 1000 };
    }
    case 'mobile.open_app': {
      const app = textOf(soleArgument(call, ['app_name', 'app', 'name'], warnings)).trim();
      return app === '' ? missing('open_app needs a name') : { type: 'open_app', app };
    }
    case 'mobile.terminate':
      return terminate(call, warnings);
    default:
      return unknownAction(call.name);
  }
}

function touch(call: ScannedCall, { grammar, context, warnings }: Source): Action | ArgumentProblem {
  const x = argumentOf(call, ['x'], warnings) ?? positional(call, 0, warnings);
  const y = argumentOf(call, ['y'], warnings) ?? positional(call, 1, warnings);
  if (x === null || y === null) return missing(`${call.name} needs x and y`);
  const [first, second] = [numberOf(x, warnings), numberOf(y, warnings)];
  if (first === null || second === null) return notNumber(first === null ? x : y);
  const target = positionTarget([first, second], {
    coordinates: grammar.coordinates,
    sizes: context,
    warnings,
  });
  if (target === null) return notNumber(x);
  return { type: call.name === 'pyautogui.click' ? 'tap' : 'long_press', target };
}

function positional(call: ScannedCall, index: number, warnings: Set<string>): ScannedArgument | null {
  const found = call.arguments.filter(({ name }) => name === null)[index] ?? null;
  if (found !== null) warnings.add('alias_argument');
  return found;
}

function press(call: ScannedCall, warnings: Set<string>): Action | ArgumentProblem {
  const keys = soleArgument(call, ['keys', 'key'], warnings);
  const word = (keys?.text ?? '').replaceAll(/["'[\]\s]/g, '');
  if (word === '') return missing('press needs a key');
  const key = KEYS[word.toLowerCase()] ?? keyNamed(word);
  return key === null ? invalid(`${quoted(word)} is no key`) : { type: 'key', key };
}

/** The sign is a wheel's: with a positive page the first word's content comes into view. */
function wheel(
  call: ScannedCall,
  [positive, negative]: readonly ['up' | 'right', 'down' | 'left'],
  { grammar, warnings }: Source,
): ActionOf<'swipe'> | ArgumentProblem {
  const page = soleArgument(call, ['page', 'clicks'], warnings);
  if (page === null) return missing(`${call.name} needs a page`);
  const number = numberOf(page, warnings);
  if (number === null || number === 0) return notNumber(page);
  return { type: 'swipe', direction: fingerDirection(number > 0 ? positive : negative, grammar.scroll) };
}

function swipe(
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): ActionOf<'swipe'> | ArgumentProblem {
  const from = argumentOf(call, ['from_coord', 'start'], warnings);
  const to = argumentOf(call, ['to_coord', 'end'], warnings);
  const path = pathArguments(call, from, to, { shapes: SHAPES, fractions: true, warnings });
  if (isProblem(path)) return path;
  if (![...path.from, ...path.to].every(Number.isFinite)) {
    return invalid('the numbers are not finite');
  }
  return pathSwipe(path.from, path.to, { coordinates: grammar.coordinates, sizes: context, warnings });
}

function terminate(call: ScannedCall, warnings: Set<string>): Action | ArgumentProblem {
  const status = textOf(soleArgument(call, ['status'], warnings)).trim();
  const folded = status.toLowerCase();
  if (folded === '') return { type: 'stop', status: 'unspecified' };
  if (folded !== 'success' && folded !== 'failure') {
    return invalid(`${quoted(status)} is no status`);
  }
  if (folded !== status) warnings.add('case');
  return { type: 'stop', status: folded };
}

function textOf(argument: ScannedArgument | null): string {
  return argument === null ? '' : decodeEscapes(argument.text);
}

function numberOf({ text, quote }: ScannedArgument, warnings: Set<string>): number | null {
  if (quote !== null) warnings.add('string_coordinate');
  return NUMBER.test(text.trim()) ? Number(text) : null;
}

function notNumber({ text }: ScannedArgument): ArgumentProblem {
  return invalid(`${quoted(text)} does not fit`);
}
