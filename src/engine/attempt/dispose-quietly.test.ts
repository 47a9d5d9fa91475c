import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptRecord } from '../../formats/run/attempt-record.js';
import { disposeQuietly } from './dispose-quietly.js';
import type { EngineEvent } from '../engine-event.js';
import type { RunSession } from '../run-session.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const key = { item: 'walk-0', repeat: 0 };

/** Disposes something in a session of which only the events are checked. */
function dispose(close: () => Promise<void>, wasAborted: boolean) {
  const events: EngineEvent[] = [];
  const session = { emit: (event: EngineEvent) => events.push(event) } as unknown as RunSession;
  const resource: AsyncDisposable = { [Symbol.asyncDispose]: close };
  return { events, done: disposeQuietly(session, new AttemptRecord(key), resource, wasAborted) };
}

describe('disposeQuietly', () => {
  it.each([true, false])('says nothing where all goes well (aborted: %s)', async (wasAborted) => {
    let closed = 0;
    const { events, done } = dispose(async () => {
      closed += 1;
    }, wasAborted);
    await done;
    expect([closed, events, vi.getTimerCount()]).toEqual([1, [], 0]);
  });

  it('warns of what could not be given back', async () => {
    for (const [thrown, message] of [
      [new Error('busy'), 'Closing failed: busy'],
      ['text', 'Closing failed: text'],
    ] as const) {
      const { events, done } = dispose(() => Promise.reject(thrown), false);
      await done;
      expect(events).toEqual([{ type: 'warning', key, message }]);
    }
    const { events, done } = dispose(() => {
      throw new Error('at once');
    }, true);
    await done;
    expect(events).toMatchObject([{ message: 'Closing failed: at once' }]);
  });

  it('waits for what was given up no longer than two seconds', async () => {
    const { events, done } = dispose(() => new Promise(() => undefined), true);
    await vi.advanceTimersByTimeAsync(1999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(events).toEqual([{ type: 'warning', key, message: 'Closing failed: not closed after 2000 ms' }]);
  });

  it('waits as long as it takes for what came to its end', async () => {
    let release: () => void = () => undefined;
    const { events, done } = dispose(() => new Promise((resolve) => (release = resolve)), false);
    let isOver = false;
    const over = done.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver).toBe(false);
    release();
    await over;
    expect(events).toEqual([]);
  });
});
