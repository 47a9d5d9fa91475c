import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredMean } from './clustered-mean.js';
import { meanEstimate } from './mean.js';
import { pairedMean } from './paired-mean.js';

const ratios = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });

describe('meanEstimate', () => {
  it('says nothing it cannot know', () => {
    expect(meanEstimate([])).toEqual({ n: 0, mean: null, standardError: null, interval: null });
    expect(meanEstimate([0.5])).toEqual({ n: 1, mean: 0.5, standardError: null, interval: null });
  });

  it('has an interval that holds the mean, whatever the order', () => {
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

  it('has no test without variation', () => {
    expect(pairedMean([0, 0], [1, 1])).toMatchObject({ delta: 1, standardError: 0, t: null, p: null });
    expect(pairedMean([0], [1])).toMatchObject({ delta: 1, standardError: null, t: null, p: null });
  });
});
