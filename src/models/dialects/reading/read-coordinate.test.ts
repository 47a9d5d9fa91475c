import { describe, expect, it } from 'vitest';
import { readCoordinate, readNumber } from './read-coordinate.js';

function read(value: unknown): unknown {
  const warnings = new Set<string>();
  const result = readCoordinate(value, warnings);
  return 'kind' in result ? result.kind : [result, [...warnings]];
}

describe('readCoordinate', () => {
  it.each<[unknown, unknown]>([
    [
      [268, 445],
      [[268, 445], []],
    ],
    [
      [1, 2, 3, 4],
      [[1, 2, 3, 4], []],
    ],
    [
      [1.5, 2],
      [[1.5, 2], ['float_coordinate']],
    ],
    [
      ['1', ' 2 '],
      [[1, 2], ['string_coordinate']],
    ],
    ['[268, 445]', [[268, 445], ['string_coordinate']]],
    ['(268,445)', [[268, 445], ['string_coordinate']]],
    ['268 445', [[268, 445], ['string_coordinate']]],
    ['1，2', [[1, 2], ['string_coordinate']]],
    [
      [-1, -1],
      [[-1, -1], []],
    ],
    [[-100, -100], 'missing_argument'],
    [[], 'missing_argument'],
    ['', 'missing_argument'],
    ['[]', 'missing_argument'],
    [null, 'missing_argument'],
    [undefined, 'missing_argument'],
    [[5], 'invalid_argument'],
    [[1, 2, 3], 'invalid_argument'],
    [[1, null], 'invalid_argument'],
    [[1, Number.POSITIVE_INFINITY], 'invalid_argument'],
    [[[1, 2]], 'invalid_argument'],
    [{ x: 1, y: 2 }, 'invalid_argument'],
    ['[1, 2', 'invalid_argument'],
    ['middle', 'invalid_argument'],
    [' '.repeat(1000), 'invalid_argument'],
    [true, 'invalid_argument'],
  ])('reads %j', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('readNumber', () => {
  it('takes numbers and numbers in quotes only', () => {
    const warnings = new Set<string>();
    expect(readNumber(3, warnings)).toBe(3);
    expect(warnings).toEqual(new Set());
    expect(readNumber('3.5', warnings)).toBe(3.5);
    expect(warnings).toEqual(new Set(['string_coordinate', 'float_coordinate']));
    expect(readNumber('3px', warnings)).toBeNull();
    expect(readNumber(Number.NaN, warnings)).toBeNull();
  });
});
