import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearsonInterval } from './clopper-pearson.js';
import { wilsonInterval } from './wilson.js';

const counts = fc
  .integer({ min: 1, max: 5000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const confidence = fc.double({ min: 0.5, max: 0.999, noNaN: true });

/** Wilson's from the formula with an independent normal quantile, Clopper and Pearson's from an independent beta quantile. */
const KNOWN = [
  [3, 10, 0.95, [0.10779126740630099, 0.6032218525388546], [0.0667395111777345, 0.6524528500599973]],
  [3, 10, 0.9, [0.1268765839031979, 0.5583002041301649], [0.0872644339141503, 0.6066242161054123]],
  [0, 10, 0.95, [0, 0.2775327998628892], [0, 0.3084971078187607]],
  [10, 10, 0.95, [0.7224672001371107, 1], [0.6915028921812392, 1]],
  [81, 263, 0.95, [0.2552885198782742, 0.36620957698280004], [0.25273674558527126, 0.36762192260135135]],
] as const;

it.each(KNOWN)('%d of %d at %d has the published intervals', (successes, n, level, wilson, exact) => {
  for (const [interval, [low, high]] of [
    [wilsonInterval(successes, n, level), wilson],
    [clopperPearsonInterval(successes, n, level), exact],
  ] as const) {
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
  }
});

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
