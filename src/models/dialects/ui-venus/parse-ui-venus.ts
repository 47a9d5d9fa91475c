import type { Action } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  malformed,
  noAction,
  problemResult,
  unknownAction,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import type { CallGrammar } from '../grammar/call-fields.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { scanCall } from '../reading/scan-call.js';
import { skipMarks } from '../reading/skip-marks.js';
import { UI_VENUS_RULES } from './ui-venus-rules.js';

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly context: ParseContext;
  readonly grammar: CallGrammar;
  readonly warnings: Set<string>;
}

const FREE_TEXT: ReadonlySet<string> = new Set(['content', 'app', 'url', 'text']);
const SHAPES: ReadonlySet<string> = new Set(['(#,#)', '(#, #)']);
const OPEN = '<action>';
const CLOSE = '</action>';

/**
 * Reads an answer of UI-Venus: `<think>`, `<action>` with one call, `<conclusion>`.
 *
 * Source: UI-Venus `models/navigation/utils.py`. Deviation: an action tag within thinking is none.
 */
export function parseUiVenus(answer: string, context: ParseContext, grammar: CallGrammar): ParseResult {
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
  if (/[^*`\s]/.test(between)) warnings.add('extra_text');
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

/** A call without its tag, at the beginning of the answer: what follows it is left alone, as the vendor's framework does. */
function readBare(source: Source, to: number, thought: string | null): ParseResult {
  const { text, answer, warnings } = source;
  const start = skipMarks(text, 0, to, warnings);
  const none = noAction('there is no action');
  const name = /^\w{1,40}(?=\s?[(（])/.exec(text.slice(start, start + 42))?.[0];
  if (name === undefined || UI_VENUS_RULES.find(name) === null) return problemResult(answer, none, thought);
  const read = readCall(source, start, to);
  if (isProblem(read)) return problemResult(answer, read, thought, [start, to]);
  warnings.add('missing_tag');
  const summary = readRest(source, read.end, to);
  return actionsResult([read.action], { thought, summary }, warnings);
}

function readCall(
  source: Source,
  start: number,
  to: number,
): { action: Action; end: number } | ArgumentProblem {
  const { answer, text, warnings, grammar, context } = source;
  const call = scanCall(text, start, to, { freeText: FREE_TEXT, escapes: false, warnings });
  if ('problem' in call) return malformed(call.problem);
  const found = UI_VENUS_RULES.find(call.name);
  if (found === null) return unknownAction(call.name);
  const { name, warning } = found;
  if (warning !== null) warnings.add(warning);
  const positions = { coordinates: grammar.coordinates, sizes: context, warnings };
  const args = { call, positions, shapes: SHAPES, escapes: false, grammar };
  const native = { family: grammar.family, name, text: answer.slice(call.start, call.end) };
  const action = UI_VENUS_RULES.read(name, args, native);
  return isProblem(action) ? action : { action, end: call.end };
}
