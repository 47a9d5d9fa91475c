import { describe, expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.js';

describe('cohenKappa', () => {
  it('is 1 for raters who always agree on more than one label, 0 for chance', () => {
    expect(cohenKappa(['pass', 'fail'], ['pass', 'fail']).kappa).toBe(1);
    expect(cohenKappa(['pass', 'pass', 'fail', 'fail'], ['pass', 'fail', 'pass', 'fail']).kappa).toBe(0);
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
