import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aitwBenchmark } from '../../benchmarks/aitw/aitw-benchmark.js';
import { guiodysseyBenchmark } from '../../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { RecordedStatistics } from '../../domain/recordings/dataset-statistics.js';
import { statsTables } from '../../report/stats/stats-tables.js';
import { writeAitwDataset } from '../../testing/datasets/aitw-dataset.js';
import { odysseyEpisode, writeOdysseyDataset } from '../../testing/datasets/odyssey-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../testing/small-png.js';
import { collectStatistics } from './collect-statistics.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterAll(async () => folder[Symbol.asyncDispose]());

const { signal } = new AbortController();

async function statisticsOf(
  definition: BenchmarkDefinition,
  data: string,
  pictures: boolean,
): Promise<RecordedStatistics> {
  const options = {
    dataDirectory: join(folder.path, data),
    mode: 'corrected',
    split: 'all',
    signal,
  } as const;
  await using benchmark = await definition.open(options);
  const statistics = await collectStatistics(benchmark, { classes: null, pictures, signal });
  if (statistics.kind !== 'recorded') throw new Error('these are recordings');
  return statistics;
}

describe('collectStatistics', () => {
  it('tells what pictures say of themselves, which differ from what the data say, and which are none', async () => {
    const data = join(folder.path, 'odyssey');
    await writeOdysseyDataset(data, { episodes: 1, lengthOf: () => 4 });
    const { device_info: device, steps } = odysseyEpisode(0, 4);
    const size = { width: device.w, height: device.h };
    const half = { width: size.width / 2, height: size.height / 2 };
    await mkdir(join(data, 'screenshots', 'below'), { recursive: true });
    const contents = [smallPng(size), smallPng(half), Buffer.from('no picture'), null];
    for (const [index, content] of contents.entries()) {
      const name = steps[index]?.screenshot ?? '';
      if (content !== null) await writeFile(join(data, 'screenshots', 'below', name), content);
    }
    const statistics = await statisticsOf(guiodysseyBenchmark, 'odyssey', true);
    const id = steps[1]?.screenshot.replace(/\.png$/, '') ?? '';
    expect(statistics.pictures).toEqual({
      read: 2,
      unread: 2,
      sizes: [
        { ...size, pictures: 1 },
        { ...half, pictures: 1 },
      ],
      differing: {
        count: 1,
        listed: [{ screen: expect.stringContaining(id) as unknown, said: size, real: half }],
      },
    });
    const table = statsTables('made up', statistics).find((one) => one.id === 'stats-pictures');
    expect(table?.notes.join(' ')).toContain('2 pictures are missing, or neither PNG nor JPEG.');
    expect(table?.notes.join(' ')).toContain('1 picture is of another size than the data say.');
    expect(await statisticsOf(guiodysseyBenchmark, 'odyssey', false)).not.toHaveProperty('pictures');
  });

  it('reads pictures within TFRecord files too', async () => {
    await writeAitwDataset(join(folder.path, 'aitw'), 1);
    const { pictures, steps } = await statisticsOf(aitwBenchmark, 'aitw', true);
    expect(pictures).toEqual({
      read: steps,
      unread: 0,
      sizes: [{ width: 54, height: 120, pictures: steps }],
      differing: { count: 0, listed: [] },
    });
  });
});
