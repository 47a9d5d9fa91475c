/** An answer without its thinking. */
export interface CutAnswer {
  /** Of the same length as the answer: thinking is blanked, so that offsets stay true. */
  readonly text: string;
  /** The text of the thinking; null where there is none. */
  readonly thought: string | null;
  /** A thinking tag is opened and never closed. */
  readonly unclosed: boolean;
}

const TAG = /<(\/?)(?:think|thought)[\w-]{0,64}(?: [^<>\n]{0,200})?>/gi;

/**
 * Blanks every block between thinking tags (`<think>`, `<thinking>`, `<thought>`, `<think_never_used_…>`), and everything
 * before a closing tag that nothing opens: some chat templates put the opening tag into the prompt.
 *
 * @param containerAfter where an action is written behind this offset: text behind a tag that is never closed is
 * thinking up to there.
 */
export function cutThinking(
  answer: string,
  containerAfter: (offset: number) => number | null = () => null,
): CutAnswer {
  // Most answers hold no tag: looking for a character is far cheaper than for a pattern.
  if (!answer.includes('<')) return { text: answer, thought: null, unclosed: false };
  const blanked: [start: number, end: number][] = [];
  const thoughts: string[] = [];
  let opened: { start: number; inner: number } | null = null;
  let unclosed = false;
  for (const match of answer.matchAll(TAG)) {
    const end = match.index + match[0].length;
    if (match[1] === '') {
      opened ??= { start: match.index, inner: end };
      continue;
    }
    if (opened !== null) {
      blanked.push([opened.start, end]);
      thoughts.push(answer.slice(opened.inner, match.index));
      opened = null;
    } else if (blanked.length === 0) {
      blanked.push([0, end]);
      thoughts.push(answer.slice(0, match.index));
    } else {
      blanked.push([match.index, end]);
    }
  }
  if (opened !== null) {
    unclosed = true;
    const end = containerAfter(opened.inner) ?? answer.length;
    blanked.push([opened.start, end]);
    thoughts.push(answer.slice(opened.inner, end));
  }
  if (blanked.length === 0) return { text: answer, thought: null, unclosed };
  const thought = thoughts.map((part) => part.trim()).filter((part) => part !== '');
  return { text: blank(answer, blanked), thought: thought.join('\n'), unclosed };
}

/** Most answers hold other tags, if any: looking for these alone is cheaper. */
const HAS_THINKING = /<\/?(?:think|thought)/i;

/**
 * The answer without its thinking, for families whose models may think in tags or not at all; a tag that is never closed
 * adds `missing_tag`.
 *
 * @param container where the action is written, from this offset on or in the whole answer; -1 where it is nowhere
 */
export function withoutThinking(
  answer: string,
  warnings: Set<string>,
  container: (offset: number) => number,
): CutAnswer {
  if (!HAS_THINKING.test(answer)) return { text: answer, thought: null, unclosed: false };
  const cut = cutThinking(answer, (offset) => {
    const at = container(offset);
    return at >= offset ? at : null;
  });
  if (cut.unclosed) warnings.add('missing_tag');
  return cut;
}

/** The text with spaces in place of the ranges, which ascend and do not overlap. */
function blank(text: string, ranges: readonly [number, number][]): string {
  let result = '';
  let at = 0;
  for (const [start, end] of ranges) {
    result += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}

/** An answer as it was written, unless it holds thinking: then what is left of it, without the space around that. */
export function answerWithoutThinking(answer: string): string {
  const { text } = cutThinking(answer);
  return text === answer ? answer : text.trim();
}
