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
  // One list of all words: looked up millions of times.
  const words = new Uint32Array(hashes.length * HASH_WORDS);
  for (const [place, hash] of hashes.entries()) words.set(hash, place * HASH_WORDS);
  const tried = new Int32Array(hashes.length).fill(-1);
  const indices = Array.from({ length: pieces }, () => new Map<number, number[]>());
  for (const [place, hash] of hashes.entries()) {
    for (const [piece, index] of indices.entries()) {
      const key = pieceOf(hash, piece, pieces);
      const others = index.get(key);
      if (others === undefined) {
        index.set(key, [place]);
        continue;
      }
      for (const other of others) {
        if (tried[other] === place) continue;
        tried[other] = place;
        if (isWithin(words, other, place, radius)) pairs.push([other, place]);
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
    // Pieces of more than 31 bits may meet others of their key, which costs a comparison and nothing else.
    key = (Math.imul(key, 2) ^ (key >>> 30) ^ (((hash[bit >>> 5] ?? 0) >>> (bit & 31)) & 1)) >>> 0;
  }
  return key;
}

/** Whether two hashes differ in at most so many bits. */
function isWithin(words: Uint32Array, a: number, b: number, most: number): boolean {
  let bits = 0;
  const [first, second] = [a * HASH_WORDS, b * HASH_WORDS];
  for (let word = 0; word < HASH_WORDS; word += 1) {
    let x = (words[first + word] ?? 0) ^ (words[second + word] ?? 0);
    x -= (x >>> 1) & 0x5555_5555;
    x = (x & 0x3333_3333) + ((x >>> 2) & 0x3333_3333);
    bits += Math.imul((x + (x >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
    if (bits > most) return false;
  }
  return true;
}
