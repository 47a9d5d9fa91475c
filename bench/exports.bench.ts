import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOdysseyChat } from '../src/benchmarks/guiodyssey/chat-format/export-chat-format.js';
import {
  ODYSSEY_ANNOTATIONS,
  PUBLISHED_HISTORY,
} from '../src/benchmarks/guiodyssey/chat-format/training-set.js';
import { writeOdysseyDataset } from '../src/testing/datasets/odyssey-dataset.js';
import type { BenchRow } from './bench-row.js';

/** Size of the published dataset. */
const EPISODES = 8334;
/** Seconds of the published converter on two cores: train and test part of one split, and the index. */
const REFERENCE_SECONDS = 2.0 + 0.4 + 2.9;
const LONGEST_EXTRA = 15;
const SHORTEST = 8;

/** GUIOdyssey's chat format: one split of a made-up dataset of the published size, written from annotation files to disk. */
export async function run(): Promise<readonly BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  try {
    const lengthOf = (number: number): number => SHORTEST + ((number * 7) % (LONGEST_EXTRA + 1));
    await writeOdysseyDataset(directory, { episodes: EPISODES, lengthOf });
    const rows: BenchRow[] = [];
    for (const type of ['standard', 'semantic'] as const) {
      const startedAt = performance.now();
      const cpuBefore = process.cpuUsage();
      const { files } = await exportOdysseyChat({
        dataDirectory: directory,
        outDirectory: join(directory, type),
        splits: ['random'],
        sets: [
          {
            levels: ['high'],
            annotations: type === 'semantic' ? ODYSSEY_ANNOTATIONS : [],
            history: PUBLISHED_HISTORY,
          },
        ],
        sampleSteps: null,
        historyLength: 4,
        seed: 1,
        shuffle: true,
        mode: 'reference',
        signal: new AbortController().signal,
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const cpu = process.cpuUsage(cpuBefore);
      const records = files.reduce((sum, file) => sum + file.records, 0);
      const mebibytes = files.reduce((sum, file) => sum + file.bytes, 0) / 1024 / 1024;
      const isStandard = type === 'standard';
      rows.push(
        {
          name: `${type}: ${records.toLocaleString('en')} records, ${Math.round(mebibytes)} MiB`,
          value: seconds,
          unit: 's',
          ...(isStandard ? { ratio: `${(REFERENCE_SECONDS / seconds).toFixed(2)} × reference` } : {}),
        },
        { name: `${type}: processor time`, value: (cpu.user + cpu.system) / 1e6, unit: 's' },
        { name: `${type}: records a second`, value: records / seconds, unit: 'records/s' },
        {
          name: `${type}: peak memory of the process`,
          value: process.resourceUsage().maxRSS / 1024,
          unit: 'MiB',
          target: '< 400',
        },
      );
    }
    return rows;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
