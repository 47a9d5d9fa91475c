import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Task } from '../../domain/task.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { StoredEpisode } from '../run-store.js';
import { openEmbeddedStore } from './open-store.js';

const EPISODE: StoredEpisode = {
  key: { item: 'b', repeat: 1 },
  task: 't',
  outcome: 'passed',
  reason: null,
  steps: 3,
  completion: 0.1 + 0.2,
  metric: { name: 'score', value: 1 / 3 } as unknown as StoredEpisode['metric'],
  durationMs: 1e7 / 3,
  costUsd: 2 / 3,
  tokens: 2 ** 40,
  formatErrors: 0,
  findings: ['loop'],
  attempts: 1,
  why: '"quoted", \\ and 打开 \u2028',
  otherMode: false,
  isScored: true,
  isOpen: false,
  startedAt: null,
  endedAt: null,
  lines: null,
  path: ['n1'],
  modelMs: 0,
  deviceMs: 0,
  milestones: [{ abilities: ['find'], hit: true }],
};

it('lists what is stored of episodes to the last bit, in order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-list-'));
  const store = await openEmbeddedStore(join(folder, 'index.db'), { isWriter: true });
  try {
    const empty: StoredEpisode = {
      ...EPISODE,
      key: { item: 'a', repeat: 0 },
      completion: null,
      metric: null,
      costUsd: null,
      tokens: null,
      otherMode: null,
      milestones: [],
      path: [],
    };
    const first = { ...EPISODE, key: { item: 'b', repeat: 0 }, otherMode: true };
    await store.put({
      run: { name: 'r', version: 'v', fingerprint: 'f', card: { id: 'r' } as RunCard, facts: null },
      episodes: [EPISODE, empty, first],
      verdicts: [],
      tasks: { from: 0, tasks: [] },
      gone: [],
    });
    const found = (await store.listing('r'))?.episodes ?? [];
    expect(found.map((episode, place) => ({ ...[empty, first, EPISODE][place], ...episode }))).toEqual([
      empty,
      first,
      EPISODE,
    ]);
    expect(await store.paths('r', 't')).toEqual(
      [first, EPISODE].map(({ key, outcome, path }) => ({ key, outcome, path })),
    );
    expect(await store.listing('other')).toBeNull();
  } finally {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});

it('finds episodes and tasks by names that no UTF-8 text can hold', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-list-'));
  const store = await openEmbeddedStore(join(folder, 'index.db'), { isWriter: true });
  try {
    const names = ['.', '..', 'half \ud83d', 'half \udc00', '~', '~002e'];
    await store.put({
      run: { name: 'r', version: 'v', fingerprint: 'f', card: { id: 'r' } as RunCard, facts: null },
      episodes: names.map((item) => ({ ...EPISODE, key: { item, repeat: 0 }, task: item, metric: null })),
      verdicts: [],
      tasks: { from: 0, tasks: names.map((id) => ({ id }) as Task) },
      gone: [],
    });
    const listed = (await store.listing('r'))?.episodes ?? [];
    expect(new Map(listed.map(({ key, task }) => [key.item, task]))).toEqual(
      new Map(names.map((name) => [name, name])),
    );
    for (const item of names) {
      expect((await store.episode('r', { item, repeat: 0 }))?.episode).toMatchObject({
        key: { item },
        task: item,
      });
      expect(await store.task('r', item)).toEqual({ id: item });
      expect((await store.paths('r', item)).map(({ key }) => key.item)).toEqual([item]);
    }
    expect((await store.changed('r', 0)).map(({ key }) => key.item).toSorted()).toEqual(names.toSorted());
  } finally {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});
