import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noOpAgent } from '../../../agents/baselines/no-op.js';
import { randomAgent } from '../../../agents/baselines/random.js';
import { tapTextAgent } from '../../../agents/tap-text/tap-text.js';
import type { Mode } from '../../../domain/mode.js';
import { FileUnreadableError } from '../../../formats/file-errors.js';
import { hashWorld } from '../../../formats/graph/hash-world.js';
import { readGraph } from '../../../formats/graph/read-graph.js';
import { playEpisode } from '../../../testing/run-fakes/play-episode.js';
import type { Agent } from '../../../agents/agent.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions } from '../../benchmark.js';
import { POCKET_FOLDER, pocketBenchmark } from '../../pocket/pocket-benchmark.js';
import { openSuite } from '../suite-benchmark.js';

const signal = new AbortController().signal;
const openPocket = (settings: Record<string, unknown>, more: Partial<OpenBenchmarkOptions> = {}) =>
  pocketBenchmark.open({ mode: 'corrected', settings, signal, ...more });

async function itemsOf(benchmark: Benchmark): Promise<BenchmarkItem[]> {
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  return items;
}

/** How many items begin with each two parts of their names. */
async function countsOf(benchmark: Benchmark): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { id } of await itemsOf(benchmark)) {
    const [dimension = '', modality = ''] = id.split('/');
    const group = ['planning', 'grounding'].includes(dimension) ? `${dimension} ${modality}` : dimension;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** Share of items that pass, by dimension. */
async function shares(benchmark: Benchmark, agent: Agent): Promise<Record<string, number>> {
  const sums: Record<string, [passed: number, all: number]> = {};
  for (const item of await itemsOf(benchmark)) {
    const dimension = item.task.tags[0] ?? '';
    const { scores } = await playEpisode(benchmark, item, agent);
    const [passed, all] = sums[dimension] ?? [0, 0];
    sums[dimension] = [passed + Number(scores.success === true), all + 1];
  }
  return Object.fromEntries(Object.entries(sums).map(([name, [passed, all]]) => [name, passed / all]));
}

describe('Pocket without dimensions', () => {
  it('is what it was: its hash, its tasks, and no questions', async () => {
    const plain = await openPocket({});
    const graph = await readGraph(join(POCKET_FOLDER, 'graph.json'), { signal });
    expect(plain.dataHash).toBe(await hashWorld(POCKET_FOLDER, graph, { signal }));
    expect(plain.items.protocol).toBe('interactive');
    expect(plain.identity).toBeUndefined();
    const items = await itemsOf(plain);
    expect(items).toHaveLength(45);
    expect(items.every(({ id, task }) => id === task.id && !id.includes('/'))).toBe(true);
  });
});

describe('Pocket in dimensions', () => {
  it('has five items for each question, one for each screen of a solution, each touch in each modality', async () => {
    const benchmark = await openPocket({ dimensions: 'all', modality: 'all' });
    const counts = await countsOf(benchmark);
    expect(counts).toMatchObject({ goal: 24 * 5, knowledge: 24 * 5, instructions: 141, navigation: 45 });
    const items = await itemsOf(benchmark);
    const solved = items.filter(({ id }) => id.startsWith('planning/text/'));
    // Of 45 tasks one is done by its answer.
    expect(new Set(solved.map(({ task }) => task.tags.at(-1))).size).toBe(44);
    expect(solved.filter(({ task }) => task.tags.includes('stop'))).toHaveLength(44);
    expect(counts['planning vision']).toBe(counts['planning text']);
    expect(counts['grounding text']).toBeGreaterThan(100);
    expect([counts['grounding vision'], counts['grounding native']]).toEqual(
      Array(2).fill(counts['grounding text']),
    );
    expect(items.filter(({ invalid }) => invalid !== undefined)).toEqual([]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const kinds = items.filter(({ id }) => id.startsWith('grounding/text/')).map(({ task }) => task.tags[2]);
    expect(new Set(kinds)).toEqual(new Set(['click', 'longclick', 'input', 'swipe', 'back', 'enter']));
  });

  it.each<Mode>(['reference', 'corrected'])(
    'knows the right answer to every question, in mode %s',
    async (mode) => {
      const dimensions = 'goal,knowledge,planning,grounding,instructions';
      const benchmark = await openPocket({ dimensions, modality: 'all' }, { mode });
      const wrong: string[] = [];
      for (const item of await itemsOf(benchmark)) {
        await using environment = await benchmark.items.environments.lend(item, { signal });
        const { screen } = await environment.reset({ task: item.id, repeat: 0, seed: 1 }, { signal });
        const decision = await environment.recorded?.();
        if (decision?.type !== 'action') throw new Error(`${item.id} has no answer`);
        const episode = {
          key: { item: item.id, repeat: 0 },
          trajectory: { steps: [{ screen, state: 'asked', action: decision.action }] },
          end: { reason: 'environment_end' as const },
        };
        const { success } = await benchmark.scorer.score(item, episode, mode, { signal });
        if (success !== true) wrong.push(item.id);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('leaves blind agents at chance, and doing nothing at nothing', async () => {
    const benchmark = await openPocket({
      dimensions: 'goal,knowledge,grounding,instructions',
      modality: 'text',
    });
    const random = await shares(benchmark, randomAgent());
    // One letter of four, four times one of two.
    const chance = (1 / 4 + 4 * (1 / 2)) / 5;
    expect(Math.abs((random['goal'] ?? 0) - chance)).toBeLessThan(0.12);
    expect(Math.abs((random['knowledge'] ?? 0) - chance)).toBeLessThan(0.12);
    expect(random['grounding']).toBeLessThan(0.15);
    expect(random['instructions']).toBe(0);
    expect(Object.values(await shares(benchmark, noOpAgent()))).toEqual([0, 0, 0, 0]);
    const words = await shares(benchmark, tapTextAgent());
    expect(words['grounding']).toBeGreaterThan(0.3);
    expect(words['grounding']).toBeLessThan(0.8);
  });

  it('asks about the tasks of its split alone, in the chosen language', async () => {
    const single = await openPocket({ dimensions: 'planning,navigation' }, { split: 'single' });
    const all = await openPocket({ dimensions: 'planning,navigation' }, { split: 'all', language: 'zh' });
    const [some, whole] = [await countsOf(single), await countsOf(all)];
    expect(some['navigation']).toBe(25);
    expect(some['planning text']).toBeLessThan(whole['planning text'] ?? 0);
    const [first] = await itemsOf(all);
    expect(Object.values(first?.task.instructions ?? {})[0]).toMatch(/\p{Script=Han}/u);
  });

  it('has a hash of its own for its questions', async () => {
    const asked = await openPocket({ dimensions: 'goal' });
    const other = await openPocket({ dimensions: 'goal,planning' });
    const plain = await openPocket({});
    expect(new Set([asked.dataHash, other.dataHash, plain.dataHash]).size).toBe(3);
    expect((await openPocket({ dimensions: 'goal' })).dataHash).toBe(asked.dataHash);
  });
});

const WORLD = {
  graph: {
    formatVersion: 1,
    name: 'two',
    screenSize: { width: 100, height: 200 },
    root: 'home',
    launcher: { apps: [{ name: 'Clock', entries: ['clock'] }] },
    nodes: [{ id: 'home' }, { id: 'clock' }, { id: 'lost' }],
  },
  tasks: [
    ['open', 'clock'],
    ['find', 'lost'],
  ].map(([id, screen]) => ({
    id,
    instructions: { en: `Do ${id}` },
    milestones: [{ id: 'm', type: 'screen', screens: [screen] }],
  })),
};

describe('a world without questions', () => {
  it('is asked what it has; goals and apps only where somebody wrote questions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-dimensions-'));
    try {
      await writeFile(join(folder, 'graph.json'), JSON.stringify(WORLD.graph));
      const suite = { formatVersion: 1, name: 's', version: '1', languages: ['en'], defaultMaxSteps: 5 };
      await writeFile(join(folder, 'suite.json'), JSON.stringify({ ...suite, tasks: WORLD.tasks }));
      const open = (dimensions: string) =>
        openSuite(folder, { mode: 'corrected', settings: { dimensions, modality: 'text' }, signal });
      await expect(open('goal')).rejects.toThrow(FileUnreadableError);
      await expect(open('gaol')).rejects.toThrow(/s has no dimension "gaol"/);
      const all = await open('all');
      expect(all.warnings).toContain('there are no questions of the dimension goal');
      const items = await itemsOf(all);
      const planning = items.filter(({ id }) => id.startsWith('planning/'));
      expect(planning.map(({ id, invalid }) => [id, invalid])).toEqual([
        ['planning/text/open/0', 'its UI hierarchy is missing'],
        ['planning/text/open/1', 'its UI hierarchy is missing'],
        ['planning/text/find', 'it cannot be done in this world'],
      ]);
      expect(items.some(({ id }) => id.startsWith('grounding/'))).toBe(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
