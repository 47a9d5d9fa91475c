import { describe, expect, it } from 'vitest';
import type { RunIdentity } from '../../domain/run.js';
import { runStartEvent } from '../../testing/run-fakes/run-events.js';
import { requireSplits, splitGroups, SplitsDifferError, type SplitRun } from './split-groups.js';

function run(name: string, split: string, change: Partial<RunIdentity> = {}): SplitRun {
  const { identity } = runStartEvent();
  const benchmark = { ...identity.benchmark, split, dataHash: name.padEnd(64, '0'), items: [name] };
  return { name, identity: { ...identity, benchmark, ...change } };
}

describe('runs on several splits', () => {
  it('belong together by all that a split does not decide', () => {
    const sampled = run('b', 'app');
    const runs = [
      run('a', 'task'),
      {
        ...sampled,
        identity: {
          ...sampled.identity,
          benchmark: { ...sampled.identity.benchmark, sample: { size: 1, of: 9, seed: 1 } },
        },
      },
      run('c', 'task', { seed: 9 }),
      run('d', 'app', { seed: 9 }),
    ];
    expect(requireSplits(runs).map((group) => group.map(({ name }) => name))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(splitGroups(runs)).toHaveLength(2);
  });

  it('are refused by what differs, and where two are of one split', () => {
    expect(() => requireSplits([run('a', 'task'), run('b', 'app', { seed: 9 })])).toThrow(SplitsDifferError);
    expect(() => requireSplits([run('a', 'task'), run('b', 'app', { seed: 9 })])).toThrow(
      /they differ in seed/,
    );
    expect(() => requireSplits([run('a', 'task'), run('b', 'task')])).toThrow(/both of split task/);
  });

  it('are left out of a report that shows other runs', () => {
    expect(splitGroups([run('a', 'task'), run('b', 'app', { seed: 9 })])).toEqual([]);
    expect(splitGroups([run('a', 'task'), run('b', 'task')])).toEqual([]);
    expect(splitGroups([run('a', 'task')])).toEqual([]);
  });
});
