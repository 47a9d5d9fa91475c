import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TYPED, NOTHING_TYPED, typeOn, type Typing, type TypingEvent } from './typing.js';

function typed(events: readonly TypingEvent[]): { typing: Typing; clears: number } {
  let typing = NOTHING_TYPED;
  let clears = 0;
  for (const event of events) {
    const step = typeOn(typing, event);
    ({ typing } = step);
    if (step.clears) clears += 1;
  }
  return { typing, clears };
}

const text = (value: string): TypingEvent => ({ type: 'text', text: value });
const BACK: TypingEvent = { type: 'delete', isForward: false };
const FORWARD: TypingEvent = { type: 'delete', isForward: true };

describe('typeOn', () => {
  it('collects text in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 })), (pieces) => {
        expect(typed(pieces.map(text))).toMatchObject({ typing: { text: pieces.join('') }, clears: 0 });
      }),
    );
  });

  it('takes the last character back, whole where it is two units long', () => {
    expect(typed([text('a🙂'), BACK]).typing.text).toBe('a');
    expect(typed([text('hi'), FORWARD]).typing.text).toBe('hi');
  });

  it('empties the field once for any run of deletions with nothing pending', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(BACK, FORWARD), { minLength: 1 }), (run) => {
        expect(typed(run)).toMatchObject({ typing: { text: '' }, clears: 1 });
      }),
    );
    expect(typed([BACK, text('a'), BACK, BACK]).clears).toBe(2);
  });

  it('replaces what is selected', () => {
    expect(typed([text('old'), { type: 'select_all' }, text('new')])).toMatchObject({
      typing: { text: 'new' },
      clears: 1,
    });
    expect(typed([{ type: 'select_all' }, BACK, text('new')])).toMatchObject({
      typing: { text: 'new' },
      clears: 1,
    });
    expect(typed([text('a'), { type: 'clear' }, { type: 'clear' }])).toMatchObject({
      typing: { text: '' },
      clears: 1,
    });
  });

  it('takes no more than a field holds', () => {
    const full = typeOn(NOTHING_TYPED, text('x'.repeat(MAX_TYPED))).typing;
    expect(typeOn(full, text('y'))).toEqual({ typing: full, clears: false, overflows: true });
  });
});
