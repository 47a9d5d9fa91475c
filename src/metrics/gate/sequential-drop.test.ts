import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../domain/random.js';
import { SequentialDrop } from './sequential-drop.js';

/** Decides runs whose tasks each pass with their own chance, in a new order for each pass. */
function decisions(baseline: readonly number[], chances: readonly number[], atMost: number): string[] {
  const random = randomStream('drop', String(baseline), String(chances));
  return Array.from({ length: 300 }, () => {
    const drop = new SequentialDrop(baseline, atMost);
    for (let pass = 0; pass < 40; pass += 1) {
      const order = chances.map((_, task) => ({ task, at: random.next() })).toSorted((a, b) => a.at - b.at);
      for (const { task } of order) {
        drop.add(random.next() < (chances[task] ?? 0), baseline[task] ?? 0);
        if (drop.decision !== null) return drop.decision;
      }
    }
    return 'open';
  });
}

function shareOf(found: readonly string[], decision: string): number {
  return found.filter((one) => one === decision).length / found.length;
}

describe('SequentialDrop', () => {
  const baseline = [...Array<number>(20).fill(1), ...Array<number>(10).fill(0)];

  it('seldom misses an agent that fell by what is allowed, and seldom meets one that fell by 10 points more', () => {
    const atLimit = baseline.map((rate) => (rate === 1 ? 0.9 : 0.05));
    const allowed = 2 / 3 - (20 * 0.9 + 10 * 0.05) / 30;
    const found = decisions(baseline, atLimit, allowed);
    expect(shareOf(found, 'missed')).toBeLessThanOrEqual(0.07);
    expect(shareOf(found, 'met')).toBeGreaterThan(0.9);
    const worse = decisions(
      baseline,
      atLimit.map((rate) => (rate === 0.9 ? 0.75 : rate)),
      allowed,
    );
    expect(shareOf(worse, 'missed')).toBeGreaterThan(0.9);
  });

  it('decides sooner where the baseline says which tasks are hard', () => {
    const episodes = (values: readonly number[]): number => {
      const drop = new SequentialDrop(values, 0.05);
      for (let count = 0; ; count += 1) {
        if (drop.decision !== null) return count;
        const task = (count * 7) % 30;
        drop.add(baseline[task] === 1, values[task] ?? 0);
      }
    };
    expect(episodes(baseline)).toBeLessThan(episodes(Array<number>(30).fill(2 / 3)));
  });

  it('misses at the first failure where the baseline never fails and nothing may be lost', () => {
    const drop = new SequentialDrop([1, 1, 1], 0);
    for (let count = 0; count < 5; count += 1) drop.add(true, 1);
    expect(drop.decision).toBeNull();
    drop.add(false, 1);
    expect(drop.decision).toBe('missed');
  });

  it('never stakes more than there is, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ passed: fc.boolean(), before: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (episodes, share) => {
          const values = episodes.map(({ before }) => before);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          // As much room as the gate asks for.
          fc.pre(mean > 0.12);
          const drop = new SequentialDrop(values, share * (mean - 0.11));
          for (const { passed, before } of episodes) {
            drop.add(passed, before);
            expect(drop.capital.againstLimit).toBeGreaterThan(0);
            expect(drop.capital.againstWorse).toBeGreaterThan(0);
          }
        },
      ),
      { examples: [[[{ passed: true, before: 1 }], 0]] },
    );
  });
});
