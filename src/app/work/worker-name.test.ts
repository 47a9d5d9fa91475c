import { describe, expect, it, vi } from 'vitest';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { WorkerName } from './worker-name.js';

const BEAT_MS = 40;
const never = new AbortController().signal;

function nameOn(
  queue: MemoryRunQueue,
  given: { readonly notes?: string[]; readonly signal?: AbortSignal } = {},
) {
  const { notes = [], signal = never } = given;
  const onNote = (message: string): void => void notes.push(message);
  const doing = () => ({ run: null, items: 0 });
  return WorkerName.take(queue, { name: 'w', doing, onNote, beatMs: BEAT_MS, signal });
}

/** Another worker of the name, as long as it says so. */
const OTHER = { name: 'w', session: 'other', host: 'lab-1', pid: 7, version: '0', run: null, items: 0 };

describe('the name of a worker', () => {
  it('is not had by two that are alive, and is free at once when the first leaves', async () => {
    await using queue = new MemoryRunQueue();
    {
      await using first = await nameOn(queue);
      await expect(nameOn(queue)).rejects.toMatchObject({
        code: 'WORKER_NAME',
        message: expect.stringMatching(
          /^memory: a worker of the name w is there already: process \d+ on /,
        ) as unknown,
        hint: expect.stringContaining('another --name') as unknown,
      });
      first?.requireOwn();
      expect(first?.lost.aborted).toBe(false);
    }
    const notes: string[] = [];
    await using second = await nameOn(queue, { notes });
    expect(second).not.toBeNull();
    expect(notes).toEqual([]);
  });

  it('is waited for where the one that had it was killed, unless the wait is given up', async () => {
    await using queue = new MemoryRunQueue();
    await queue.beat(OTHER, 10 * BEAT_MS);
    const notes: string[] = [];
    await using own = await nameOn(queue, { notes });
    expect(notes).toEqual([
      expect.stringContaining('process 7 on lab-1, was heard of a moment ago: waiting'),
    ]);
    expect((await queue.status()).workers).toMatchObject([{ name: 'w', pid: process.pid }]);
    expect(own).not.toBeNull();

    await using busy = new MemoryRunQueue();
    await busy.beat(OTHER, Infinity);
    const end = new AbortController();
    const waiting = nameOn(busy, { signal: end.signal });
    end.abort();
    expect(await waiting).toBeNull();
    expect((await busy.status()).workers).toMatchObject([{ pid: 7 }]);
  });

  it('is lost by one that was away for so long that another has it', async () => {
    await using queue = new MemoryRunQueue();
    {
      await using own = await nameOn(queue);
      const [note] = (await queue.status()).workers;
      if (own === null || note === undefined) throw new Error('it has the name');
      // As after the silence of a process that is suspended.
      await queue.leave(note);
      await queue.beat(OTHER, Infinity);
      await vi.waitUntil(() => own.lost.aborted, 20_000);
      expect(() => own.requireOwn()).toThrow('a worker of the name w is there already: process 7 on lab-1');
    }
    // What it does at its end is no matter of the other.
    expect((await queue.status()).workers).toMatchObject([{ session: 'other' }]);
  });
});
