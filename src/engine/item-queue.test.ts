import { describe, expect, it } from 'vitest';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { itemQueueContract } from '../testing/contracts/item-queue-contract.js';
import { PlanQueue } from './item-queue.js';
import { identifyRun } from './run-identity.js';

const benchmark = fakeBenchmark({ items: 3 });
const identity = identifyRun(
  { benchmark, agent: fakeAgent(), models: {} },
  { touchstone: '0', seed: 1, repeats: 2 },
);
const KEYS = ['walk-0#0', 'walk-1#0', 'walk-2#0', 'walk-0#1', 'walk-1#1', 'walk-2#1'];

describe.each([
  ['from its beginning', []],
  ['with items that are done', ['walk-0#0', 'walk-2#1']],
])('PlanQueue %s', (_name, done) => {
  const keys = KEYS.filter((key) => !done.includes(key));
  const create = async () => new PlanQueue(benchmark, identity, (key) => done.includes(key));

  it.each(itemQueueContract({ create, keys }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('PlanQueue', () => {
  it('has done with the benchmark when it is disposed of', async () => {
    let left = 0;
    const watched = {
      ...benchmark,
      items: {
        ...benchmark.items,
        async *list() {
          try {
            yield* benchmark.items.list();
          } finally {
            left += 1;
          }
        },
      },
    };
    const queue = new PlanQueue(watched, identity, () => false);
    await queue.take();
    expect(left).toBe(0);
    await queue[Symbol.asyncDispose]();
    expect(left).toBe(1);
    expect(await queue.take()).toBeNull();
  });
});
