import { describe, expect, it } from 'vitest';
import { costText, NO_VALUE, dollars, duration, percent, percentRange, whole } from './figures.js';

describe('numbers in print', () => {
  it('say percent with one decimal, and a dash where there is nothing', () => {
    expect(percent(0.625)).toBe('62.5\u202f%');
    expect(percent(null)).toBe('–');
    expect(percentRange(0.481, 0.75)).toBe('48.1 – 75.0');
    expect(percentRange(null, null)).toBe('–');
  });

  it('part thousands', () => {
    expect([0, 999, 1000, 1234567].map(whole)).toEqual(['0', '999', '1\u202f000', '1\u202f234\u202f567']);
  });

  it('keep two telling digits of small amounts', () => {
    expect([0, 0.0042, 0.5, 12.345, 1234].map(dollars)).toEqual([
      '$0',
      '$0.0042',
      '$0.50',
      '$12.35',
      '$1\u202f234',
    ]);
  });

  it('say times as people do', () => {
    expect([340, 12_340, 245_000, 7_380_000].map(duration)).toEqual([
      '340 ms',
      '12.3 s',
      '4 min 5 s',
      '2 h 3 min',
    ]);
  });
});

it('says of a cost that it is not all of it', () => {
  expect(costText({ costUsd: 0.5, unpriced: 3 })).toBe('≥ $0.50');
  expect(costText({ costUsd: 0.5 })).toBe('$0.50');
  expect(costText({ costUsd: null, unpriced: 3 })).toBe(NO_VALUE);
});
