import {
  actionsResult,
  isProblem,
  malformed,
  noAction,
  problemResult,
  unknownAction,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import type { CallGrammar } from '../grammar/call-fields.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { firstLabel, labelRule } from '../reading/find-label.js';
import { scanCall } from '../reading/scan-call.js';
import { AGUVIS_RULES } from './aguvis-rules.js';

const CODE_LINE = /^[ \t`]*(?:pyautogui|mobile)\.\w/gm;
const FREE_TEXT: ReadonlySet<string> = new Set(['message', 'app_name', 'answer']);
const SHAPES: ReadonlySet<string> = new Set(['[#, #]', '[#,#]', '(#, #)', '(#,#)', '#']);
const THOUGHT = labelRule('thoughts?', ['Thought:']);
const ACTION = labelRule('actions?', ['Action:']);
const TURN_TOKEN = '<|';

/**
 * Reads an answer of Aguvis: its last line of code, `pyautogui.…` or `mobile.…`; before it, perhaps, a plan with `Thought:`
 * and `Action:` for everyone.
 *
 * Source: Aguvis constants and prompts as published.
 */
export function parseAguvis(answer: string, context: ParseContext, grammar: CallGrammar): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = withoutThinking(
    answer,
    warnings,
    () => lastCodeLine(answer, answer.length)?.start ?? -1,
  );
  const end = answerEnd(text);
  const line = lastCodeLine(text, end);
  const plan = readPlan(text, line?.start ?? end);
  const thought = plan.thought ?? thinking;
  if (line === null) return problemResult(answer, noAction('there is no code'), thought);
  if (line.isOneOfMany) warnings.add('extra_actions');
  if (text.includes('`')) warnings.add('code_fence');
  const call = scanCall(text, line.start, end, { freeText: FREE_TEXT, escapes: true, warnings });
  if ('problem' in call) {
    return problemResult(answer, malformed(call.problem), thought, [line.start, end]);
  }
  const positions = { coordinates: grammar.coordinates, sizes: context, warnings };
  const args = { call, positions, shapes: SHAPES, fractions: true, escapes: true, grammar };
  const { name, start, end: callEnd } = call;
  const native = { family: grammar.family, name, text: answer.slice(start, callEnd) };
  const found = AGUVIS_RULES.find(name);
  if (found?.warning != null) warnings.add(found.warning);
  const action = found === null ? unknownAction(name) : AGUVIS_RULES.read(found.name, args, native);
  if (isProblem(action)) return problemResult(answer, action, thought, [start, callEnd]);
  const rest = text.slice(callEnd, end);
  if (!/^[\s`;]*(?:<\||$)/.test(rest)) warnings.add('extra_text');
  return actionsResult([action], { thought, summary: plan.summary }, warnings);
}

/** Where the last line of code starts, and whether the line above it is code as well. */
function lastCodeLine(text: string, to: number): { start: number; isOneOfMany: boolean } | null {
  const lines = [...text.slice(0, to).matchAll(CODE_LINE)];
  const last = lines.at(-1);
  if (last === undefined) return null;
  const before = lines.at(-2);
  const isOneOfMany = before !== undefined && !text.slice(before.index, last.index).includes(TURN_TOKEN);
  return { start: last.index + last[0].search(/[pm]/), isOneOfMany };
}

function readPlan(text: string, to: number): { thought: string | null; summary: string | null } {
  const thought = firstLabel(text, 0, to, THOUGHT);
  const action = firstLabel(text, thought?.end ?? 0, to, ACTION);
  const upTo = (start: number, limit: number): string => {
    const token = text.indexOf(TURN_TOKEN, start);
    return text.slice(start, token >= 0 && token < limit ? token : limit).trim();
  };
  return {
    thought: thought === null ? null : upTo(thought.end, action?.start ?? to),
    summary: action === null ? null : upTo(action.end, to),
  };
}
