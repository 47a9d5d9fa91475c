import { editDistance } from '../../domain/text/edit-distance.js';
import type { TextRule, TextTest } from './step-protocol.js';

/** Whether a typed text stands for the recorded one. */
export function matchTypedText(expected: string, predicted: string, rule: TextRule): boolean {
  const [a, b] = [normalised(expected, rule), normalised(predicted, rule)];
  if (rule.empty === 'equal') {
    const [isEmptyA, isEmptyB] = [a.trim() === '', b.trim() === ''];
    if (isEmptyA || isEmptyB) return isEmptyA && isEmptyB;
  }
  if (a === b) return true;
  for (const test of rule.anyOf) if (passes(test, a, b)) return true;
  return false;
}

function normalised(text: string, { strip, lowerCase }: TextRule): string {
  const stripped = strip ? text.trim() : text;
  return lowerCase ? stripped.toLowerCase() : stripped;
}

function passes(test: TextTest, a: string, b: string): boolean {
  switch (test.test) {
    case 'any':
      return true;
    case 'equal':
      return a === b;
    case 'containment':
      return a.includes(b) || b.includes(a);
    case 'similarity':
      return isSimilar(a, b, test.atLeast);
    case 'token_f1': {
      const f1 = tokenF1(wordsOf(a), wordsOf(b), test.tokens);
      return f1 > test.threshold || (test.isInclusive && f1 === test.threshold);
    }
    default:
      return test satisfies never;
  }
}

function isSimilar(a: string, b: string, atLeast: number): boolean {
  const [lengthA, lengthB] = [codePoints(a), codePoints(b)];
  const longest = Math.max(lengthA, lengthB);
  const most = (1 - atLeast) * longest + 1e-9;
  // Texts of very unlike lengths are not worth the square of their lengths.
  if (Math.abs(lengthA - lengthB) > most) return false;
  return editDistance(a, b) <= most;
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // The second half of a pair belongs to the code point before it.
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Harmonic mean of the shares of words that the other text has; 0 where one has none. */
function tokenF1(a: readonly string[], b: readonly string[], tokens: 'set' | 'bag'): number {
  const [left, right] = tokens === 'set' ? [[...new Set(a)], [...new Set(b)]] : [a, b];
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    both += 1;
    counts.set(word, count - 1);
  }
  return left.length + right.length === 0 ? 0 : (2 * both) / (left.length + right.length);
}
