import { describe, expect, it } from 'vitest';
import { PythonException, pythonInt, pythonJson, pythonStr } from './python-values.js';

function exceptionOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof PythonException ? `${error.name}: ${error.message}` : error;
  }
}

describe('pythonInt', () => {
  // As `int(value)` of CPython.
  it.each([
    [3, 3],
    [3.9, 3],
    [-3.9, -3],
    [true, 1],
    [false, 0],
    ['12', 12],
    [' +12\n', 12],
    ['-7', -7],
    ['1_000', 1000],
    ['007', 7],
  ])('makes of %j %d', (value, whole) => {
    expect(pythonInt(value)).toBe(whole);
  });

  it.each([
    [Number.NaN, 'ValueError: cannot convert float NaN to integer'],
    [Number.POSITIVE_INFINITY, 'OverflowError: cannot convert float infinity to integer'],
    [Number.NEGATIVE_INFINITY, 'OverflowError: cannot convert float infinity to integer'],
    ['', "ValueError: invalid literal for int(): ''"],
    ['1.5', "ValueError: invalid literal for int(): '1.5'"],
    ['1__0', "ValueError: invalid literal for int(): '1__0'"],
    ['x1', "ValueError: invalid literal for int(): 'x1'"],
    ['1x', "ValueError: invalid literal for int(): '1x'"],
    ["it's", 'ValueError: invalid literal for int(): "it\'s"'],
    ['"it\'s"', "ValueError: invalid literal for int(): '\"it\\'s\"'"],
    ['a\\b\n\r\t', String.raw`ValueError: invalid literal for int(): 'a\\b\n\r\t'`],
    [null, 'TypeError: int() argument must be a string or a number'],
    [[], 'TypeError: int() argument must be a string or a number'],
    [undefined, 'TypeError: int() argument must be a string or a number'],
  ])('raises for %j what Python does', (value, exception) => {
    expect(exceptionOf(() => pythonInt(value))).toBe(exception);
  });
});

describe('pythonStr', () => {
  it.each([
    ["it's", "it's"],
    [null, 'None'],
    [undefined, 'None'],
    [true, 'True'],
    [false, 'False'],
    [1.5, '1.5'],
    [-0.000_01, '-1e-05'],
    [1e21, '1e+21'],
    [1e100, '1e+100'],
  ])('writes %j as %s', (value, text) => {
    expect(pythonStr(value)).toBe(text);
  });
});

describe('pythonJson', () => {
  // As `json.dumps(value, ensure_ascii=False)` of CPython.
  it.each([
    [
      { a: [1, 'ä"', null], b: { c: true, d: false } },
      '{"a": [1, "ä\\"", null], "b": {"c": true, "d": false}}',
    ],
    [[], '[]'],
    [{}, '{}'],
    [{ gone: undefined, kept: 0 }, '{"kept": 0}'],
    [0.000_099, '9.9e-05'],
    [0.0001, '0.0001'],
    [1e-10, '1e-10'],
    [-1e-7, '-1e-07'],
    [1e22, '1e+22'],
    [0, '0'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])('writes %j as %s', (value, text) => {
    expect(pythonJson(value)).toBe(text);
  });

  it('gives up on what is nested too deeply, or no JSON', () => {
    const nested = (depth: number): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    expect(pythonJson(nested(900))).toContain('[1]');
    expect(exceptionOf(() => pythonJson(nested(901)))).toBe('RecursionError: nested too deeply');
    expect(exceptionOf(() => pythonJson({ a: 1n }))).toBe('TypeError: bigint is not JSON serializable');
    expect(exceptionOf(() => pythonJson([undefined]))).toBe('TypeError: undefined is not JSON serializable');
  });
});
