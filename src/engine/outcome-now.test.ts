import { describe, expect, it } from 'vitest';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { startRun } from './run.js';

/** What is told of each item's outcome. */
async function told(upTo: number | null, onScore?: (item: string) => void): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const benchmark = fakeBenchmark({
    items: 3,
    isInvalid: (item) => (item === 'walk-2' ? 'broken' : undefined),
    ...(onScore === undefined ? {} : { onScore }),
  });
  const run = buildRun(`${folder.path}/run`, { benchmark, agent: fakeAgent() });
  await startRun({ ...run, ...(upTo === null ? {} : { tellsOutcomesUpTo: upTo }) });
  return run.events
    .filter((event) => event.type === 'item-end')
    .map((event) => event.outcome ?? 'not told')
    .toSorted((a, b) => a.localeCompare(b));
}

describe('the end of an item', () => {
  it('is told with its outcome where that was asked for, except of void items', async () => {
    const outcomes = await told(3);
    expect(outcomes.filter((outcome) => outcome === 'not told')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'passed' || outcome === 'failed')).toHaveLength(2);
  });

  it.each([null, 2])('is told without in a run of more than %s items', async (upTo) => {
    expect(await told(upTo)).toEqual(['not told', 'not told', 'not told']);
  });

  it('is told without where the rules fail, which is for the scoring to say', async () => {
    const fail = (): void => {
      throw new Error('no such rule');
    };
    expect(await told(3, fail)).toEqual(['not told', 'not told', 'not told']);
  });
});
