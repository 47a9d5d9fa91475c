import { describe, expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.js';
import { mcnemarPower } from './mcnemar-power.js';

/** The power by adding up every outcome. */
function bySum(n: number, discordant: number, difference: number, level: number): number {
  const onlyB = (discordant + difference) / 2;
  const onlyA = (discordant - difference) / 2;
  const logFactorial = Array.from({ length: n + 1 }, () => 0);
  for (let k = 2; k <= n; k += 1) logFactorial[k] = (logFactorial[k - 1] ?? 0) + Math.log(k);
  let power = 0;
  for (let a = 0; a <= n; a += 1) {
    for (let b = 0; a + b <= n; b += 1) {
      if (mcnemarExact(a, b) >= level) continue;
      const ways =
        (logFactorial[n] ?? 0) -
        (logFactorial[a] ?? 0) -
        (logFactorial[b] ?? 0) -
        (logFactorial[n - a - b] ?? 0);
      const chance = [
        [a, onlyA],
        [b, onlyB],
        [n - a - b, 1 - discordant],
      ].reduce((product, [count = 0, share = 0]) => product * share ** count, Math.exp(ways));
      power += chance;
    }
  }
  return power;
}

describe('mcnemarPower', () => {
  it.each([
    [10, 0.5, 0.5, 0.05],
    [20, 0.4, 0.3, 0.05],
    [45, 0.3, 0.1, 0.05],
    [45, 0.5, 0.4, 0.05 / 45],
    [60, 1, 0.2, 0.05],
    [30, 0.2, 0, 0.05],
  ])(
    'is the sum over all outcomes: n %d, discordant %d, difference %d, level %d',
    (n, discordant, difference, level) => {
      expect(mcnemarPower({ n, discordant, difference, level })).toBeCloseTo(
        bySum(n, discordant, difference, level),
        8,
      );
    },
  );

  it('is nothing where too few items can differ, and the level or less where nothing differs in truth', () => {
    expect(mcnemarPower({ n: 5, discordant: 1, difference: 1, level: 0.05 })).toBe(0);
    expect(mcnemarPower({ n: 6, discordant: 1, difference: 1, level: 0.05 })).toBeCloseTo(1, 12);
    expect(mcnemarPower({ n: 100, discordant: 0, difference: 0, level: 0.05 })).toBe(0);
    expect(mcnemarPower({ n: 200, discordant: 0.4, difference: 0, level: 0.05 })).toBeLessThan(0.05);
  });
});
