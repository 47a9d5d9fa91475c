import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../errors.js';
import { retryDelay } from './run-item.js';

class BusyError extends TouchstoneError {
  readonly code = 'BUSY';
  readonly fault = 'model';
  override readonly retryAfterMs = 90_000;
}

const POLICY = { attempts: 9, firstDelayMs: 1_000, maxDelayMs: 10_000 };

describe('retryDelay', () => {
  it('doubles up to the longest', () => {
    const delays = [1, 2, 3, 4, 5, 60].map((failures) => retryDelay(POLICY, failures, 0));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('lies between half of that and all of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, jitter) => {
          const [delay, whole] = [retryDelay(POLICY, failures, jitter), retryDelay(POLICY, failures, 0)];
          expect(delay).toBeGreaterThanOrEqual(whole / 2);
          expect(delay).toBeLessThanOrEqual(whole);
        },
      ),
    );
  });

  it('is never shorter than the other side asked for', () => {
    expect(retryDelay(POLICY, 1, 0.5, new BusyError('busy'))).toBe(90_000);
  });
});
