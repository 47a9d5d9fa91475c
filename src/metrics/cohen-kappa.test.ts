import { describe, expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.js';

describe('cohenKappa', () => {
  it('is 1 for raters who always agree on more than one label, 0 for chance', () => {
    expect(cohenKappa(['pass', 'fail'], ['pass', 'fail']).kappa).toBe(1);
    expect(cohenKappa(['pass', 'pass', 'fail', 'fail'], ['pass', 'fail', 'pass', 'fail']).kappa).toBe(0);
  });

  it('weighs what was seen against what chance gives', () => {
    // 20 twice yes, 5 and 10 one only, 15 twice no: 0.7 seen; (25·30 + 25·20)/50² = 0.5 by chance.
    const many = (count: number, label: string): string[] => Array.from({ length: count }, () => label);
    const x = [...many(25, 'yes'), ...many(25, 'no')];
    const y = [...many(20, 'yes'), ...many(5, 'no'), ...many(10, 'yes'), ...many(15, 'no')];
    expect(cohenKappa(x, y)).toEqual({ n: 50, kappa: 0.4, observed: 0.7, expected: 0.5 });
    expect(cohenKappa(['a', 'b', 'a'], ['b', 'a', 'c'])).toMatchObject({
      kappa: expect.closeTo(-1 / 2, 14),
      observed: 0,
      expected: 3 / 9,
    });
  });

  it('is unknown where chance alone agrees fully, or nothing was rated', () => {
    expect(cohenKappa(['pass', 'pass'], ['pass', 'pass'])).toEqual({
      n: 2,
      kappa: null,
      observed: 1,
      expected: 1,
    });
    expect(cohenKappa([], []).kappa).toBeNull();
  });
});
