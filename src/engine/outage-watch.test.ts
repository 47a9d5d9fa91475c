import { describe, expect, it } from 'vitest';
import type { Failure } from '../formats/run/journal/event.js';
import type { EngineEvent } from './engine-event.js';
import { OutageWatch } from './outage-watch.js';
import { RunControl } from './run-control.js';

const FAILURE: Failure = { fault: 'model', code: 'MODEL_OUTAGE', message: 'http://h/v1 cannot be reached' };

function watch(limitSeconds: number | null = 100) {
  const events: EngineEvent[] = [];
  const control = new RunControl({});
  const clock = { ms: 0 };
  const outage = new OutageWatch({
    limitSeconds,
    control,
    emit: (event) => events.push(event),
    monotonic: () => clock.ms,
  });
  return { outage, control, clock, events };
}

describe('OutageWatch', () => {
  it('counts from the first failure until the endpoint answers', () => {
    const { outage, clock } = watch();
    expect(outage.leftMs).toBeNull();
    outage.failed('a');
    clock.ms = 40_000;
    outage.failed('a');
    expect(outage.leftMs).toBe(60_000);
    clock.ms = 500_000;
    expect(outage.leftMs).toBe(0);
    outage.answered('a');
    expect(outage.leftMs).toBeNull();
  });

  it('waits ten minutes unless told otherwise', () => {
    const { outage } = watch(null);
    outage.failed('a');
    expect(outage.leftMs).toBe(600_000);
  });

  it('says once that it begins, and once that it is over', () => {
    const { outage, clock, events } = watch();
    outage.failed('a');
    clock.ms = 10_000;
    using _one = outage.hold(FAILURE, 90_000);
    using _two = outage.hold(FAILURE, 80_000);
    clock.ms = 30_000;
    outage.answered('a');
    outage.answered('a');
    expect(events).toEqual([
      { type: 'outage-start', failure: FAILURE, leftMs: 90_000 },
      { type: 'outage-end', lastedMs: 30_000 },
    ]);
  });

  it('is not over while another endpoint is gone', () => {
    const { outage, events } = watch();
    outage.failed('a');
    using _hold = outage.hold(FAILURE, 1);
    outage.answered('b');
    expect(events.map(({ type }) => type)).toEqual(['outage-start']);
  });

  it('keeps items from beginning until it is over', async () => {
    const { outage } = watch();
    outage.failed('a');
    using _hold = outage.hold(FAILURE, 1);
    const order: string[] = [];
    const begun = outage.over().then(() => order.push('begun'));
    await Promise.resolve();
    order.push('answered');
    outage.answered('a');
    await begun;
    expect(order).toEqual(['answered', 'begun']);
    await outage.over();
  });

  it('lets an item begin where none is left to find out', async () => {
    const { outage } = watch();
    outage.failed('a');
    const hold = outage.hold(FAILURE, 1);
    const begun = outage.over();
    hold[Symbol.dispose]();
    await begun;
    expect(outage.leftMs).not.toBeNull();
  });

  it('ends pauses when it is over, and when the run is to stop', async () => {
    const { outage, control } = watch();
    outage.failed('a');
    using _hold = outage.hold(FAILURE, 1);
    const paused = outage.pause(1e9);
    outage.answered('a');
    await paused;
    const stopped = outage.pause(1e9);
    control.stop('interrupted');
    await stopped;
    await outage.over();
  });

  it('stops the run at the first void by an endpoint that is gone', () => {
    const { outage, control } = watch();
    outage.failed('a');
    outage.voided(FAILURE, { isGone: true });
    expect([control.stopReason, outage.stoppedBy]).toEqual(['model_outage', FAILURE]);
  });

  it('stops the run at the third void in a row where nothing was answered in between', () => {
    const { outage, control } = watch();
    for (const round of [1, 2]) {
      outage.failed('a');
      outage.voided(FAILURE, { isGone: false });
      outage.failed('a');
      outage.voided(FAILURE, { isGone: false });
      expect([round, control.stopReason]).toEqual([round, null]);
      if (round === 1) outage.answered('a');
    }
    outage.failed('a');
    outage.voided(FAILURE, { isGone: false });
    expect(control.stopReason).toBe('model_outage');
  });
});
