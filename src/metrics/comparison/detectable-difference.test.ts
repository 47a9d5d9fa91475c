import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { detectableByMcNemar, detectableByStudent, effortToFind } from './detectable-difference.js';
import { mcnemarExact } from './mcnemar.js';
import { pairedMean } from './paired-mean.js';

describe('detectableByMcNemar', () => {
  it.each([
    [175, 0.2],
    [175, 0.4],
    [400, 0.1],
    [60, 0.5],
  ])(
    'names a difference that the test finds about four times out of five (n=%d, discordant=%d)',
    (n, discordant) => {
      const difference = detectableByMcNemar(n, discordant) ?? Number.NaN;
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
        if (mcnemarExact(onlyA, onlyB) < 0.05) found += 1;
      }
      // The exact test is somewhat stricter than the formula, which is that of the score test.
      expect(found / 1000).toBeGreaterThan(0.7);
      expect(found / 1000).toBeLessThan(0.9);
    },
  );

  it('promises nothing the exact test cannot keep', () => {
    expect(detectableByMcNemar(5, 0)).toBeNull();
    expect(detectableByMcNemar(6, 0)).toBe(1);
    expect(detectableByMcNemar(1000, 0)).toBeGreaterThanOrEqual(6 / 1000);
    expect(detectableByMcNemar(100, 0.3)).toBeGreaterThan(detectableByMcNemar(1000, 0.3) ?? Number.NaN);
  });
});

describe('detectableByStudent', () => {
  it('scales with the standard error and needs one', () => {
    expect(detectableByStudent(1000, 0.01)).toBeCloseTo(2.8 * 0.01, 3);
    expect(detectableByStudent(10, 0.01)).toBeGreaterThan(0.028);
    expect(detectableByStudent(10, 0)).toBeNull();
    expect(detectableByStudent(10, null)).toBeNull();
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
    const effort = effortToFind(0.06, simulate(150, 40, 0.06, 'pilot'));
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
    expect(effortToFind(0.1, opposite)).toMatchObject({ repeats: null, repeatsAtLeast: false });
    expect(effortToFind(0.1, opposite)?.tasks).toBeGreaterThan(500);
  });

  it('gives only a lower limit where tasks were tried once', () => {
    const once = simulate(100, 1, 0.1, 'once');
    expect(effortToFind(0.1, once)).toMatchObject({ repeatsAtLeast: true });
  });

  it('has nothing to say about no difference, or one without spread', () => {
    expect(effortToFind(0, simulate(10, 2, 0.1, 'none'))).toBeNull();
    expect(
      effortToFind(0.5, [
        { a: [0], b: [1] },
        { a: [0], b: [1] },
      ]),
    ).toBeNull();
  });
});
