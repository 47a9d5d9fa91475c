import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_WORDS, nearHashes } from './near-hashes.js';
import { nearSets, type Pair } from './near-sets.js';
import { likeness } from '../screen-tokens.js';

function allPairs(count: number, isNear: (a: number, b: number) => boolean): Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) if (isNear(a, b)) pairs.push([a, b]);
  return pairs;
}

describe('nearSets', () => {
  it('finds exactly the pairs that comparing all finds', () => {
    const set = fc.uniqueArray(fc.nat(14), { maxLength: 12 }).map((list) => Int32Array.from(list).sort());
    fc.assert(
      fc.property(fc.array(set, { maxLength: 14 }), fc.constantFrom(0.5, 0.75, 0.9), (sets, limit) => {
        const none = new Int32Array();
        expect(nearSets(sets, limit)).toEqual(
          allPairs(sets.length, (a, b) => likeness(sets[a] ?? none, sets[b] ?? none) >= limit - 1e-9),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('nearHashes', () => {
  it('finds exactly the pairs that comparing all finds', () => {
    const flips = fc.array(fc.nat(HASH_WORDS * 32 - 1), { maxLength: 14 });
    fc.assert(
      fc.property(fc.array(flips, { maxLength: 10 }), fc.constantFrom(3, 12, 20), (lists, radius) => {
        const hashes = lists.map((bits) => {
          const hash = new Uint32Array(HASH_WORDS);
          for (const bit of bits) hash[bit >>> 5] = ((hash[bit >>> 5] ?? 0) | (1 << (bit & 31))) >>> 0;
          return hash;
        });
        const apart = (a: number, b: number): number => {
          const [one, other] = [new Set(lists[a]), new Set(lists[b])];
          return (
            [...one].filter((bit) => !other.has(bit)).length +
            [...other].filter((bit) => !one.has(bit)).length
          );
        };
        expect(nearHashes(hashes, radius)).toEqual(allPairs(lists.length, (a, b) => apart(a, b) <= radius));
      }),
      { numRuns: 100 },
    );
  });
});
