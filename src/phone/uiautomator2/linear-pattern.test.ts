import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './linear-pattern.js';

describe('compilePattern', () => {
  it.each([
    ['Wi-?Fi', 'WiFi', true],
    ['Wi-?Fi', 'My Wi-Fi', false],
    ['.*Fi.*', 'My Wi-Fi 2', true],
    ['(?i)settings', 'SETTINGS', true],
    ['(Open|Close) \\d{2,3}', 'Close 123', true],
    ['(Open|Close) \\d{2,3}', 'Close 1', false],
    ['[^a-c\\d]+', 'xyz', true],
    ['[^a-c\\d]+', 'xaz', false],
    ['\\Qa.b\\E.', 'a.bc', true],
    ['\\Qa.b\\E.', 'axbc', false],
    ['^a(?:bc)*$', 'abcbc', true],
    ['', '', true],
    ['a|', '', true],
    ['网络.{1,}', '网络和互联网', true],
    ['a{0}b', 'b', true],
    ['[\\w-]+', 'a-b_9', true],
  ])('fits %s to %s: %s', (pattern, text, expected) => {
    expect(compilePattern(pattern)?.(text)).toBe(expected);
  });

  it.each([
    '(?=a)',
    '(a)\\1',
    '(a',
    '[a',
    'a{2',
    '*a',
    'a)',
    '\\',
    '\\p{L}',
    '[[a]]',
    'x'.repeat(501),
    'a{9999}',
  ])('does not take %s', (pattern) => {
    expect(compilePattern(pattern)).toBeNull();
  });

  it('reads hostile patterns and texts in no time', () => {
    const start = performance.now();
    for (const pattern of ['(a+)+b', '(a|a)*b', '(.*)*x', '(a?){90}a{90}', '((a{9}){9})*']) {
      const matches = compilePattern(pattern);
      expect(matches?.('a'.repeat(1000)) ?? false).toBeTypeOf('boolean');
    }
    // Going back would take longer than there is time.
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('fits what the regular expressions of JavaScript fit', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(?:ab)',
      '\\d',
      'a*',
      'b+',
      '(ab)?',
      'a{1,2}',
      '^',
      '$',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 }),
        (pattern, text) => {
          expect(compilePattern(pattern)?.(text)).toBe(new RegExp(`^(?:${pattern})$`).test(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never fails on any pattern', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab.*+?{}()[]|\\^$-,12:iQE'.split('')), maxLength: 40 }),
        (pattern) => {
          const matches = compilePattern(pattern);
          expect(matches === null || typeof matches('ab1') === 'boolean').toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
