import { distance } from 'fastest-levenshtein';

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
