import { describe, expect, it } from 'vitest';
import { GroupShares } from './group-shares.js';
import { ratioMean } from './ratio-interval.js';

const SHARES = [
  ['a', 'x', 3, 4],
  ['a', 'y', 1, 6],
  ['a', 'z', 5, 5],
  ['b', 'v', 2, 3],
  ['b', 'w', 0, 2],
] as const;

function shares(): GroupShares {
  const found = new GroupShares();
  for (const [group, cluster, sum, of] of SHARES) found.add(group, { cluster, sum, of });
  return found;
}

/** One value a unit. */
function units(group: string | null): { cluster: string; value: number }[] {
  return SHARES.filter(([name]) => group === null || name === group).flatMap(([, cluster, sum, of]) =>
    Array.from({ length: of }, (_, index) => ({ cluster, value: index < sum ? 1 : 0 })),
  );
}

describe('GroupShares', () => {
  it('has the intervals of the units themselves, clustered', () => {
    const found = shares();
    for (const group of ['a', 'b']) {
      const { interval } = ratioMean(units(group));
      expect(found.of(group)?.low).toBeCloseTo(interval?.low ?? NaN, 12);
      expect(found.of(group)?.high).toBeCloseTo(interval?.high ?? NaN, 12);
    }
    expect(found.pooled()?.low).toBeCloseTo(ratioMean(units(null)).interval?.low ?? NaN, 12);
  });

  it('weighs groups alike in the interval of their mean', () => {
    const mean = (9 / 15 + 2 / 5) / 2;
    const interval = shares().mean();
    expect(interval?.low).toBeLessThan(mean);
    expect(interval?.high).toBeGreaterThan(mean);
    const [left, right] = [shares().mean(), shares().pooled()];
    expect(left).not.toEqual(right);
  });

  it('is nothing without units', () => {
    const none = new GroupShares();
    expect([none.of('a'), none.pooled(), none.mean()]).toEqual([null, null, null]);
  });
});
