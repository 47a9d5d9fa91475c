import { describe, expect, it } from 'vitest';
import { checkDecision, InvalidDecisionError } from './check-decision.js';

const wait = { type: 'action', action: { type: 'wait' } } as const;

function refusalOf(decision: unknown): unknown {
  try {
    return checkDecision(decision);
  } catch (error) {
    return error;
  }
}

describe('checkDecision', () => {
  it('gives back what the journal will: JSON, without what is undefined', () => {
    expect(checkDecision({ ...wait, thought: 'so', extra: 1 })).toStrictEqual({ ...wait, thought: 'so' });
    const memory = { at: new Date(0), list: [undefined], gone: undefined };
    expect(checkDecision({ ...wait, memory })).toStrictEqual({
      ...wait,
      memory: { at: '1970-01-01T00:00:00.000Z', list: [null] },
    });
    const native = { family: 'f', name: 'tap', arguments: { x: 1, y: undefined } };
    const tapped = checkDecision({ type: 'action', action: { type: 'wait', native } });
    expect(tapped).toStrictEqual({
      type: 'action',
      action: { type: 'wait', native: { family: 'f', name: 'tap', arguments: { x: 1 } } },
    });
    const error = { kind: 'no_action', message: 'none', excerpt: '' } as const;
    const unread = { type: 'format_error', error, memory: [1] } as const;
    expect(checkDecision(unread)).toStrictEqual(unread);
    // Another object: what the agent does to its own afterwards changes nothing.
    expect(checkDecision(unread).memory).not.toBe(unread.memory);
  });

  it('takes a memory of up to 64 kB, counted in bytes', () => {
    const largest = 64 * 1024 - 2;
    expect(checkDecision({ ...wait, memory: 'x'.repeat(largest) }).memory).toHaveLength(largest);
    for (const memory of ['x'.repeat(largest + 1), 'ä'.repeat(largest / 2 + 1)]) {
      const error = refusalOf({ ...wait, memory });
      expect(error).toBeInstanceOf(InvalidDecisionError);
      expect(error).toMatchObject({ message: "The decision's memory takes more than 65536 bytes" });
    }
  });

  it('refuses what is none, and says where', () => {
    expect(refusalOf({ type: 'action', action: { type: 'answer', text: 7, terminal: true } })).toMatchObject({
      code: 'INVALID_DECISION',
      fault: 'agent',
      retryable: false,
      message: expect.stringMatching(
        /^The agent's decision is not one: action\.text: it must be text/,
      ) as unknown,
    });
    for (const nothing of [undefined, null, 'tap', {}]) {
      expect(refusalOf(nothing)).toBeInstanceOf(InvalidDecisionError);
    }
  });

  it('refuses what JSON cannot say, with what it was', () => {
    const ring: unknown[] = [];
    ring.push(ring);
    for (const memory of [1n, ring]) {
      expect(refusalOf({ ...wait, memory })).toMatchObject({
        code: 'INVALID_DECISION',
        message: 'The decision holds what JSON cannot say',
        cause: expect.any(TypeError) as unknown,
      });
    }
    expect(
      refusalOf({
        ...wait,
        action: { type: 'wait', native: { family: 'f', name: 'n', arguments: { x: 1n } } },
      }),
    ).toMatchObject({
      code: 'INVALID_DECISION',
    });
  });
});
