import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pattern } from './pattern.js';

const basic = (text: string) => new Pattern(text, { syntax: 'basic' });
const extended = (text: string) => new Pattern(text, { syntax: 'extended' });

/** Patterns that mean the same to us and to JavaScript. */
const anyPattern = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '[a-b]', '\\w', '\\.', '\\b'),
    tie('node').map((node) => `(${node})`),
  ),
  node: fc.oneof(
    { maxDepth: 4 },
    tie('atom'),
    fc
      .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}'))
      .map(([atom, times]) => (atom === '\\b' ? atom : atom + times)),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`),
  ),
})).node;

const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', ' '), maxLength: 12 });

describe('Pattern', () => {
  it('finds a match where JavaScript does, and where it begins', () => {
    fc.assert(
      fc.property(anyPattern, anyText, (pattern, text) => {
        const expected = new RegExp(pattern).exec(text);
        expect(extended(pattern).test(text)).toBe(expected !== null);
        const found = extended(pattern).search(text);
        expect(found?.start).toBe(expected?.index);
        // The longest match, which is never shorter than JavaScript's.
        if (found && expected) expect(found.end).toBeGreaterThanOrEqual(expected.index + expected[0].length);
        const whole = new RegExp(`^(${pattern})$`);
        if (found) expect(whole.test(text)).toBe(extended(`^(${pattern})$`).test(text));
      }),
      { numRuns: 500 },
    );
  });

  it('takes the longest of those that begin first', () => {
    expect(extended('a|ab|abc').search('xabcd')).toEqual({ start: 1, end: 4, groups: [] });
    expect(extended('(a|ab)(c|bcd)?').search('abcd')).toMatchObject({ start: 0, end: 4 });
    expect(basic('\\(b*\\)c\\(d\\)\\?').search('aabbc')).toEqual({
      start: 2,
      end: 5,
      groups: [2, 4, -1, -1],
    });
  });

  it.each([
    ['a\\|b', 'xb', true],
    ['a|b', 'b', false],
    ['a|b', 'a|b', true],
    ['*a', '*a', true],
    ['^*a', '*a', true],
    ['a\\{2\\}$', 'baa', true],
    ['a\\{2\\}$', 'ba', false],
    ['a$b', 'a$b', true],
    ['x^y', 'x^y', true],
    ['a\\+', 'a', true],
    ['[]x]', ']', true],
    ['[^]x]', ']', false],
    ['[[:digit:]-]*x', '1-2x', true],
    ['\\<win', 'a window', true],
    ['\\<in', 'a window', false],
    ['(x)', '(x)', true],
    ['a{2}', 'a{2}', true],
    ['\\.png', 'xpng', false],
    ['é.', 'aé😀', true],
  ])('reads the basic expression %s', (pattern, text, expected) => {
    expect(basic(pattern).test(text)).toBe(expected);
  });

  it.each([
    '(',
    'a(b',
    '[a',
    '[[:nope:]]',
    'a{3,2}',
    'a{999}',
    '\\',
    '(a)\\1',
    '((((a{200}){200}){200}){200})',
  ])('refuses %s', (pattern) => {
    expect(() => extended(pattern)).toThrow();
  });

  it('ignores case where asked', () => {
    for (const syntax of ['basic', 'extended', 'fixed'] as const) {
      expect(new Pattern('wIfI', { syntax, ignoresCase: true }).test('the WiFi')).toBe(true);
    }
    expect(new Pattern('[a-c]É', { syntax: 'basic', ignoresCase: true }).test('Bé')).toBe(true);
    expect(new Pattern('a.b', { syntax: 'fixed' }).test('axb')).toBe(false);
  });

  it('takes linear time where backtracking would take for ever', () => {
    expect(extended('(a*)*b').test('a'.repeat(20_000))).toBe(false);
    expect(extended('(a|aa)+$').test(`${'a'.repeat(20_000)}b`)).toBe(false);
    expect(basic(`${'a\\?'.repeat(200)}${'a'.repeat(200)}`).test('a'.repeat(200))).toBe(true);
    expect(() => extended('(.*){50}x(.*){50}').test('y'.repeat(3_000_000))).toThrow('too long');
  });
});
