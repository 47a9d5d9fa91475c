import type { Pair } from './near-sets.js';

/** Words of 32 bits of a picture's hash. */
export const HASH_WORDS = 8;
const BITS = HASH_WORDS * 32;

/**
 * All pairs of hashes that differ in at most so many bits, without comparing all: cut into one piece more than that, two hashes so near have a
 * piece in common. Exact.
 *
 * Source: multi-index hashing (Norouzi et al. 2012).
 *
 * @param hashes of 256 bits, `HASH_WORDS` words each
 */
export function nearHashes(hashes: readonly Uint32Array[], radius: number): Pair[] {
  const pairs: Pair[] = [];
  const pieces = radius + 1;
  const tried = new Int32Array(hashes.length);
  const indices = Array.from({ length: pieces }, () => new Map<number, number[]>());
  for (const [place, hash] of hashes.entries()) {
    tried.fill(0);
    for (const [piece, index] of indices.entries()) {
      const key = pieceOf(hash, piece, pieces);
      const others = index.get(key);
      if (others === undefined) {
        index.set(key, [place]);
        continue;
      }
      for (const other of others) {
        if (tried[other] === 1) continue;
        tried[other] = 1;
        const near = hashes[other];
        if (near !== undefined && distance(near, hash, radius) <= radius) pairs.push([other, place]);
      }
      others.push(place);
    }
  }
  return pairs.toSorted(([a, b], [c, d]) => a - c || b - d);
}

/** Bits of a piece; every piece has bits from all over the screen, since large parts of many screens are blank. */
function pieceOf(hash: Uint32Array, piece: number, pieces: number): number {
  let key = 0;
  for (let bit = piece; bit < BITS; bit += pieces) {
    key = (key * 2 + (((hash[bit >>> 5] ?? 0) >>> (bit & 31)) & 1)) % 0x1f_ffff_ffff_fff7;
  }
  return key;
}

/** Bits in which two hashes differ; more than `most` is not counted further. */
function distance(a: Uint32Array, b: Uint32Array, most: number): number {
  let bits = 0;
  for (let word = 0; word < HASH_WORDS && bits <= most; word += 1) {
    let x = ((a[word] ?? 0) ^ (b[word] ?? 0)) >>> 0;
    x -= (x >>> 1) & 0x5555_5555;
    x = (x & 0x3333_3333) + ((x >>> 2) & 0x3333_3333);
    bits += Math.imul((x + (x >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return bits;
}
