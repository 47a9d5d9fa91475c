import { quoteWord } from '../../domain/text/quote-word.js';
import type { UnreadableAnswers } from '../../app/results/answer-tables.js';
import type { UnreadableAnswer } from '../../app/results/unreadable-answer.js';

/** Characters of an answer that are shown: its beginning says what the model thought it was asked for. */
const MOST_SHOWN = 300;

/** Characters that would move the cursor, colour the terminal or turn the direction of a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Lines about answers of a model that could not be read: how many, one of them, what read it, and the commands that show more.
 *
 * @param report the command that shows the run
 */
export function unreadableLines(
  { count, of }: Pick<UnreadableAnswers, 'count' | 'of'>,
  { episode, step, text, problem, dialect, isKnownDialect }: UnreadableAnswer,
  report: string,
): readonly string[] {
  const reader = dialect === null ? 'the agent itself' : `the dialect ${dialect}`;
  const lines = [
    `${count} of ${of} answers could not be read as given. One of them (${episode}, step ${step}; read by ${reader}):`,
    `  ${shownAnswer(text)}`,
    `  ${escaped(problem)}`,
    `  Each with its step: ${report}`,
  ];
  if (dialect === null || !isKnownDialect) return lines;
  const flag = `--dialect ${quoteWord(dialect)}`;
  return [
    ...lines,
    `  What an answer means: touchstone parse ${flag} < answer.txt`,
    `  What is asked for:    touchstone prompts show ${flag}`,
  ];
}

/** The beginning of an answer on one line, in quotes; what a terminal does not print is escaped. */
function shownAnswer(text: string): string {
  if (text.trim() === '') return '(empty)';
  const rest = text.length - MOST_SHOWN;
  const beginning = escaped(text.slice(0, MOST_SHOWN));
  return rest > 0 ? `"${beginning}…" (${rest} more characters)` : `"${beginning}"`;
}

function escaped(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (sign) => NAMED_ESCAPES[sign] ?? `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
