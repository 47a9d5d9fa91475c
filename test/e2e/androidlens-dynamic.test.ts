import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { androidlensBenchmark } from '../../src/benchmarks/androidlens/androidlens-benchmark.js';
import { androidlensJudge } from '../../src/benchmarks/androidlens/judges/androidlens-judge.js';
import type { BenchmarkItem } from '../../src/benchmarks/benchmark.js';
import { outcomeOf } from '../../src/domain/episode.js';
import type { ItemResult } from '../../src/domain/score.js';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import type { JudgeContext } from '../../src/judges/judge.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { runInProcess } from '../fixtures/run-in-process.js';

const signal = new AbortController().signal;
const TASKS = ['first', 'second'].map((id) => ({
  id,
  language: 'en',
  instruction: 'Look around.',
  start: 'Groceries',
  maxSteps: 2,
  milestones: [{ 'sub-target': `The list of ${id}` }, { 'sub-target': 'It is empty' }],
}));

/** A judge's model that finds all milestones of the first task, and the second alone of the other. */
const context: JudgeContext = {
  ask: async ({ request, read }) => {
    const content = request.messages.flatMap((message) => message.content);
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    // A screen before each step, and one behind the last.
    const steps = text.match(/^Step \d+:/gm)?.length ?? 0;
    expect(content.filter(({ type }) => type === 'image').length).toBe(steps + 1);
    const index = Number(/Judge milestone (\d+)/.exec(text)?.[1]);
    const isDone = text.includes('The list of first') || index === 1;
    const answer = `[{"idx": ${index}, "state": ${isDone ? 1 : 0}, "last_idx": ${isDone ? 0 : -1}}]`;
    const reading = read(answer);
    if (reading.type !== 'value') throw new Error(reading.error.message);
    return { type: 'value', value: reading.value, text: answer, unreadable: 0 };
  },
};

describe.skipIf(NO_CHROMIUM !== null)('AndroidLens on live web apps', () => {
  it('is run, judged by milestones, and tabled', { timeout: 60_000 }, async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await cp('examples/live', data, { recursive: true });
    await rm(join(data, 'suite.json'));
    await writeFile(join(data, 'dynamic.json'), JSON.stringify({ formatVersion: 1, tasks: TASKS }));
    const runs = join(folder.path, 'runs');
    const given = ['--data', data, '--env', 'chromium', '--agent', 'random', '--runs', runs];
    const done = await runInProcess(['run', 'androidlens', ...given], { cwd: folder.path });
    expect(done.stdout).toContain('2 episodes have not been judged');

    const environment = { kind: 'chromium', devices: [] } as const;
    await using benchmark = await androidlensBenchmark.open({
      dataDirectory: data,
      mode: 'reference',
      environment,
      signal,
    });
    const items = new Map<string, BenchmarkItem>();
    for await (const item of benchmark.items.list()) items.set(item.id, item);
    const judge = androidlensJudge.create({ prompts: {}, options: {}, files: {} });
    const results: ItemResult[] = [];
    const index = await indexRun(join(runs, (await readdir(runs))[0] ?? ''));
    for await (const { episode } of readEpisodes(index, { signal })) {
      const { key, end, trajectory } = episode;
      const item = items.get(key.item);
      if (item === undefined) throw new Error(`there is no item ${key.item}`);
      const { task } = item;
      const material = benchmark.judging?.material?.(item);
      const verdict = await judge.judge({ task, episode, material, signal }, context);
      const result = await benchmark.scorer.score(item, episode, 'reference', { verdict, signal });
      const outcome = outcomeOf(end, result.success);
      results.push({ key, task, end, steps: trajectory.steps.length, outcome, result });
    }
    const tables = await benchmark.scorer.tables(results, { agent: 'random', mode: 'reference' });
    const [row = []] = tables.find((table) => table.id === 'androidlens-dynamic')?.rows ?? [];
    expect([row[1]?.text, row[2]?.text, row[4]?.text]).toEqual(['2', '50.00', '75.00']);
  });
});
