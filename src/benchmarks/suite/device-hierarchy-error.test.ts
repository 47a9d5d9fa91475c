import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stop } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { Benchmark, BenchmarkItem } from '../benchmark.js';
import { openAndroidSuite } from './android-suite.js';
import { openSuite } from './suite-benchmark.js';

const { signal } = new AbortController();
const RULE = {
  type: 'stoppage',
  match_type: 'equal',
  match_rules: { text: 'Done' },
  check_type: 'equal',
  check_rules: { text: 'Done' },
};
const FILES = {
  'suite.json': {
    formatVersion: 1,
    name: 's',
    version: '1',
    languages: ['en'],
    defaultMaxSteps: 3,
    tasks: [{ id: 't', instructions: { en: 't' }, evaluators: [RULE] }],
  },
  'android.json': { formatVersion: 1, apps: [{ name: 'Notes', package: 'org.example.notes' }] },
  'graph.json': {
    formatVersion: 1,
    name: 'g',
    screenSize: { width: 9, height: 9 },
    root: 'home',
    nodes: [{ id: 'home' }],
  },
};

/** Ended on a screen that has no hierarchy. */
const EPISODE: Episode = {
  key: { item: 't', repeat: 0 },
  end: { reason: 'agent_stop' },
  trajectory: {
    steps: [
      {
        screen: { id: 'x', size: { width: 9, height: 9 }, activity: null, picture: null, hierarchy: null },
        state: null,
        action: stop('success'),
      },
    ],
  },
};

it.each([
  ['a phone', openAndroidSuite, { code: 'DEVICE_HIERARCHY', fault: 'environment' }],
  ['a recording', openSuite, { code: 'DATASET', fault: 'dataset' }],
] as const)('is whose the screen was that a rule cannot read: %s', async (_where, open, expected) => {
  await using folder = await temporaryFolder();
  for (const [file, value] of Object.entries(FILES))
    await writeFile(join(folder.path, file), JSON.stringify(value));
  await using benchmark: Benchmark = await open(folder.path, { mode: 'corrected', signal });
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  const [item] = items;
  if (item === undefined) throw new Error('the suite has no item');
  await expect(benchmark.scorer.score(item, EPISODE, 'corrected', { signal })).rejects.toMatchObject(
    expected,
  );
});
