import { stop, type Action } from '../../../domain/action.js';
import {
  actionsResult,
  invalid,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { directionWord, fingerDirection } from '../reading/call-arguments.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../dialect.js';
import { labelRule, lastLabel, thoughtBefore } from '../reading/find-label.js';
import { lastBracket, withoutQuotes, wordAt } from '../reading/free-text.js';
import { positionTarget } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { scanPosition } from '../reading/scan-position.js';
import { findOsAtlasVerb, type OsAtlasVerb } from './os-atlas-verbs.js';
import { skipMarks } from '../reading/skip-marks.js';

export interface OsAtlasGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
  readonly invertHorizontal: boolean;
}

interface Source {
  readonly answer: string;
  /** The answer without its thinking, of the same length. */
  readonly text: string;
  readonly context: ParseContext;
  readonly grammar: OsAtlasGrammar;
  readonly warnings: Set<string>;
  /** Whether the label stands before the verb: then words behind a verb in capitals spoil nothing. */
  readonly isLabelled: boolean;
}

interface ReadVerb {
  readonly action: Action;
  readonly end: number;
}

const ACTIONS = labelRule('actions?', ['Actions:', 'actions:']);
const THOUGHTS = labelRule('thoughts?', ['Thoughts:', 'thoughts:']);
const LABELS = { thought: THOUGHTS, action: ACTIONS };
const SHAPES: ReadonlySet<string> = new Set([
  '<point>[[#, #]]</point>',
  '<point>[[#,#]]</point>',
  '[[#, #]]',
  '[[#,#]]',
]);
/** Any of the forms that models write a position in, with any content. */
const POSITION =
  /^(?:<point>[^<\n]{0,100}(?:<\/point>)?|<\|box_start\|>[^<\n]{0,100}(?:<\|box_end\|>)?|[[(（][^\n\])）]{0,100}[\])）]{0,2})/;

/**
 * Reads an answer of OS-Atlas: `Thoughts:`, then `Actions:` and a verb with its argument.
 *
 * Source: OS-Atlas action prompts as published. Deviation from published readers: the verb is read where the action stands;
 * words within texts and thoughts decide nothing.
 */
export function parseOsAtlas(answer: string, context: ParseContext, grammar: OsAtlasGrammar): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = withoutThinking(
    answer,
    warnings,
    () => lastLabel(answer, answer.length, ACTIONS)?.start ?? -1,
  );
  const end = answerEnd(text);
  const label = lastLabel(text, end, ACTIONS);
  const source: Source = { answer, text, context, grammar, warnings, isLabelled: label !== null };
  if (label === null) {
    warnings.add('lenient_label');
    const start = skipMarks(text, 0, end, warnings);
    const word = wordAt(text, start, end);
    const isVerb = findOsAtlasVerb(word) !== null && word === word.toUpperCase();
    const read = isVerb ? readVerb(source, start, end) : null;
    const isCall =
      read !== null && !(isProblem(read) && read.kind === 'malformed_action' && !/[[<(]/.test(text));
    if (!isCall) return problemResult(answer, noAction('there is no action'), thinking);
    return readAll(source, start, end, thinking);
  }
  for (const code of label.warnings) warnings.add(code);
  const thought = thoughtBefore(text, label.start, LABELS, warnings) ?? thinking;
  return readAll(source, label.end, end, thought);
}

function readAll(source: Source, from: number, to: number, thought: string | null): ParseResult {
  const { text, warnings, answer } = source;
  const start = skipMarks(text, from, to, warnings);
  if (start >= to) {
    return problemResult(answer, noAction('nothing follows the label'), thought, [from, to]);
  }
  const first = readVerb(source, start, to);
  if (isProblem(first)) {
    return problemResult(answer, first, thought, [start, to]);
  }
  const actions: [Action, ...Action[]] = [first.action];
  let at = first.end;
  // Each further action stands on a line of its own; what is unreadable there is not carried out, so it spoils nothing.
  for (;;) {
    const next = skipMarks(text, at, to, new Set());
    if (next >= to) break;
    const isOnNewLine = text.slice(at, next).includes('\n');
    const read =
      isOnNewLine && findOsAtlasVerb(wordAt(text, next, to)) !== null ? readVerb(source, next, to) : null;
    if (read === null || isProblem(read)) {
      warnings.add('extra_text');
      break;
    }
    actions.push(read.action);
    at = read.end;
  }
  if (/[*`]/.test(text.slice(at, Math.min(to, at + 10)))) warnings.add('code_fence');
  if (actions.length > 1) warnings.add('extra_actions');
  return actionsResult(actions, { thought }, warnings);
}

function readVerb(source: Source, start: number, to: number): ReadVerb | ArgumentProblem {
  const { text, warnings, answer, grammar } = source;
  const word = wordAt(text, start, to);
  let at = skipBlanks(text, start + word.length, to);
  const found = findOsAtlasVerb(word);
  if (found === null) {
    const isVerb = word !== '' && (/^[A-Z_]+$/.test(word) || /[[<(]/.test(text[at] ?? ''));
    return isVerb ? unknownAction(word) : malformed('this is not an action');
  }
  if (text[at] === ':' || text[at] === '：') {
    warnings.add('alias_argument');
    at = skipBlanks(text, at + 1, to);
  }
  const isCapital = word === word.toUpperCase();
  const read = readArgument(found.verb, at, to, { ...source, isLabelled: source.isLabelled && isCapital });
  if (isProblem(read)) return read;
  if (found.warning !== null) warnings.add(found.warning);
  const native = { family: grammar.family, name: found.verb, text: answer.slice(start, read.end).trimEnd() };
  return { action: { ...read.action, native }, end: read.end };
}

function readArgument(verb: OsAtlasVerb, at: number, to: number, source: Source): ReadVerb | ArgumentProblem {
  switch (verb) {
    case 'CLICK':
    case 'LONG_PRESS':
      return readTouch(verb, at, to, source);
    case 'TYPE':
    case 'OPEN_APP':
    case 'SCROLL':
      return readBracketed(verb, at, to, source);
    case 'PRESS_BACK':
      return alone({ type: 'key', key: 'BACK' }, at, to, source);
    case 'PRESS_HOME':
      return alone({ type: 'key', key: 'HOME' }, at, to, source);
    case 'PRESS_RECENT':
      return alone({ type: 'key', key: 'APP_SWITCH' }, at, to, source);
    case 'ENTER':
      return alone({ type: 'key', key: 'ENTER' }, at, to, source);
    case 'WAIT':
      return alone({ type: 'wait' }, at, to, source);
    case 'COMPLETE':
      return alone(stop('success'), at, to, source);
    case 'IMPOSSIBLE':
      return alone(stop('infeasible'), at, to, source);
    default:
      return verb satisfies never;
  }
}

/** A verb without an argument has its line to itself. */
function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

/** Published readers look for the verb alone, so that words behind it spoil nothing. */
function alone(action: Action, at: number, to: number, source: Source): ReadVerb | ArgumentProblem {
  const { text, warnings, isLabelled } = source;
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(at, lineEnd < 0 || lineEnd > to ? to : Math.min(lineEnd, at + 100));
  if (/^[\s.*`[\]()]*$/.test(line)) return { action, end: at + line.length };
  if (!isLabelled) return malformed('words follow an action that takes none');
  warnings.add('extra_text');
  return { action, end: at + line.length };
}

function readTouch(
  verb: 'CLICK' | 'LONG_PRESS',
  at: number,
  to: number,
  { text, context, grammar, warnings }: Source,
): ReadVerb | ArgumentProblem {
  const written = POSITION.exec(text.slice(at, Math.min(to, at + 300)))?.[0] ?? '';
  if (written === '') {
    return at >= to || text[at] === '\n'
      ? missing(`${verb} needs a position`)
      : malformed(`this is no position: ${text.slice(at, at + 40)}`);
  }
  if (!isBalanced(written)) return malformed('the position is never closed');
  const found = scanPosition(written, { shapes: SHAPES, warnings });
  if (found.type === 'missing_argument') return missing(`${verb} needs a position`);
  const target =
    found.type === 'numbers'
      ? positionTarget(found.numbers, { coordinates: grammar.coordinates, sizes: context, warnings })
      : null;
  if (target === null) return invalid(`${written.slice(0, 40)} is no position`);
  return { action: { type: verb === 'CLICK' ? 'tap' : 'long_press', target }, end: at + written.length };
}

function isBalanced(written: string): boolean {
  let depth = 0;
  for (const char of written) {
    if (char === '[' || char === '(' || char === '（') depth += 1;
    else if (char === ']' || char === ')' || char === '）') depth -= 1;
  }
  return depth === 0;
}

function readBracketed(
  verb: 'TYPE' | 'OPEN_APP' | 'SCROLL',
  at: number,
  to: number,
  source: Source,
): ReadVerb | ArgumentProblem {
  const { text, answer, warnings, grammar } = source;
  if (at >= to || text[at] === '\n') return missing(`${verb} needs an argument`);
  if (text[at] !== '[') return readBareWord(verb, at, to, source);
  const close = lastBracket(text, at + 1, to);
  if (close < 0) return malformed('the bracket is never closed');
  const end = close + 1;
  const written = withoutQuotes(answer.slice(at + 1, close), warnings);
  if (written.trim() === '') return missing(`${verb} needs an argument`);
  if (verb === 'TYPE') return { action: { type: 'type', text: written }, end };
  if (verb === 'OPEN_APP') return { action: { type: 'open_app', app: written.trim() }, end };
  const word = directionWord(written === written.toUpperCase() ? written.toLowerCase() : written, warnings);
  if (typeof word !== 'string') return word;
  if (written !== written.toUpperCase()) warnings.add('case');
  const direction = fingerDirection(word, grammar.scroll, grammar.invertHorizontal);
  return { action: { type: 'swipe', direction }, end };
}

/** `SCROLL DOWN`: a direction counts in any context. */
function readBareWord(
  verb: 'TYPE' | 'OPEN_APP' | 'SCROLL',
  at: number,
  to: number,
  { text, warnings, grammar }: Source,
): ReadVerb | ArgumentProblem {
  const word = wordAt(text, at, to);
  const direction = verb === 'SCROLL' && word !== '' ? directionWord(word.toLowerCase(), warnings) : null;
  if (typeof direction !== 'string') return malformed(`${verb} needs brackets`);
  warnings.add('alias_argument');
  const finger = fingerDirection(direction, grammar.scroll, grammar.invertHorizontal);
  return { action: { type: 'swipe', direction: finger }, end: at + word.length };
}
