import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { isReliable } from './gate-rule.js';
import { meetsRate, rateGateErrors, triesForReliableRate } from './rate-gate.js';

const RULES = ['seen', 'met', 'missed'] as const;

describe('meetsRate', () => {
  it('decides by what is printed: 18 of 51 are the 35.3 % that was asked for', () => {
    expect(meetsRate(18, 51, 0.353, 'seen')).toBe(true);
    expect(meetsRate(18, 51, 0.354, 'seen')).toBe(false);
    expect(meetsRate(10, 12, 0.833, 'seen')).toBe(true);
    expect(meetsRate(9, 12, 0.833, 'seen')).toBe(false);
    // A tie is printed with the even digit: 1 of 16 is 6.2 %.
    expect([meetsRate(1, 16, 0.062, 'seen'), meetsRate(1, 16, 0.063, 'seen')]).toEqual([true, false]);
  });

  it('is met where the data show it, and missed where they do, at one end of the 90 % interval each', () => {
    // Clopper-Pearson, one-sided 95 %: 18 of 20 from 71.7 %, 12 of 20 up to 78.3 %.
    expect([meetsRate(18, 20, 0.71, 'met'), meetsRate(18, 20, 0.72, 'met')]).toEqual([true, false]);
    expect([meetsRate(12, 20, 0.78, 'missed'), meetsRate(12, 20, 0.79, 'missed')]).toEqual([true, false]);
  });
});

describe('rateGateErrors', () => {
  it.each(RULES)('tells how often the rule "%s" is wrong, as drawn', (rule) => {
    const [tries, limit] = [45, 0.6];
    const { good, bad, falseMiss, falseMeet } = rateGateErrors(tries, limit, rule);
    expect([good, bad]).toEqual([0.7, 0.5]);
    const random = randomStream('gate', rule);
    const met = (chance: number): number => {
      let runs = 0;
      for (let run = 0; run < 4000; run += 1) {
        let passed = 0;
        for (let index = 0; index < tries; index += 1) passed += Number(random.next() < chance);
        runs += Number(meetsRate(passed, tries, limit, rule));
      }
      return runs / 4000;
    };
    expect(1 - met(good)).toBeCloseTo(falseMiss, 1);
    expect(Math.abs(1 - met(good) - falseMiss)).toBeLessThan(0.03);
    expect(Math.abs(met(bad) - falseMeet)).toBeLessThan(0.03);
  });

  it('keeps the error that each confident rule is about below 5 %, at the limit itself too', () => {
    for (const tries of [5, 20, 51, 200]) {
      for (const limit of [0.1, 0.353, 0.6, 0.9]) {
        expect(rateGateErrors(tries, limit + 0.1, 'met').falseMeet).toBeLessThanOrEqual(0.05);
        expect(rateGateErrors(tries, limit - 0.1, 'missed').falseMiss).toBeLessThanOrEqual(0.05);
      }
    }
  });

  it('has no error where an agent would have to be perfect', () => {
    expect(rateGateErrors(10, 0.95, 'seen')).toMatchObject({ good: 1, falseMiss: 0 });
    expect(rateGateErrors(10, 0.05, 'seen')).toMatchObject({ bad: 0, falseMeet: 0 });
  });
});

describe('triesForReliableRate', () => {
  it.each(RULES)('is the number from which the rule "%s" is reliable', (rule) => {
    const tries = triesForReliableRate(0.6, rule) ?? Number.NaN;
    expect(isReliable(rateGateErrors(tries, 0.6, rule))).toBe(true);
    expect(tries).toBeGreaterThan(40);
    expect(tries).toBeLessThan(400);
  });

  it('says where no number would do: nobody can be shown to be perfect', () => {
    expect(triesForReliableRate(1, 'met')).toBeNull();
  });
});
