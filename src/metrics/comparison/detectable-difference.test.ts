import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { detectableByMcNemar, detectableByMean, effortToFind } from './detectable-difference.js';
import { mcnemarExact } from './mcnemar.js';
import { pairedMean } from './paired-mean.js';

describe('detectableByMcNemar', () => {
  it.each([
    [175, 0.2, 0.05],
    [175, 0.4, 0.05],
    [400, 0.1, 0.05],
    [60, 0.5, 0.05],
    [20, 0.3, 0.05],
    [10, 0.5, 0.05],
    [45, 0.4, 0.05 / 45],
    [2000, 0.1, 0.05],
  ])(
    'names a difference that the test finds about four times out of five (n=%d, discordant=%d, level %d)',
    (n, discordant, level) => {
      const difference = detectableByMcNemar(n, discordant, level) ?? Number.NaN;
      const share = Math.max(discordant, difference);
      const random = randomStream('detectable', n);
      let found = 0;
      for (let round = 0; round < 1000; round += 1) {
        let [onlyA, onlyB] = [0, 0];
        for (let item = 0; item < n; item += 1) {
          const draw = random.next();
          if (draw < (share + difference) / 2) onlyB += 1;
          else if (draw < share) onlyA += 1;
        }
        if (mcnemarExact(onlyA, onlyB) < level) found += 1;
      }
      expect(found / 1000).toBeGreaterThan(0.76);
      expect(found / 1000).toBeLessThan(0.86);
    },
  );

  it('promises nothing the exact test cannot keep', () => {
    expect(detectableByMcNemar(5, 0, 0.05)).toBeNull();
    expect(detectableByMcNemar(6, 0, 0.05)).toBeGreaterThan(0.95);
    expect(detectableByMcNemar(1000, 0, 0.05)).toBeGreaterThanOrEqual(6 / 1000);
    expect(detectableByMcNemar(100, 0.3, 0.05)).toBeGreaterThan(
      detectableByMcNemar(1000, 0.3, 0.05) ?? Number.NaN,
    );
  });
});

describe('detectableByMean', () => {
  const degrees = 999;

  it('scales with the standard error and needs one', () => {
    expect(detectableByMean({ standardError: 0.01, degrees, halfWidth: 0 }, 0.05)).toBeCloseTo(2.8 * 0.01, 3);
    expect(detectableByMean({ standardError: 0.01, degrees: 9, halfWidth: 0 }, 0.05)).toBeGreaterThan(0.028);
    expect(detectableByMean({ standardError: 0, degrees, halfWidth: 0.1 }, 0.05)).toBeNull();
    expect(detectableByMean({ standardError: 0.01, degrees: 0, halfWidth: 0.1 }, 0.05)).toBeNull();
    expect(detectableByMean({ standardError: 0.4, degrees, halfWidth: 0.8 }, 0.05)).toBeNull();
  });

  it('takes the interval and the number of comparisons into account', () => {
    const alone = detectableByMean({ standardError: 0.01, degrees, halfWidth: 0 }, 0.05) ?? Number.NaN;
    expect(detectableByMean({ standardError: 0.01, degrees, halfWidth: 0.05 }, 0.05)).toBeGreaterThan(0.05);
    expect(detectableByMean({ standardError: 0.01, degrees, halfWidth: 0 }, 0.05 / 45)).toBeGreaterThan(
      1.2 * alone,
    );
  });
});

describe('effortToFind', () => {
  /** Tasks of very different difficulty, one agent `gain` ahead on each. */
  function simulate(
    tasks: number,
    repeats: number,
    gain: number,
    seed: string,
  ): { a: number[]; b: number[] }[] {
    const random = randomStream('effort', seed);
    const tries = (p: number): number[] => Array.from({ length: repeats }, () => Number(random.next() < p));
    return Array.from({ length: tasks }, () => {
      const p = random.next() * (1 - gain);
      return { a: tries(p), b: tries(p + gain) };
    });
  }

  it('names as many repeats as find the difference about four times out of five', () => {
    const effort = effortToFind(0.06, simulate(150, 40, 0.06, 'pilot'), 0.05);
    expect(effort).toMatchObject({ repeatsAtLeast: false });
    const repeats = effort?.repeats ?? Number.NaN;
    let found = 0;
    for (let round = 0; round < 300; round += 1) {
      const pairs = simulate(150, repeats, 0.06, `run ${round}`);
      const mean = (values: readonly number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      const { p } = pairedMean(
        pairs.map(({ a }) => mean(a)),
        pairs.map(({ b }) => mean(b)),
      );
      if (p !== null && p < 0.05) found += 1;
    }
    expect(found / 300).toBeGreaterThan(0.7);
    expect(found / 300).toBeLessThan(0.9);
  });

  it('says when no number of repeats would do', () => {
    const opposite = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? { a: [1, 1, 1], b: [0, 0, 0] } : { a: [0, 0, 0], b: [1, 1, 1] },
    );
    expect(effortToFind(0.1, opposite, 0.05)).toMatchObject({ repeats: null, repeatsAtLeast: false });
    expect(effortToFind(0.1, opposite, 0.05)?.tasks).toBeGreaterThan(500);
  });

  it('gives only a lower limit where tasks were tried once', () => {
    const once = simulate(100, 1, 0.1, 'once');
    expect(effortToFind(0.1, once, 0.05)).toMatchObject({ repeatsAtLeast: true });
  });

  it('asks of single tries for as many tasks as can come out differently, also where fewer did', () => {
    // 3 of 53 differ: a difference of 10 points needs at least one in ten, so that 53 are too few.
    const pairs = Array.from({ length: 53 }, (_, index) => ({ a: [0], b: [index < 3 ? 1 : 0] }));
    expect(detectableByMcNemar(53, 3 / 53, 0.05)).toBeGreaterThan(0.1);
    const effort = effortToFind(0.1, pairs, 0.05);
    expect(effort?.tasks).toBeGreaterThan(53);
    expect(detectableByMcNemar(effort?.tasks ?? 0, 3 / 53, 0.05)).toBeCloseTo(0.1, 1);
    expect(effort).toMatchObject({ repeats: 2, repeatsAtLeast: true });
  });

  it('has nothing to say about no difference, or one without spread', () => {
    expect(effortToFind(0, simulate(10, 2, 0.1, 'none'), 0.05)).toBeNull();
    expect(
      effortToFind(
        0.5,
        [
          { a: [0, 0], b: [1, 1] },
          { a: [0, 0], b: [1, 1] },
        ],
        0.05,
      ),
    ).toBeNull();
  });
});
