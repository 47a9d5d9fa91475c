import { describe, expect, it } from 'vitest';
import {
  HEARD_MS,
  type QueuedRunStatus,
  type QueueStatus,
  type RefusedWorker,
} from '../../queue/run-queue.js';
import { WorkerTrouble } from './worker-trouble.js';

const STATUS: QueuedRunStatus = {
  run: 'one',
  folder: 'one',
  benchmark: 'b',
  agent: 'a',
  identityHash: 'a'.repeat(64),
  planned: 2,
  needs: [],
  budgets: { seconds: null, tokens: null, money: null },
  state: 'open',
  counts: { waiting: 2, active: 0, failed: 0 },
  done: 0,
  refused: [],
  stoppedBy: null,
  coordinatorMsAgo: 0,
};
const failure = { fault: 'user', code: 'RUN_DIFFERS', message: 'seed: 1 in the run, 2 now' } as const;
const refuses = (worker: string): RefusedWorker => ({ worker, reason: failure.message, failure });
const full = { fault: 'environment', code: 'JOURNAL_WRITE', message: 'no room' } as const;
const fails = (worker: string, lasts = true): RefusedWorker => ({
  worker,
  reason: full.message,
  trouble: { failure: full, lasts },
});

function there(name: string, more: Partial<QueueStatus['workers'][number]> = {}) {
  return { name, session: 's', host: 'h', pid: 1, version: '0', run: null, items: 0, heardMsAgo: 0, ...more };
}

function begun(outageSeconds: number | null = 10) {
  const clock = { now: 5_000 };
  const trouble = new WorkerTrouble(outageSeconds, () => clock.now);
  /** What comes of it at a time. */
  const at = (ms: number, refused: readonly RefusedWorker[], workers: QueueStatus['workers'], more = {}) => {
    clock.now = 5_000 + ms;
    return trouble.follow({ ...STATUS, refused, ...more }, workers);
  };
  return { trouble, at };
}

describe('a run that workers have trouble with', () => {
  it('is stopped once every worker that is there has refused it for as long as it waits', () => {
    const { trouble, at } = begun();
    const [refused, workers] = [
      [refuses('v'), refuses('w')],
      [there('w'), there('v')],
    ];
    expect([at(0, refused, workers), trouble.isRefused, trouble.waitSeconds]).toEqual([null, true, 10]);
    expect(at(9_999, refused, workers)).toBeNull();
    expect(at(10_000, refused, workers)).toEqual({ worker: 'v', failure, isOutage: false });
  });

  it.each([
    ['another worker is there, whatever it is at', [there('w'), there('x', { run: 'two', items: 1 })], {}],
    ['there is none', [], {}],
    ['they are not heard of any more', [there('w', { heardMsAgo: HEARD_MS })], {}],
    ['somebody has an item of it', [there('w')], { counts: { waiting: 1, active: 1, failed: 0 } }],
    ['nothing of it is left', [there('w')], { counts: { waiting: 0, active: 0, failed: 1 } }],
    ['it is paused', [there('w')], { state: 'paused' }],
  ])('is not stopped, and the time begins anew, where %s', (_, workers, more) => {
    const { trouble, at } = begun();
    const refused = [refuses('w')];
    at(0, refused, [there('w')]);
    expect([at(10_000, refused, workers, more), trouble.isRefused]).toEqual([null, false]);
    expect(at(11_000, refused, [there('w')])).toBeNull();
    expect(at(20_999, refused, [there('w')])).toBeNull();
    expect(at(21_000, refused, [there('w')])).toMatchObject({ worker: 'w' });
  });

  it('waits ten minutes where nothing else is said', () => {
    const { at } = begun(null);
    at(0, [refuses('w')], [there('w')]);
    expect(at(599_999, [refuses('w')], [there('w')])).toBeNull();
    expect(at(600_000, [refuses('w')], [there('w')])).not.toBeNull();
  });

  it('names the refusal of a worker that is there', () => {
    const { at } = begun(0);
    expect(at(0, [refuses('gone'), refuses('w')], [there('w')])).toMatchObject({ worker: 'w' });
    const { failure: _, ...older } = refuses('w');
    expect(at(0, [older], [there('w')])).toMatchObject({ failure: { code: 'RUN_DIFFERS' } });
  });

  it('is stopped by what all who are at it fail by, soon, and not while another one does it', () => {
    const { at } = begun(600);
    const refused = [fails('w')];
    const doing = there('v', { run: 'one', items: 1 });
    at(0, refused, [there('w')]);
    expect(at(4_999, refused, [there('w')])).toBeNull();
    expect(at(5_000, refused, [there('w')])).toEqual({ worker: 'w', failure: full, isOutage: false });
    expect(at(6_000, refused, [there('w'), doing])).toBeNull();
    expect(at(12_000, refused, [there('w'), { ...doing, items: 0 }])).toBeNull();
    expect(at(17_000, refused, [there('w'), { ...doing, items: 0 }])).not.toBeNull();
    expect(at(30_000, [fails('w', false)], [there('w')])).toBeNull();
  });
});
