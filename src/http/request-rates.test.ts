import { describe, expect, it } from 'vitest';
import { RequestRates } from './request-rates.js';

describe('RequestRates', () => {
  it('answers so many at once and so many a second, each by themselves', () => {
    let now = 0;
    const rates = new RequestRates({ burst: 2, perSecond: 0.5, now: () => now });
    expect([rates.take('ana'), rates.take('ana'), rates.take('ana')]).toEqual([0, 0, 2]);
    expect(rates.take('ben')).toBe(0);
    now = 1_999;
    expect(rates.take('ana')).toBe(1);
    now = 2_000;
    expect([rates.take('ana'), rates.take('ana')]).toEqual([0, 2]);
    // Never more than at once, however long nobody asked.
    now = 1_000_000;
    expect([rates.take('ana'), rates.take('ana'), rates.take('ana')]).toEqual([0, 0, 2]);
  });

  it('forgets who has not asked for the longest time, and nobody else', () => {
    const rates = new RequestRates({ burst: 1, perSecond: 1, now: () => 0 });
    for (let count = 0; count < 10_000; count += 1) rates.take(`name ${count}`);
    rates.take('name 0');
    rates.take('another');
    expect([rates.take('name 0'), rates.take('name 1')]).toEqual([1, 0]);
  });
});
