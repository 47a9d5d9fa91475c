import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import { SequentialTest } from './sequential-test.js';

const OUTCOMES: Readonly<Record<string, Outcome | null>> = {
  p: 'passed',
  f: 'failed',
  a: 'agent_error',
  v: 'environment_error',
  '-': null,
};

function watch(letters: string, limit = 0.6): SequentialTest['state'] {
  const test = new SequentialTest({ gate: 'min-success', limit });
  for (const letter of letters) test.add('task', OUTCOMES[letter] ?? null);
  return test.state;
}

describe('SequentialTest', () => {
  it('is met by successes, missed by failures, and open before', () => {
    expect(watch('p'.repeat(12)).decision).toBeNull();
    expect(watch('p'.repeat(13))).toMatchObject({ decision: 'met', seen: 13, judged: 13, passed: 13 });
    expect(watch('f'.repeat(14))).toMatchObject({ decision: 'missed', seen: 14, passed: 0 });
    expect(watch('pf'.repeat(6)).decision).toBeNull();
  });

  it('passes over what somebody else failed, and counts what the agent did', () => {
    expect(watch(`v-${'p'.repeat(13)}`)).toMatchObject({ decision: 'met', seen: 15, judged: 13 });
    expect(watch('a'.repeat(14)).decision).toBe('missed');
  });

  it('stays decided, and counts nothing after that', () => {
    expect(watch(`${'p'.repeat(13)}${'f'.repeat(50)}`)).toMatchObject({
      decision: 'met',
      seen: 13,
      passed: 13,
    });
  });

  it('waits until at least half is judged', () => {
    expect(watch(`${'v'.repeat(14)}${'p'.repeat(13)}`).decision).toBeNull();
    expect(watch(`${'v'.repeat(14)}${'p'.repeat(14)}`)).toMatchObject({ decision: 'met', judged: 14 });
  });

  it('measures a drop on the tasks that the baseline has', () => {
    const rule = { gate: 'max-drop', limit: 0.05, baseline: 'main', rates: { a: 1, b: 0.5 } } as const;
    const test = new SequentialTest(rule);
    for (let count = 0; count < 200 && test.state.decision === null; count += 1) {
      for (const item of ['a', 'b', 'unknown'])
        test.add(item, item === 'a' && count % 2 === 0 ? 'passed' : 'failed');
    }
    const { decision, seen, judged, passed, before } = test.state;
    expect(decision).toBe('missed');
    expect(judged).toBeLessThan(seen);
    expect(passed / judged).toBeLessThan(0.3);
    expect(before).toBeCloseTo(0.75, 1);
  });
});
