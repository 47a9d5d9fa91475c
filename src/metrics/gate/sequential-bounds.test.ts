import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { fixedDesign } from './fixed-design.js';
import { decider, decisionChances, exactBounds } from './sequential-bounds.js';

describe('exactBounds', () => {
  it.each([0.15, 0.3, 0.6, 0.9])(
    'keep both errors at %f, with fewer episodes than a fixed design',
    (limit) => {
      const bounds = exactBounds(limit);
      const good = decisionChances(limit, limit, bounds);
      const bad = decisionChances(limit, limit - 0.1, bounds);
      expect(good.missed).toBeLessThanOrEqual(0.05);
      expect(bad.met).toBeLessThanOrEqual(0.1);
      const fixed = fixedDesign(limit);
      expect(good.episodes).toBeLessThan(0.6 * fixed);
      expect(bad.episodes).toBeLessThan(0.7 * fixed);
      expect(bounds.most).toBeLessThan(1.5 * fixed);
    },
  );

  it('decide in any case after the most', () => {
    const bounds = exactBounds(0.6);
    const decide = decider(0.6, bounds);
    const passed = Math.round(0.56 * bounds.most);
    expect(decide(passed, bounds.most - passed - 1)).toBeNull();
    expect(decide(passed, bounds.most - passed)).toBe('met');
    const fewer = Math.round(0.54 * bounds.most);
    expect(decide(fewer, bounds.most - fewer)).toBe('missed');
  });

  it('miss a gate of 100 % at the first failure, and meet it after some successes', () => {
    const decide = decider(1, exactBounds(1));
    expect([decide(0, 1), decide(5, 1), decide(5, 0), decide(22, 0)]).toEqual([
      'missed',
      'missed',
      null,
      'met',
    ]);
  });
});

describe('decisionChances', () => {
  it('are what is drawn', () => {
    const [limit, rate] = [0.6, 0.52];
    const bounds = exactBounds(limit);
    const decide = decider(limit, bounds);
    const random = randomStream('sequential');
    let [missed, episodes] = [0, 0];
    for (let run = 0; run < 2000; run += 1) {
      let [passed, failed] = [0, 0];
      while (decide(passed, failed) === null) {
        if (random.next() < rate) passed += 1;
        else failed += 1;
      }
      missed += Number(decide(passed, failed) === 'missed');
      episodes += passed + failed;
    }
    const exact = decisionChances(limit, rate, bounds);
    expect(Math.abs(missed / 2000 - exact.missed)).toBeLessThan(0.04);
    expect(Math.abs(episodes / 2000 / exact.episodes - 1)).toBeLessThan(0.08);
    expect(exact.missed + exact.met).toBeCloseTo(1, 9);
  });
});
