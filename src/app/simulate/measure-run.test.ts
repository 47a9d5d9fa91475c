import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../engine/run.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { measureRun } from './measure-run.js';

async function measured(concurrency: number, steps: number | null = 5) {
  await using folder = await temporaryFolder();
  const directory = join(folder.path, 'run');
  await startRun(
    buildRun(directory, {
      benchmark: fakeBenchmark({ items: 4 }),
      agent: fakeAgent({ asksModel: true, steps }),
      models: { actor: scriptedModel(() => ({ text: 'on', usage: { inputTokens: 10, outputTokens: 2 } })) },
      operation: { concurrency },
    }),
  );
  return measureRun(directory);
}

describe('the measure of a run', () => {
  it('has its steps, calls and tokens, and the time between its episodes', async () => {
    const { episodes, timed, steps, perStep, callFailures, betweenMs, localMs, modelMs } = await measured(1);
    expect({ episodes, timed, callFailures }).toEqual({ episodes: 4, timed: 4, callFailures: 0 });
    expect([...steps.values]).toEqual([6, 6, 6, 6]);
    expect(perStep).toMatchObject({ calls: 1, inputTokens: 10, outputTokens: 2 });
    expect(betweenMs).not.toBeNull();
    expect([localMs.values.length, modelMs.values.length]).toEqual([24, 24]);
  });

  it('leaves the time between episodes out where several are under way at a time', async () => {
    expect((await measured(4)).betweenMs).toBeNull();
  });
});
