import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { stop } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { RecordedHistory } from '../../domain/recordings/recorded-history.js';
import { startRun } from '../../engine/run.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import { emptyObservation } from '../../testing/contracts/agent-contract.js';
import { changeItems, fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { statelessAgent } from '../../agents/baselines/stateless-agent.js';
import type { HistoryEntry } from '../../agents/agent.js';
import { madeEnvironments } from '../environment-provider.js';
import { ReplayEnvironment } from './replay-environment.js';

const signal = new AbortController().signal;
const typed = (text: string): Decision => ({ type: 'action', action: { type: 'type', text } });

function replay(history: RecordedHistory): ReplayEnvironment {
  return new ReplayEnvironment({
    task: 'walk-0',
    history,
    capabilities: { pictures: false, hierarchy: false, activity: false },
    steps: ['a', 'b', 'c'].map((text) => ({ observation: emptyObservation(text), recorded: typed(text) })),
  });
}

/** A benchmark of one recording. */
function recordings(history: RecordedHistory): Benchmark {
  const world = { screen: (id: string) => emptyObservation(id).screen, graph: () => null };
  return changeItems(
    { ...fakeBenchmark({ items: 1 }), world },
    { protocol: 'stepwise', environments: madeEnvironments({ kind: 'replay' }, async () => replay(history)) },
  );
}

/** Declares success at once, and keeps the history that it was given. */
function hasty(told: (readonly HistoryEntry[])[]) {
  return statelessAgent({
    name: 'hasty',
    version: '1',
    decide: ({ history }) => {
      told.push(history);
      return { type: 'action', action: stop() };
    },
  });
}

describe('a recorded episode', () => {
  it('shows its screens in order, for any actions', async () => {
    await using environment = replay('own');
    const start = { task: 'walk-0', repeat: 0, seed: 1 };
    const seen = [(await environment.reset(start, { signal })).screen.id];
    for (;;) {
      const result = await environment.step(stop(), { signal });
      if (result.type === 'ended') break;
      seen.push(result.observation.screen.id);
      expect((await environment.observe({ signal })).screen.id).toBe(seen.at(-1));
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    await expect(environment.observe({ signal })).rejects.toMatchObject({ code: 'NO_REPLAY' });
    const other = { ...start, task: 'walk-1' };
    await expect(environment.reset(other, { signal })).rejects.toMatchObject({ fault: 'dataset' });
  });

  it.each([
    ['recorded', ['type', 'type']],
    ['own', ['stop', 'stop']],
    ['none', []],
  ] as const)('continues after a stop, and shows later steps the %s history', async (history, types) => {
    await using folder = await temporaryFolder();
    const told: (readonly HistoryEntry[])[] = [];
    const directory = join(folder.path, 'run');
    const run = buildRun(directory, { benchmark: recordings(history), agent: hasty(told) });
    await startRun(run);
    const last = told.at(-1) ?? [];
    expect(
      last.map(({ decision }) => (decision.type === 'action' ? decision.action.type : decision.type)),
    ).toEqual(types);
    for await (const { episode } of readEpisodes(await indexRun(directory, { signal }), { signal })) {
      // The journal holds what the agent decided, not the history that it was given.
      expect(episode.trajectory.steps.map(({ action }) => action?.type)).toEqual(['stop', 'stop', 'stop']);
    }
  });
});
