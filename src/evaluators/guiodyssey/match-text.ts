import { distance } from 'fastest-levenshtein';
import { pythonStrip } from '../../domain/hierarchy/python-strip.js';

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

/** Insertions, deletions and substitutions of code points that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  if (!hasSurrogates(a) && !hasSurrogates(b)) return distance(a, b);
  // The library counts UTF-16 units: every code point becomes a unit of its own.
  const units = new Map<string, string>();
  const unitOf = (point: string): string => {
    const known = units.get(point);
    if (known !== undefined) return known;
    const unit = String.fromCharCode(units.size);
    units.set(point, unit);
    return unit;
  };
  const recoded = (text: string): string => Array.from(text, unitOf).join('');
  return distance(recoded(a), recoded(b));
}

function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

function codePoints(text: string): number {
  return hasSurrogates(text) ? Array.from(text).length : text.length;
}
