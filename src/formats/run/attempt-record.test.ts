import { describe, expect, it } from 'vitest';
import { AttemptRecord, type ItemEvent } from './attempt-record.js';
import type { ModelCallEvent } from './journal/event.js';

const at = '2025-01-01T00:00:00.000Z';
const key = { item: 'walk-0', repeat: 1 };
const screen = { id: 's', size: null, activity: null, picture: null, hierarchy: null };

function start(attempt = 1, cause: 'plan' | 'retry' | 'restart' | 'again' = 'plan'): ItemEvent {
  return { type: 'item-start', at, ...key, attempt, task: 'climb', cause, maxSteps: 7 };
}
function seen(step: number, attempt = 1): ItemEvent {
  return { type: 'observation', at, ...key, attempt, step, state: `floor-${step}`, screen };
}
function decided(step: number, attempt = 1, durationMs = 5): ItemEvent {
  const decision = { type: 'action', action: { type: 'wait' } } as const;
  return { type: 'decision', at, ...key, attempt, step, decision, durationMs };
}
function done(step: number, attempt = 1, draws?: number): ItemEvent {
  const transition = { rule: 'climb', next: null, ...(draws === undefined ? {} : { draws }) };
  return { type: 'transition', at, ...key, attempt, step, transition, ended: false, durationMs: 2 };
}
function called(step: number, attempt = 1): ModelCallEvent {
  return {
    type: 'model-call',
    at,
    ...key,
    attempt,
    step,
    role: 'actor',
    request: 'a'.repeat(64),
    answer: null,
    inputTokens: 3,
    outputTokens: 2,
    costUsd: 0.5,
    latencyMs: 0,
    fromCache: true,
  };
}
function failed(failures: number, attempt = 1): ItemEvent {
  const failure = { fault: 'model', code: 'OUT', message: 'gone' } as const;
  return { type: 'item-retry', at, ...key, attempt, failure, failures, delayMs: 0 };
}
function resumed(step: number, redo: boolean, attempt = 1): ItemEvent {
  return { type: 'item-resume', at, ...key, attempt, step, cause: 'resume', method: 'replay', redo };
}
function ended(attempt = 1): ItemEvent {
  return { type: 'item-end', at, ...key, attempt, end: { reason: 'agent_stop' }, steps: 1, durationMs: 0 };
}
function whole(step: number, attempt = 1, draws?: number): ItemEvent[] {
  return [seen(step, attempt), decided(step, attempt), done(step, attempt, draws)];
}
/** A record of these events, each of which must follow the ones before it. */
function recordOf(...events: readonly ItemEvent[]): AttemptRecord {
  const record = new AttemptRecord(key);
  for (const event of events) expect(record.apply(event)).toBeNull();
  return record;
}

describe('AttemptRecord', () => {
  it('is empty before anything is recorded', () => {
    expect(new AttemptRecord(key)).toMatchObject({
      key,
      attempt: 0,
      task: '',
      maxSteps: 0,
      steps: [],
      failures: 0,
      end: null,
      failure: null,
      isUnderWay: false,
      completeSteps: 0,
      draws: 0,
      durationMs: 0,
    });
    expect(new AttemptRecord(key, { attemptsBefore: 3 }).attempt).toBe(3);
  });

  it('holds each step as it comes, and counts those that are complete', () => {
    const record = recordOf(start());
    expect(record).toMatchObject({
      attempt: 1,
      task: 'climb',
      maxSteps: 7,
      isUnderWay: true,
      completeSteps: 0,
    });
    for (const [event, complete] of [
      [seen(0), 0],
      [decided(0), 0],
      [done(0), 1],
      [seen(1), 1],
    ] as const) {
      expect(record.apply(event)).toBeNull();
      expect(record.completeSteps).toBe(complete);
    }
    expect(record.steps).toEqual([
      {
        observation: { state: 'floor-0', screen },
        calls: [],
        cost: { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 },
        decision: { decision: { type: 'action', action: { type: 'wait' } }, durationMs: 5 },
        transition: { transition: { rule: 'climb', next: null }, ended: false, durationMs: 2 },
      },
      expect.objectContaining({ decision: null, transition: null }),
    ]);
    expect(record.durationMs).toBe(7);
  });

  it('keeps answer and snapshot of a transition where it has them', () => {
    const told = { ...done(0), answer: 'four', snapshot: { floor: 4 } } as ItemEvent;
    expect(recordOf(start(), seen(0), decided(0), told).steps[0]?.transition).toMatchObject({
      answer: 'four',
      snapshot: { floor: 4 },
    });
    expect(Object.keys(recordOf(start(), ...whole(0)).steps[0]?.transition ?? {})).toEqual([
      'transition',
      'ended',
      'durationMs',
    ]);
  });

  it('adds up the random words and the time of its steps', () => {
    const record = recordOf(start(), ...whole(0, 1, 2), ...whole(1), ...whole(2, 1, 3), seen(3), decided(3));
    expect(record.draws).toBe(5);
    expect(record.durationMs).toBe(3 * 7 + 5);
  });

  it('holds what calls cost, and the calls themselves only on request', () => {
    const cost = { calls: 2, cached: 2, inputTokens: 6, outputTokens: 4, costUsd: 1, unpriced: 0 };
    const record = recordOf(start(), seen(0), called(0), called(0));
    expect(record.steps[0]).toMatchObject({ cost, calls: [] });
    const keeping = new AttemptRecord(key, { keepCalls: true });
    for (const event of [start(), seen(0), called(0), called(0)]) keeping.apply(event);
    expect(keeping.steps[0]).toMatchObject({ cost, calls: [called(0), called(0)] });
  });

  it('ends once, with the failure that ended it if one did', () => {
    const record = recordOf(start(), ...whole(0), ended());
    expect(record).toMatchObject({ end: { reason: 'agent_stop' }, failure: null, isUnderWay: false });
    expect(record.apply(ended())).toBe('no attempt is under way');
    const failure = { fault: 'bug', code: 'B', message: 'm' } as const;
    expect(recordOf(start(), { ...ended(), failure } as ItemEvent).failure).toEqual(failure);
  });

  it('begins anew with the next attempt, which has all its tries again only where it is asked for once more', () => {
    for (const [cause, failures] of [
      ['again', 0],
      ['retry', 2],
      ['restart', 2],
    ] as const) {
      const record = recordOf(start(), ...whole(0), failed(2), ended(), start(2, cause));
      expect(record).toMatchObject({
        attempt: 2,
        steps: [],
        end: null,
        failure: null,
        isUnderWay: true,
        failures,
      });
    }
  });

  it('counts failures anew once it got further than any failure did', () => {
    const record = recordOf(start(), ...whole(0), ...whole(1), seen(2), failed(1));
    expect(record.failures).toBe(1);
    // The attempt that begins again passes the same steps.
    for (const event of [start(2, 'retry'), ...whole(0, 2), ...whole(1, 2)]) record.apply(event);
    expect(record.failures).toBe(1);
    for (const event of whole(2, 2)) record.apply(event);
    expect(record.failures).toBe(0);
  });

  it('remembers the furthest of its failures', () => {
    const record = recordOf(start(), ...whole(0), ...whole(1), failed(1), start(2, 'retry'), failed(2, 2));
    for (const event of [...whole(0, 2), ...whole(1, 2)]) record.apply(event);
    expect(record.failures).toBe(2);
    for (const event of whole(2, 2)) record.apply(event);
    expect(record.failures).toBe(0);
  });

  it('continues at its first step that is not complete, which is observed again where the resume says so', () => {
    const before = [start(), ...whole(0), seen(1), called(1), decided(1)];
    expect(recordOf(...before, resumed(1, true)).steps).toHaveLength(1);
    const kept = recordOf(...before, resumed(1, false));
    expect(kept.steps).toHaveLength(2);
    // Its decision stands, and so do the calls that led to it.
    expect(kept.steps[1]).toMatchObject({ cost: { calls: 1 } });
    const lost = recordOf(start(), seen(0), called(0), resumed(0, false));
    expect(lost.steps).toMatchObject([{ cost: { calls: 0 }, calls: [] }]);
    expect(recordOf(start(), resumed(0, false)).steps).toEqual([]);
  });

  it.each<[string, readonly ItemEvent[], ItemEvent, string]>([
    ['a step without an attempt', [], seen(0), 'no attempt is under way'],
    ['an attempt once more', [start()], start(1), 'attempt 1 begins after 1'],
    ['an earlier attempt', [start(2)], start(1), 'attempt 1 begins after 2'],
    ['another attempt', [start(2)], seen(0, 1), 'it is about attempt 1 while 2 is under way'],
    [
      'a resume elsewhere',
      [start(), ...whole(0)],
      resumed(0, false),
      'it goes on at step 0 after 1 complete steps',
    ],
    ['a step that is missing', [start()], seen(1), 'it is about step 1, but 0 steps are complete'],
    [
      'a step that is over',
      [start(), ...whole(0)],
      decided(0),
      'it is about step 0, but 1 steps are complete',
    ],
    ['a step seen twice', [start(), seen(0)], seen(0), 'step 0 was observed before'],
    ['a decision on nothing', [start()], decided(0), 'step 0 was not observed'],
    ['a call for nothing', [start()], called(0), 'step 0 was not observed'],
    ['a second decision', [start(), seen(0), decided(0)], decided(0), 'step 0 was decided before'],
    ['an undecided transition', [start(), seen(0)], done(0), 'step 0 was not decided'],
  ])('refuses %s, says why, and stays as it is', (_name, before, event, problem) => {
    const record = recordOf(...before);
    const steps = structuredClone(record.steps);
    expect(record.apply(event)).toBe(problem);
    expect(record.steps).toEqual(steps);
    expect(record.completeSteps).toBe(steps.filter(({ transition }) => transition !== null).length);
  });
});
