import { deepStrictEqual } from 'node:assert/strict';
import { randomAgent } from '../../src/agents/baselines/random.js';
import { pocketBenchmark } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import { evaluateMilestones } from '../../src/evaluators/milestones.js';
import { walk } from '../../src/testing/run-fakes/play-episode.js';
import type { Proof } from './proof.js';

/** Attempts of the random agent at each task. */
const ATTEMPTS = { small: 20, whole: 1000 };

/** Tasks across apps of the bundled benchmark are not solved by chance. */
export const randomAgentProof: Proof = {
  name: 'random-agent',
  title: 'The random agent solves no task across apps of Pocket.',
  async prove(size, note) {
    const { signal } = new AbortController();
    await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
    const agent = randomAgent();
    const solved: string[] = [];
    let attempts = 0;
    for await (const item of benchmark.items.list()) {
      if (!item.task.tags.includes('cross')) continue;
      note(`attempts at ${item.id}`);
      for (let repeat = 0; repeat < ATTEMPTS[size]; repeat += 1) {
        const { trajectory } = await walk(benchmark, item, agent, { repeat, seed: 7 });
        attempts += 1;
        if (evaluateMilestones(item.task, trajectory).success) solved.push(`${item.id}#${repeat}`);
      }
    }
    deepStrictEqual(solved, []);
    return [{ figure: 'attempts at tasks across apps', value: attempts, expected: 'none solved' }];
  },
};
