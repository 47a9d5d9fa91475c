import { describe, expect, it } from 'vitest';
import type { GateCheck } from '../gate.js';
import { sequentialCheck } from './sequential-check.js';

const seen: GateCheck = {
  gate: 'min-success',
  met: true,
  limit: 0.6,
  value: 0.62,
  rule: 'seen',
  errors: { good: 0.7, bad: 0.5, falseMiss: 0.1, falseMeet: 0.1 },
  sentence: 'Gate met: as seen.',
};
const rule = { gate: 'min-success', limit: 0.6 } as const;

describe('sequentialCheck', () => {
  it('is what was decided, with an interval that holds at any stop', () => {
    const state = { decision: 'missed', seen: 15, judged: 14, passed: 1, most: 289, before: null } as const;
    expect(sequentialCheck(seen, rule, { state, planned: 90 })).toEqual({
      gate: 'min-success',
      met: false,
      limit: 0.6,
      value: 1 / 14,
      rule: 'seen',
      errors: null,
      sentence:
        'Gate missed, decided after 15 of 90 episodes: success 7.1 % (n 14, 95 % at any stop 0.0–43.2), 60.0 % asked for; ' +
        'passed over: 1. The 95 % intervals of the tables do not allow for such a stop.',
    });
  });

  it('says of a drop that it has no interval', () => {
    const drop = { gate: 'max-drop', limit: 0.05, baseline: 'main', rates: {} } as const;
    const state = { decision: 'met', seen: 20, judged: 20, passed: 15, most: null, before: 0.7 } as const;
    const check = sequentialCheck({ ...seen, gate: 'max-drop', limit: 0.05 }, drop, { state, planned: 90 });
    expect(check.value).toBeCloseTo(0.05, 12);
    expect(check.sentence).toBe(
      'Gate met, decided after 20 of 90 episodes: success rose by 5.0 points from the baseline main (70.0 to 75.0 %, ' +
        'n 20 episodes), a drop of 5.0 points allowed. No interval is printed: the 95 % intervals of the tables do not ' +
        'allow for such a stop.',
    );
  });

  it('leaves an open gate to the number seen, and says so', () => {
    const state = { decision: null, seen: 90, judged: 90, passed: 56, most: 289, before: null } as const;
    expect(sequentialCheck(seen, rule, { state, planned: 90 })).toEqual({
      ...seen,
      errors: null,
      sentence:
        'Gate met: as seen. Watched as it went on, the gate was undecided after all 90 episodes (289 decide it in any ' +
        'case), so this is the number seen; errors told of it are those of runs that are not watched.',
    });
  });
});
