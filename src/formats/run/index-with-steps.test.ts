import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateRun, type GeneratedRunOptions } from '../../../test/fixtures/generated-run.js';
import { itemKeyText } from '../../domain/episode.js';
import type { JournalStep } from './attempt-record.js';
import { readEpisodes } from './read-episodes.js';
import { indexRun, indexRunWithSteps, readRunStart } from './run-index.js';
import { readResults, readResultsInModes } from './scores/read-results.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-one-pass-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function made(name: string, options: Partial<GeneratedRunOptions>): Promise<string> {
  const directory = join(folder, name);
  await generateRun(directory, { run: name, tasks: 12, model: 'vl', ...options });
  return directory;
}

describe('a run read in one pass', () => {
  it.each([
    ['whole', { repeats: 3 }],
    ['crashed', { crashAfter: 5 }],
  ])('gives the index and the steps that two passes give: %s', async (name, options) => {
    const directory = await made(name, options);
    const once = new Map<string, readonly JournalStep[]>();
    const index = await indexRunWithSteps(directory, {
      onAttempt: async ({ item, record }) => {
        once.set(itemKeyText(item.key), record.steps);
      },
      onDamage: (error) => {
        throw error;
      },
    });
    const twice = await indexRun(directory);
    expect(index).toEqual(twice);
    const steps = new Map<string, readonly JournalStep[]>();
    for await (const { item, record } of readEpisodes(twice)) steps.set(itemKeyText(item.key), record.steps);
    expect(once).toEqual(steps);
    expect(once.size).toBeGreaterThan(4);
    expect(await readRunStart(directory)).toEqual(twice.start);
  });

  it('gives the scores of both modes that a pass for each gives', async () => {
    const index = await indexRun(await made('scored', { repeats: 2 }));
    const together: Record<string, unknown[]> = { reference: [], corrected: [] };
    for await (const result of readResultsInModes(index, ['reference', 'corrected'])) {
      together[result.result.mode]?.push(result);
    }
    for (const mode of ['reference', 'corrected'] as const) {
      const alone: unknown[] = [];
      for await (const result of readResults(index, mode)) alone.push(result);
      expect(together[mode]).toEqual(alone);
    }
  });

  it('gives of a few items what it gives of them among all', async () => {
    const index = await indexRun(await made('few', { repeats: 2 }));
    const items = new Set(['task-0003#1', 'task-0010#0']);
    const few: unknown[] = [];
    for await (const { item, record } of readEpisodes(index, { items })) few.push([item.key, record.steps]);
    const all: unknown[] = [];
    for await (const { item, record } of readEpisodes(index)) {
      if (items.has(itemKeyText(item.key))) all.push([item.key, record.steps]);
    }
    expect(few).toEqual(all);
    expect(few).toHaveLength(2);
  });
});
