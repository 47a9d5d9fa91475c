import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, holm } from './multiplicity.js';

const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

describe.each([
  ['holm', holm],
  ['benjaminiHochberg', benjaminiHochberg],
])('%s', (_, adjust) => {
  it('never lowers a p value, never leaves 0-1, and keeps their order', () => {
    fc.assert(
      fc.property(family, (pValues) => {
        const adjusted = adjust(pValues);
        pValues.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(1);
          pValues.forEach((q, j) => {
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 0);
          });
        });
      }),
    );
  });
});

it('Holm is at least as strict as Benjamini and Hochberg', () => {
  fc.assert(
    fc.property(family, (pValues) => {
      const [strict, lenient] = [holm(pValues), benjaminiHochberg(pValues)];
      strict.forEach((p, index) => expect(p).toBeGreaterThanOrEqual((lenient[index] ?? 1) - 1e-15));
    }),
  );
});

describe('by hand', () => {
  const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 14));

  it('Holm multiplies the smallest by their number, the next by one less, and never falls', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual(close([0.03, 0.06, 0.06, 0.02]));
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });

  it('Benjamini and Hochberg divide by the rank, and never rise downwards', () => {
    expect(benjaminiHochberg([0.01, 0.045, 0.03, 0.005])).toEqual(close([0.02, 0.045, 0.04, 0.02]));
    expect(benjaminiHochberg([0.04, 0.041])).toEqual(close([0.041, 0.041]));
  });
});
