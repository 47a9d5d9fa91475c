import { describe, expect, it } from 'vitest';
import { randomAgent } from '../../agents/baselines/random.js';
import { replayAgent } from '../../agents/baselines/replay.js';
import { tapTextAgent } from '../../agents/tap-text/tap-text.js';
import { blindAttempts, plansOf } from '../../app/audit/blind-plans.js';
import { evaluateMilestones } from '../../evaluators/milestones.js';
import { blindPolicies } from '../../lint/blind/blind-policies.js';
import { playEpisode, walk } from '../../testing/run-fakes/play-episode.js';
import type { BenchmarkItem } from '../benchmark.js';
import { pocketBenchmark } from './pocket-benchmark.js';

const signal = new AbortController().signal;
const benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
const items: BenchmarkItem[] = [];
for await (const item of benchmark.items.list()) items.push(item);
const crossApp = items.filter(({ task }) => task.tags.includes('cross'));

/** Attempts of the random agent at each task; `npm run accept random-agent` makes a thousand. */
const ATTEMPTS = 100;

/** Most that a script may reach that sees nothing. */
const MOST_BLIND = 0.05;

describe('Pocket tells agents apart', () => {
  it('gives no blind script a twentieth of it', async () => {
    const attempts = await blindAttempts(benchmark, { language: null, repeats: 1, maxSteps: null });
    expect(attempts).toHaveLength(items.length);
    const byId = new Map(items.map((item) => [item.id, item]));
    for (const policy of blindPolicies({ seed: 1 })) {
      let completion = 0;
      for (const { item: id, actions } of plansOf(policy, attempts)) {
        const item = byId.get(id);
        if (item === undefined) throw new Error(`there is no ${id}`);
        const { trajectory } = await walk(benchmark, item, replayAgent({ hash: '', find: () => actions }));
        completion += evaluateMilestones(item.task, trajectory).completion;
      }
      expect(completion / items.length, policy.name).toBeLessThan(MOST_BLIND);
    }
  });

  it('tap-text solves some tasks and fails more', async () => {
    const solved: string[] = [];
    for (const item of items) {
      const { scores } = await playEpisode(benchmark, item, tapTextAgent());
      if (scores.success === true) solved.push(item.id);
    }
    expect(solved.length).toBeGreaterThanOrEqual(5);
    expect(items.length - solved.length).toBeGreaterThanOrEqual(10);
  });

  it(`random solves no task across apps in ${ATTEMPTS} attempts at each`, async () => {
    const agent = randomAgent();
    const solved: string[] = [];
    for (const item of crossApp) {
      for (let repeat = 0; repeat < ATTEMPTS; repeat += 1) {
        const { trajectory } = await walk(benchmark, item, agent, { repeat, seed: 7 });
        if (evaluateMilestones(item.task, trajectory).success) solved.push(`${item.id}#${repeat}`);
      }
    }
    expect(solved).toEqual([]);
  });
});
