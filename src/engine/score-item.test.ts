import { describe, expect, it } from 'vitest';
import type { Benchmark, MainMetric } from '../benchmarks/benchmark.js';
import type { Mode } from '../domain/mode.js';
import type { EpisodeScores } from '../domain/score.js';
import { BugError } from '../errors.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { scoreItem } from './score-item.js';

const FLOORS: MainMetric = {
  name: 'Floors',
  label: 'floors climbed',
  unit: 'floor',
  average: 'pooled',
  isRounded: true,
  of: () => ({ sum: 2, of: 6 }),
};

async function scored(mainMetric: MainMetric | undefined, mode: Mode = 'corrected'): Promise<EpisodeScores> {
  const plain = fakeBenchmark();
  const benchmark: Benchmark = mainMetric === undefined ? plain : { ...plain, mainMetric };
  const signal = new AbortController().signal;
  for await (const item of benchmark.items.list()) {
    const key = { item: item.id, repeat: 0 };
    const episode = { key, trajectory: { steps: [] }, end: { reason: 'agent_stop' as const } };
    return scoreItem(benchmark, item, episode, mode, { signal });
  }
  throw new Error('no item');
}

describe('scoreItem', () => {
  it('keeps what an item brings to the main metric, with how it is averaged', async () => {
    expect((await scored(FLOORS)).metric).toEqual({
      name: 'Floors',
      label: 'floors climbed',
      unit: 'floor',
      average: 'pooled',
      value: { sum: 2, of: 6 },
    });
    expect((await scored(FLOORS, 'reference')).metric).toMatchObject({ isRounded: true });
    expect((await scored({ ...FLOORS, of: () => null })).metric).toMatchObject({ value: null });
    expect(await scored(undefined)).not.toHaveProperty('metric');
  });

  it('takes completion where that is what the metric is', async () => {
    const { completion, metric } = await scored({ ...FLOORS, average: 'completion' });
    expect(completion).toBe(0);
    expect(metric).toMatchObject({ average: 'completion', value: { sum: 0, of: 1 } });
  });

  it.each<[string, MainMetric]>([
    ['more than there is', { ...FLOORS, of: () => ({ sum: 7, of: 6 }) }],
    ['a share of nothing', { ...FLOORS, of: () => ({ sum: 0, of: 0 }) }],
    ['less than nothing', { ...FLOORS, of: () => ({ sum: -1, of: 6 }) }],
    ['no number', { ...FLOORS, of: () => ({ sum: Number.NaN, of: 6 }) }],
    ['no group for a mean over groups', { ...FLOORS, average: 'group_mean' }],
    ['a name that is taken', { ...FLOORS, name: 'Success' }],
  ])('refuses %s', async (_, metric) => {
    await expect(scored(metric)).rejects.toThrow(BugError);
  });
});
