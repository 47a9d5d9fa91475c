import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemEvent } from '../../formats/run/attempt-record.js';
import { TransitionSchema, type ScreenRecord } from '../../formats/run/journal/event.js';
import { rememberScreen, takeKnownScreen, takePlainTransition } from './plain-event.js';

const STEP = { at: '2026-01-01T00:00:00.000Z', item: 'a', repeat: 0, attempt: 1, step: 0 };

function transitionOf(transition: unknown): Extract<ItemEvent, { type: 'transition' }> {
  // Environments need not keep their types' word.
  return { type: 'transition', ...STEP, transition: transition as never, ended: false, durationMs: 1 };
}

function observationOf(screen: ScreenRecord): Extract<ItemEvent, { type: 'observation' }> {
  return { type: 'observation', ...STEP, state: 'n', screen };
}

const SCREEN = { id: 's', size: null, activity: null, hierarchy: null };

describe('takePlainTransition', () => {
  it('says what the schema says, wherever it says something', () => {
    const text = fc.string();
    const rare = <T>(value: T) => fc.oneof({ weight: 6, arbitrary: text }, fc.constant(value));
    const given = fc.record(
      {
        rule: rare(1),
        next: fc.oneof(rare(undefined), fc.constant(null)),
        candidates: fc.array(rare(2)),
        detail: rare(3),
      },
      { requiredKeys: ['rule', 'next'] },
    );
    const more = fc.constantFrom({}, {}, {}, { draws: 2 }, { more: 1 });
    const transitions = fc.tuple(given, more).map(([one, other]) => ({ ...one, ...other }));
    let plain = 0;
    fc.assert(
      fc.property(transitions, (transition) => {
        const event = transitionOf(transition);
        if (!takePlainTransition(event)) return;
        plain += 1;
        expect(JSON.stringify(event.transition)).toBe(JSON.stringify(TransitionSchema.parse(transition)));
      }),
    );
    expect(plain).toBeGreaterThan(0);
  });

  it('leaves answers and snapshots to the schema', () => {
    const event = { ...transitionOf({ rule: 'stay', next: null }), answer: 'a' };
    expect(takePlainTransition(event)).toBe(false);
  });
});

describe('takeKnownScreen', () => {
  it('knows what was read of a recorded world, and nothing of a live screen', () => {
    const content = { mediaType: 'image/png', hash: null, stored: false };
    const [recorded, live] = [content, { ...content, stored: true }].map((picture) => ({
      ...SCREEN,
      picture,
    }));
    if (recorded === undefined || live === undefined) throw new Error('there are two');
    const read = structuredClone(recorded);
    expect(takeKnownScreen(observationOf(recorded))).toBe(false);
    rememberScreen(recorded, read);
    rememberScreen(live, live);
    const event = observationOf(recorded);
    expect([takeKnownScreen(event), event.screen === read]).toEqual([true, true]);
    expect(takeKnownScreen(observationOf(live))).toBe(false);
    expect(takeKnownScreen({ ...observationOf(recorded), state: 1 as never })).toBe(false);
  });
});
