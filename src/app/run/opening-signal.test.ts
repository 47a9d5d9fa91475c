import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openingSignal } from './opening-signal.js';

function context() {
  const [interrupt, kill] = [new AbortController(), new AbortController()];
  return { interrupt, kill, interrupted: interrupt.signal, killed: kill.signal };
}

describe('openingSignal', () => {
  it('ends with the first Ctrl-C while a run is opened', () => {
    const { interrupt, ...signals } = context();
    const { signal } = openingSignal(signals);
    interrupt.abort('once');
    expect([signal.aborted, signal.reason]).toEqual([true, 'once']);
    expect(openingSignal(signals).signal.reason).toBe('once');
  });

  it('ends only with the second once it is open', () => {
    const { interrupt, kill, ...signals } = context();
    const { signal, opened } = openingSignal(signals);
    opened();
    interrupt.abort('once');
    expect(signal.aborted).toBe(false);
    kill.abort('twice');
    expect([signal.aborted, signal.reason]).toEqual([true, 'twice']);
  });

  it('leaves nothing behind on the signals it followed, however many runs there are', () => {
    const { kill, interrupt, ...signals } = context();
    for (let run = 0; run < 20; run += 1) {
      using opening = openingSignal(signals);
      if (run % 2 === 0) opening.opened();
    }
    for (const signal of [interrupt.signal, kill.signal]) {
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
  });
});
