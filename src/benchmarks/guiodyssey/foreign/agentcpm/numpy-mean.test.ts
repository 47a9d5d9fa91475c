import { describe, expect, it } from 'vitest';
import { numpyMean } from './numpy-mean.js';

/** Made-up numbers in 0–1000, the same every time. */
function numbers(count: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 16807) % 2147483647;
    return (state / 2147483647) * 1000;
  });
}

describe('numpyMean', () => {
  // As numpy.mean gives them (NumPy 2.4); added one by one most of them end in another digit.
  it.each([
    [1, 0.007826369259425611],
    [7, 306.36744408366485],
    [8, 352.9296031817466],
    [13, 474.71614791550707],
    [128, 503.42101634464734],
    [129, 500.9208217126728],
    [300, 508.05123095620326],
    [1000, 497.96137935387037],
  ])('agrees with NumPy on %s numbers, to the last bit', (count, mean) => {
    expect(numpyMean(numbers(count))).toBe(mean);
  });
});
