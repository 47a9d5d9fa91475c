import { describe, expect, it } from 'vitest';
import { showValue } from './show-value.js';

describe('showValue', () => {
  it.each([
    ['text', 'text'],
    [12, '12'],
    [null, 'null'],
    [undefined, 'undefined'],
    [{ toString: 1, valueOf: 2 }, '{"toString":1,"valueOf":2}'],
    [{ toJSON: 'x' }, '{"toJSON":"x"}'],
    ['x'.repeat(81), `${'x'.repeat(80)}…`],
  ])('shows %j', (value, shown) => {
    expect(showValue(value)).toBe(shown);
  });
});
