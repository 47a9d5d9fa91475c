import type { Action } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  noAction,
  problemResult,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { buildAction, type AppAgentGrammar, type Reading } from './build-action.js';
import { findCall } from './find-call.js';
import { readSections } from './read-sections.js';

/**
 * Reads an answer in AppAgent's form: four labelled lines, one function call behind `Action:`.
 *
 * Source: AppAgent paper, appendix, and reference code. Deviations: typed text may hold commas and brackets, elements that
 * are not on the screen and unknown directions are errors, and FINISH counts only where it is no part of a call.
 */
export function parseAppAgent(answer: string, context: ParseContext, grammar: AppAgentGrammar): ParseResult {
  const warnings = new Set<string>();
  const { text, action, thought, summary, missing } = readSections(answer, warnings);
  const fail = (problem: ArgumentProblem, span?: readonly [number, number]): ParseResult =>
    problemResult(answer, problem, thought, span);
  if (action === null) return fail(noAction('there is no line Action'));
  if (missing !== null) return fail({ kind: 'missing_section', message: `there is no line ${missing}` });
  const start = skipMarks(text, action.start, action.end, warnings);
  const end = action.start + text.slice(action.start, action.end).trimEnd().length;
  if (start >= end) return fail(noAction('nothing follows the label'), [start, start]);
  const read = readAction(answer, text, start, end, { ...grammar, context, warnings });
  if (isProblem(read)) return fail(read, [start, end]);
  return actionsResult([read], { thought, summary }, warnings);
}

function readAction(
  answer: string,
  text: string,
  from: number,
  to: number,
  reading: Omit<Reading, 'native'>,
): Action | ArgumentProblem {
  const { family, warnings } = reading;
  const found = findCall(text, from, to, warnings);
  if (isProblem(found)) return found;
  const { call, name } = found;
  noteTail(text.slice(call.end, to), warnings);
  const native = { family, name, text: answer.slice(from, call.end) };
  return buildAction(found, { ...reading, native });
}

/** Over white space and the marks of bold text and code. */
function skipMarks(text: string, from: number, to: number, warnings: Set<string>): number {
  let at = from;
  while (at < to && /[\s*`]/.test(text[at] ?? '')) {
    if (/[*`]/.test(text[at] ?? '')) warnings.add('code_fence');
    at += 1;
  }
  return at;
}

function noteTail(tail: string, warnings: Set<string>): void {
  const rest = tail.trim();
  if (rest === '') return;
  warnings.add(/^[`*]+$/.test(rest) ? 'code_fence' : 'extra_text');
}
