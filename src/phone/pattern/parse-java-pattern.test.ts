import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pattern } from './pattern.js';
import { PatternError } from './pattern-program.js';

const whole = (text: string) => new Pattern(text, { syntax: 'java', isWhole: true });

describe('Pattern of Java', () => {
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
    ['[^\\W_]+', 'ab9', true],
    ['[^\\W_]+', 'a_b', false],
    ['.*\\bFi\\b.*', 'My Wi-Fi', true],
    ['.*\\bFi\\b.*', 'My WiFi', false],
    ['a.*?c', 'abcc', true],
    ['a.c', 'a\nc', false],
    ['(?i)[a-c]É|\\QX*\\E', 'Bé', true],
    ['(?i)[a-c]É|\\QX*\\E', 'x*', true],
    ['😀{2}', '😀😀', true],
    ['ab', 'xaby', false],
  ])('fits %s to %s: %s', (pattern, text, expected) => {
    expect(whole(pattern).test(text)).toBe(expected);
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
    '((((){9999}a){99}){99}){99}',
    'a*+a',
    '[]',
    '[z-a]',
  ])('does not take %s', (pattern) => {
    expect(() => whole(pattern)).toThrow(PatternError);
  });

  it('fits hostile patterns without going back, which would outlast any test, or says that they take too long', () => {
    for (const pattern of [
      '(a+)+b',
      '(a|a)*b',
      '(.*)*x',
      '(a?){90}a{90}',
      '((a{9}){9})*',
      '(((){9999}){9999}){9999}',
    ]) {
      expect(whole(pattern).test('a'.repeat(1000))).toBe(false);
    }
    expect(whole('(a|aa)*').test('a'.repeat(20_000))).toBe(true);
    const long = whole('(.*){60}x(.*){60}');
    expect(() => long.test('y'.repeat(1_000_000))).toThrow('too long');
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
          expect(whole(pattern).test(text)).toBe(new RegExp(`^(?:${pattern})$`).test(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('fails on no pattern but by saying so', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab.*+?{}()[]|\\^$-,12:iQE'.split('')), maxLength: 40 }),
        (pattern) => {
          let problem: unknown = null;
          try {
            whole(pattern).test('ab1');
          } catch (error) {
            problem = error;
          }
          expect(problem === null || problem instanceof PatternError).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
