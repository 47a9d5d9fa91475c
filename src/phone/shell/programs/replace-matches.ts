import { PatternError } from '../../pattern/pattern-program.js';
import type { Pattern, PatternMatch } from '../../pattern/pattern.js';

/** Characters that a text may come to by what is put in. */
const LONGEST = 8 * 1024 * 1024;

/**
 * Replaces the matches of a pattern from the `first` on, counted from 1: all of them, or only that one.
 *
 * @param tooLong what is said of a text that grows too much
 * @throws {PatternError}
 */
export function replaceMatches(
  text: string,
  pattern: Pattern,
  replacementOf: (match: PatternMatch) => string,
  { isGlobal, first = 1, tooLong }: { isGlobal: boolean; first?: number; tooLong: string },
): { readonly text: string; readonly count: number } {
  let result = '';
  let copied = 0;
  let found = 0;
  let count = 0;
  let ended = -1;
  for (let from = 0; from <= text.length;) {
    const match = pattern.search(text, from);
    if (!match) break;
    from = match.end > match.start ? match.end : match.end + 1;
    // An empty match right behind another one is none.
    if (match.end === match.start && match.start === ended) continue;
    ended = match.end;
    found += 1;
    if (found < first) continue;
    count += 1;
    result += text.slice(copied, match.start) + replacementOf(match);
    copied = match.end;
    if (result.length > LONGEST) throw new PatternError(tooLong);
    if (!isGlobal) break;
  }
  return { text: result + text.slice(copied), count };
}
