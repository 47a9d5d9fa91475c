import { describe, expect, it } from 'vitest';
import type { ReportCall } from '../../../../src/report/view/report-episode.js';
import { stepTimes, totalTimes } from './step-times.js';

const call = (latencyMs: number, fromCache = false) => ({ latencyMs, fromCache }) as ReportCall;

describe('the time of a step', () => {
  it('is divided into models, waiting and the device', () => {
    expect(stepTimes({ calls: [call(700)], decisionMs: 1000, deviceMs: 200 })).toEqual({
      model: 700,
      waiting: 300,
      device: 200,
    });
    // An answer from a cache took no model any time; calls at once overlap.
    expect(stepTimes({ calls: [call(700, true)], decisionMs: 20 })).toEqual({
      model: 0,
      waiting: 20,
      device: 0,
    });
    expect(stepTimes({ calls: [call(700), call(700)], decisionMs: 800 }).waiting).toBe(0);
    expect(stepTimes({ calls: [call(5)], decisionMs: null }).model).toBe(5);
  });

  it('adds up, or is not known', () => {
    expect(totalTimes([stepTimes({ calls: [], decisionMs: null })])).toBeNull();
    expect(
      totalTimes([
        { model: 1, waiting: 2, device: 3 },
        { model: 1, waiting: 0, device: 0 },
      ]),
    ).toEqual({
      model: 2,
      waiting: 2,
      device: 3,
    });
  });
});
