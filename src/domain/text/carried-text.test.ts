import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedText, carriedText, carriesText } from './carried-text.js';

const carries = (edge: string, typed: string): boolean => carriesText(askedText(edge), carriedText(typed));

describe('carriesText', () => {
  it.each([
    ['Oat milk', 'oat milk', true],
    ['Oat milk', 'Please buy OAT MILK.', true],
    ['milk，bread', 'bread, then milk', true],
    ['tidepool9', 'ｔｉｄｅｐｏｏｌ９', true],
    ['555-0148', '555 0148', true],
    ['3.5', '3.5', true],
    ['5550148', 'call 555-0148', true],
    ['2025,10', '2025-10', true],
    ['06:45', 'at 06:45', true],
    ['好看 ~', '好看', true],
    ['...', ' ... ', true],
    ['', 'anything', true],
    ['', '', true],
    ['3.5', '35', false],
    ['3.5', '13.5', false],
    ['5', '3.5', false],
    ['6:45', '16:45', false],
    ['5550148', '15550148', false],
    ['milk,bread', 'bread', false],
    ['Oat milk', 'o', false],
    ['Oat milk', 'Oat', false],
    ['Oat milk', '', false],
    ['Oat milk', ' \t\u200B', false],
    ['Oat milk', '?', false],
    ['Oat milk', ',.;:!？。“”~…', false],
    ['...', '', false],
  ])('says of the edge %j and the typed %j: %s', (edge, typed, expected) => {
    expect(carries(edge, typed)).toBe(expected);
  });

  it('holds for every text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(carries(text, text)).toBe(true);
      }),
    );
  });

  it('lets no text without letters, digits and symbols pass for one that has some', () => {
    const silent = fc.string({
      unit: fc.constantFrom(' ', '\t', '\n', '.', ',', ':', '!', '?', '…', '—', '“', '，', '。', '（', '~'),
    });
    fc.assert(
      fc.property(silent, fc.string({ unit: 'grapheme' }), (typed, rest) => {
        expect(carries(`a${rest}`, typed)).toBe(false);
      }),
    );
  });
});
