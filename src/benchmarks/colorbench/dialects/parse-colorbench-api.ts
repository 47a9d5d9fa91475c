import { stop, type Action } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../../../models/dialects/reading/parse-result.js';
import { answerEnd } from '../../../models/dialects/reading/answer-end.js';
import { directionWord, secondsArgument } from '../../../models/dialects/reading/call-arguments.js';
import { withoutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../../../models/dialects/dialect.js';
import { labelRule, lastLabel, thoughtBefore } from '../../../models/dialects/reading/find-label.js';
import {
  lastBracket,
  withoutBoxTokens,
  withoutQuotes,
  wordAt,
} from '../../../models/dialects/reading/free-text.js';
import { skipMarks } from '../../../models/dialects/reading/skip-marks.js';

const VERBS = [
  'SWIPE',
  'CLICK',
  'LONG_PRESS',
  'TYPE',
  'OPEN',
  'WAIT',
  'PRESS_BACK',
  'PRESS_HOME',
  'TASK_COMPLETE',
] as const;
type Verb = (typeof VERBS)[number];

const BY_WORD: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ...VERBS.map((verb) => [verb, verb] as const),
  ['TAP', 'CLICK'],
  ['OPEN_APP', 'OPEN'],
  ['COMPLETE', 'TASK_COMPLETE'],
]);
const NEEDS_BRACKETS: ReadonlySet<Verb> = new Set(['SWIPE', 'CLICK', 'LONG_PRESS', 'TYPE', 'OPEN']);
const ACTION = labelRule('actions?', ['Action:']);
const REASON = labelRule('reasons?', ['Reason:']);
const LABELS = { thought: REASON, action: ACTION };
/** A position that the planner writes though it is asked for words. */
const POSITION = /[[(]?\s*\d+(?:\.\d+)?\s*[,，]\s*\d+(?:\.\d+)?\s*[\])]?/g;

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly family: string;
  readonly warnings: Set<string>;
}

interface ReadVerb {
  readonly action: Action;
  readonly end: number;
}

/**
 * Reads an answer of a planner that describes what to touch: `Reason:`, then `Action:` and a verb in capitals with its
 * argument in brackets.
 *
 * Source: ColorBench reference code `agent_api.py`. Deviation: the verb is read where it stands and texts keep their
 * letters; the published code looks for words anywhere in the lower-cased action.
 */
export function parseColorBenchApi(answer: string, context: ParseContext, family: string): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = withoutThinking(
    withoutBoxTokens(answer),
    warnings,
    () => lastLabel(answer, answer.length, ACTION)?.start ?? -1,
  );
  const source: Source = { answer, text, family, warnings };
  const end = answerEnd(text);
  const label = lastLabel(text, end, ACTION);
  const thought = (label === null ? null : thoughtBefore(text, label.start, LABELS, warnings)) ?? thinking;
  for (const code of label?.warnings ?? ['lenient_label']) warnings.add(code);
  const start = skipMarks(text, label?.end ?? 0, end, warnings);
  if (label === null && !BY_WORD.has(wordAt(text, start, end))) {
    return problemResult(answer, noAction('there is no action'), thought);
  }
  if (start >= end) return problemResult(answer, noAction('nothing follows the label'), thought);
  const read = readVerb(source, start, end);
  if (isProblem(read)) return problemResult(answer, read, thought, [start, end]);
  const rest = text.slice(read.end, end).trim();
  if (rest !== '') warnings.add(/^[`*]+$/.test(rest) ? 'code_fence' : 'extra_text');
  return actionsResult([read.action], { thought }, warnings);
}

function readVerb(source: Source, start: number, to: number): ReadVerb | ArgumentProblem {
  const { text, answer, warnings, family } = source;
  const word = wordAt(text, start, to);
  const verb = BY_WORD.get(word.toUpperCase());
  let open = skipBlanks(text, start + word.length, to);
  const hasColon = verb !== undefined && open < to && (text[open] === ':' || text[open] === '：');
  if (hasColon) {
    warnings.add('alias_argument');
    open = skipBlanks(text, open + 1, to);
  }
  const hasBrackets = text[open] === '[' && open < to;
  if (verb === undefined) {
    return word !== '' && (hasBrackets || /^[A-Z_]{2,}$/.test(word))
      ? unknownAction(word)
      : malformed('this is not an action');
  }
  if (!hasBrackets && open < to && text[open] !== '\n') {
    const bare = bareArgument(verb, open, to, source, hasColon);
    if (bare !== null) {
      const action = build(verb, bare.written, '', warnings);
      if (isProblem(action)) return action;
      if (word !== verb) warnings.add(word.toUpperCase() === verb ? 'case' : 'alias_name');
      const native = { family, name: verb, text: answer.slice(start, bare.end).trimEnd() };
      return { action: { ...action, native }, end: bare.end };
    }
    if (NEEDS_BRACKETS.has(verb)) return malformed(`${verb} needs brackets`);
  }
  const close = hasBrackets ? closingBracket(text, open + 1, to, verb) : open;
  if (close < 0) return malformed('the bracket is never closed');
  const written = hasBrackets ? answer.slice(open + 1, close) : '';
  const lineEnd = text.indexOf('\n', close);
  const behindEnd = lineEnd < 0 || lineEnd > to ? to : lineEnd;
  const behind = hasBrackets
    ? answer
        .slice(close + 1, behindEnd)
        .replace(/[`*]+\s*$/, '')
        .trim()
    : '';
  const action = build(verb, written, behind, warnings);
  if (isProblem(action)) return action;
  if (word !== verb) warnings.add(word.toUpperCase() === verb ? 'case' : 'alias_name');
  // The words behind a position say what to touch, so they are part of the call.
  const isDescribedBehind = isTouch(verb) && behind !== '' && describe(written) === '';
  const end = isDescribedBehind ? behindEnd : hasBrackets ? close + 1 : open;
  if (isDescribedBehind) warnings.add('extra_text');
  return {
    action: { ...action, native: { family, name: verb, text: answer.slice(start, end).trimEnd() } },
    end,
  };
}

/**
 * What a verb without brackets names: the line in words where something is touched, since the published code gives the
 * grounder the whole action; the direction of a swipe; behind a colon, what is typed, opened or waited for.
 */
function bareArgument(
  verb: Verb,
  from: number,
  to: number,
  { text, answer, warnings }: Source,
  hasColon: boolean,
): { readonly written: string; readonly end: number } | null {
  const lineEnd = text.indexOf('\n', from);
  const end = lineEnd < 0 || lineEnd > to ? to : lineEnd;
  const line = answer.slice(from, end).replace(/[`*]+\s*$/, '');
  if (verb === 'SWIPE') {
    const direction = wordAt(text, from, end);
    if (!/^(?:up|down|left|right)$/i.test(direction)) return null;
    warnings.add('alias_argument');
    return { written: direction, end: from + direction.length };
  }
  const isNamed = isTouch(verb) || (hasColon && (NEEDS_BRACKETS.has(verb) || isTime(verb, line)));
  if (!isNamed) return null;
  warnings.add('alias_argument');
  const inner = /^[(（](.*)[)）][.。]?$/.exec(line.trim())?.[1];
  return { written: inner ?? line.trim(), end };
}

function isTime(verb: Verb, line: string): boolean {
  return verb === 'WAIT' && secondsArgument(line) !== null;
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

function build(verb: Verb, written: string, behind: string, warnings: Set<string>): Action | ArgumentProblem {
  switch (verb) {
    case 'CLICK':
    case 'LONG_PRESS': {
      const inside = describe(written);
      if (inside !== written.trim()) warnings.add('extra_text');
      const text = inside === '' ? describe(behind) : inside;
      if (text === '') return missing(`${verb} needs words that describe what to touch`);
      return { type: verb === 'CLICK' ? 'tap' : 'long_press', target: { type: 'description', text } };
    }
    case 'SWIPE': {
      const word = withoutQuotes(written.trim(), warnings);
      if (word === '') return missing('SWIPE needs a direction');
      const direction = directionWord(word.toLowerCase(), warnings);
      if (typeof direction !== 'string') return direction;
      if (word !== word.toUpperCase()) warnings.add('case');
      return { type: 'swipe', direction };
    }
    case 'TYPE': {
      const text = withoutQuotes(written, warnings);
      return text.trim() === '' ? missing('TYPE needs a text') : { type: 'type', text };
    }
    case 'OPEN': {
      const app = withoutQuotes(written.trim(), warnings);
      return app === '' ? missing('OPEN needs an app') : { type: 'open_app', app };
    }
    case 'WAIT': {
      if (written.trim() === '') return { type: 'wait' };
      const durationMs = secondsArgument(written);
      if (durationMs !== null) return { type: 'wait', durationMs };
      // The published code reads no time at all.
      warnings.add('default_duration');
      return { type: 'wait' };
    }
    case 'PRESS_BACK':
      return { type: 'key', key: 'BACK' };
    case 'PRESS_HOME':
      return { type: 'key', key: 'HOME' };
    case 'TASK_COMPLETE': {
      const answer = withoutQuotes(written.trim(), warnings);
      return answer === '' ? stop('success') : stop('success', answer);
    }
    default:
      return verb satisfies never;
  }
}

/** A description without positions; empty where nothing but numbers is left. */
function describe(written: string): string {
  const words = written.replaceAll(POSITION, ' ').trim();
  return /\p{L}/u.test(words) ? words.replace(/^[\s,;:，；：-]+/, '') : '';
}

function isTouch(verb: Verb): boolean {
  return verb === 'CLICK' || verb === 'LONG_PRESS';
}

/** Texts run to the last bracket of their line; where words to touch stand behind a position, its own bracket counts. */
function closingBracket(text: string, from: number, to: number, verb: Verb): number {
  const lineEnd = text.indexOf('\n', from);
  const line = text.slice(from, lineEnd < 0 || lineEnd > to ? to : lineEnd);
  const first = line.indexOf(']');
  if (isTouch(verb) && first >= 0 && describe(line.slice(0, first)) === '') return from + first;
  return lastBracket(text, from, to);
}
