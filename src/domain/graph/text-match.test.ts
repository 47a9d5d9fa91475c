import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText, prepareText, prepareTyped, textMatches } from './text-match.js';

const match = (edge: string, typed: string): boolean => textMatches(prepareText(edge), prepareTyped(typed));

describe('textMatches', () => {
  it.each([
    ['milk and bread', 'MILK AND BREAD', true],
    ['milk，bread', 'bread then milk', true],
    ['milk,bread', 'bread', true],
    ['milk', 'buy milk now', true],
    ['milk', 'buttermilk', true],
    ['milk', 'bread', false],
    ['Milk', 'MILK', true],
    ['a b', 'a  b', true],
    ['', 'anything', true],
    ['milk', '', true],
    ['milk', '?', true],
    ['milk', '；', false],
  ])('of %j and %j is %s', (edge, typed, expected) => {
    expect(match(edge, typed)).toBe(expected);
  });

  it('holds for every text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(match(text, text)).toBe(true);
      }),
    );
  });
});

describe('normalizeText', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normalizeText(text);
        expect(normalizeText(once)).toBe(once);
      }),
    );
  });
});
