import { describe, expect, it } from 'vitest';
import { whenAborted } from './when-aborted.js';

describe('whenAborted', () => {
  it('calls everyone who waits once, and nobody who stopped', () => {
    const controller = new AbortController();
    const heard: string[] = [];
    const waitAs = (name: string): (() => void) => whenAborted(controller.signal, () => heard.push(name));
    waitAs('first');
    const stop = waitAs('second');
    waitAs('third');
    stop();
    controller.abort();
    controller.abort();
    expect(heard).toEqual(['first', 'third']);
  });

  it('lets the same function wait twice', () => {
    const controller = new AbortController();
    let count = 0;
    const listener = (): void => void (count += 1);
    const stop = whenAborted(controller.signal, listener);
    whenAborted(controller.signal, listener);
    stop();
    controller.abort();
    expect(count).toBe(1);
  });

  it('keeps apart the calls of different signals', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    let count = 0;
    whenAborted(one.signal, () => void (count += 1));
    other.abort();
    expect(count).toBe(0);
  });
});
