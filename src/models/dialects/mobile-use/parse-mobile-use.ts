import type { Action } from '../../../domain/action.js';
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
} from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import type { PositionContext } from '../reading/position-target.js';
import { isRecord, readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import {
  readAfter,
  readBefore,
  searchAnswer,
  type CallTag,
  type SearchedAnswer,
} from './locate-tool-calls.js';
import type { MobileUseArguments, MobileUseFamily } from './mobile-use-rules.js';
import type { ActionRules } from '../grammar/action-rules.js';
import { skipSpace } from '../reading/skip-marks.js';

export interface MobileUseGrammar extends MobileUseFamily {
  readonly coordinates: CoordinateRule;
  /** The tag that the prompt asks for. */
  readonly tag: CallTag;
  /** The text between thinking tags describes what was done, and is the summary of the step. */
  readonly thinkingIsSummary: boolean;
}

/** A grammar with its rules. */
interface MobileUseReading extends MobileUseGrammar {
  readonly rules: ActionRules<MobileUseArguments, unknown>;
}

/** An action, or why there is none, and the place. */
interface ReadCall {
  readonly action: Action | ArgumentProblem;
  readonly start: number;
  readonly end: number;
}

const WORDS: ReadonlySet<string> = new Set(['mobile_use']);

/**
 * Reads answers that call the tool `mobile_use`: `<tool_call>` around JSON, thinking and a thought before it, a conclusion
 * behind it. JSON is read strictly first and repaired then; typed text may hold any characters.
 *
 * Source: Qwen2.5-VL, Qwen3-VL and GUI-Owl cookbooks; ColorBench reference code for `<action>`.
 */
export function parseMobileUse(
  answer: string,
  context: ParseContext,
  grammar: MobileUseReading,
): ParseResult {
  const searched = searchAnswer(answer, grammar.tag);
  const warnings = new Set<string>(searched.unclosed ? ['missing_tag'] : []);
  const positions: PositionContext = { coordinates: grammar.coordinates, sizes: context, warnings };
  const before = readBefore(searched.text.slice(0, Math.max(searched.first, 0)), warnings);
  const thought = searched.thought ?? before.thought;
  const fail = (problem: ArgumentProblem, start: number, end: number): ParseResult =>
    problemResult(answer, problem, thought, [start, end]);
  if (searched.first < 0) {
    return fail(noAction('there is no tool call'), 0, answer.length);
  }
  const actions: Action[] = [];
  let at = searched.first;
  let after = at;
  for (;;) {
    const { action, start, end } = readContainer(answer, at, searched, grammar, positions);
    if (isProblem(action)) {
      // What follows a readable action is not executed, so it cannot spoil it either.
      if (actions.length === 0) return fail(action, start, end);
      warnings.add('extra_text');
      after = searched.end;
      break;
    }
    actions.push(action);
    after = end;
    const next = searched.tag === null ? -1 : searched.text.indexOf(`<${searched.tag}>`, end);
    if (next < 0) break;
    if (searched.text.slice(end, next).trim() !== '') warnings.add('extra_text');
    at = next;
  }
  const [first, ...rest] = actions;
  if (first === undefined) return fail(noAction('there is no tool call'), at, after);
  if (rest.length > 0) warnings.add('extra_actions');
  const behind = readAfter(searched.text.slice(after, searched.end), warnings);
  const summary = behind ?? before.summary;
  return actionsResult(
    [first, ...rest],
    grammar.thinkingIsSummary && summary === null ? { summary: thought } : { thought, summary },
    warnings,
  );
}

/** The call of one tag, or of a bare object; `end` is behind the closing tag. */
function readContainer(
  answer: string,
  at: number,
  searched: SearchedAnswer,
  grammar: MobileUseReading,
  positions: PositionContext,
): ReadCall {
  const { tag, text, end: limit } = searched;
  const { warnings } = positions;
  const inner = tag === null ? at : at + tag.length + 2;
  const start = startOfJson(text, inner, limit, warnings);
  if (tag === null) noteBare(text, at, warnings);
  else if (tag !== grammar.tag) warnings.add('alias_name');
  const isEmpty = start >= limit || (tag !== null && text.startsWith(`</${tag}>`, start));
  if (isEmpty) return { action: noAction('the tool call is empty'), start: at, end: limit };
  if (answer[start] !== '{') {
    return { action: malformed('the tool call is not JSON'), start, end: limit };
  }
  const json = readLooseJson(answer, start, { warnings, words: WORDS, to: limit });
  if (json.type === 'problem') {
    return { action: malformed(json.message), start, end: json.end };
  }
  const args = argumentsOf(json.value, warnings);
  const action = isArguments(args)
    ? readAction(args.arguments, answer.slice(start, json.end), grammar, positions)
    : args;
  return {
    action,
    start,
    end: tag === null ? behindFence(text, json.end) : closing(text, json.end, tag, warnings),
  };
}

/** The action that the arguments of a call mean. */
function readAction(
  given: Readonly<Record<string, unknown>>,
  text: string,
  { family, rules }: MobileUseReading,
  positions: PositionContext,
): Action | ArgumentProblem {
  const written = given['action'];
  if (written === undefined || written === null || written === '')
    return missing('the argument action is missing');
  if (typeof written !== 'string') return invalid('the argument action is a word');
  const found = rules.find(written);
  if (found === null) return unknownAction(quoted(written));
  const { name, warning } = found;
  if (warning !== null) positions.warnings.add(warning);
  return rules.read(name, { name, given, positions }, { family, name, arguments: given, text });
}

/** Behind white space and the opening of a fence; the tag stands on a line of its own. */
function startOfJson(text: string, from: number, limit: number, warnings: Set<string>): number {
  let start = skipSpace(text, from, limit);
  if (text.startsWith('```', start)) {
    warnings.add('code_fence');
    start += 3;
    while (start < limit && /[\w-]/.test(text[start] ?? '')) start += 1;
    return skipSpace(text, start, limit);
  }
  if (start === from && text[from - 1] === '>') warnings.add('lenient_label');
  return start;
}

function noteBare(text: string, at: number, warnings: Set<string>): void {
  warnings.add('missing_tag');
  const before = text.slice(Math.max(0, at - 20), at);
  if (/```[\w-]*\s*$/.test(before)) warnings.add('code_fence');
}

function behindFence(text: string, end: number): number {
  const fence = /^\s*```/.exec(text.slice(end, end + 100));
  return fence === null ? end : end + fence[0].length;
}

/** Offset behind the closing tag, or behind the JSON where it is missing. */
function closing(text: string, end: number, tag: CallTag, warnings: Set<string>): number {
  const fenced = behindFence(text, end);
  const at = skipSpace(text, fenced, text.length);
  if (text.startsWith(`</${tag}>`, at)) {
    if (at === fenced) warnings.add('lenient_label');
    return at + tag.length + 3;
  }
  warnings.add('missing_tag');
  return fenced;
}

interface FoundArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
}

function isArguments(found: FoundArguments | ArgumentProblem): found is FoundArguments {
  return 'arguments' in found;
}

/** The arguments within a call's JSON; an object that is nothing but arguments will do. */
function argumentsOf(value: unknown, warnings: Set<string>): FoundArguments | ArgumentProblem {
  if (!isRecord(value)) return malformed('the tool call is not an object');
  const { name, arguments: given } = value;
  if (given === undefined) {
    if (name !== undefined && value['action'] === undefined) {
      return name === 'mobile_use'
        ? missing('the tool call has no arguments')
        : { kind: 'unknown_action', message: 'the tool called is not mobile_use' };
    }
    warnings.add('alias_argument');
    return { arguments: value };
  }
  if (name === undefined) warnings.add('alias_argument');
  else if (name !== 'mobile_use') {
    if (typeof name !== 'string' || name.trim().toLowerCase() !== 'mobile_use')
      return { kind: 'unknown_action', message: 'the tool called is not mobile_use' };
    warnings.add('case');
  }
  let args: unknown = given;
  if (typeof given === 'string') {
    warnings.add('stringified_arguments');
    const inner = readLooseJson(given.trim(), 0, { warnings });
    args = inner.type === 'json' ? inner.value : null;
  }
  if (isRecord(args)) return { arguments: args };
  return invalid('the arguments are not an object');
}
