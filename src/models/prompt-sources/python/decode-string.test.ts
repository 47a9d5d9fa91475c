import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeString, UnreadableEscape, type StringPart } from './decode-string.js';
import { stringAt } from './string-token.js';

function decode(literal: string): StringPart[] {
  const form = stringAt(literal, 0);
  if (form === null) throw new Error(`${literal} is no string`);
  expect(form.end).toBe(literal.length);
  return decodeString(literal, form);
}

const field = (source: string): StringPart => ({ field: source });

describe('a string of Python', () => {
  it.each<[string, StringPart[]]>([
    [String.raw`'a\n\t\"\'\\b'`, ['a\n\t"\'\\b']],
    [String.raw`'\d \( \{'`, [String.raw`\d \( \{`]],
    ["'one\\\ntwo'", ['onetwo']],
    [String.raw`r'\n\''`, [String.raw`\n\'`]],
    ["R'\\\n'", ['\\\n']],
    [String.raw`'\x41\u00e9\U0001F600\101\0'`, ['Aé😀A\0']],
    ['"""a "quoted" \'word\'\n"""', ['a "quoted" \'word\'\n']],
    ["''", []],
    ["u'x'", ['x']],
    ["'{a} {{b}}'", ['{a} {{b}}']],
    ["f'{a} {{b}} }}'", [field('a'), ' {b} }']],
    ["F'x{ a + 1 }y'", ['x', field('a + 1'), 'y']],
    [String.raw`fr'\d{a}\{b}'`, [String.raw`\d`, field('a'), '\\', field('b')]],
    [String.raw`f'\{b}'`, ['\\', field('b')]],
    [`f"{x if x else '[none]'}"`, [field("x if x else '[none]'")]],
    [`f"{d["k"]}{', '.join(v)}"`, [field('d["k"]'), field("', '.join(v)")]],
    ["f'{ {1: 2}[1] }'", [field('{1: 2}[1]')]],
    ["f'{a[1:2]}'", [field('a[1:2]')]],
    [`f"{a:'>10}{b!r}{c:{width}}{d!=e}"`, ["a:'>10", 'b!r', 'c:{width}', 'd!=e'].map(field)],
    [`f'''{f"{f'{a}'}"}'''`, [field(`f"{f'{a}'}"`)]],
    [`f'{"}"}'`, [field('"}"')]],
  ])('%s says what Python says', (literal, parts) => {
    expect(decode(literal)).toEqual(parts);
  });

  it.each([String.raw`'\N{BULLET}'`, String.raw`'\xZ1'`, String.raw`'\u12'`, String.raw`'\U00110000'`])(
    '%s is refused',
    (literal) => {
      expect(() => decode(literal)).toThrow(UnreadableEscape);
    },
  );

  it.each(["b'x'", "rb'x'", "t'{x}'"])('%s is no text', (literal) => {
    expect(stringAt(literal, 0)?.isText).toBe(false);
  });

  it.each(["xy'x'", 'name', "fb'x'", ''])('%s begins with no string', (literal) => {
    expect(stringAt(literal, 0)).toBeNull();
  });

  it('reads back whatever text is printed, in any quotes', () => {
    const quotes = fc.constantFrom("'", '"', "'''", '"""');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), quotes, (text, quote) => {
        const escaped = text
          .replaceAll('\\', '\\\\')
          .replaceAll(/['"]/g, (letter) => `\\${letter}`)
          .replaceAll('\n', '\\n');
        expect(decode(`${quote}${escaped}${quote}`)).toEqual(text === '' ? [] : [text]);
        const doubled = escaped.replaceAll(/[{}]/g, (brace) => brace + brace);
        expect(decode(`f${quote}${doubled}{x}${quote}`)).toEqual([
          ...(text === '' ? [] : [text]),
          field('x'),
        ]);
      }),
    );
  });
});
