import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredMean } from './intervals/clustered-mean.js';
import { meanEstimate } from './mean.js';
import { pairedMean } from './comparison/paired-mean.js';

const ratios = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });

describe('meanEstimate', () => {
  it('says nothing it cannot know', () => {
    expect(meanEstimate([])).toEqual({ n: 0, mean: null, standardError: null, interval: null });
    expect(meanEstimate([0.5])).toEqual({ n: 1, mean: 0.5, standardError: null, interval: null });
  });

  it("is the mean with Student's error and interval", () => {
    const estimate = meanEstimate([0.1, 0.2, 0.3, 0.4]);
    expect(estimate.n).toBe(4);
    expect(estimate.mean).toBeCloseTo(0.25, 14);
    expect(estimate.standardError).toBeCloseTo(Math.sqrt(0.05 / 3 / 4), 14);
    const half = 3.1824463052837078 * Math.sqrt(0.05 / 3 / 4);
    expect(estimate.interval?.low).toBeCloseTo(0.25 - half, 12);
    expect(estimate.interval?.high).toBeCloseTo(0.25 + half, 12);
    const narrower = meanEstimate([0.1, 0.2, 0.3, 0.4], 0.9).interval;
    expect(narrower?.high).toBeCloseTo(0.25 + 2.3533634348018233 * Math.sqrt(0.05 / 3 / 4), 12);
    expect(meanEstimate([0.5, 0.5])).toEqual({
      n: 2,
      mean: 0.5,
      standardError: 0,
      interval: { low: 0.5, high: 0.5 },
    });
  });

  it('has an interval that holds the mean, in any order', () => {
    fc.assert(
      fc.property(ratios, (values) => {
        const { mean, interval } = meanEstimate(values);
        expect(interval?.low).toBeLessThanOrEqual(mean ?? Number.NaN);
        expect(interval?.high).toBeGreaterThanOrEqual(mean ?? Number.NaN);
        expect(meanEstimate([...values].reverse())).toEqual(meanEstimate(values));
      }),
    );
  });
});

describe('clusteredMean', () => {
  it('equals the plain mean when every cluster has one value', () => {
    fc.assert(
      fc.property(ratios, (values) => {
        const plain = meanEstimate(values);
        const clustered = clusteredMean(values.map((value, index) => ({ value, cluster: `${index}` })));
        expect(clustered.mean).toBe(plain.mean);
        expect(clustered.standardError).toBeCloseTo(plain.standardError ?? Number.NaN, 12);
      }),
    );
  });

  it('takes the error from whole clusters, by hand', () => {
    const values = [
      ['a', 0],
      ['b', 1],
      ['a', 0.5],
      ['c', 0.25],
      ['c', 0.75],
      ['c', 1],
    ].map(([cluster, value]) => ({ cluster: String(cluster), value: Number(value) }));
    // Mean 7/12; residual sums -2/3, 5/12 and 1/4; Student's quantile with 2 degrees is 4.302653 (2.919986 for 90 %).
    const error = Math.sqrt((3 / 2) * (4 / 9 + 25 / 144 + 1 / 16)) / 6;
    expect(clusteredMean(values)).toEqual({
      n: 6,
      clusters: 3,
      mean: expect.closeTo(7 / 12, 14),
      standardError: expect.closeTo(error, 14),
      interval: {
        low: expect.closeTo(-0.14120683259384614, 12),
        high: expect.closeTo(1.3078734992605128, 12),
      },
    });
    expect(clusteredMean(values, 0.9).interval?.low).toBeCloseTo(0.09162578225294427, 12);
    expect(clusteredMean([])).toEqual({ n: 0, clusters: 0, mean: null, standardError: null, interval: null });
  });

  it('gains nothing from copies: repeats that always agree leave the error as it was', () => {
    const once = [0, 1, 1, 0, 1].map((value, index) => ({ value, cluster: `${index}` }));
    const thrice = [...once, ...once, ...once];
    expect(clusteredMean(thrice).standardError).toBeCloseTo(
      clusteredMean(once).standardError ?? Number.NaN,
      12,
    );
  });

  it('has no error from a single cluster', () => {
    expect(clusteredMean([0, 1].map((value) => ({ value, cluster: 'a' })))).toMatchObject({
      mean: 0.5,
      clusters: 1,
      standardError: null,
      interval: null,
    });
  });
});

describe('pairedMean', () => {
  it('changes sign, not strength, when the sides are swapped', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
          { minLength: 2 },
        ),
        (pairs) => {
          const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
          const [there, back] = [pairedMean(a, b), pairedMean(b, a)];
          expect(there.p).toBe(back.p);
          expect((there.delta ?? 0) + (back.delta ?? 0)).toBe(0);
        },
      ),
    );
  });

  it("is Student's paired test", () => {
    const { n, delta, t, p } = pairedMean([0.1, 0.4, 0.5, 0.9], [0.3, 0.4, 0.9, 1]);
    expect([n, delta]).toEqual([4, expect.closeTo(0.175, 14)]);
    expect(t).toBeCloseTo(2.0493901531919194, 12);
    expect(p).toBeCloseTo(0.13284184055977563, 12);
    expect(pairedMean([], [])).toEqual({ n: 0, delta: null, standardError: null, t: null, p: null });
  });

  it('has no test without variation', () => {
    expect(pairedMean([0, 0], [1, 1])).toMatchObject({ delta: 1, standardError: 0, t: null, p: null });
    expect(pairedMean([0], [1])).toMatchObject({ delta: 1, standardError: null, t: null, p: null });
  });
});
