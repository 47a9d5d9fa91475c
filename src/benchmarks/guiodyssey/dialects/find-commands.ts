import { answerEnd } from '../../../models/dialects/reading/answer-end.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';

const TAKES_ARGUMENT = ['CLICK', 'LONG_PRESS', 'TYPE', 'SCROLL'] as const;
const ALONE = ['PRESS_BACK', 'PRESS_HOME', 'PRESS_RECENT', 'COMPLETE', 'IMPOSSIBLE'] as const;
const ALIASES: Readonly<Record<string, OdysseyVerb>> = { TAP: 'CLICK', LONGPRESS: 'LONG_PRESS' };

/** What a command does. Source: GUIOdyssey paper, action set, and reference code, command strings. */
export type OdysseyVerb = (typeof TAKES_ARGUMENT)[number] | (typeof ALONE)[number];

/** A command as it stands in an answer. Offsets are those of the answer. */
export interface FoundCommand {
  readonly verb: OdysseyVerb;
  /** What stands behind the colon, trimmed. */
  readonly argument: string;
  readonly start: number;
  readonly end: number;
  /** What a strict reader would not have taken. */
  readonly warnings: readonly string[];
}

/** The commands of an answer, and what surrounds them. */
export interface FoundCommands {
  readonly commands: readonly FoundCommand[];
  /** A line in the form of a command whose verb there is not. */
  readonly unknown: { readonly verb: string; readonly start: number; readonly end: number } | null;
  /** Thinking, or the text before the first command. */
  readonly thought: string | null;
  /** There is other text around the commands. */
  readonly extra: boolean;
}

/** List, bold and code marks, a number or a label before a command. */
const LEAD =
  /^[ \t]*(?:[-*>#`]{1,4}[ \t]*)?(?:\d{1,2}[.)][ \t]+)?(?:(?:the )?(?:next )?(?:action|step|command)[*]{0,2}[ \t]{0,3}[:：][ \t]*)?[*`]{0,3}/i;
/** A command begins with a word or two; longer lines are read no further than needed. */
const VERB = /^([A-Za-z]{3,12}(?:[_ ][A-Za-z]{4,8})?)[*`]{0,3}[ \t]{0,5}([:：]?)/;
/** What a line break within the brackets of a position cuts off. */
const REST_OF_POSITION = /^\s*\n[\s\d.,+-]{0,60}[)\]]{1,3}/;
/** The same of a quoted text, whose quote ends a line. */
const REST_OF_TEXT = /^[^"”]*["”][ \t]*(?=\n|$)/;
const LONGEST_REST = 2000;
const FENCE = /^\s*```[a-z]*\s*$/i;

/** Finds commands, one a line. Nothing within thinking is one. */
export function findCommands(answer: string): FoundCommands {
  const { text, thought } = cutThinking(answer);
  const commands: FoundCommand[] = [];
  let unknown: FoundCommands['unknown'] = null;
  let extra = false;
  let hasFence = false;
  const end = answerEnd(text);
  for (let start = 0; start < end;) {
    const newline = text.indexOf('\n', start);
    let lineEnd = newline < 0 || newline > end ? end : newline;
    let line = text.slice(start, lineEnd);
    let found = commandOf(line, start);
    const rest = found === null ? null : restOf(found);
    if (rest !== null) {
      lineEnd += rest.exec(text.slice(lineEnd, Math.min(end, lineEnd + LONGEST_REST)))?.[0].length ?? 0;
      line = text.slice(start, lineEnd);
      found = commandOf(line, start);
    }
    if (found !== null) commands.push(found);
    else if (FENCE.test(line)) hasFence = true;
    else if (line.trim() !== '') {
      extra = true;
      unknown ??= unknownCommand(line, start);
    }
    start = lineEnd + 1;
  }
  const before = commands[0] === undefined ? '' : text.slice(0, commands[0].start).trim();
  const fenced = hasFence
    ? commands.map((each) => ({ ...each, warnings: [...each.warnings, 'code_fence'] }))
    : commands;
  return { commands: fenced, unknown, thought: thought ?? (before === '' ? null : before), extra };
}

/** How the argument goes on behind its line; null where it is whole. */
function restOf({ verb, argument }: FoundCommand): RegExp | null {
  if (verb === 'TYPE') return /^["“][^"”]*$/.test(argument) ? REST_OF_TEXT : null;
  const isCut = (verb === 'CLICK' || verb === 'LONG_PRESS') && /^[([][^)\]]*$/.test(argument);
  return isCut ? REST_OF_POSITION : null;
}

function commandOf(line: string, at: number): FoundCommand | null {
  const lead = LEAD.exec(line)?.[0] ?? '';
  const match = VERB.exec(line.slice(lead.length, lead.length + 60));
  if (match === null) return null;
  const written = match[1] ?? '';
  const verb = verbOf(written);
  if (verb === null) return null;
  const behind = lead.length + match[0].length;
  const hasMarks = /[*`]/.test(lead);
  const rest = line.slice(behind);
  const argument = (hasMarks ? rest.replace(/[*`]{1,3}\s*$/, '') : rest).trim();
  const warnings = warningsOf({ lead, written, verb, colon: match[2] ?? '', between: match[0] });
  const takes: readonly string[] = TAKES_ARGUMENT;
  if (!takes.includes(verb)) {
    // "COMPLETE the form" is no command. What stands behind a colon is overlooked, as the reference code does.
    if (match[2] === '' && !/^(?:\(\s*\)|[.!])?$/.test(argument)) return null;
    if (argument !== '' || match[2] !== '') warnings.push('extra_text');
    return { verb, argument: '', start: at + lead.length, end: at + line.trimEnd().length, warnings };
  }
  if (match[2] === '') {
    if (argument !== '' && !/^[([<（]/.test(argument)) return null;
    warnings.push('missing_tag');
  }
  return { verb, argument, start: at + lead.length, end: at + line.trimEnd().length, warnings };
}

function warningsOf(found: {
  readonly lead: string;
  readonly written: string;
  readonly verb: OdysseyVerb;
  readonly colon: string;
  readonly between: string;
}): string[] {
  const { lead, written, verb, colon, between } = found;
  const warnings: string[] = [];
  if (lead.trim() !== '' || /[*`]/.test(between)) warnings.push('lenient_label');
  if (written !== verb) {
    const isCase = written.toUpperCase() === verb;
    warnings.push(isCase ? 'case' : 'alias_name');
  }
  if (colon === '：') warnings.push('fullwidth');
  return warnings;
}

function verbOf(written: string): OdysseyVerb | null {
  const folded = written.toUpperCase().replace(' ', '_');
  const known = [...TAKES_ARGUMENT, ...ALONE].find((verb) => verb === folded);
  return known ?? (Object.hasOwn(ALIASES, folded) ? (ALIASES[folded] ?? null) : null);
}

function unknownCommand(line: string, at: number): FoundCommands['unknown'] {
  const match = /^\s*([A-Z]{3,12}(?:_[A-Z]{2,12}){0,2})[ \t]*(?:[:：(]|$)/.exec(line.slice(0, 80));
  if (match === null) return null;
  return { verb: match[1] ?? '', start: at, end: at + line.length };
}
