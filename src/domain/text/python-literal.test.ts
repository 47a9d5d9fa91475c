import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPythonDict, readPythonLiteral, type PythonValue } from './python-literal.js';

const tuple = (...items: PythonValue[]): PythonValue => ({ kind: 'tuple', items });

const HOSTILE = Array.from(`([{}])'"\\,#1e._-+ \nT`);

/** A value as Python's `repr` writes it. */
function written(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string')
    return `'${value.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', '\\n')}'`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  const inner = value.items.map(written).join(', ');
  if (value.kind === 'list') return `[${inner}]`;
  return value.items.length === 1 ? `(${inner},)` : `(${inner})`;
}

describe('readPythonLiteral', () => {
  it.each<[string, PythonValue]>([
    ['(1, 2)', tuple(1, 2)],
    ['1, 2', tuple(1, 2)],
    ['(0x64, 1_000, 1e3, .5, -3)', tuple(100, 1000, 1000, 0.5, -3)],
    ['((1))', 1],
    ['(1,) # a comment', tuple(1)],
    ['(1,\n 2)', tuple(1, 2)],
    ['1,\n', tuple(1)],
    ['1, 2\n# a comment\n', tuple(1, 2)],
    [`"a" 'b'`, 'ab'],
    [`'''a\n'b''' ""`, "a\n'b"],
    ['""', ''],
    ['000', 0],
  ])('reads %s', (text, value) => {
    expect(readPythonLiteral(text)).toEqual({ value });
  });

  it.each([
    '',
    '(1',
    '1 2',
    '007',
    '--2',
    '(1+2, 3)',
    'max(1, 2)',
    '（1，2）',
    '{}',
    '1j',
    '1abc',
    '(,)',
    '[1,,2]',
    '1,\n2',
    '""" a"',
    `"a\nb"`,
    '$',
  ])('takes %j for no literal', (text) => {
    expect(readPythonLiteral(text)).toBeNull();
  });

  it('gives back what Python would have written', () => {
    const { value } = fc.letrec<{ value: PythonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.string(),
        fc.record({
          kind: fc.constantFrom('tuple' as const, 'list' as const),
          items: fc.array(tie('value'), { maxLength: 3 }),
        }),
      ),
    }));
    fc.assert(
      fc.property(value, (expected) => {
        expect(readPythonLiteral(written(expected))).toEqual({ value: expected });
      }),
    );
  });

  it('never throws and never hangs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...HOSTILE) }), (text) => {
        readPythonLiteral(text);
      }),
    );
    expect(readPythonLiteral('('.repeat(100_000))).toBeNull();
    expect(readPythonLiteral('1_'.repeat(100_000))).toBeNull();
  });
});

describe('readPythonDict', () => {
  it.each<[string, readonly (readonly [string, PythonValue])[]]>([
    ['{}', []],
    [
      `{'a': 1, "b": None,}\n`,
      [
        ['a', 1],
        ['b', null],
      ],
    ],
    ['{ "a" : "x"  "y" , \n "a": -2.5 }', [['a', -2.5]]],
    [String.raw`{'a': '\x41\u00e9\U0001f600\q'}`, [['a', String.raw`Aé😀\q`]]],
    ['{"a": [1, "b"]}', [['a', { kind: 'list', items: [1, 'b'] }]]],
  ])('reads %s', (text, members) => {
    expect([...(readPythonDict(text) ?? [])]).toEqual(members);
  });

  it.each([
    '',
    '{1}',
    '{1: 2}',
    '{"a": 1',
    '{"a"}',
    '{"a": true}',
    '{"a": f()}',
    '{,}',
    '{"a": 1} x',
    String.raw`{"a": "\x4"}`,
    String.raw`{"a": "\U00110000"}`,
  ])('reads nothing in %s', (text) => {
    expect(readPythonDict(text)).toBeNull();
  });
});
