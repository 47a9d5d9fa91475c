import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { wilsonInterval } from '../intervals/wilson.js';
import { anytimeInterval } from './anytime-interval.js';

describe('anytimeInterval', () => {
  it('is what the mixture has not beaten 20 times over', () => {
    // One failure: B(½, 1½) / B(½, ½) = ½, and ½ / (1 - p) = 20 at p = 0.975.
    expect(anytimeInterval(0, 1)).toEqual({ low: 0, high: expect.closeTo(0.975, 9) as number });
    expect(anytimeInterval(0, 0)).toBeNull();
    const { low = 0, high = 0 } = anytimeInterval(50, 100) ?? {};
    expect(low).toBeCloseTo(1 - high, 9);
    expect(low).toBeLessThan(wilsonInterval(50, 100)?.low ?? 0);
  });

  it('holds the rate in at least 95 % of runs that stop as soon as it does not', () => {
    const random = randomStream('anytime');
    let left = 0;
    for (let run = 0; run < 400; run += 1) {
      let passed = 0;
      for (let tries = 1; tries <= 150; tries += 1) {
        passed += Number(random.next() < 0.6);
        const { low = 0, high = 0 } = anytimeInterval(passed, tries) ?? {};
        if (low <= 0.6 && high >= 0.6) continue;
        left += 1;
        break;
      }
    }
    expect(left / 400).toBeLessThanOrEqual(0.05);
  });
});
