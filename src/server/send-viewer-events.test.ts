import { describe, expect, it, vi } from 'vitest';
import { fakeCard } from '../../test/fixtures/fake-results.js';
import type { ViewerEvent } from '../report/view/viewer-event.js';
import { MOST_WAITING, sendViewerEvents } from './send-viewer-events.js';

function stepOf(step: number, item = 'a'): ViewerEvent {
  return { type: 'episode', run: 'r', item, repeat: 0, step, ended: false };
}

/** A reader whose pauses end when the test says so, and what it was sent. */
function follow({ write }: { readonly write?: (event: ViewerEvent) => Promise<void> } = {}) {
  const sent: ViewerEvent[] = [];
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const seen = { beats: 0, drops: 0, stops: 0 };
  let say: (event: ViewerEvent) => void = () => {};
  let leave = (): void => {};
  const done = sendViewerEvents(
    (onEvent) => {
      say = onEvent;
      return () => void (seen.stops += 1);
    },
    {
      write: async (event) => {
        await write?.(event);
        sent.push(event);
      },
      beat: async () => void (seen.beats += 1),
      onGone: (then) => (leave = then),
      drop: () => void (seen.drops += 1),
    },
    {
      pause: (ms, signal) =>
        new Promise((resolve) => {
          pauses.push({ ms, end: resolve });
          signal.addEventListener('abort', () => resolve());
          if (signal.aborted) resolve();
        }),
    },
  );
  return {
    sent,
    seen,
    done,
    say: (event: ViewerEvent) => say(event),
    leave: () => leave(),
    /** Ends the pause that lasts now, once there is one of so many milliseconds. */
    pass: async (ms: number) => {
      await vi.waitFor(() => expect(pauses.at(-1)?.ms).toBe(ms));
      pauses.at(-1)?.end();
    },
  };
}

describe('sendViewerEvents', () => {
  it('sends of each thing the newest, in the order in which it became so', async () => {
    const reader = follow();
    reader.say(stepOf(1));
    reader.say({ type: 'run', run: fakeCard('r') });
    reader.say(stepOf(2));
    reader.say(stepOf(1, 'b'));
    reader.say({ type: 'run-gone', id: 'r' });
    await reader.pass(100);
    await vi.waitFor(() => expect(reader.sent).toHaveLength(3));
    expect(reader.sent).toEqual([stepOf(2), stepOf(1, 'b'), { type: 'run-gone', id: 'r' }]);
    reader.leave();
    await reader.done;
    expect(reader.seen).toEqual({ beats: 0, drops: 0, stops: 1 });
  });

  it('gathers what happens within a moment', async () => {
    const reader = follow();
    await reader.pass(15_000).then(() => vi.waitFor(() => expect(reader.seen.beats).toBe(1)));
    reader.say(stepOf(1));
    reader.say(stepOf(2));
    expect(reader.sent).toEqual([]);
    await reader.pass(100);
    await vi.waitFor(() => expect(reader.sent).toEqual([stepOf(2)]));
    reader.leave();
    await reader.done;
  });

  it('drops a reader that takes nothing, and holds no more for it', async () => {
    const reader = follow({ write: () => new Promise(() => {}) });
    for (let number = 0; number <= MOST_WAITING + 1; number += 1) reader.say(stepOf(1, `item ${number}`));
    expect(reader.seen).toEqual({ beats: 0, drops: 1, stops: 1 });
  });

  it('drops nobody for one thing that happens often', async () => {
    const reader = follow({ write: () => new Promise(() => {}) });
    for (let number = 0; number < 3 * MOST_WAITING; number += 1) reader.say(stepOf(number));
    expect(reader.seen.drops).toBe(0);
    reader.leave();
  });
});
