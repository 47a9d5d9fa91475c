import type { FormatErrorKind } from '../../../domain/decision.js';
import { actionsResult, isProblem, problemResult } from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { readLooseJson } from '../reading/read-loose-json.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { readM3aAction } from './read-m3a-action.js';

export interface M3aOptions {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  /** How the object is read; `readM3aAction` unless given. */
  readonly readAction?: typeof readM3aAction;
}

/** What Python's literals may look like; the published reader takes JSON's form of them as well. */
const FORGIVEN: ReadonlySet<string> = new Set(['single_quotes', 'trailing_comma']);
const ACTION = /Action:\s*(?:```[\w-]{0,20}\s*)?/g;

/**
 * Reads `Reason: …` and `Action: {"action_type": …}`: both are required, the first balanced object behind the label counts,
 * and braces within typed text mislead nobody.
 *
 * Source: AndroidWorld `m3a_utils.py`.
 */
export function parseM3aJson(answer: string, context: ParseContext, options: M3aOptions): ParseResult {
  const warnings = new Set<string>();
  const { text } = cutThinking(answer);
  const limit = answerEnd(text);
  const reason = text.indexOf('Reason:');
  const label = findAction(text, Math.max(reason, 0));
  const object = label === null ? -1 : text.indexOf('{', label.end);
  const thought =
    reason < 0 ? null : text.slice(reason + 'Reason:'.length, label?.start ?? limit).trim() || null;
  const fail = (kind: FormatErrorKind, message: string, span: readonly [number, number]): ParseResult =>
    problemResult(answer, { kind, message }, thought, span);
  if (label === null) {
    return fail('no_action', 'there is no Action section', [Math.max(reason, 0), answer.length]);
  }
  if (reason < 0) return fail('missing_section', 'there is no Reason section', [0, label.start]);
  if (thought === null) return fail('missing_section', 'the Reason section is empty', [reason, label.start]);
  if (object < 0 || object >= limit) {
    const kind = /^\s*`{0,3}\s*$/.test(text.slice(label.end, limit)) ? 'no_action' : 'malformed_action';
    return fail(kind, 'the Action section holds no JSON object', [label.start, limit]);
  }
  if (text.slice(label.end, object).trim() !== '') warnings.add('extra_text');
  if (text.slice(label.start, object).includes('```')) warnings.add('code_fence');
  if (text.slice(0, reason).trim() !== '') warnings.add('extra_text');
  if (!isLineStart(text, label.start)) warnings.add('lenient_label');
  const repaired = new Set<string>();
  const json = readLooseJson(answer, object, { warnings: repaired, to: limit });
  const isForgiven = [...repaired].every((code) => FORGIVEN.has(code));
  if (json.type === 'problem' || !isForgiven) {
    const message = json.type === 'problem' ? json.message : 'this is not JSON';
    return fail('malformed_action', message, [object, json.end]);
  }
  for (const code of repaired) warnings.add(code);
  const tail = text.slice(json.end, limit).trim();
  if (tail !== '' && tail !== '```') warnings.add('extra_text');
  const fields = json.value;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return fail('malformed_action', 'the Action section holds no JSON object', [object, json.end]);
  }
  const native = { family: options.family, arguments: fields, text: answer.slice(object, json.end) };
  const positions = { coordinates: options.coordinates, sizes: context, warnings };
  // An object with string keys, as checked above.
  const { readAction = readM3aAction } = options;
  const action = readAction(fields as Record<string, unknown>, native, positions, context.elements);
  if (isProblem(action)) return fail(action.kind, action.message, [object, json.end]);
  return actionsResult([action], { thought }, warnings);
}

/** The first label with an object behind it, or else the first label; the object may be cut short. */
function findAction(text: string, from: number): { start: number; end: number } | null {
  let first: { start: number; end: number } | null = null;
  ACTION.lastIndex = from;
  for (let match = ACTION.exec(text); match !== null; match = ACTION.exec(text)) {
    const label = { start: match.index, end: match.index + match[0].length };
    if (text[label.end] === '{') return label;
    first ??= label;
  }
  return first;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}
