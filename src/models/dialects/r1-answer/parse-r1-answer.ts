import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import { OPPOSITE_DIRECTION, type Direction } from '../../../domain/geometry.js';
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
import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../dialect.js';
import { positionTarget, type PositionContext } from '../reading/position-target.js';
import { readCoordinate } from '../reading/read-coordinate.js';
import { isRecord, readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { NO_TEXT, R1_ACTIONS, type R1Meaning } from './r1-actions.js';
import { skipSpace } from '../reading/skip-marks.js';

export interface R1Grammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
  /** Names of the position; the first is the one that is asked for. */
  readonly pointKeys: readonly string[];
  /** Every entry holds a position and a text, if only their placeholders. */
  readonly needsAllKeys: boolean;
  /** Names of the text, by what the action is; `input_text` where none is named. */
  readonly textKeys?: R1TextKeys;
  /** A text under any name is read where the prompt has no name for it, or another one. */
  readonly anyTextKey?: boolean;
}

/** What the text of an action is called: of what is typed, of a direction, of an app. */
export type R1TextKeys = Readonly<Partial<Record<'type' | 'scroll' | 'open_app', string>>>;

/** The name of the text where a family has no other. */
export const TEXT_KEY = 'input_text';

type Fields = Readonly<Record<string, unknown>>;

/** Words of the grammar may stand without quotes. */
const WORDS: ReadonlySet<string> = new Set(R1_ACTIONS.keys());
const OPENING = '<answer>';
const CLOSING = '</answer>';

/**
 * Reads `<think> … </think> <answer>[{'action': 'click', 'point': [x, y], 'input_text': '…'}]</answer>`: the last answer
 * tag outside thinking, and in it a list that Python would print.
 *
 * Source: GUI-R1 and UI-R1 reference code; ProBench paper, appendix B.
 */
export function parseR1Answer(answer: string, context: ParseContext, grammar: R1Grammar): ParseResult {
  const warnings = new Set<string>();
  const { text, thought, unclosed } = cutThinking(answer, (offset) => {
    const last = answer.lastIndexOf(OPENING);
    return last >= offset ? last : null;
  });
  const fail = (problem: ArgumentProblem, start: number, end: number): ParseResult =>
    problemResult(answer, problem, thought, [start, end]);
  const limit = answerEnd(text);
  const tag = text.lastIndexOf(OPENING);
  const start = tag < 0 ? startOfList(text) : skipSpace(text, tag + OPENING.length, text.length);
  if (start < 0 || start >= limit) {
    return fail(noAction('there is no answer'), 0, answer.length);
  }
  if (thought === null || unclosed || tag < 0) warnings.add('missing_tag');
  if (tag > 0 && text.slice(0, tag).trim() !== '') warnings.add('extra_text');
  if (text.startsWith(CLOSING, start)) {
    return fail(noAction('the answer is empty'), tag, start + CLOSING.length);
  }
  const positions: PositionContext = { coordinates: grammar.coordinates, sizes: context, warnings };
  const read = readList(answer, start, limit, positions, grammar);
  if (isProblem(read)) return fail(read, start, limit);
  noteTail(text.slice(read.end, limit), tag >= 0, warnings);
  return actionsResult(read.actions, { thought }, warnings);
}

/** Where the whole text is nothing but the list, fence aside; -1 otherwise. */
function startOfList(text: string): number {
  const from = skipSpace(text, 0, text.length);
  const fence = /^```[\w-]{0,20}\s*/.exec(text.slice(from, from + 40));
  const start = from + (fence?.[0].length ?? 0);
  return text[start] === '[' || text[start] === '{' ? start : -1;
}

function noteTail(tail: string, isTagged: boolean, warnings: Set<string>): void {
  let rest = tail.trim();
  if (rest.startsWith('```')) {
    warnings.add('code_fence');
    rest = rest.slice(3).trim();
  }
  if (isTagged && !rest.startsWith(CLOSING)) warnings.add('missing_tag');
  else rest = isTagged ? rest.slice(CLOSING.length).trim() : rest;
  if (rest !== '') warnings.add('extra_text');
}

interface ReadList {
  readonly actions: readonly [Action, ...Action[]];
  readonly end: number;
}

function readList(
  answer: string,
  from: number,
  limit: number,
  positions: PositionContext,
  grammar: R1Grammar,
): ReadList | ArgumentProblem {
  const { warnings } = positions;
  let start = from;
  const fence = /^```[\w-]{0,20}\s*/.exec(answer.slice(start, start + 40));
  if (fence !== null) {
    warnings.add('code_fence');
    start += fence[0].length;
  }
  if (answer[start] !== '[' && answer[start] !== '{') return malformed('the answer is not a list');
  const noted = new Set<string>();
  const json = readLooseJson(answer, start, { warnings: noted, words: WORDS, to: limit });
  if (json.type === 'problem') return malformed(json.message);
  // Python's quotes are the grammar here, and JSON's are what is forgiven.
  for (const code of noted) if (code !== 'single_quotes') warnings.add(code);
  if (/^\[?\s*\{\s*"/.test(answer.slice(start, start + 100))) warnings.add('alias_argument');
  if (!Array.isArray(json.value)) warnings.add('missing_tag');
  const entries: readonly unknown[] = Array.isArray(json.value) ? (json.value as unknown[]) : [json.value];
  if (entries.length === 0) return noAction('the list is empty');
  const text = answer.slice(start, json.end);
  const actions: Action[] = [];
  for (const entry of entries) {
    const action = isRecord(entry)
      ? readEntry(entry, text, positions, grammar)
      : malformed('an entry is no object');
    if (!isProblem(action)) actions.push(action);
    else if (actions.length === 0) return action;
    else warnings.add('extra_text');
  }
  const [first, ...rest] = actions;
  if (first === undefined) return noAction('the list is empty');
  if (rest.length > 0) warnings.add('extra_actions');
  return { actions: [first, ...rest], end: json.end };
}

function readEntry(
  fields: Fields,
  text: string,
  positions: PositionContext,
  grammar: R1Grammar,
): Action | ArgumentProblem {
  const { warnings } = positions;
  const { action: written } = fields;
  if (written === undefined || written === null || written === '') return missing('the action is missing');
  if (typeof written !== 'string') return invalid('an action is a word');
  const name = nameOf(written, warnings);
  const meaning = R1_ACTIONS.get(name);
  if (meaning === undefined) {
    return unknownAction(quoted(written));
  }
  const input = textIn(fields, meaning, grammar, warnings);
  const key = grammar.pointKeys.find((each) => Object.hasOwn(fields, each)) ?? otherPointKey(fields);
  const isKnownKey = key === undefined || grammar.pointKeys.includes(key);
  if (!isKnownKey || (grammar.needsAllKeys && (key === undefined || input === undefined))) {
    warnings.add('alias_argument');
  }
  const point = key === undefined ? undefined : fields[key];
  const native: NativeAction = { family: grammar.family, name, arguments: fields, text };
  switch (meaning.type) {
    case 'click':
    case 'long_press': {
      const numbers = readCoordinate(point, warnings);
      if ('kind' in numbers) return { ...numbers, message: `${name}: ${numbers.message}` };
      const target = positionTarget(numbers, positions);
      if (target === null) return invalid(`${name} takes two numbers`);
      return { type: meaning.type === 'click' ? 'tap' : 'long_press', target, native };
    }
    case 'type':
    case 'open_app': {
      if (input === undefined || input === null || input === '' || input === NO_TEXT) {
        return missing(`${name} needs a text`);
      }
      if (typeof input !== 'string' && typeof input !== 'number')
        return invalid(`the text of ${name} is not a text`);
      if (typeof input === 'number') warnings.add('alias_argument');
      const typed = String(input);
      return meaning.type === 'type'
        ? { type: 'type', text: typed, native }
        : { type: 'open_app', app: typed, native };
    }
    case 'scroll':
      return scroll(input, point, native, positions, grammar);
    case 'wait':
      return { type: 'wait', native };
    case 'complete':
      return { ...stop('success'), native };
    case 'impossible':
      return { ...stop('infeasible'), native };
    case 'key':
      return { type: 'key', key: meaning.key, native };
    default:
      return meaning satisfies never;
  }
}

/** The text of an action, under the name that the family has for it; other names are read as well, and noted. */
function textIn(fields: Fields, { type }: R1Meaning, grammar: R1Grammar, warnings: Set<string>): unknown {
  const { textKeys = {}, pointKeys, anyTextKey = false } = grammar;
  const isText = type === 'type' || type === 'scroll' || type === 'open_app';
  const key = (isText ? textKeys[type] : undefined) ?? TEXT_KEY;
  if (Object.hasOwn(fields, key)) return fields[key];
  const isOther = (name: string): boolean => name !== 'action' && !pointKeys.includes(name);
  const other =
    isText && anyTextKey && !Object.hasOwn(fields, TEXT_KEY) ? Object.keys(fields).find(isOther) : TEXT_KEY;
  if (other === undefined || !Object.hasOwn(fields, other)) return undefined;
  warnings.add('alias_argument');
  return fields[other];
}

function otherPointKey(fields: Fields): string | undefined {
  return ['point', 'coordinate'].find((key) => Object.hasOwn(fields, key));
}

function nameOf(written: string, warnings: Set<string>): string {
  if (R1_ACTIONS.has(written)) return written;
  const folded = written.trim().toLowerCase().replaceAll(' ', '_');
  if (folded === 'tap') {
    warnings.add('alias_name');
    return 'click';
  }
  if (R1_ACTIONS.has(folded)) warnings.add('case');
  return folded;
}

function scroll(
  input: unknown,
  point: unknown,
  native: NativeAction,
  positions: PositionContext,
  grammar: R1Grammar,
): Action | ArgumentProblem {
  const { warnings } = positions;
  if (input === undefined || input === null || input === '' || input === NO_TEXT) {
    return missing('scroll needs a direction');
  }
  const word = typeof input === 'string' ? input.trim().toLowerCase() : '';
  if (!Object.hasOwn(OPPOSITE_DIRECTION, word)) return invalid('a direction is up, down, left or right');
  if (word !== input) warnings.add('case');
  // One of the four words, as checked above.
  const said = word as Direction;
  const direction = grammar.scroll === 'finger' ? said : OPPOSITE_DIRECTION[said];
  const noted = new Set<string>();
  const numbers = readCoordinate(point, noted);
  const anchor = 'kind' in numbers ? null : positionTarget(numbers, positions);
  return { type: 'swipe', direction, ...(anchor === null ? {} : { at: anchor.point }), native };
}
