import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { coordinate, handedOut, ITEMS, parts, work } from '../../../test/fixtures/distributed-fake-run.js';
import { startRun } from '../../engine/run.js';
import type { QueuedRun } from '../../queue/run-queue.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { WatchedItems } from './watched-items.js';

const failure = { fault: 'model', code: 'MODEL_OUTAGE', message: 'nobody answers' } as const;

describe('a run that its workers stop', () => {
  it('ends for who follows it as by an outage of its own, and goes on where it is resumed', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'many');
    await mkdir(directory);
    await using queue = new MemoryRunQueue();
    const coordinating = coordinate(directory, queue);
    const { run, coordinatorMsAgo } = await handedOut(queue);
    expect(coordinatorMsAgo).toBe(0);
    await queue.stop(run, { worker: 'a', failure, isOutage: true });
    // What came first stays.
    await queue.stop(run, { worker: 'b', failure: { ...failure, message: 'later' }, isOutage: true });
    const stopped = await coordinating;
    expect(stopped).toMatchObject({
      status: 'interrupted',
      stopReason: 'model_outage',
      stoppedBy: failure,
      finished: 0,
    });
    expect((await queue.runs())[0]).toMatchObject({ state: 'stopped', coordinatorMsAgo: null });
    const again = coordinate(directory, queue);
    await work(directory, queue, 'a');
    expect(await again).toMatchObject({ status: 'complete', finished: ITEMS });
  });

  it('counts what was ended last, though the queue has not said so', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'many');
    await mkdir(directory);
    await using queue = new MemoryRunQueue();
    vi.spyOn(queue, 'settled').mockResolvedValue([]);
    const coordinating = coordinate(directory, queue);
    const { run } = await handedOut(queue);
    const stop = new AbortController();
    const begun = new Set<string>();
    const onDecide = (item: string): void => {
      begun.add(item);
      if (begun.size === 3) stop.abort();
    };
    await work(directory, queue, 'a', { stop: stop.signal, onDecide });
    await queue.stop(run, { worker: 'a', failure, isOutage: true });
    expect(await coordinating).toMatchObject({ stopReason: 'model_outage', finished: 2 });
  });

  it('ends by the failure that all its workers meet, as soon as none of them does it', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'many');
    const built = buildRun(directory, parts());
    await startRun({ ...built, stop: AbortSignal.abort() });
    await using queue = new MemoryRunQueue();
    const names = { run: 'many', folder: 'many', benchmark: 'b', agent: 'a', identityHash: '0' };
    const budgets = { seconds: null, tokens: null, money: null };
    const run: QueuedRun = { ...names, planned: ITEMS, needs: [], budgets };
    let now = 0;
    using _clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 300));
    await using items = new WatchedItems({
      queue,
      run,
      directory,
      benchmark: built.benchmark,
      configuration: built.configuration,
      retryVoided: false,
      onNote: () => undefined,
      ended: new AbortController().signal,
    });
    const full = { fault: 'environment', code: 'JOURNAL_WRITE', message: 'no room' } as const;
    const trouble = { failure: full, lasts: true };
    const note = { session: 's', host: 'h', pid: 1, version: '0', run: 'many', items: 1 };
    let isOver = false;
    const taking = items.take({}).finally(() => (isOver = true));
    taking.catch(() => undefined);
    await handedOut(queue);
    await queue.refuse('many', { worker: 'w', reason: 'no room', trouble });
    // Another one does it all the same.
    const heard = setInterval(() => void queue.beat({ ...note, name: 'v' }), 1);
    await vi.waitUntil(() => now > 20_000);
    expect(isOver).toBe(false);
    clearInterval(heard);
    await queue.beat({ ...note, name: 'w' });
    await queue.leave({ name: 'v', session: 's' });
    await expect(taking).rejects.toMatchObject({
      code: 'JOURNAL_WRITE',
      fault: 'environment',
      message: 'worker w: no room',
    });
    expect(await queue.stoppedBy('many')).toMatchObject({ worker: 'w', isOutage: false });
  });
});
