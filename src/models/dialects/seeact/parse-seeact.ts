import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { choiceIndex } from '../../../domain/questions/choice-letters.js';
import type { Direction } from '../../../domain/geometry.js';
import {
  actionsResult,
  invalid,
  isProblem,
  missing,
  noAction,
  problemResult,
  quoted,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { choiceSummary } from './choice-summary.js';

/** Words of the ACTION line. */
export const SEEACT_ACTIONS = [
  'CLICK',
  'LONG PRESS',
  'INPUT TEXT',
  'SWIPE',
  'NAVIGATE HOME',
  'NAVIGATE BACK',
  'KEYBOARD ENTER',
  'OPEN APP',
  'WAIT',
  'TERMINATE',
  'ANSWER',
] as const;
export type SeeactAction = (typeof SEEACT_ACTIONS)[number];

const ALIASES: ReadonlyMap<string, SeeactAction> = new Map([
  ['TAP', 'CLICK'],
  ['TYPE', 'INPUT TEXT'],
]);
const KEYS = { 'NAVIGATE HOME': 'HOME', 'NAVIGATE BACK': 'BACK', 'KEYBOARD ENTER': 'ENTER' } as const;
const DIRECTIONS: readonly string[] = ['up', 'down', 'left', 'right'];
const LINE = /^[ \t*_`]*(ELEMENT|ACTION|VALUE)[*_`]*[ \t]*[:：][*_`]*[ \t]*(.*)$/gim;

/** One labelled line. Offsets are those of the answer. */
interface Line {
  readonly label: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the choice that ends an answer: the lines `ELEMENT:` with a letter, `ACTION:` and `VALUE:`, each with `None` where
 * there is nothing to say. The last three count; what goes before them is the thought.
 *
 * Source: AndroidWorld, agent `seeact.py`; SeeAct paper.
 */
export function parseSeeact(answer: string, context: ParseContext, family: string): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = cutThinking(answer);
  const limit = answerEnd(text);
  const lines = lastLines(text.slice(0, limit), warnings);
  const [element, action, value] = lines;
  const start = element?.start ?? action?.start ?? limit;
  const thought = text.slice(0, start).trim() || thinking;
  const fail = (problem: ArgumentProblem, from: number, to: number): ParseResult =>
    problemResult(answer, problem, thought, [from, to]);
  if (action === null) {
    const kind = element === null ? 'no_action' : 'missing_section';
    return fail({ kind, message: 'there is no ACTION line' }, start, answer.length);
  }
  if (element === null) {
    return fail({ kind: 'missing_section', message: 'there is no ELEMENT line' }, action.start, action.end);
  }
  if (value === null) warnings.add('missing_tag');
  const end = (value ?? action).end;
  if (text.slice(end, limit).replaceAll(/[\s`*]/g, '') !== '') warnings.add('extra_text');
  const read = readChoice(element, action, value?.value ?? 'None', {
    answer,
    context,
    family,
    end,
    warnings,
  });
  if (isProblem(read)) return fail(read, element.start, end);
  const summary = choiceSummary(read, context.elements?.elements);
  return actionsResult([read], { thought, summary }, warnings);
}

/** The last ELEMENT line with the ACTION and VALUE lines behind it; without one, the last ACTION line. */
function lastLines(
  text: string,
  warnings: Set<string>,
): [element: Line | null, action: Line | null, value: Line | null] {
  const lines: Line[] = [];
  for (const match of text.matchAll(LINE)) {
    const label = match[1]?.toUpperCase() ?? '';
    const value = (match[2] ?? '').trim();
    lines.push({ label, value, start: match.index, end: match.index + match[0].length });
  }
  const last = lines.findLastIndex(({ label }) => label === 'ELEMENT');
  const chosen = lines.slice(Math.max(last, 0));
  const of = (label: string): Line | null => chosen.find((line) => line.label === label) ?? null;
  const found: [Line | null, Line | null, Line | null] = [of('ELEMENT'), of('ACTION'), of('VALUE')];
  for (const line of found) {
    const written = line === null ? '' : text.slice(line.start, line.end);
    if (line !== null && !written.startsWith(`${line.label}:`)) {
      warnings.add(written.includes('：') && !written.includes(':') ? 'fullwidth' : 'lenient_label');
    }
  }
  return found;
}

interface Reading {
  readonly answer: string;
  readonly context: ParseContext;
  readonly family: string;
  readonly end: number;
  readonly warnings: Set<string>;
}

function readChoice(element: Line, action: Line, value: string, reading: Reading): Action | ArgumentProblem {
  const { answer, family, end, warnings } = reading;
  const name = nameOf(action.value, warnings);
  if (typeof name !== 'string') return name;
  const target = targetOf(element.value, reading);
  if (target !== null && 'kind' in target) return target;
  const said = isNone(value, warnings) ? null : value;
  const native: NativeAction = {
    family,
    name,
    arguments: { element: element.value, value },
    text: answer.slice(element.start, end),
  };
  switch (name) {
    case 'CLICK':
    case 'LONG PRESS':
      if (target === null) return missing(`${name} needs an element`);
      if (said !== null) return invalid(`${name} takes no value`);
      return { type: name === 'CLICK' ? 'tap' : 'long_press', target, native };
    case 'INPUT TEXT':
      if (target === null) return missing('INPUT TEXT needs an element');
      if (said === null) return missing('INPUT TEXT needs a value');
      return { type: 'type', text: said, target, submit: true, native };
    case 'SWIPE': {
      if (said === null) return missing('SWIPE needs a direction');
      const direction = said.toLowerCase();
      if (!DIRECTIONS.includes(direction)) {
        return invalid('a direction is up, down, left or right');
      }
      if (direction !== said) warnings.add('case');
      // One of the four words, as checked above.
      const way = direction as Direction;
      return { type: 'swipe', direction: way, ...(target === null ? {} : { target }), native };
    }
    case 'OPEN APP':
      if (said === null) return missing('OPEN APP needs a value');
      noteUnused(target !== null, warnings);
      return { type: 'open_app', app: said, native };
    case 'ANSWER':
      if (said === null) return missing('ANSWER needs a value');
      noteUnused(target !== null, warnings);
      return { type: 'answer', text: said, terminal: false, native };
    case 'WAIT':
      noteUnused(target !== null || said !== null, warnings);
      return { type: 'wait', native };
    case 'TERMINATE':
      noteUnused(target !== null || said !== null, warnings);
      return { ...stop('unspecified'), native };
    case 'NAVIGATE HOME':
    case 'NAVIGATE BACK':
    case 'KEYBOARD ENTER':
      noteUnused(target !== null || said !== null, warnings);
      return { type: 'key', key: KEYS[name], native };
    default:
      return name satisfies never;
  }
}

function noteUnused(isGiven: boolean, warnings: Set<string>): void {
  if (isGiven) warnings.add('alias_argument');
}

function nameOf(written: string, warnings: Set<string>): SeeactAction | ArgumentProblem {
  const exact = SEEACT_ACTIONS.find((name) => name === written);
  if (exact !== undefined) return exact;
  const folded = written
    .toUpperCase()
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/^[*`"' ]+|[*`"'.: ]+$/g, '');
  if (folded === '' || folded === 'NONE') return noAction('the ACTION line names no action');
  const known = SEEACT_ACTIONS.find((name) => name === folded);
  const found = known ?? ALIASES.get(folded);
  if (found === undefined) {
    return unknownAction(quoted(written));
  }
  warnings.add(known === undefined ? 'alias_name' : 'case');
  return found;
}

/** Null where no element is meant. */
function targetOf(written: string, { context, warnings }: Reading): Target | ArgumentProblem | null {
  if (written === 'None') return null;
  const bare = written.replace(/^[(["'`]{0,3}([A-Za-z]{1,4})[)\]"'`.:]{0,3}$/, '$1');
  if (bare !== written) warnings.add('enclosing_quotes_removed');
  if (isNone(bare, warnings)) return null;
  const letters = bare.toUpperCase();
  if (letters !== bare) warnings.add('case');
  const index = choiceIndex(letters);
  if (index === null) {
    return invalid(`${quoted(written)} is no letter of a choice`);
  }
  const { elements } = context;
  if (elements && index >= elements.count) {
    return { kind: 'element_not_found', message: `there is no choice ${letters}` };
  }
  return { type: 'element', element: (elements?.base ?? 0) + index };
}

function isNone(written: string, warnings: Set<string>): boolean {
  if (written === 'None') return true;
  if (written === '') {
    warnings.add('missing_tag');
    return true;
  }
  if (!/^none\.?$/i.test(written)) return false;
  warnings.add('case');
  return true;
}
