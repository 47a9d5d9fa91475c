/** The first and the last code point of some that follow one another. */
export type CharacterRange = readonly [first: number, last: number];

const LAST_CODE = 0x10_ffff;

/** Pairs of characters as ranges. */
export function ranges(pairs: string): readonly CharacterRange[] {
  const codes = Array.from(pairs, (character) => character.codePointAt(0) ?? 0);
  return codes.flatMap((code, index) => (index % 2 === 0 ? [[code, codes[index + 1] ?? code] as const] : []));
}

/** What `\d`, `\w` and `\s` stand for, which all syntaxes agree on. */
export const DIGITS = ranges('09');
export const WORD = ranges('09AZaz__');
export const SPACE = ranges('\t\r  ');

/** All characters that are in none of these. */
export function complementOf(taken: readonly CharacterRange[]): readonly CharacterRange[] {
  const left: CharacterRange[] = [];
  let next = 0;
  for (const [first, last] of taken.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) left.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= LAST_CODE) left.push([next, LAST_CODE]);
  return left;
}
