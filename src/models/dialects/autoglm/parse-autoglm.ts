import type { Action } from '../../../domain/action.js';
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
import { answerEnd } from '../reading/answer-end.js';
import type { CallGrammar } from '../grammar/call-fields.js';
import { argumentOf } from '../reading/call-arguments.js';
import { withoutBoxTokens } from '../reading/free-text.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { scanCall, type ScannedCall } from '../reading/scan-call.js';
import { AUTOGLM_RULES, FINISH } from './autoglm-rules.js';

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly context: ParseContext;
  readonly grammar: CallGrammar;
  readonly warnings: Set<string>;
}

/** Raw between its quotes: the reference client takes what stands there as it stands. */
const FREE_TEXT: ReadonlySet<string> = new Set(['text', 'message', 'app', 'instruction']);
const SHAPES: ReadonlySet<string> = new Set(['[#,#]', '[#, #]']);
const MARKER = /\b(?:do\s*[(（]\s*action\s*=|finish\s*[(（])/g;
const ANSWER = '<answer>';
const ANSWER_END = '</answer>';

/**
 * Reads an answer of AutoGLM: thinking, then `do(action="Tap", …)` or `finish(message="…")`, with or without tags.
 *
 * Source: Open-AutoGLM `phone_agent`. Deviation: a call that is mentioned within thinking is none, and what cannot be read
 * is an error, where the published client finishes the task.
 */
export function parseAutoGlm(answer: string, context: ParseContext, grammar: CallGrammar): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = withoutThinking(withoutBoxTokens(answer), warnings, (offset) => {
    const tag = answer.indexOf(ANSWER, offset);
    return tag < 0 ? (lastMarker(answer, offset, answer.length) ?? -1) : tag;
  });
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
  const { answer, grammar, warnings, context } = source;
  const positions = { coordinates: grammar.coordinates, sizes: context, warnings };
  const args = { call, positions, shapes: SHAPES, escapes: false, grammar };
  const name = nameOf(call, warnings);
  if (typeof name !== 'string') return name;
  const native = { family: grammar.family, name, text: answer.slice(call.start, call.end) };
  return AUTOGLM_RULES.read(name, args, native);
}

function nameOf(call: ScannedCall, warnings: Set<string>): string | ArgumentProblem {
  if (call.name === FINISH) return FINISH;
  if (call.name !== 'do') return unknownAction(call.name);
  const named = argumentOf(call, ['action'], warnings);
  if (named === null || named.text.trim() === '') return missing('do() does not say what');
  const found = AUTOGLM_RULES.find(named.text);
  if (found === null || found.name === FINISH) return unknownAction(named.text.slice(0, 40));
  if (found.warning !== null) warnings.add(found.warning);
  if (named.quote === null) warnings.add('alias_argument');
  return found.name;
}
