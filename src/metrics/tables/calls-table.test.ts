import { describe, expect, it } from 'vitest';
import { callsTable, type MeasuredRole } from './calls-table.js';

const NOTHING = { calls: 0, sum: 0, most: 0 };
const UNKNOWN: MeasuredRole = {
  role: 'actor',
  history: 'actions',
  live: 4,
  firstTokenMs: NOTHING,
  tokenRate: { tokens: 0, ms: 0 },
  pictureTokens: NOTHING,
  historyPictureTokens: NOTHING,
  countedBy: [],
};

const texts = (roles: readonly MeasuredRole[]): string[][] =>
  (callsTable(roles, 'me')?.rows ?? []).map((row) => row.map(({ text }) => text));

describe('callsTable', () => {
  it('is none where nobody was asked live', () => {
    expect(callsTable([], 'me')).toBeNull();
    expect(callsTable([{ ...UNKNOWN, live: 0 }], 'me')).toBeNull();
  });

  it('prints means over the calls that were measured, and the most that a history took', () => {
    const actor: MeasuredRole = {
      ...UNKNOWN,
      firstTokenMs: { calls: 2, sum: 1420, most: 900 },
      tokenRate: { tokens: 2027, ms: 100_000 },
      pictureTokens: { calls: 4, sum: 3072, most: 1280 },
      historyPictureTokens: { calls: 4, sum: 2048, most: 1024 },
    };
    expect(texts([actor])).toEqual([['actor', 'actions', '1024', '768', '0.71', '20.27', '4']]);
  });

  it('has no history tokens where only calls without a history are known', () => {
    const some = { ...UNKNOWN, historyPictureTokens: { calls: 3, sum: 0, most: 0 } };
    expect(texts([some])[0]?.[2]).toBe('n/a');
    expect(texts([{ ...some, live: 3 }])[0]?.[2]).toBe('0');
  });

  it('leaves open what was not measured, and says how it can be', () => {
    expect(texts([UNKNOWN])).toEqual([['actor', 'actions', 'n/a', 'n/a', 'n/a', 'n/a', '4']]);
    const notes = callsTable([UNKNOWN], 'me')?.notes.join(' ') ?? '';
    expect(notes).toContain('no answer was streamed');
    expect(notes).toContain('`pictureTokens` of a profile');
  });

  it('has no history for a role that does not act', () => {
    expect(texts([UNKNOWN, { ...UNKNOWN, role: 'planner', history: null }])[1]?.slice(0, 2)).toEqual([
      'planner',
      '',
    ]);
  });
});
