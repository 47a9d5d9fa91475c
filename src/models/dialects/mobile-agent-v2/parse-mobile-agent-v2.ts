import { stop, type Action, type NativeAction } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  malformed,
  missing,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { locateSections, sectionText, type Section } from '../mobile-agent/locate-sections.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import type { CoordinateRule } from '../reading/resolve-position.js';

export interface MobileAgentOptions {
  readonly family: string;
  readonly coordinates: CoordinateRule;
}

/** Names as the prompt writes them; `Back` is carried out, though it is not on offer. */
const NAMES = ['Open app', 'Tap', 'Swipe', 'Type', 'Home', 'Back', 'Stop'] as const;
type Name = (typeof NAMES)[number];

const ALIASES: ReadonlyMap<string, Name> = new Map([['click', 'Tap']]);
const CALL = /^([A-Za-z]{1,40}(?:[ _][A-Za-z]{1,40})?)[ \t]{0,10}/;
const TAP_ARGUMENTS = /^-?\d+, -?\d+$/;
const SWIPE_ARGUMENTS = /^-?\d+, -?\d+\), \(-?\d+, -?\d+$/;

/**
 * Reads `### Thought ###`, `### Action ###` with one call such as `Tap (x, y)`, and `### Operation ###`, the summary. Texts
 * run to the last bracket of their section.
 *
 * Source: Mobile-Agent-v2 repository, `run.py` and `prompt.py`.
 */
export function parseMobileAgentV2(
  answer: string,
  context: ParseContext,
  options: MobileAgentOptions,
): ParseResult {
  const warnings = new Set<string>();
  const located = locateSections(answer, warnings);
  const section = located.sections.get('action') ?? wholeAnswer(located.text, located.before, warnings);
  const thought = sectionText(located, 'thought') ?? located.thinking;
  const fail = (problem: ArgumentProblem, { start, end }: Section): ParseResult =>
    problemResult(answer, problem, thought, [start, end]);
  if (section === null) {
    return fail(noAction('there is no Action section'), { start: 0, end: answer.length });
  }
  const summary = sectionText(located, 'operation');
  if (sectionText(located, 'thought') === null || summary === null) warnings.add('missing_tag');
  const positions: PositionContext = { coordinates: options.coordinates, sizes: context, warnings };
  const read = readCall(answer, section, options.family, positions);
  return isProblem(read) ? fail(read, section) : actionsResult([read], { thought, summary }, warnings);
}

/** An answer that is nothing but a call. */
function wholeAnswer(text: string, before: string, warnings: Set<string>): Section | null {
  const name = CALL.exec(before)?.[1];
  if (name === undefined || findName(name) === null || before.includes('\n')) return null;
  warnings.add('missing_tag');
  const start = text.indexOf(before);
  return { start, end: start + before.length };
}

function findName(written: string): { name: Name; code: string | null } | null {
  const exact = NAMES.find((name) => name === written);
  if (exact !== undefined) return { name: exact, code: null };
  const folded = written.toLowerCase().replaceAll('_', ' ');
  const name = NAMES.find((each) => each.toLowerCase() === folded);
  if (name !== undefined) return { name, code: 'case' };
  const alias = ALIASES.get(folded);
  return alias === undefined ? null : { name: alias, code: 'alias_name' };
}

function readCall(
  answer: string,
  section: Section,
  family: string,
  positions: PositionContext,
): Action | ArgumentProblem {
  const { warnings } = positions;
  const { start, end, text } = bare(answer, section, warnings);
  if (text === '') return noAction('the Action section is empty');
  const match = CALL.exec(text);
  if (match === null) return malformed('this is not a call');
  const [all, whole = ''] = match;
  // `Tap the icon`: a name, and no bracket behind it.
  const written = findName(whole) === null ? whole.replace(/[ _].*$/, '') : whole;
  const found = findName(written);
  if (found === null) {
    const isCall = text[all.length] === '(' || text.slice(all.length).trim() === '';
    return isCall ? unknownAction(whole) : malformed('this is not a call');
  }
  if (found.code !== null) warnings.add(found.code);
  const { name } = found;
  const rest = text.slice(written.length).trim();
  if (name === 'Home' || name === 'Back' || name === 'Stop') {
    // The published reader looks for the name as it is told, whatever stands behind it.
    if (found.code !== null && !/^(?:\(\))?[.]?$/.test(rest)) return malformed(`${name} stands alone`);
    if (rest !== '') warnings.add('extra_text');
    const native: NativeAction = { family, name, text: answer.slice(start, end) };
    return name === 'Stop'
      ? { ...stop('success'), native }
      : { type: 'key', key: name.toUpperCase(), native };
  }
  if (rest === '') return missing(`${name} needs an argument`);
  const isTouch = name === 'Tap' || name === 'Swipe';
  // The published reader overlooks what stands before the brackets; before a text that would be a guess.
  const lead = /^(?::\s*|[^\n()（）[\]]{1,80}(?=[(（]))/.exec(rest)?.[0] ?? '';
  const isOverlooked = lead !== '' && found.code === null && (isTouch || lead.startsWith(':'));
  if (isOverlooked) warnings.add('extra_text');
  const call = isOverlooked ? rest.slice(lead.length) : rest;
  const inner = name === 'Type' ? typedText(call, warnings) : insideBrackets(call, warnings);
  if (inner === null) return malformed('the brackets are not closed');
  const native: NativeAction = { family, name, arguments: inner, text: answer.slice(start, end) };
  switch (name) {
    case 'Type':
    case 'Open app': {
      const said = unquoted(inner, warnings);
      if (said === '') return missing(`${name} needs a text`);
      return name === 'Type' ? { type: 'type', text: said, native } : { type: 'open_app', app: said, native };
    }
    case 'Tap':
    case 'Swipe':
      return touch(name, inner, native, positions);
    default:
      return name satisfies never;
  }
}

/** The section without space, code marks and fences around it. */
function bare(answer: string, section: Section, warnings: Set<string>): Section & { readonly text: string } {
  const inside = answer.slice(section.start, section.end);
  const lead = /^\s*(?:```[\w-]{0,20}\s*\n\s*|[`*-]{1,3} ?)?/.exec(inside)?.[0] ?? '';
  const start = section.start + Math.min(lead.length, inside.length);
  let end = section.start + inside.trimEnd().length;
  if (lead.trim() !== '') {
    warnings.add('code_fence');
    while (end > start && /[`*\s]/.test(answer[end - 1] ?? '')) end -= 1;
  }
  return { start, end, text: answer.slice(start, Math.max(start, end)) };
}

/** From the first bracket to the last; null where they do not enclose what is there. */
function insideBrackets(rest: string, warnings: Set<string>): string | null {
  const opening = rest[0] ?? '';
  const closing = { '(': ')', '（': '）', '[': ']' }[opening];
  if (closing === undefined) return null;
  const end = rest.lastIndexOf(closing);
  if (end < 1) return null;
  if (opening === '（') warnings.add('fullwidth');
  if (opening === '[') warnings.add('alias_argument');
  if (rest.slice(end + 1).trim() !== '') warnings.add('extra_text');
  return rest.slice(1, end);
}

/** Between its brackets, or between the quotes behind `(text)`, which stands for it in the prompt; alone that says nothing. */
function typedText(rest: string, warnings: Set<string>): string | null {
  if (!rest.startsWith('(text)')) return insideBrackets(rest, warnings);
  warnings.add('alias_argument');
  return /^\(text\)[:\s]{0,5}["“]([\s\S]*)["”]/.exec(rest)?.[1] ?? '';
}

function unquoted(text: string, warnings: Set<string>): string {
  const match = /^\s*(["'“‘])([\s\S]*)["'”’]\s*$/.exec(text);
  if (match === null) return text;
  warnings.add('enclosing_quotes_removed');
  return match[2] ?? '';
}

function touch(
  name: 'Tap' | 'Swipe',
  inner: string,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const { warnings } = positions;
  const invalid: ArgumentProblem = {
    kind: 'invalid_argument',
    message: name === 'Tap' ? 'Tap takes two numbers' : 'Swipe takes four numbers',
  };
  if (inner.length > 400 || /[^\d\s.,，()（）[\]"'-]/.test(inner)) return invalid;
  if (!(name === 'Tap' ? TAP_ARGUMENTS : SWIPE_ARGUMENTS).test(inner)) warnings.add('alias_argument');
  const numbers = [...inner.matchAll(/-?\d{1,12}(?:\.\d{1,12})?/g)].map(([digits]) => Number(digits));
  if (numbers.length === 0) return { ...invalid, kind: 'missing_argument' };
  if (numbers.some((number) => !Number.isInteger(number))) warnings.add('float_coordinate');
  if (name === 'Tap') {
    const target = positionTarget(numbers, positions);
    return target === null ? invalid : { type: 'tap', target, native };
  }
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || numbers.length > 4)
    return invalid;
  return { ...pathSwipe([x1, y1], [x2, y2], positions), native };
}
