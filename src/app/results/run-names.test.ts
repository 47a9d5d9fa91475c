import { describe, expect, it } from 'vitest';
import { identifyRun } from '../../engine/run-identity.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun } from '../../testing/run-fakes/run-fake.js';
import { runNames } from './run-names.js';

type Index = Parameters<typeof runNames>[0][number];

function index(run: string, agent: string, at = '2026-01-01T00:00:00Z'): Index {
  const parts = { benchmark: fakeBenchmark(), agent: { ...fakeAgent(), name: agent }, models: {} };
  const identity = identifyRun(parts, { touchstone: '0', seed: 1, repeats: 1 });
  const { configuration } = buildRun(`runs/${run}`);
  return {
    start: {
      type: 'run-start',
      at,
      formatVersion: 1,
      run,
      writer: 'main',
      identity,
      identityHash: '0'.repeat(64),
      operation: configuration.operation,
      resume: 'step',
      planned: 1,
      warnings: [],
      node: 'v20',
      platform: 'linux-x64',
    },
  };
}

describe('runNames', () => {
  it("uses the agent's name, the run's id where that is not enough, its beginning where neither is", () => {
    expect(
      runNames([
        index('r1', 'a'),
        index('r2', 'b'),
        index('r3', 'b'),
        index('r4', 'c', '2026-01-02T00:00:00Z'),
        index('r4', 'c', '2026-01-03T00:00:00Z'),
      ]),
    ).toEqual(['a', 'b [r2]', 'b [r3]', 'c [r4, 2026-01-02T00:00:00Z]', 'c [r4, 2026-01-03T00:00:00Z]']);
  });

  it.each([
    ['pocket', 'sees graph and milestones'],
    ['my-world', 'sees graph and milestones'],
    ['sphinx', 'is shown the recorded steps'],
    ['guiodyssey', 'is shown the recorded steps'],
  ])('says what the oracle is given on %s', (name, privilege) => {
    const { start } = index('r', 'oracle');
    const { identity } = start;
    const agent = { ...identity.agent, privileged: true };
    const benchmark = { ...identity.benchmark, name };
    const oracle = { start: { ...start, identity: { ...identity, agent, benchmark } } };
    expect(runNames([oracle])).toEqual([`oracle (${privilege})`]);
  });
});
