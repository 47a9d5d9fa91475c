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
import {
  argumentOf,
  pathArguments,
  requiredPosition,
  secondsArgument,
  soleArgument,
} from '../reading/call-arguments.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { pathSwipe, positionTarget } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { scanCall } from '../reading/scan-call.js';
import type { ScannedCall } from '../reading/scan-call.js';

export interface AutoGlmGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
}

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly context: ParseContext;
  readonly grammar: AutoGlmGrammar;
  readonly warnings: Set<string>;
}

const NAMES = [
  'Launch',
  'Tap',
  'Type',
  'Type_Name',
  'Interact',
  'Swipe',
  'Note',
  'Call_API',
  'Long Press',
  'Double Tap',
  'Take_over',
  'Back',
  'Home',
  'Wait',
] as const;
type AutoGlmName = (typeof NAMES)[number];

const BY_FOLDED: ReadonlyMap<string, AutoGlmName> = new Map([
  ...NAMES.map((name) => [folded(name), name] as const),
  ['click', 'Tap'],
]);
/** Raw between its quotes: the reference client takes what stands there as it stands. */
const FREE_TEXT: ReadonlySet<string> = new Set(['text', 'message', 'app', 'instruction']);
const SHAPES: ReadonlySet<string> = new Set(['[#,#]', '[#, #]']);
const MARKER = /\b(?:do\s*[(（]\s*action\s*=|finish\s*[(（])/g;
const BOX_TOKEN = /<\|(?:begin|end)_of_box\|>/g;
const ANSWER = '<answer>';
const ANSWER_END = '</answer>';

/**
 * Reads an answer of AutoGLM: thinking, then `do(action="Tap", …)` or `finish(message="…")`, with or without tags.
 *
 * Source: Open-AutoGLM `phone_agent`. Deviation: a call that is mentioned within thinking is none, and what cannot be read
 * is an error, where the published client finishes the task.
 */
export function parseAutoGlm(answer: string, context: ParseContext, grammar: AutoGlmGrammar): ParseResult {
  const warnings = new Set<string>();
  let text = answer.includes('_of_box|>')
    ? answer.replaceAll(BOX_TOKEN, (token) => ' '.repeat(token.length))
    : answer;
  let thinking: string | null = null;
  if (/<\/?(?:think|thought)/i.test(text)) {
    const cut = cutThinking(text, (offset) => {
      const tag = text.indexOf(ANSWER, offset);
      return tag < 0 ? lastMarker(text, offset, text.length) : tag;
    });
    ({ text, thought: thinking } = cut);
    if (cut.unclosed) warnings.add('missing_tag');
  }
  const source: Source = { answer, text, context, grammar, warnings };
  const end = answerEnd(text);
  const tag = text.indexOf(ANSWER);
  if (tag >= 0 && tag < end) {
    const inner = tag + ANSWER.length;
    const thought = thinking ?? text.slice(0, tag).trim();
    return readCall(source, skipProse(source, inner, end), end, thought, true);
  }
  const marker = lastMarker(text, 0, end);
  const said = thinking ?? text.slice(0, marker ?? 0).trim();
  if (marker === null) return problemResult(answer, noAction('there is no action'), said);
  return readCall(source, marker, end, said, false);
}

/** Where the call starts within the answer tag: where the tag does, unless words come before. */
function skipProse({ text, warnings }: Source, from: number, to: number): number {
  let start = from;
  while (start < to && /[\s`]/.test(text[start] ?? '')) start += 1;
  const lead = text.slice(start, start + 10);
  if (/^(?:do|finish)\s*[(（]/.test(lead)) return start;
  const [match] = text.slice(start, to).matchAll(MARKER);
  if (match === undefined) return start;
  if (match.index > 0) warnings.add('extra_text');
  return start + match.index;
}

function lastMarker(text: string, from: number, to: number): number | null {
  let last: number | null = null;
  for (const match of text.slice(from, to).matchAll(MARKER)) last = from + match.index;
  return last;
}

function readCall(
  source: Source,
  start: number,
  to: number,
  thought: string,
  isTagged: boolean,
): ParseResult {
  const { answer, text, warnings } = source;
  const isEmpty = text.slice(start, start + ANSWER_END.length).startsWith(ANSWER_END) || start >= to;
  if (isEmpty) {
    return problemResult(answer, noAction('the answer tag is empty'), thought, [start, to]);
  }
  const call = scanCall(text, start, to, { freeText: FREE_TEXT, escapes: false, warnings });
  if ('problem' in call) {
    return problemResult(answer, malformed(call.problem), thought, [start, to]);
  }
  const action = actionOf(call, source);
  if (isProblem(action)) return problemResult(answer, action, thought, [call.start, call.end]);
  noteRest(text.slice(call.end, to), isTagged, warnings);
  return actionsResult([action], { thought }, warnings);
}

function noteRest(rest: string, isTagged: boolean, warnings: Set<string>): void {
  const after = rest.trim();
  if (after === '' ? isTagged : isTagged && !after.startsWith(ANSWER_END)) warnings.add('missing_tag');
  const behind = after.startsWith(ANSWER_END) ? after.slice(ANSWER_END.length) : after;
  if (/^[`\s]*$/.test(behind)) {
    if (behind.includes('`')) warnings.add('code_fence');
    return;
  }
  warnings.add(/\b(?:do|finish)\s*\(/.test(behind) ? 'extra_actions' : 'extra_text');
}

function actionOf(call: ScannedCall, source: Source): Action | ArgumentProblem {
  const { answer, grammar, warnings } = source;
  const text = answer.slice(call.start, call.end);
  if (call.name === 'finish') {
    const said = soleArgument(call, ['message', 'text'], warnings)?.text ?? '';
    const native = { family: grammar.family, name: 'finish', text };
    return { type: 'stop', status: 'unspecified', ...(said === '' ? {} : { answer: said }), native };
  }
  if (call.name !== 'do') return unknownAction(call.name);
  const named = argumentOf(call, ['action'], warnings);
  if (named === null || named.text.trim() === '') return missing('do() does not say what');
  const name = BY_FOLDED.get(folded(named.text));
  if (name === undefined) return unknownAction(named.text.slice(0, 40));
  if (name !== named.text) warnings.add(folded(name) === folded(named.text) ? 'case' : 'alias_name');
  if (named.quote === null) warnings.add('alias_argument');
  const action = build(name, call, source);
  return isProblem(action) ? action : { ...action, native: { family: grammar.family, name, text } };
}

function build(name: AutoGlmName, call: ScannedCall, source: Source): Action | ArgumentProblem {
  const { warnings } = source;
  const textOf = (...names: string[]): string => argumentOf(call, names, warnings)?.text ?? '';
  switch (name) {
    case 'Tap':
    case 'Double Tap':
    case 'Long Press':
      return touch(name, call, source);
    case 'Swipe':
      return swipe(call, source);
    case 'Launch': {
      const app = textOf('app', 'text').trim();
      return app === '' ? missing('Launch needs an app') : { type: 'open_app', app };
    }
    case 'Type':
    case 'Type_Name': {
      const text = textOf('text', 'message');
      return text === '' ? missing(`${name} needs a text`) : { type: 'type', text, clear: true };
    }
    case 'Interact':
      return { type: 'ask_user', reason: 'choice', ...said(textOf('message')) };
    case 'Take_over':
      return { type: 'ask_user', reason: 'takeover', ...said(textOf('message')) };
    case 'Note':
      return { type: 'memo', op: 'note', ...said(textOf('message')) };
    case 'Call_API':
      return { type: 'memo', op: 'call_api', ...said(textOf('instruction')) };
    case 'Back':
      return { type: 'key', key: 'BACK' };
    case 'Home':
      return { type: 'key', key: 'HOME' };
    case 'Wait': {
      const duration = textOf('duration').trim();
      if (duration === '') return { type: 'wait' };
      const durationMs = secondsArgument(duration);
      return durationMs === null
        ? invalid(`${quoted(duration)} is no duration`)
        : { type: 'wait', durationMs };
    }
    default:
      return name satisfies never;
  }
}

function touch(
  name: 'Tap' | 'Double Tap' | 'Long Press',
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): Action | ArgumentProblem {
  const element = argumentOf(call, ['element', 'point', 'position'], warnings);
  const numbers = requiredPosition(call, element, { shapes: SHAPES, warnings });
  if (isProblem(numbers)) return numbers;
  if (element !== null && element.quote !== null) warnings.add('string_coordinate');
  const target = positionTarget(numbers, { coordinates: grammar.coordinates, sizes: context, warnings });
  if (target === null) return invalid('the numbers are not finite');
  if (name === 'Long Press') return { type: 'long_press', target };
  if (name === 'Double Tap') return { type: 'tap', target, count: 2 };
  const isSensitive = argumentOf(call, ['message'], warnings) !== null;
  return isSensitive ? { type: 'tap', target, sensitive: true } : { type: 'tap', target };
}

function swipe(
  call: ScannedCall,
  { grammar, context, warnings }: Source,
): ActionOf<'swipe'> | ArgumentProblem {
  const path = pathArguments(
    call,
    argumentOf(call, ['start'], warnings),
    argumentOf(call, ['end'], warnings),
    {
      shapes: SHAPES,
      warnings,
    },
  );
  if (isProblem(path)) return path;
  if (![...path.from, ...path.to].every(Number.isFinite)) {
    return invalid('the numbers are not finite');
  }
  return pathSwipe(path.from, path.to, { coordinates: grammar.coordinates, sizes: context, warnings });
}

function said(text: string): { text?: string } {
  return text === '' ? {} : { text };
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[ _]/g, '');
}
