import { randomStream, type RandomStream } from '../src/domain/random.js';
import { nearHashes, HASH_WORDS } from '../src/builder/merge/candidates/near-hashes.js';
import { nearSets, type Pair } from '../src/builder/merge/candidates/near-sets.js';
import { pictureCells, pictureHash } from '../src/builder/merge/picture-cells.js';
import { encodePng } from '../src/observations/pictures/pixels.js';
import type { BenchRow } from './bench-row.js';

/** As many as the screens of the largest recorded phone that was published. Source: GUIOdyssey-sized worlds in the issue of the builder. */
const SCREENS = 7_643;
const PAGES = 900;
const NEAR = 0.75;
const RADIUS = 20;
const SAMPLE = 600;
const PICTURES = 24;

/** Candidates among generated screens: by their elements, and by hashes of their pictures. */
export async function run(): Promise<readonly BenchRow[]> {
  const random = randomStream('merge-screens', 1);
  const sets = generatedSets(random);
  const hashes = generatedHashes(random);
  const memory = process.memoryUsage().rss;
  const [pairs, setSeconds] = timed(() => nearSets(sets, NEAR));
  const [near, hashSeconds] = timed(() => nearHashes(hashes, RADIUS));
  const grown = (Math.max(process.memoryUsage().rss, memory) - memory) / 1024 / 1024;
  const sample = Array.from({ length: SAMPLE }, () => random.below(SCREENS)).toSorted((a, b) => a - b);
  const recall = recallOf(pairs, sample, (a, b) => likenessOf(sets[a], sets[b]) >= NEAR);
  const hashRecall = recallOf(near, sample, (a, b) => bitsApart(hashes[a], hashes[b]) <= RADIUS);
  const perPicture = await secondsPerPicture(random);
  return [
    { name: `candidates by elements of ${SCREENS} screens`, value: setSeconds, unit: 's', target: '< 5' },
    { name: 'pairs found', value: pairs.length, unit: 'pairs' },
    { name: `recall against all pairs of ${SAMPLE}`, value: recall, unit: '', target: '1' },
    { name: `candidates by pictures of ${SCREENS} screens`, value: hashSeconds, unit: 's', target: '< 5' },
    { name: 'pairs found by pictures', value: near.length, unit: 'pairs' },
    { name: `recall by pictures against all pairs of ${SAMPLE}`, value: hashRecall, unit: '', target: '1' },
    { name: 'memory beyond the screens', value: grown, unit: 'MiB', target: '< 1,024' },
    { name: 'hashing a picture of 1080 × 2400', value: perPicture * 1000, unit: 'ms', target: '≤ 40' },
  ];
}

function timed<T>(work: () => T): readonly [T, number] {
  const startedAt = performance.now();
  const value = work();
  return [value, (performance.now() - startedAt) / 1000];
}

/** Screens of some pages: a frame that all pages of an app share, what is of the page, and a few elements that differ each time. */
function generatedSets(random: RandomStream): Int32Array[] {
  return Array.from({ length: SCREENS }, () => {
    const page = random.below(PAGES);
    const tokens = new Set<number>();
    for (let frame = 0; frame < 15; frame += 1) tokens.add((page % 40) * 15 + frame);
    for (let own = 0; own < 45; own += 1) tokens.add(100_000 + page * 45 + own);
    for (let other = 0; other < random.below(12); other += 1) tokens.add(1_000_000 + random.below(200_000));
    return Int32Array.from(tokens).sort();
  });
}

/** Hashes near those of some pages; half of each is blank, as half of a screen is. */
function generatedHashes(random: RandomStream): Uint32Array[] {
  const pages = Array.from({ length: PAGES }, () =>
    Uint32Array.from({ length: HASH_WORDS }, (_, word) =>
      word % 2 === 0 ? 0 : Math.floor(random.next() * 2 ** 32) >>> 0,
    ),
  );
  return Array.from({ length: SCREENS }, () => {
    const hash = Uint32Array.from(pages[random.below(PAGES)] ?? []);
    for (let flips = random.below(16); flips > 0; flips -= 1) {
      const bit = random.below(HASH_WORDS * 32);
      hash[bit >>> 5] = ((hash[bit >>> 5] ?? 0) ^ (1 << (bit & 31))) >>> 0;
    }
    return hash;
  });
}

function recallOf(
  pairs: readonly Pair[],
  sample: readonly number[],
  isNear: (a: number, b: number) => boolean,
): number {
  const found = new Set(pairs.map(([a, b]) => a * SCREENS + b));
  let [all, there] = [0, 0];
  for (const [index, a] of sample.entries()) {
    for (const b of sample.slice(index + 1)) {
      if (a === b || !isNear(a, b)) continue;
      all += 1;
      if (found.has(a * SCREENS + b)) there += 1;
    }
  }
  return all === 0 ? 1 : there / all;
}

function likenessOf(a: Int32Array = new Int32Array(), b: Int32Array = new Int32Array()): number {
  const own = new Set(a);
  const common = b.filter((token) => own.has(token)).length;
  return common / (a.length + b.length - common);
}

function bitsApart(a: Uint32Array = new Uint32Array(), b: Uint32Array = new Uint32Array()): number {
  let bits = 0;
  for (const [word, value] of a.entries()) {
    for (let x = (value ^ (b[word] ?? 0)) >>> 0; x !== 0; x = (x & (x - 1)) >>> 0) bits += 1;
  }
  return bits;
}

async function secondsPerPicture(random: RandomStream): Promise<number> {
  const [width, height] = [1080, 2400];
  const data = new Uint8Array(width * height * 3).fill(250);
  for (let box = 0; box < 400; box += 1) {
    const [left, top] = [random.below(width - 200), random.below(height - 60)];
    for (let y = top; y < top + 40; y += 1)
      data.fill(random.below(256), (y * width + left) * 3, (y * width + left + 180) * 3);
  }
  const picture = await encodePng({ width, height, data });
  const startedAt = performance.now();
  for (let index = 0; index < PICTURES; index += 1) {
    pictureHash(await pictureCells(picture, { file: 'generated.png' }), new Set());
  }
  return (performance.now() - startedAt) / 1000 / PICTURES;
}
