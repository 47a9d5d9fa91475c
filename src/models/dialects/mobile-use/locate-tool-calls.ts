import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import { findObject } from '../reading/read-loose-json.js';

/** The tags that a call may stand in. */
export type CallTag = 'tool_call' | 'action';

/** The answer as it is searched. */
export interface SearchedAnswer {
  /** Thinking is blanked; offsets are those of the answer. */
  readonly text: string;
  /** Behind the last character that counts. */
  readonly end: number;
  readonly thought: string | null;
  /** A thinking tag is opened and never closed. */
  readonly unclosed: boolean;
  /** The tag that is used; null where there is none and a bare object is the call. */
  readonly tag: CallTag | null;
  /** Offset of the first opening tag, or of the bare object; -1 where there is neither. */
  readonly first: number;
}

/** Finds where the calls of an answer begin. `tag` is the family's own; the other one is taken in its absence. */
export function searchAnswer(answer: string, tag: CallTag): SearchedAnswer {
  const containerAfter = (offset: number): number | null => {
    const last = Math.max(answer.lastIndexOf('<tool_call>'), answer.lastIndexOf('<action>'));
    return last >= offset ? last : null;
  };
  const { text, thought, unclosed } = cutThinking(answer, containerAfter);
  const end = answerEnd(text);
  for (const name of [tag, tag === 'action' ? 'tool_call' : 'action'] as const) {
    const first = text.indexOf(`<${name}>`);
    if (first >= 0) return { text, end, thought, unclosed, tag: name, first };
  }
  return { text, end, thought, unclosed, tag: null, first: findObject(text, 0, end) };
}

/** Text that surrounds the calls. */
export interface SurroundingText {
  readonly thought: string | null;
  readonly summary: string | null;
}

const LABELS = /^(Thought|Action):[ \t]*/;
const LOOSE_LABEL = /^[*_`]*(thoughts?|actions?)[*_`]*[:：][*_` \t]*/i;

/** Thought and summary before the first call; `warnings` takes what the grammar has no place for. */
export function readBefore(before: string, warnings: Set<string>): SurroundingText {
  const text = before.trim();
  if (text === '') return { thought: null, summary: null };
  let thought: string | null = null;
  let summary: string | null = null;
  let rest = text;
  if (!LABELS.test(text)) {
    warnings.add(LOOSE_LABEL.test(text) ? 'lenient_label' : 'extra_text');
    rest = text.replace(LOOSE_LABEL, (_, label: string) => (/^t/i.test(label) ? 'Thought: ' : 'Action: '));
  }
  const action = rest.startsWith('Action:') ? 0 : rest.indexOf('\nAction:');
  if (action >= 0) {
    const line = rest.slice(rest.indexOf(':', action) + 1).trim();
    summary = line.replace(/^"([^"]*)"$/, '$1');
  }
  const said = action >= 0 ? rest.slice(0, action) : rest;
  thought = said.replace(LABELS, '').trim() || null;
  return { thought, summary };
}

const SUMMARY = /^\s*<(conclusion|description)>([\s\S]*?)(?:<\/\1>|$)/;

/** The summary behind the last call; `warnings` takes what the grammar has no place for. */
export function readAfter(after: string, warnings: Set<string>): string | null {
  if (after.trim() === '') return null;
  const match = SUMMARY.exec(after);
  if (match === null || after.slice(match[0].length).trim() !== '') warnings.add('extra_text');
  if (match === null) return null;
  if (!match[0].endsWith('>')) warnings.add('missing_tag');
  return match[2]?.trim() ?? null;
}
