import { describe, expect, it } from 'vitest';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { MOST_WAITING, sendEvents } from './send-events.js';

/** Lets everything run that waits for nothing. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A phone on which nothing happens but what is said here. */
function silentPhone(kept: readonly PhoneEvent[] = []) {
  const sinks = new Set<(event: PhoneEvent) => void>();
  return {
    events: () => kept,
    listen: (sink: (event: PhoneEvent) => void) => {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
    happen: (event: PhoneEvent) => {
      for (const sink of sinks) sink(event);
    },
    listeners: () => sinks.size,
  };
}

/** A reader that takes `takes` events and then no more until it is released. */
function slowReader(takes: number) {
  const written: number[] = [];
  let release = (): void => {};
  let leave = (): void => {};
  let drops = 0;
  return {
    written,
    drops: () => drops,
    goOn: () => {
      takes = Infinity;
      release();
    },
    leave: () => leave(),
    write: async ({ seq }: PhoneEvent): Promise<void> => {
      written.push(seq);
      if (written.length <= takes) return;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    },
    onGone: (then: () => void) => {
      leave = then;
    },
    drop: () => {
      drops += 1;
    },
  };
}

function event(seq: number): PhoneEvent {
  return { seq, t: 0, wall: 0, stream: null, kind: 'transport', what: 'test' };
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('sendEvents', () => {
  it('sends what was, then what happens, each once and in order, one at a time', async () => {
    const phone = silentPhone(numbers(0, 5).map(event));
    const reader = slowReader(2);
    const done = sendEvents(phone, reader);
    for (const seq of numbers(5, 10)) phone.happen(event(seq));
    await settled();
    expect(reader.written).toEqual([0, 1, 2]);
    reader.goOn();
    await settled();
    phone.happen(event(10));
    await settled();
    expect(reader.written).toEqual(numbers(0, 11));
    reader.leave();
    await done;
    expect(phone.listeners()).toBe(0);
    expect(reader.drops()).toBe(0);
  });

  it('drops a reader that takes nothing once its queue is full, and keeps nothing for it', async () => {
    const phone = silentPhone();
    const [stalled, lively] = [slowReader(0), slowReader(Infinity)];
    const done = sendEvents(phone, stalled);
    void sendEvents(phone, lively);
    for (const seq of numbers(0, 2 * MOST_WAITING)) {
      phone.happen(event(seq));
      if (seq % 10 === 0) await settled();
    }
    expect(stalled.drops()).toBe(1);
    expect(stalled.written).toEqual([0]);
    expect(phone.listeners()).toBe(1);
    stalled.goOn();
    await done;
    expect(stalled.written).toEqual([0]);
    await settled();
    expect(lively.written).toEqual(numbers(0, 2 * MOST_WAITING));
    expect(lively.drops()).toBe(0);
    lively.leave();
  });
});
