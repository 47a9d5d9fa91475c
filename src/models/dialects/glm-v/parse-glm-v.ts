import type { FormatErrorKind } from '../../../domain/decision.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { answerEnd } from '../reading/answer-end.js';
import { withoutThinking } from '../reading/cut-thinking.js';
import { actionsResult, isProblem, problemResult } from '../reading/parse-result.js';
import { findObject, isRecord, readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { readGlmVAction } from './read-glm-v-action.js';

export interface GlmVOptions {
  readonly family: string;
  readonly coordinates: CoordinateRule;
}

const OPEN = '<|begin_of_box|>';
const CLOSE = '<|end_of_box|>';
const LABEL = /Action:\s*(?:<\|begin_of_box\|>)?\s*(?:```[\w-]{0,20}\s*)?/g;

/**
 * Reads `Memory: …`, `Reason: …` and `Action: {"action_type": …}`, the action alone or between the tokens of a box.
 *
 * Source: GLM-V repository, `parse_mobile_response`. Deviations: labels within thinking are none, and an action without memory
 * or reason is read, leniently.
 */
export function parseGlmV(answer: string, context: ParseContext, options: GlmVOptions): ParseResult {
  const warnings = new Set<string>();
  const { text } = withoutThinking(answer, warnings, (offset) => sectionsFrom(answer, offset));
  const limit = answerEnd(text);
  const memory = text.indexOf('Memory:');
  const reason = text.indexOf('Reason:', Math.max(memory, 0));
  if (memory < 0 || reason < 0) warnings.add('missing_tag');
  const label = findLabel(text, Math.max(memory, reason, 0), limit);
  const thought =
    reason < 0 ? null : text.slice(reason + 'Reason:'.length, label?.start ?? limit).trim() || null;
  const fail = (kind: FormatErrorKind, message: string, span: readonly [number, number]): ParseResult =>
    problemResult(answer, { kind, message }, thought, span);
  if (label === null) return fail('no_action', 'there is no Action section', [0, answer.length]);
  const object = findObject(text, label.end, limit);
  if (object < 0) {
    const isEmpty = withoutBox(text.slice(label.end, limit)) === '';
    return fail(isEmpty ? 'no_action' : 'malformed_action', 'the Action section holds no JSON object', [
      label.start,
      limit,
    ]);
  }
  const json = readLooseJson(answer, object, { warnings, to: limit });
  if (json.type === 'problem') return fail('malformed_action', json.message, [object, json.end]);
  if (!isRecord(json.value)) return fail('malformed_action', 'the action is no object', [object, json.end]);
  if (text.slice(0, Math.max(memory, 0)).trim() !== '') warnings.add('extra_text');
  noteSurroundings(text, { label, object, end: json.end, limit }, warnings);
  const native = { family: options.family, arguments: json.value, text: answer.slice(object, json.end) };
  const positions = { coordinates: options.coordinates, sizes: context, warnings };
  const action = readGlmVAction(json.value, native, positions);
  if (isProblem(action)) return fail(action.kind, action.message, [object, json.end]);
  return actionsResult([action], { thought }, warnings);
}

/** Where the sections begin that follow thinking which is never closed: the last memory, else the last action. */
function sectionsFrom(answer: string, offset: number): number {
  const memory = answer.lastIndexOf('Memory:');
  return memory >= offset ? memory : answer.lastIndexOf('Action:');
}

/** The first label with an object behind it, or else the first; the object may be cut short. */
function findLabel(
  text: string,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } | null {
  let first: { readonly start: number; readonly end: number } | null = null;
  LABEL.lastIndex = from;
  for (let match = LABEL.exec(text); match !== null && match.index < to; match = LABEL.exec(text)) {
    const label = { start: match.index, end: match.index + match[0].length };
    if (text[label.end] === '{') return label;
    first ??= label;
  }
  return first;
}

/** What stands around the object besides the tokens of a box. */
function noteSurroundings(
  text: string,
  at: {
    readonly label: { readonly start: number; readonly end: number };
    readonly object: number;
    readonly end: number;
    readonly limit: number;
  },
  warnings: Set<string>,
): void {
  const before = text.slice(at.label.start, at.object);
  const behind = text.slice(at.end, at.limit);
  if (before.includes(OPEN) !== behind.includes(CLOSE)) warnings.add('missing_tag');
  if (before.includes('```')) warnings.add('code_fence');
  const rest = [text.slice(at.label.end, at.object), behind].map(withoutBox);
  if (rest.some((part) => part !== '' && part !== '```')) warnings.add('extra_text');
}

function withoutBox(text: string): string {
  return text.replace(OPEN, '').replace(CLOSE, '').trim();
}
