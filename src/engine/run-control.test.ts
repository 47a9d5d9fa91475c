import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EpisodeControl } from './attempt/episode-control.js';
import { RunControl } from './run-control.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const hang = () => new Promise<never>(() => undefined);

describe('RunControl', () => {
  it('runs until it is asked to stop, and keeps the first reason', () => {
    using control = new RunControl({});
    expect([control.stopReason, control.isStopping, control.isAborted]).toEqual([null, false, false]);
    control.stop('money_budget');
    control.stop('interrupted');
    expect([control.stopReason, control.isStopping, control.isAborted]).toEqual([
      'money_budget',
      true,
      false,
    ]);
  });

  it('obeys its signals, also those given before, and no longer once it is closed', () => {
    const [stop, signal] = [new AbortController(), new AbortController()];
    const control = new RunControl({ stop: stop.signal, signal: signal.signal });
    stop.abort();
    expect([control.stopReason, control.isAborted]).toEqual(['interrupted', false]);
    signal.abort();
    expect(control.isAborted).toBe(true);
    using late = new RunControl({ stop: stop.signal });
    expect([late.stopReason, late.isAborted]).toEqual(['interrupted', false]);
    using lost = new RunControl({ signal: signal.signal });
    expect([lost.stopReason, lost.isAborted]).toEqual(['interrupted', true]);
    control[Symbol.dispose]();

    const [others, kill] = [new AbortController(), new AbortController()];
    const closed = new RunControl({ stop: others.signal, signal: kill.signal });
    closed[Symbol.dispose]();
    others.abort();
    kill.abort();
    expect([closed.isStopping, closed.isAborted]).toEqual([false, false]);
  });

  it('lets episodes finish when it stops, and ends them when it aborts', async () => {
    using control = new RunControl({});
    using episode = control.openEpisode();
    using closed = control.openEpisode();
    closed[Symbol.dispose]();
    control.stop('interrupted');
    expect(episode.signal.aborted).toBe(false);
    control.abort();
    expect(episode.signal.aborted).toBe(true);
    expect(closed.signal.aborted).toBe(false);
    using next = control.openEpisode();
    expect(next.signal.aborted).toBe(true);
  });

  it('waits as long as it is asked to, but no longer than until it stops', async () => {
    using control = new RunControl({});
    const done: string[] = [];
    const pause = (name: string, delayMs: number) => control.pause(delayMs).then(() => done.push(name));
    const pauses = [pause('none', 0), pause('short', 10), pause('long', 1000)];
    await vi.advanceTimersByTimeAsync(9);
    expect(done).toEqual(['none']);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['none', 'short']);
    control.stop('time_budget');
    await Promise.all(pauses);
    expect(done).toEqual(['none', 'short', 'long']);
    expect(vi.getTimerCount()).toBe(0);
    await control.pause(1000);
  });
});

describe('EpisodeControl', () => {
  it('gives the result of a call, or what it threw', async () => {
    using control = new EpisodeControl(null, () => undefined);
    expect(await control.guard(async ({ signal }) => signal === control.signal)).toBe(true);
    await expect(control.guard(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('ends a call that ignores its signal when its time is up', async () => {
    using control = new EpisodeControl(1000, () => undefined);
    const outcome = control.guard(hang).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(control.isExpired).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.isExpired).toBe(true);
    expect(control.signal.aborted).toBe(true);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    await expect(control.guard(async () => 1)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('expires at once where no time is left, and never where there is no limit or one beyond any timer', async () => {
    using none = new EpisodeControl(-5, () => undefined);
    using endless = new EpisodeControl(null, () => undefined);
    using far = new EpisodeControl(2 ** 31, () => undefined);
    using furthest = new EpisodeControl(2 ** 31 - 1, () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(none.isExpired).toBe(true);
    await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
    expect(furthest.isExpired).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect([endless.isExpired, far.isExpired, furthest.isExpired]).toEqual([false, false, true]);
  });

  it('takes a limit later on, in place of the one it had', async () => {
    using control = new EpisodeControl(null, () => undefined);
    await vi.advanceTimersByTimeAsync(5000);
    control.limit(1000);
    await vi.advanceTimersByTimeAsync(999);
    control.limit(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(control.isExpired).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.isExpired).toBe(true);
    using endless = new EpisodeControl(1000, () => undefined);
    endless.limit(null);
    await vi.advanceTimersByTimeAsync(2000);
    expect(endless.isExpired).toBe(false);
  });

  it('waits longer by what is added, which no longer helps when it is over', async () => {
    using control = new EpisodeControl(1000, () => undefined);
    await vi.advanceTimersByTimeAsync(500);
    control.extend(300);
    await vi.advanceTimersByTimeAsync(799);
    expect(control.isExpired).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.isExpired).toBe(true);
    control.extend(1000);
    expect(vi.getTimerCount()).toBe(0);
    using endless = new EpisodeControl(null, () => undefined);
    endless.extend(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('grants a last while, after its time too, with a signal of its own', async () => {
    using control = new EpisodeControl(10, () => undefined);
    await vi.advanceTimersByTimeAsync(10);
    control.grantLast(100);
    expect(control.signal.aborted).toBe(false);
    expect(await control.guard(async () => 'told')).toBe('told');
    const outcome = control.guard(hang).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(99);
    expect(control.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.signal.aborted).toBe(true);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    using inTime = new EpisodeControl(1000, () => undefined);
    const { signal } = inTime;
    inTime.grantLast(5);
    expect(inTime.signal).toBe(signal);
    await vi.advanceTimersByTimeAsync(5);
    expect(inTime.isExpired).toBe(true);
  });

  it('does not run while what is no part of the episode goes on', async () => {
    using control = new EpisodeControl(1000, () => undefined);
    await vi.advanceTimersByTimeAsync(400);
    let [reply, inner] = [(): void => {}, (): void => {}];
    const both = [
      control.untimed(() => new Promise<void>((resolve) => (reply = resolve))),
      control.untimed(() => new Promise<void>((resolve) => (inner = resolve))),
    ];
    await vi.advanceTimersByTimeAsync(5000);
    inner();
    await vi.advanceTimersByTimeAsync(5000);
    reply();
    await Promise.all(both);
    expect([control.isExpired, control.untimedMs]).toEqual([false, 10_000]);
    await vi.advanceTimersByTimeAsync(599);
    expect(control.isExpired).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.isExpired).toBe(true);
    await expect(control.untimed(async () => await Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no timer for what comes back after it is closed', async () => {
    const control = new EpisodeControl(1000, () => undefined);
    let reply = (): void => {};
    const waiting = control.untimed(() => new Promise<void>((resolve) => (reply = resolve)));
    control[Symbol.dispose]();
    reply();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind, and says when it is closed', () => {
    let closed = 0;
    const control = new EpisodeControl(1000, () => (closed += 1));
    control.extend(1);
    expect(vi.getTimerCount()).toBe(1);
    control[Symbol.dispose]();
    expect([closed, vi.getTimerCount()]).toEqual([1, 0]);
    // Whoever aborts it now interrupts nobody.
    control.abort();
    expect(control.signal.aborted).toBe(true);
  });
});
