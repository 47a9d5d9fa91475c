import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../engine/engine-event.js';
import { WaitLines } from './wait-lines.js';

const key = { item: 'a', repeat: 0 };
const failure = {
  fault: 'model',
  code: 'MODEL_OUTAGE',
  message: 'http://h/v1 cannot be reached: X',
} as const;

const wait = (delayMs: number): Extract<EngineEvent, { type: 'model-wait' }> => ({
  type: 'model-wait',
  key,
  endpoint: 'http://h/v1',
  delayMs,
  reason: 'http://h/v1 cannot be reached: X',
});
const step = { type: 'step-end', key, step: 0, rule: 'tap' } as const;
const retry = { type: 'item-retry', key, failures: 1, delayMs: 4_000, failure } as const;

function linesAt() {
  const clock = { ms: 0 };
  const lines = new WaitLines(() => clock.ms);
  return { clock, lines };
}

describe('WaitLines', () => {
  it('says once that a call waits, however often it asks again', () => {
    const { clock, lines } = linesAt();
    const said: (string | null)[] = [];
    for (const delayMs of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      said.push(lines.lineFor(wait(delayMs)));
      clock.ms += delayMs + 1;
    }
    expect(said).toEqual([null, 'http://h/v1 cannot be reached: X; waiting 2.0s', null, null, null]);
  });

  it('says it again once something has happened in between, and where the wait is much longer', () => {
    const { clock, lines } = linesAt();
    expect(lines.lineFor(wait(4_000))).not.toBeNull();
    clock.ms = 5_000;
    expect(lines.lineFor(step)).toBeNull();
    expect(lines.lineFor(wait(4_000))).not.toBeNull();
    clock.ms = 10_000;
    expect(lines.lineFor(wait(60_000))).toContain('waiting 1m 0s');
  });

  it('has one line for the beginning of an outage and one for its end', () => {
    const { clock, lines } = linesAt();
    expect(lines.lineFor(retry)).toBe('a: http://h/v1 cannot be reached: X; again in 4.0s');
    expect(lines.lineFor({ type: 'outage-start', failure, leftMs: 600_000 })).toBe(
      'paused: http://h/v1 cannot be reached: X; no episode begins until it answers, and after 10m 0s the run stops',
    );
    clock.ms = 100_000;
    expect([lines.lineFor(retry), lines.lineFor(wait(60_000))]).toEqual([null, null]);
    expect(lines.lineFor({ type: 'outage-end', lastedMs: 65_000 })).toBe(
      'it answers again after 1m 5s; going on',
    );
    expect(lines.lineFor(retry)).not.toBeNull();
  });
});
