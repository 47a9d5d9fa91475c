import { stop } from '../../../domain/action.js';
import type { Action } from '../../../domain/action.js';
import {
  actionsResult,
  invalid,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  unknownAction,
} from '../reading/parse-result.js';
import type { ArgumentProblem } from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import {
  argumentOf,
  directionWord,
  fingerDirection,
  pathArguments,
  positionArgument,
  requiredPosition,
  soleArgument,
} from '../reading/call-arguments.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../dialect.js';
import { pathSwipe, positionTarget } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { scanCall } from '../reading/scan-call.js';
import type { ScannedCall } from '../reading/scan-call.js';
import { skipMarks } from '../reading/skip-marks.js';

export interface UiVenusGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
}

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly context: ParseContext;
  readonly grammar: UiVenusGrammar;
  readonly warnings: Set<string>;
}

const NAMES = [
  'Click',
  'DoubleClick',
  'LongPress',
  'Drag',
  'Scroll',
  'Type',
  'Launch',
  'Wait',
  'Finished',
  'CallUser',
  'PressBack',
  'PressHome',
  'PressEnter',
  'PressRecent',
] as const;
type UiVenusName = (typeof NAMES)[number];

const BY_FOLDED: ReadonlyMap<string, UiVenusName> = new Map([
  ...NAMES.map((name) => [name.toLowerCase(), name] as const),
  ['tap', 'Click'],
  ['open', 'Launch'],
]);
const FREE_TEXT: ReadonlySet<string> = new Set(['content', 'app', 'url', 'text']);
const SHAPES: ReadonlySet<string> = new Set(['(#,#)', '(#, #)']);
const OPEN = '<action>';
const CLOSE = '</action>';

/**
 * Reads an answer of UI-Venus: `<think>`, `<action>` with one call, `<conclusion>`.
 *
 * Source: UI-Venus `models/navigation/utils.py`. Deviation: an action tag within thinking is none.
 */
export function parseUiVenus(answer: string, context: ParseContext, grammar: UiVenusGrammar): ParseResult {
  const warnings = new Set<string>();
  const cut = cutThinking(answer, (offset) => {
    const tag = answer.indexOf(OPEN, offset);
    return tag < 0 ? null : tag;
  });
  const { text, thought } = cut;
  if (cut.unclosed || thought === null) warnings.add('missing_tag');
  const source: Source = { answer, text, context, grammar, warnings };
  const end = answerEnd(text);
  const tag = text.indexOf(OPEN);
  if (tag < 0) return readBare(source, end, thought);
  const start = skipMarks(text, tag + OPEN.length, end, warnings);
  if (start >= end || text.startsWith(CLOSE, start)) {
    return problemResult(answer, noAction('the action tag is empty'), thought, [tag, end]);
  }
  const read = readCall(source, start, end);
  if (isProblem(read)) return problemResult(answer, read, thought, [start, end]);
  if (text.slice(0, tag).trim() !== '') warnings.add('extra_text');
  const summary = readRest(source, read.end, end);
  return actionsResult([read.action], { thought, summary }, warnings);
}

/** The conclusion behind the action; what else is there is noted. */
function readRest({ answer, text, warnings }: Source, from: number, to: number): string | null {
  const close = text.indexOf(CLOSE, from);
  if (close < 0 || close >= to) warnings.add('missing_tag');
  const between = text.slice(from, close < 0 ? to : close).trim();
  if (/[^`\s]/.test(between)) warnings.add('extra_text');
  const behind = close < 0 ? to : close + CLOSE.length;
  if (text.indexOf(OPEN, behind) >= 0) warnings.add('extra_actions');
  const open = text.indexOf('<conclusion>', behind);
  if (open < 0) {
    warnings.add('missing_tag');
    return null;
  }
  const inner = open + '<conclusion>'.length;
  const end = text.indexOf('</conclusion>', inner);
  if (end < 0) warnings.add('missing_tag');
  return answer.slice(inner, end < 0 ? to : end).trim();
}

function readBare(source: Source, to: number, thought: string | null): ParseResult {
  const { text, answer, warnings } = source;
  const start = skipMarks(text, 0, to, warnings);
  const none = noAction('there is no action');
  const name = /^\w{1,40}(?=\s?[(（])/.exec(text.slice(start, start + 42))?.[0];
  if (name === undefined || !BY_FOLDED.has(name.toLowerCase())) return problemResult(answer, none, thought);
  const read = readCall(source, start, to);
  if (isProblem(read)) return problemResult(answer, read, thought, [start, to]);
  if (!/^[\s*`]*$/.test(text.slice(read.end, to))) return problemResult(answer, none, thought);
  warnings.add('missing_tag');
  return actionsResult([read.action], { thought }, warnings);
}

function readCall(
  source: Source,
  start: number,
  to: number,
): { action: Action; end: number } | ArgumentProblem {
  const { answer, text, warnings, grammar } = source;
  const call = scanCall(text, start, to, { freeText: FREE_TEXT, escapes: false, warnings });
  if ('problem' in call) return malformed(call.problem);
  const name = BY_FOLDED.get(call.name.toLowerCase());
  if (name === undefined) return unknownAction(call.name);
  if (name !== call.name)
    warnings.add(name.toLowerCase() === call.name.toLowerCase() ? 'case' : 'alias_name');
  const action = build(name, call, source);
  if (isProblem(action)) return action;
  const native = { family: grammar.family, name, text: answer.slice(call.start, call.end) };
  return { action: { ...action, native }, end: call.end };
}

function build(name: UiVenusName, call: ScannedCall, source: Source): Action | ArgumentProblem {
  const { warnings } = source;
  const contentOf = (): string => soleArgument(call, ['content', 'text'], warnings)?.text ?? '';
  switch (name) {
    case 'Click':
    case 'DoubleClick':
    case 'LongPress':
      return touch(name, call, source);
    case 'Drag':
    case 'Scroll':
      return move(name, call, source);
    case 'Type': {
      const text = contentOf();
      return text === '' ? missing('Type needs a text') : { type: 'type', text };
    }
    case 'Launch': {
      const url = argumentOf(call, ['url'], warnings)?.text.trim() ?? '';
      if (url !== '') return { type: 'open_url', url };
      const app = soleArgument(call, ['app', 'text'], warnings)?.text.trim() ?? '';
      return app === '' ? missing('Launch needs an app or an address') : { type: 'open_app', app };
    }
    case 'Wait':
      return { type: 'wait' };
    case 'Finished': {
      const answer = contentOf();
      return answer === '' ? stop('success') : stop('success', answer);
    }
    case 'CallUser': {
      const text = contentOf();
      return text === '' ? missing('CallUser needs a text') : { type: 'answer', text, terminal: false };
    }
    case 'PressBack':
      return { type: 'key', key: 'BACK' };
    case 'PressHome':
      return { type: 'key', key: 'HOME' };
    case 'PressEnter':
      return { type: 'key', key: 'ENTER' };
    case 'PressRecent':
      return { type: 'key', key: 'APP_SWITCH' };
    default:
      return name satisfies never;
  }
}

function touch(
  name: 'Click' | 'DoubleClick' | 'LongPress',
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): Action | ArgumentProblem {
  const box = argumentOf(call, ['box', 'point', 'start_box'], warnings) ?? firstNameless(call, warnings);
  const numbers = requiredPosition(call, box, { shapes: SHAPES, warnings });
  if (isProblem(numbers)) return numbers;
  if (box !== null && box.quote !== null) warnings.add('string_coordinate');
  const target = positionTarget(numbers, { coordinates: grammar.coordinates, sizes: context, warnings });
  if (target === null) return invalid('the numbers are not finite');
  if (name === 'LongPress') return { type: 'long_press', target };
  return name === 'Click' ? { type: 'tap', target } : { type: 'tap', target, count: 2 };
}

function firstNameless(call: ScannedCall, warnings: Set<string>): ScannedCall['arguments'][number] | null {
  const found = call.arguments.find(({ name }) => name === null);
  if (found !== undefined) warnings.add('alias_argument');
  return found ?? null;
}

/** A path is the finger's; a direction is the page's. The published signature has both, one of them empty. */
function move(
  name: 'Drag' | 'Scroll',
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): Action | ArgumentProblem {
  const start = argumentOf(call, ['start'], warnings);
  const end = argumentOf(call, ['end'], warnings);
  const options = { shapes: SHAPES, warnings };
  const direction = argumentOf(call, ['direction'], warnings)?.text ?? '';
  const hasPath = positionArgument(call, end, { shapes: SHAPES, warnings: new Set() }) !== null;
  if (name === 'Scroll' && direction.trim() !== '' && !hasPath) {
    const word = directionWord(direction, warnings);
    return typeof word === 'string'
      ? { type: 'swipe', direction: fingerDirection(word, grammar.scroll) }
      : word;
  }
  const path = pathArguments(call, start, end, options);
  if (isProblem(path)) return path;
  if (![...path.from, ...path.to].every(Number.isFinite)) {
    return invalid('the numbers are not finite');
  }
  const swipe = pathSwipe(path.from, path.to, { coordinates: grammar.coordinates, sizes: context, warnings });
  return name === 'Drag' ? { ...swipe, style: 'drag' } : swipe;
}
