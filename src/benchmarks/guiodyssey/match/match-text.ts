import { editDistance } from '../../../domain/text/edit-distance.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';

/**
 * Whether two typed texts match: one contains the other, or they are alike to at least a half of the longer one. Case
 * counts, length is in code points. An empty text is contained in every other.
 *
 * Source: GUIOdyssey reference code, evaluator (containment or similarity ≥ 0.5; the paper's wording is inverted).
 */
export function matchText(expected: string, predicted: string): boolean {
  const a = pythonStrip(expected);
  const b = pythonStrip(predicted);
  if (a.includes(b) || b.includes(a)) return true;
  const longest = Math.max(codePoints(a), codePoints(b));
  return 2 * editDistance(a, b) <= longest;
}

function codePoints(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}
