import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../errors.js';
import { attemptsLeft, retryDelay } from './run-item.js';

class BusyError extends TouchstoneError {
  readonly code = 'BUSY';
  readonly fault = 'model';
  override readonly retryable = true;
  override readonly retryAfterMs: number | null;

  constructor(message: string, options = {}, retryAfterMs: number | null = 90_000) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
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

  it('continues from the attempts that were made before', () => {
    const error = new BusyError('busy', {}, null);
    error.attempts = 4;
    expect(retryDelay(POLICY, 1, 0, error)).toBe(8_000);
  });

  it('is never shorter than the other side asked for', () => {
    expect(retryDelay(POLICY, 1, 0.5, new BusyError('busy'))).toBe(90_000);
  });
});

describe('attemptsLeft', () => {
  it('gives one more to what was tried again before, and none after a very long wait', () => {
    const error = new BusyError('busy', {}, 1_000);
    expect(attemptsLeft(POLICY, error)).toBe(9);
    error.attempts = 6;
    expect(attemptsLeft(POLICY, error)).toBe(2);
    expect(attemptsLeft({ ...POLICY, attempts: 1 }, error)).toBe(1);
    expect(attemptsLeft(POLICY, new BusyError('busy', {}, 3_600_000))).toBe(1);
  });
});
