import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_COST } from '../formats/run/model-cost.js';
import { RunControl } from './run-control.js';
import { RunMeter } from './run-meter.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NONE = { seconds: null, tokens: null, money: null };
const COST = { ...NO_COST, calls: 1, inputTokens: 6, outputTokens: 4, costUsd: 0.5 };

describe('RunMeter', () => {
  it('adds up what is used, and stops nothing where there is no budget', () => {
    using control = new RunControl({});
    using meter = new RunMeter(NONE, control);
    meter.add(COST);
    meter.add(COST);
    expect(meter.cost).toEqual({ ...NO_COST, calls: 2, inputTokens: 12, outputTokens: 8, costUsd: 1 });
    expect(control.isStopping).toBe(false);
  });

  it.each([
    ['token_budget', { tokens: 20 }, { tokens: 21 }],
    ['money_budget', { money: 1 }, { money: 1.01 }],
  ] as const)('stops for the %s once it is used up', (reason, spent, left) => {
    for (const [budget, expected] of [
      [spent, reason],
      [left, null],
    ] as const) {
      using control = new RunControl({});
      using meter = new RunMeter({ ...NONE, ...budget }, control);
      meter.add(COST);
      expect(control.stopReason).toBe(null);
      meter.add(COST);
      expect(control.stopReason).toBe(expected);
    }
  });

  it('counts what was used before, and stops at once where nothing is left', () => {
    for (const [budget, reason] of [
      [{ tokens: 10 }, 'token_budget'],
      [{ money: 0.5 }, 'money_budget'],
      [{ seconds: 3 }, 'time_budget'],
      [{ seconds: 3.001 }, null],
    ] as const) {
      using control = new RunControl({});
      using meter = new RunMeter({ ...NONE, ...budget }, control, { cost: COST, activeMs: 3000 });
      expect(control.stopReason).toBe(reason);
      expect(meter.cost).toEqual(COST);
    }
  });

  it('stops when the time that is left is over', async () => {
    using control = new RunControl({});
    using _meter = new RunMeter({ ...NONE, seconds: 5 }, control, { cost: NO_COST, activeMs: 3000 });
    await vi.advanceTimersByTimeAsync(1999);
    expect(control.stopReason).toBe(null);
    await vi.advanceTimersByTimeAsync(1);
    expect(control.stopReason).toBe('time_budget');
  });

  it('leaves no timer behind, and sets none for longer than timers last', () => {
    using control = new RunControl({});
    const meter = new RunMeter({ ...NONE, seconds: 5 }, control);
    expect(vi.getTimerCount()).toBe(1);
    meter[Symbol.dispose]();
    using far = new RunMeter({ ...NONE, seconds: 2 ** 31 / 1000 }, control);
    using spent = new RunMeter({ ...NONE, seconds: 1 }, control, { cost: NO_COST, activeMs: 1000 });
    expect([far.cost, spent.cost]).toEqual([NO_COST, NO_COST]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
