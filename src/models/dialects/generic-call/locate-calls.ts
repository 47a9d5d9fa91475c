import { END_TOKENS } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';

/** Where the calls of an answer may stand. Offsets are those of the answer. */
export interface LocatedCalls {
  /** Searched text, of the same length as the answer: thinking, fences and end tokens blanked, full-width marks as ASCII. */
  readonly text: string;
  /** One per label, in order; the whole of the answer's container when there is no label. */
  readonly regions: readonly { readonly start: number; readonly end: number }[];
  /** No label: the region is a call only if it looks like one. */
  readonly unlabelled: boolean;
  /** The regions are within an answer tag. */
  readonly isTagged: boolean;
  readonly thought: string | null;
  /**
   * The thought stands before the label, on lines of its own. The prompt asks for thinking and for one line: a strict reader
   * refuses it, and nothing of it is worth a note.
   */
  readonly hasThoughtBefore: boolean;
  readonly warnings: readonly string[];
}

/** At the start of a line, behind marks of emphasis or lists. */
const LABEL = /^[ \t>*_`#-]*(actions?)[ \t*_`]*:[ \t*_]*/gim;
const LABEL_WITHIN_LINE = /\bAction:[ \t]*/g;
const END_TOKEN = new RegExp(END_TOKENS.map((token) => token.replaceAll(/[|[\]]/g, '\\$&')).join('|'), 'g');
const FENCE = /^[ \t]*```[\w-]*[ \t]*$/gm;
const FULL_WIDTH = /[：（），]/;
const ASCII_OF: Readonly<Record<string, string>> = { '：': ':', '（': '(', '）': ')', '，': ',' };

/** Finds the labelled regions of an answer outside its thinking. */
export function locateCalls(answer: string): LocatedCalls {
  const warnings = new Set<string>();
  const ascii = FULL_WIDTH.test(answer)
    ? answer.replaceAll(/[：（），]/g, (mark) => ASCII_OF[mark] ?? mark)
    : answer;
  const containerAfter = (offset: number): number | null => {
    const answerTag = ascii.toLowerCase().lastIndexOf('<answer>');
    const label = [...ascii.matchAll(LABEL)].at(-1)?.index ?? -1;
    const container = Math.max(answerTag, label);
    return container >= offset ? container : null;
  };
  const cut = cutThinking(ascii, containerAfter);
  if (cut.unclosed) warnings.add('missing_tag');
  // Most answers hold none of these: looking for a character is far cheaper than for a pattern.
  let text = /[<[]/.test(cut.text) ? cut.text.replaceAll(END_TOKEN, blanks) : cut.text;
  if (text.includes('```') && FENCE.test(text)) {
    warnings.add('code_fence');
    text = text.replaceAll(FENCE, blanks);
  }
  FENCE.lastIndex = 0;

  const container = answerContainer(text, warnings);
  const region = container ?? { start: 0, end: text.length };
  const inside = text.slice(region.start, region.end);
  let labels = matchesOf(LABEL, inside);
  if (labels.length === 0 && container === null) {
    labels = matchesOf(LABEL_WITHIN_LINE, inside);
    if (labels.length > 0) warnings.add('lenient_label');
  }
  const first = labels[0];
  if (first === undefined) {
    if (container === null) warnings.add('lenient_label');
    return {
      text,
      regions: [region],
      unlabelled: true,
      isTagged: container !== null,
      thought: cut.thought,
      hasThoughtBefore: false,
      warnings: [...warnings],
    };
  }
  if (labels.some((label) => !/^Action:[ \t]*$/.test(label[0]))) warnings.add('lenient_label');
  const isFullWidth = labels.some((label) => !answer.startsWith(label[0], region.start + label.index));
  if (isFullWidth) warnings.add('fullwidth');
  const before = inside.slice(0, first.index).trim();
  const hasThoughtBefore = before !== '' && container === null;
  // With thinking of its own before it, the text is none.
  if (hasThoughtBefore && cut.thought !== null) warnings.add('extra_text');
  const regions = labels.map((label, index) => ({
    start: region.start + label.index + label[0].length,
    end: region.start + (labels[index + 1]?.index ?? inside.length),
  }));
  const thought = cut.thought ?? (before === '' ? null : before.replace(/^thought:\s*/i, ''));
  return {
    text,
    regions,
    unlabelled: false,
    isTagged: container !== null,
    thought,
    hasThoughtBefore,
    warnings: [...warnings],
  };
}

/** Content of the last `<answer>` tag. */
function answerContainer(text: string, warnings: Set<string>): { start: number; end: number } | null {
  if (!text.includes('<')) return null;
  const lower = text.toLowerCase();
  const tag = lower.lastIndexOf('<answer>');
  if (tag < 0) return null;
  const start = tag + '<answer>'.length;
  const end = lower.indexOf('</answer>', start);
  if (end < 0) warnings.add('missing_tag');
  return { start, end: end < 0 ? text.length : end };
}

function blanks(match: string): string {
  return ' '.repeat(match.length);
}

/** As `matchAll`, which makes a pattern anew for each text. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) matches.push(match);
  return matches;
}
