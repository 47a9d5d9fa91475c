import { describe, expect, it } from 'vitest';
import { choiceIndex, choiceLetters } from './choice-letters.js';

describe('the letters of choices', () => {
  it('count as spreadsheets name columns, and back', () => {
    expect([0, 25, 26, 27, 701, 702].map(choiceLetters)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
    for (let index = 0; index < 20_000; index += 1) expect(choiceIndex(choiceLetters(index))).toBe(index);
  });

  it('are upper-case letters and nothing else', () => {
    for (const letters of ['', 'a', 'A1', 'AAAAA', 'É']) expect(choiceIndex(letters)).toBeNull();
  });
});
