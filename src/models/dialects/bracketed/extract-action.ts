import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { cutThinking } from '../reading/cut-thinking.js';

/** The text of an answer before the action, in the words that the prompt asks for. Source: SPHINX reference code. */
export const FINAL_PHRASE = 'In summary, the next action I will perform is';
const FENCE = '```';

/** An action as it stands in an answer. */
export interface ExtractedAction {
  readonly text: string;
  /** UTF-16 offsets of `text` in the answer. */
  readonly start: number;
  readonly end: number;
  /** The text before it, trimmed. */
  readonly thought: string;
}

/**
 * The action of an answer to a task: between the first triple backticks behind the last final phrase, or in the whole
 * answer where that is missing; trimmed. Null where no backticks close.
 */
export function extractAction(answer: string): ExtractedAction | null {
  const containerAfter = (offset: number): number | null => {
    const phrase = answer.lastIndexOf(FINAL_PHRASE);
    return phrase >= offset ? phrase : null;
  };
  const cut = cutThinking(answer, containerAfter);
  const phrase = cut.text.lastIndexOf(FINAL_PHRASE);
  // Behind the phrase everything counts as written: a tag there may be part of a text to type.
  const text = phrase < 0 ? cut.text : answer;
  const open = text.indexOf(FENCE, phrase < 0 ? 0 : phrase + FINAL_PHRASE.length);
  const close = open < 0 ? -1 : text.indexOf(FENCE, open + FENCE.length);
  if (close < 0) return null;
  const inner = text.slice(open + FENCE.length, close);
  const action = pythonStrip(inner);
  const start = open + FENCE.length + inner.indexOf(action);
  const thought = cut.thought ?? answer.slice(0, phrase < 0 ? open : phrase).trim();
  return { text: action, start, end: start + action.length, thought };
}

/**
 * The action of an answer to a grounding question: between the last triple backticks that close, phrase or not; not
 * trimmed, so that a line break behind them is an error. Null where no backticks close.
 */
export function extractGroundedAction(answer: string): ExtractedAction | null {
  const { text, thought } = cutThinking(answer);
  let found: { open: number; close: number } | null = null;
  for (let open = text.indexOf(FENCE); open >= 0;) {
    const close = text.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    found = { open, close };
    open = text.indexOf(FENCE, close + FENCE.length);
  }
  if (found === null) return null;
  const start = found.open + FENCE.length;
  const before = answer.slice(0, found.open).trim();
  return { text: text.slice(start, found.close), start, end: found.close, thought: thought ?? before };
}

/**
 * The action, or the error message, of the reference code.
 *
 * Source: SPHINX reference code, agents' `extract_action`.
 */
export function extractActionAsReference(
  answer: string,
): { readonly action: string } | { readonly error: string } {
  const phrase = answer.lastIndexOf(FINAL_PHRASE);
  const rest = pythonStrip(phrase < 0 ? answer : answer.slice(phrase + FINAL_PHRASE.length));
  const open = rest.indexOf(FENCE);
  const close = open < 0 ? -1 : rest.indexOf(FENCE, open + FENCE.length);
  if (close < 0) return { error: `Cannot find the answer phrase "${FINAL_PHRASE}" in "${rest}"` };
  return { action: pythonStrip(rest.slice(open + FENCE.length, close)) };
}

/**
 * As `extractActionAsReference`, for grounding: the last but one of the pieces between triple backticks, which is the text
 * before them where they never close.
 *
 * Source: SPHINX reference code, grounding.
 */
export function extractGroundedActionAsReference(
  answer: string,
): { readonly action: string } | { readonly error: string } {
  const action = answer.split(FENCE).at(-2);
  return action === undefined ? { error: 'list index out of range' } : { action };
}
