import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval } from './clopper-pearson.js';
import { wilsonInterval } from './wilson.js';

const counts = fc
  .integer({ min: 1, max: 5000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const confidence = fc.double({ min: 0.5, max: 0.999, noNaN: true });

describe.each([
  ['wilsonInterval', wilsonInterval],
  ['clopperPearsonInterval', clopperPearsonInterval],
])('%s', (_, intervalOf) => {
  it('holds the observed share and stays within 0-1', () => {
    fc.assert(
      fc.property(counts, confidence, ([successes, n], level) => {
        const interval = intervalOf(successes, n, level);
        expect(interval?.low).toBeLessThanOrEqual(successes / n);
        expect(interval?.high).toBeGreaterThanOrEqual(successes / n);
        expect(interval?.low).toBeGreaterThanOrEqual(0);
        expect(interval?.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('mirrors when successes and failures change places', () => {
    fc.assert(
      fc.property(counts, ([successes, n]) => {
        expect(intervalOf(successes, n)?.low).toBeCloseTo(1 - (intervalOf(n - successes, n)?.high ?? 0), 12);
      }),
    );
  });

  it('is unknown without items', () => {
    expect(intervalOf(0, 0)).toBeNull();
  });
});
