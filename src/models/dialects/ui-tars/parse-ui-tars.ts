import type { Action } from '../../../domain/action.js';
import {
  actionsResult,
  isProblem,
  malformed,
  noAction,
  problemResult,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { firstLabel, labelRule, lastLabel } from '../reading/find-label.js';
import { scanCall, type ScannedCall } from '../reading/scan-call.js';
import { actionOfCall, type UiTarsGrammar } from './ui-tars-calls.js';
import { readToolCalls } from './read-tool-calls.js';
import { findUiTarsCall } from './ui-tars-rules.js';
import { skipMarks, skipSpace } from '../reading/skip-marks.js';

export interface UiTarsReading extends UiTarsGrammar {
  /** Calls with blank lines between that are all carried out. */
  readonly batch: number;
}

const ACTION = labelRule('actions?', ['Action:']);
const THOUGHT = labelRule('thoughts?', ['Thought:']);
const SUMMARY = labelRule('action_summary', ['Action_Summary:']);
const REFLECTION = labelRule('reflection', ['Reflection:']);
const FREE_TEXT: ReadonlySet<string> = new Set(['content', 'app_name', 'text', 'app', 'message']);
const TOOL_CALL = '<seed:tool_call>';
const COMPUTER = '<computer_env>';
const ANSWER = '<answer>';
const FENCE = /^[ \t]*```[\w-]*[ \t]*$/gm;

/**
 * Reads an answer of UI-TARS: `Thought:`, then `Action:` and a call; the tool calls of Seed models as well.
 *
 * Source: UI-TARS prompts and action parser as published; what a tolerant reader overlooks is our own rule.
 */
export function parseUiTars(answer: string, context: ParseContext, reading: UiTarsReading): ParseResult {
  const warnings = new Set<string>();
  const cut = withoutThinking(answer, warnings, (offset) => containerAfter(answer, offset));
  const thinking = cut.thought;
  let { text } = cut;
  if (text.includes('```')) {
    const unfenced = text.replaceAll(FENCE, (fence) => ' '.repeat(fence.length));
    if (unfenced !== text) warnings.add('code_fence');
    text = unfenced;
  }
  let end = answerEnd(text);
  const source = { answer, text, context, reading, warnings };
  if (text.includes(TOOL_CALL)) return readToolCalls(source, text.indexOf(TOOL_CALL), end, thinking);
  const computer = text.indexOf(COMPUTER);
  if (computer >= 0) {
    const close = text.indexOf('</computer_env>', computer);
    if (close < 0) warnings.add('missing_tag');
    else end = close;
  }
  const label = lastLabel(text, end, ACTION);
  if (label === null) return withoutLabel(source, end, thinking);
  for (const code of label.warnings) warnings.add(code);
  const thought = computer >= 0 ? thinking : (readSections(text, label.start, warnings) ?? thinking);
  return readCalls(source, label.end, end, thought, true);
}

interface Source {
  readonly answer: string;
  readonly text: string;
  readonly context: ParseContext;
  readonly reading: UiTarsReading;
  readonly warnings: Set<string>;
}

/** The thought before the label that counts; earlier labels, and text that belongs to no section, are noted. */
function readSections(text: string, label: number, warnings: Set<string>): string | null {
  const earlier = text.lastIndexOf('ction', label - 1) < 0 ? null : firstLabel(text, 0, label, ACTION);
  if (earlier !== null) warnings.add('extra_actions');
  const to = earlier?.start ?? label;
  if (text.startsWith('Thought:')) return text.slice('Thought:'.length, to).trim();
  const thought = firstLabel(text, 0, to, THOUGHT);
  const summary = firstLabel(text, 0, to, SUMMARY);
  const reflection = firstLabel(text, 0, to, REFLECTION);
  const first = Math.min(thought?.start ?? to, summary?.start ?? to, reflection?.start ?? to);
  for (const section of [thought, summary, reflection]) {
    for (const code of section?.warnings ?? []) warnings.add(code);
  }
  const before = text.slice(0, first).trim();
  if (before !== '') warnings.add('extra_text');
  if (thought !== null) return text.slice(thought.end, to).trim();
  if (summary !== null) return text.slice(summary.end, to).trim();
  return before === '' ? null : before;
}

function withoutLabel(source: Source, end: number, thinking: string | null): ParseResult {
  const { answer, text, warnings } = source;
  const tag = text.lastIndexOf(ANSWER, end);
  if (tag >= 0) {
    const inner = tag + ANSWER.length;
    const close = text.indexOf('</answer>', inner);
    if (close < 0) warnings.add('missing_tag');
    const said = answer.slice(inner, close < 0 ? end : close).trim();
    if (said === '') return problemResult(answer, noAction('the answer tag is empty'), thinking, [tag, end]);
    const native = { family: source.reading.family, name: 'answer', text: answer.slice(tag, end) };
    const action: Action = { type: 'stop', status: 'unspecified', answer: said, native };
    return actionsResult([action], { thought: thinking }, warnings);
  }
  warnings.add('lenient_label');
  return readCalls(source, 0, end, thinking, false);
}

function readCalls(
  source: Source,
  from: number,
  to: number,
  thought: string | null,
  isLabelled: boolean,
): ParseResult {
  const { answer, text, warnings, reading } = source;
  const start = skipMarks(text, from, to, warnings);
  if (start >= to) return problemResult(answer, noAction('nothing follows the label'), thought, [from, to]);
  const call = scan(source, start, to);
  if (!isLabelled && (call === null || !isWholeText(call, source, to))) {
    return problemResult(answer, noAction('there is no action'), thought, [from, to]);
  }
  if (call === null || 'kind' in call) {
    const problem = call ?? malformed('this is not a call');
    return problemResult(answer, problem, thought, [start, to]);
  }
  const first = actionOfCall(answer, call, source);
  if (isProblem(first)) return problemResult(answer, first, thought, [call.start, call.end]);
  const actions: [Action, ...Action[]] = [first];
  let at = call.end;
  // Each further call stands behind a blank line; what is unreadable there is not carried out, so it spoils nothing.
  for (;;) {
    const rest = skipSpace(text, at, to);
    if (rest >= to) break;
    const next = /\n\s*\n/.test(text.slice(at, Math.min(rest, at + 100))) ? scan(source, rest, to) : null;
    const action = next === null || 'kind' in next ? null : actionOfCall(answer, next, source);
    if (next === null || 'kind' in next || action === null || isProblem(action)) {
      warnings.add(/[^\s*`]/.test(text.slice(rest, to)) ? 'extra_text' : 'code_fence');
      break;
    }
    actions.push(action);
    at = next.end;
  }
  if (actions.length > reading.batch) warnings.add('extra_actions');
  return actionsResult(actions, { thought }, warnings);
}

/** The call at this place; null for prose, a problem for a call that breaks off. */
function scan({ text, warnings }: Source, from: number, to: number): ScannedCall | ArgumentProblem | null {
  const call = scanCall(text, from, to, { freeText: FREE_TEXT, escapes: true, warnings });
  if (!('problem' in call)) return call;
  return call.opened ? malformed(call.problem) : null;
}

/** Whether an answer without a label is nothing but calls that the family knows. */
function isWholeText(call: ScannedCall | ArgumentProblem, { text }: Source, to: number): boolean {
  if ('kind' in call || findUiTarsCall(call.name) === null) return false;
  return /^[\s*`]*$/.test(text.slice(call.end, to));
}

function containerAfter(answer: string, offset: number): number {
  const label = lastLabel(answer, answer.length, ACTION)?.start ?? -1;
  const places = [
    answer.indexOf(TOOL_CALL, offset),
    answer.indexOf(ANSWER, offset),
    answer.indexOf(COMPUTER, offset),
  ];
  const found = [label, ...places].filter((place) => place >= offset);
  return found.length === 0 ? -1 : Math.min(...found);
}
