import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../engine/run.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { measureRun } from './measure-run.js';

/** @param again whether a call is made twice */
async function measured(
  concurrency: number,
  steps: number | null = 5,
  again: (call: number) => boolean = () => false,
) {
  const model = scriptedModel(() => ({ text: 'on', usage: { inputTokens: 10, outputTokens: 2 } }));
  let calls = 0;
  const actor: typeof model = {
    identity: model.identity,
    generate: (request, options) => {
      if (again((calls += 1))) options.onRetry?.({ code: 'BUSY', message: 'busy', delayMs: 5 });
      return model.generate(request, options);
    },
  };
  await using folder = await temporaryFolder();
  const directory = join(folder.path, 'run');
  await startRun(
    buildRun(directory, {
      benchmark: fakeBenchmark({ items: 4 }),
      agent: fakeAgent({ asksModel: true, steps }),
      models: { actor },
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

  it('takes the time of steps elsewhere from episodes whose calls did not fail', async () => {
    // The first of four episodes of six steps.
    const some = await measured(1, 5, (call) => call <= 6);
    expect(some.callFailures).toBeCloseTo(6 / 30);
    expect([some.localMs.values.length, some.modelMs.values.length]).toEqual([18, 24]);
    const all = await measured(1, 5, () => true);
    expect([all.callFailures, all.localMs.values.length]).toEqual([0.5, 24]);
  });

  it('leaves the time between episodes out where several are under way at a time', async () => {
    expect((await measured(4)).betweenMs).toBeNull();
  });
});
