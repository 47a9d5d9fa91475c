import { describe, expect, it } from 'vitest';
import { pythonNumber } from './python-number.js';

describe('pythonNumber', () => {
  // As Python 3.11 prints them.
  it.each([
    [162, false, '162'],
    [-0, false, '0'],
    [162.5, false, '162.5'],
    [33.333333333333336, false, '33.333333333333336'],
    [0.0001, false, '0.0001'],
    [0.00001, false, '1e-05'],
    [1.5e-7, false, '1.5e-07'],
    [500, true, '500.0'],
    [-0, true, '-0.0'],
    [1e15, true, '1000000000000000.0'],
    [1e16, true, '1e+16'],
    [1e22, true, '1e+22'],
    [1e22, false, '10000000000000000000000'],
    [123456789012345680, false, '123456789012345680'],
  ])('prints %s, a float: %s, as %s', (value, isFloat, printed) => {
    expect(pythonNumber(value, isFloat)).toBe(printed);
  });
});
