import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TouchstoneError } from '../../errors.js';
import { resumeRun, startRun } from '../../engine/run.js';
import { endsOf, indexRun, isVoidEnd } from '../../formats/run/run-index.js';
import type { QueuedRun } from '../../queue/run-queue.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { LaneItems } from '../work/lane-items.js';
import { WatchedItems } from './watched-items.js';

class Broken extends TouchstoneError {
  readonly code = 'BROKEN';
  readonly fault = 'environment';
}

const ITEMS = 2;
const never = new AbortController().signal;
const names = { run: 'many', folder: 'many', benchmark: 'b', agent: 'a', identityHash: '0' };
const RUN: QueuedRun = {
  ...names,
  planned: ITEMS,
  needs: [],
  budgets: { seconds: null, tokens: null, money: null },
};

/** The run; where it is broken its first item is void. */
function runOf(
  directory: string,
  isBroken: () => boolean,
  onBegin: (item: string) => void = () => undefined,
) {
  return buildRun(directory, {
    benchmark: fakeBenchmark({ items: ITEMS }),
    agent: fakeAgent({
      onDecide: ({ task }, step) => {
        if (step === 0) onBegin(task.id);
        if (task.id === 'walk-0' && isBroken()) throw new Broken('it is broken');
        return undefined;
      },
    }),
    operation: { concurrency: 1 },
  });
}

it.each([
  ['void again', true],
  ['done', false],
])(
  'an item that was void, asked for once more, is not done a third time where nobody hears that it is %s',
  async (_, staysBroken) => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'many');
    await startRun(runOf(directory, () => true));
    const before = await indexRun(directory);
    expect([...before.items.values()].filter(({ end }) => isVoidEnd(end))).toHaveLength(1);

    await using queue = new MemoryRunQueue();
    const begun: string[] = [];
    const work = async (writer: string): Promise<void> => {
      const built = runOf(
        directory,
        () => staysBroken,
        (item) => begun.push(`${item} by ${writer}`),
      );
      await using lane = await queue.join(RUN, { writer, leaseMs: 60_000 });
      await using items = await LaneItems.open(lane, built.benchmark, {
        directory,
        drain: never,
        idleMs: 100,
      });
      await resumeRun({ ...built, writer, queue: items });
    };
    const coordinator = runOf(directory, () => true);
    await using items = new WatchedItems({
      queue,
      run: RUN,
      directory,
      benchmark: coordinator.benchmark,
      configuration: coordinator.configuration,
      retryVoided: true,
      onNote: () => undefined,
      ended: never,
    });
    // What workers say of ends is lost.
    vi.spyOn(queue, 'settled').mockResolvedValue([]);
    const coordinating = resumeRun({ ...coordinator, queue: items, retryVoided: true });
    await vi.waitUntil(async () => (await queue.counts('many'))?.waiting === 1);
    await work('a');
    expect(await coordinating).toMatchObject({
      status: 'complete',
      finished: ITEMS,
      voided: staysBroken ? 1 : 0,
    });
    // Nor where the queue hands it out once more, to another or to the same.
    const { items: done } = await indexRun(directory);
    const [key, item] = [...done].find(([text]) => text === 'walk-0#0') ?? [];
    if (key === undefined || item === undefined) throw new Error('the item is there');
    expect(endsOf(item)).toEqual({ main: 1, a: 1 });
    for (const writer of ['b', 'a']) {
      await queue.add('many', [{ key: item.key, leftBy: ['a'], again: { main: 1 } }]);
      await work(writer);
    }
    expect(begun).toEqual(['walk-0 by a']);
  },
);
