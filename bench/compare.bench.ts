import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexComparedRun } from '../src/app/compare/index-compared-run.js';
import { scoredRows } from '../src/app/results/ensure-scored.js';
import { compareRecordedRuns, type ComparableRun } from '../src/report/comparison/compare-recorded-runs.js';
import { generateRun } from '../test/fixtures/generated-run.js';
import type { BenchRow } from './bench-row.js';

const TASKS = 1000;
const REPEATS = 10;
/** What `touchstone compare` shows without a flag. */
const SHOWN = 20;
const MOST_SECONDS = 2;

/** Two runs of 10,000 episodes compared task by task, down to the first differing step of the tasks shown. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-compare-'));
  const { signal } = new AbortController();
  try {
    const names = ['before', 'after'];
    for (const [seed, name] of names.entries()) {
      const options = { run: name, tasks: TASKS, repeats: REPEATS, model: 'vl-7b', seed: seed + 1 };
      await generateRun(join(folder, name), { ...options, skill: 0.4 + seed / 10 });
    }
    const start = process.cpuUsage();
    const runs: ComparableRun[] = [];
    for (const name of names) {
      const index = await indexComparedRun(join(folder, name), { signal });
      runs.push({
        name,
        index,
        rows: await scoredRows(index, { mode: 'corrected', dataDirectory: null, signal }),
      });
    }
    await compareRecordedRuns(runs, {
      metric: 'success',
      against: 'all',
      mode: 'corrected',
      shownTasks: SHOWN,
      signal,
    });
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    return [
      {
        name: 'two runs of 10,000 episodes compared (processor time)',
        value: seconds,
        unit: 's',
        target: `at most ${MOST_SECONDS}`,
        ratio: (seconds / MOST_SECONDS).toFixed(2),
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
