import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import type { ItemQueue, ItemSettlement, TakenItem } from './item-queue.js';
import { startRun } from './run.js';

it('does an item once that a queue hands out again to the one who is at it', async () => {
  await using folder = await temporaryFolder();
  const benchmark = fakeBenchmark({ items: 3, stepMs: 10 });
  const decisions: number[] = [];
  const agent = fakeAgent({
    onDecide: (_, step) => {
      decisions.push(step);
      return undefined;
    },
  });
  const loans: TakenItem[] = [];
  for await (const item of benchmark.items.list()) {
    if (loans.length === 0)
      for (let loan = 0; loan < 3; loan += 1) loans.push({ key: { item: item.id, repeat: 0 }, item });
  }
  const settled: ItemSettlement[] = [];
  const queue: ItemQueue = {
    take: () => Promise.resolve(loans.shift() ?? null),
    settle: (_, settlement) => {
      settled.push(settlement);
      return Promise.resolve();
    },
    giveBack: () => expect.unreachable(),
    async *rest() {
      // Nothing.
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const directory = join(folder.path, 'run');
  const built = buildRun(directory, { benchmark, agent, operation: { concurrency: 3 } });
  await startRun({ ...built, queue });
  expect(decisions.length).toBeGreaterThan(1);
  expect(new Set(decisions).size).toBe(decisions.length);
  expect(settled).toHaveLength(3);
  expect(new Set(settled.map((one) => JSON.stringify(one))).size).toBe(1);
});
