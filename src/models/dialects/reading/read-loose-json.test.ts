import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findObject, readLooseJson } from './read-loose-json.js';

const WORDS = new Set(['mobile_use']);

function read(text: string, start = 0): { value: unknown; end: number; warnings: string[] } | string {
  const warnings = new Set<string>();
  const found = readLooseJson(text, start, { warnings, words: WORDS });
  return found.type === 'problem'
    ? found.message
    : { value: found.value, end: found.end, warnings: [...warnings] };
}

describe('readLooseJson', () => {
  it.each(['{"a": "}{", "b": [1, 2]} and more }', '[1, "]"] ]', '{"a\\"}": {"b": null}}}'])(
    'reads JSON up to its own end: %s',
    (text) => {
      const result = read(text);
      if (typeof result === 'string') throw new Error(result);
      expect(result.warnings).toEqual([]);
      expect(JSON.parse(text.slice(0, result.end))).toEqual(result.value);
    },
  );

  it.each<[string, unknown, string[]]>([
    [`{'a': 'b'}`, { a: 'b' }, ['single_quotes']],
    [
      `{'text': 'it's ok, say', 'n': None}`,
      { text: `it's ok, say`, n: null },
      ['single_quotes', 'unescaped_quote'],
    ],
    [`{"say": "a "b" c", "x": True}`, { say: 'a "b" c', x: true }, ['unescaped_quote', 'single_quotes']],
    [`{"a": 1,}`, { a: 1 }, ['trailing_comma']],
    [`[1, 2,]`, [1, 2], ['trailing_comma']],
    [`{{"a": {{"b": [1, 2]}}}}`, { a: { b: [1, 2] } }, ['double_braces']],
    [`{"name": mobile_use}`, { name: 'mobile_use' }, ['unquoted_name']],
    [`[{'action': enum['click']}]`, [{ action: 'click' }], ['single_quotes', 'unquoted_name']],
    [
      `['action': 'click', 'point': [1, 2]]`,
      [{ action: 'click', point: [1, 2] }],
      ['single_quotes', 'missing_tag'],
    ],
    [`{"at": (1, 2)}`, { at: [1, 2] }, ['alias_argument']],
    [`{"a"：1，"b": "，："}`, { a: 1, b: '，：' }, ['fullwidth']],
    [`{"a": "b\nc"}`, { a: 'b\nc' }, ['unescaped_quote']],
    [`{"a": {"b": [1, 2]}`, { a: { b: [1, 2] } }, ['missing_tag']],
    [`{"a": 12</x>`, { a: 12 }, ['missing_tag']],
    [`{"a": '\\x41\\'\\q\\n'}`, { a: `A'\\q\n` }, ['single_quotes']],
    [`{"__proto__": 'x'}`, JSON.parse('{"__proto__": "x"}'), ['single_quotes']],
  ])('repairs %s', (text, value, warnings) => {
    const result = read(text);
    if (typeof result === 'string') throw new Error(result);
    expect(result.value).toEqual(value);
    expect(result.warnings).toEqual(warnings);
  });

  it.each([
    '{"a": [400, ',
    '{"a": 12',
    '{"a": {"b": [1, 2]',
    '{"a": "b',
    '{"a": }',
    '{a: 1}',
    '{"a" 1}',
    '{"a": other_word}',
    '{"a": NaN}',
    '{"a": 1 "b": 2}',
    'click',
    '',
    '}',
    '[1',
    `${'['.repeat(40)}${']'.repeat(40)}`,
  ])('refuses %s', (text) => {
    expect(typeof read(text)).toBe('string');
  });

  it('reads every JSON value as JSON does, wherever it stands', () => {
    const wrapped = fc.jsonValue({ maxDepth: 5 }).map((value) => ({ value }));
    fc.assert(
      fc.property(wrapped, fc.string(), fc.nat(3), (value, after, indent) => {
        const text = JSON.stringify(value, null, indent);
        const expected: unknown = JSON.parse(text);
        expect(read(`${text}${after}`)).toEqual({ value: expected, end: text.length, warnings: [] });
      }),
    );
  });

  it('reads what Python prints', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !/['\\\p{C}]/u.test(value));
    fc.assert(
      fc.property(text, fc.integer(), fc.boolean(), (word, number, flag) => {
        const printed = `{'w': '${word}', 'n': [${number}, None], 'f': ${flag ? 'True' : 'False'}}`;
        expect(read(printed)).toMatchObject({ value: { w: word, n: [number, null], f: flag } });
      }),
    );
  });

  it('never throws and stays linear on any text', () => {
    const piece = fc.constantFrom(
      ...`{|}|[|]|"|'|:|,|\\|\\u|1|-|true|None|enum[|(|)| |\n|a|mobile_use`.split('|'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const warnings = new Set<string>();
        const result = readLooseJson(text, 0, { warnings, words: WORDS });
        expect(result.end).toBeLessThanOrEqual(text.length);
        if (result.type === 'json') expect(JSON.stringify(result.value)).toBeTypeOf('string');
      }),
      { numRuns: 3000 },
    );
    // The square of the length would be many minutes.
    for (const unit of [
      '{',
      '[',
      '{{',
      '"',
      "'",
      '{"a":',
      "{'a':",
      '\\',
      ' ',
      "' ",
      '",',
      'enum[',
      '{"a":"',
      '{ ',
    ]) {
      for (const before of ['', "{'a': '", '{"a": ["', '{"a": ']) {
        const text = before + unit.repeat(Math.floor(600_000 / unit.length));
        read(text);
        findObject(text);
      }
    }
  });
});

describe('findObject', () => {
  it('passes over braces of prose', () => {
    expect(findObject('the {name} is { "a": 1 }')).toBe(14);
    expect(findObject("x {'a': 1}")).toBe(2);
    expect(findObject('{{"a": 1}}')).toBe(0);
    expect(findObject('none {here}')).toBe(-1);
    expect(findObject('{"a"', 1)).toBe(-1);
    expect(findObject('  {"a"', 0, 2)).toBe(-1);
  });
});
