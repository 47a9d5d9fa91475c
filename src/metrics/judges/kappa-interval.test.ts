import { describe, expect, it } from 'vitest';
import { measuredKappa } from './kappa-interval.js';

const CATEGORIES = ['a', 'b', 'c'];

/** Two raters by the counts of their table. */
function raters(table: readonly (readonly number[])[]): [string[], string[]] {
  const [x, y]: [string[], string[]] = [[], []];
  table.forEach((row, i) => {
    row.forEach((count, j) => {
      for (let index = 0; index < count; index += 1) {
        x.push(CATEGORIES[i] ?? '');
        y.push(CATEGORIES[j] ?? '');
      }
    });
  });
  return [x, y];
}

function kappaOf(shares: readonly number[], size: number): number {
  const at = (i: number, j: number): number => shares[i * size + j] ?? 0;
  const places = Array.from({ length: size }, (_, index) => index);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const observed = sum(places.map((i) => at(i, i)));
  const expected = sum(
    places.map((i) => sum(places.map((j) => at(i, j))) * sum(places.map((j) => at(j, i)))),
  );
  return (observed - expected) / (1 - expected);
}

describe('measuredKappa', () => {
  it('has the interval of the delta method over the padded table, worked out by differences', () => {
    const table = [
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ];
    const counts = table.flat().map((count) => count + 0.5);
    const n = counts.reduce((sum, count) => sum + count, 0);
    const shares = counts.map((count) => count / n);
    const step = 1e-6;
    const slopes = shares.map((_, at) => {
      const moved = (by: number): number =>
        kappaOf(
          shares.map((share, index) => (index === at ? share + by : share)),
          3,
        );
      return (moved(step) - moved(-step)) / (2 * step);
    });
    const mean = slopes.reduce((sum, slope, at) => sum + slope * (shares[at] ?? 0), 0);
    const square = slopes.reduce((sum, slope, at) => sum + slope ** 2 * (shares[at] ?? 0), 0);
    const half = 1.959963984540054 * Math.sqrt((square - mean ** 2) / n);
    const kappa = measuredKappa(...raters(table));
    // Printed in the book: 0.676, 0.51 to 0.85 without the half items.
    expect(kappa.value).toBeCloseTo(0.6765, 4);
    expect(kappa.interval?.[0]).toBeCloseTo(kappaOf(shares, 3) - half, 6);
    expect(kappa.interval?.[1]).toBeCloseTo(kappaOf(shares, 3) + half, 6);
  });

  it('holds the estimate and has a width where raters agree on everything', () => {
    const { value, interval } = measuredKappa(
      ...raters([
        [6, 0],
        [0, 4],
      ]),
    );
    expect(value).toBe(1);
    expect(interval?.[1]).toBe(1);
    expect(interval?.[0]).toBeLessThan(0.85);
  });

  it('is nothing where chance agrees fully', () => {
    expect(measuredKappa(['a', 'a'], ['a', 'a'])).toEqual({ n: 2, value: null, interval: null });
    expect(measuredKappa([], [])).toEqual({ n: 0, value: null, interval: null });
  });
});
