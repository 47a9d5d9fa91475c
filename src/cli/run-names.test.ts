import { describe, expect, it } from 'vitest';
import { identifyRun } from '../engine/run-identity.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun } from '../testing/run-fake.js';
import { runNames } from './run-names.js';

type Index = Parameters<typeof runNames>[0][number];

function index(run: string, agent: string, directory = `runs/${run}`): Index {
  const parts = { benchmark: fakeBenchmark(), agent: { ...fakeAgent(), name: agent }, models: {} };
  const identity = identifyRun(parts, { touchstone: '0', seed: 1, repeats: 1 });
  const { configuration } = buildRun(directory);
  return {
    directory,
    start: {
      type: 'run-start',
      at: '2026-01-01T00:00:00Z',
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
  it("uses the agent's name, the run's id where that is not enough, the folder where neither is", () => {
    expect(
      runNames([
        index('r1', 'a'),
        index('r2', 'b'),
        index('r3', 'b'),
        index('r4', 'c', 'x'),
        index('r4', 'c', 'y'),
      ]),
    ).toEqual(['a', 'b [r2]', 'b [r3]', 'c [x]', 'c [y]']);
  });
});
