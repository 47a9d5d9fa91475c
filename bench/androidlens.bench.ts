import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { androidlensBenchmark } from '../src/benchmarks/androidlens/androidlens-benchmark.js';
import { stepwiseItem } from '../src/benchmarks/stepwise/stepwise-items.js';
import type { Episode } from '../src/domain/episode.js';
import type { ItemResult } from '../src/domain/score.js';
import { writeLensDataset } from '../src/testing/datasets/lens-dataset.js';
import type { BenchRow } from './bench-row.js';
import { collectGarbage } from './collect-garbage.js';

/** As many tasks as AndroidLens has, and seven times as many; of its length. */
const SIZES = [571, 4_000] as const;
const STEPS = 26;
const MOST_MEMORY_MB = 400;

/** Opening, reading and scoring recorded episodes from disk, one after the other; memory must not grow with their number. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const episodes of SIZES) {
    const directory = await mkdtemp(join(tmpdir(), 'touchstone-lens-'));
    try {
      await writeLensDataset(directory, { en: 0, zh: episodes, steps: () => STEPS, onePicture: true });
      rows.push(...(await measured(directory, episodes)));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  return rows;
}

async function measured(directory: string, episodes: number): Promise<BenchRow[]> {
  const { signal } = new AbortController();
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  let heap = 0;
  let rss = 0;
  let seen = 0;
  const openedAt = performance.now();
  await using benchmark = await androidlensBenchmark.open({
    dataDirectory: directory,
    mode: 'reference',
    signal,
  });
  const scoredAt = performance.now();
  async function* results(): AsyncGenerator<ItemResult> {
    for await (const entry of benchmark.recordings?.episodes() ?? []) {
      if (entry.type === 'broken') throw entry.error;
      const item = stepwiseItem(entry);
      const steps = entry.episode.steps.map(({ screen, action }) => ({ screen, state: null, action }));
      const key = { item: item.id, repeat: 0 };
      const end: Episode['end'] = { reason: 'environment_end' };
      const result = await benchmark.scorer.score(item, { key, trajectory: { steps }, end }, 'reference', {
        signal,
      });
      seen += steps.length;
      if (seen % (250 * STEPS) === 0) {
        collectGarbage();
        heap = Math.max(heap, process.memoryUsage().heapUsed - heapBefore);
        rss = Math.max(rss, process.memoryUsage.rss());
      }
      yield { key, task: item.task, end, steps: steps.length, outcome: 'passed', result };
    }
  }
  await benchmark.scorer.tables(results(), { agent: 'recorded', mode: 'reference' });
  const endedAt = performance.now();
  const name = `${episodes} episodes, ${seen} steps`;
  return [
    { name: `look over all annotations, ${name}`, value: (scoredAt - openedAt) / 1000, unit: 's' },
    { name: `read, score and table, ${name}`, value: (endedAt - scoredAt) / 1000, unit: 's' },
    { name: `heap beyond the start, at most, ${name}`, value: heap / 2 ** 20, unit: 'MiB' },
    {
      name: `resident memory, at most, ${name}`,
      value: rss / 2 ** 20,
      unit: 'MiB',
      target: `<= ${MOST_MEMORY_MB}`,
    },
  ];
}
