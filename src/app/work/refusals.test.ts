import { describe, expect, it } from 'vitest';
import { RunDiffersError } from '../../engine/run-identity.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { NotARunError } from '../../formats/run/run-errors.js';
import { ModelAccessError } from '../../models/model-errors.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { Refusals } from './refusals.js';

class DiskFull extends TouchstoneError {
  readonly code = 'JOURNAL_WRITE';
  readonly fault = 'environment';
}

const RUN = {
  run: 'one',
  folder: 'one',
  benchmark: 'b',
  agent: 'a',
  identityHash: 'a'.repeat(64),
  planned: 1,
  needs: [],
  budgets: { seconds: null, tokens: null, money: null },
  outageSeconds: 10,
};

async function begun() {
  const queue = new MemoryRunQueue();
  await queue.announce(RUN, new Map());
  const clock = { now: 0 };
  const refusals = new Refusals(queue, 'w', () => clock.now);
  const refused = async () => (await queue.runs())[0]?.refused ?? [];
  return { queue, clock, refusals, refused };
}

describe('a worker that could not do a run', () => {
  it('leaves alone what differs, until somebody asks for it again', async () => {
    const { queue, clock, refusals, refused } = await begun();
    const differs = new RunDiffersError('seed: 1 in the run, 2 now');
    expect(await refusals.failed(RUN, differs, { isBegun: false })).toBe('refused');
    clock.now = 1e9;
    refusals.follow(await queue.runs());
    expect([refusals.mayJoin(RUN), refusals.isLeftForGood(RUN)]).toEqual([false, true]);
    const failure = { fault: 'user', code: 'RUN_DIFFERS' };
    expect(await refused()).toMatchObject([{ worker: 'w', reason: differs.message, failure }]);
    await queue.retry('one');
    refusals.follow(await queue.runs());
    expect(refusals.mayJoin(RUN)).toBe(true);
  });

  it('tries again what may pass, less and less often, and says so once it has lasted as long as the run waits', async () => {
    const { queue, clock, refusals, refused } = await begun();
    const waits: number[] = [];
    const came: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      came.push(await refusals.failed(RUN, new DiskFull('no room'), { isBegun: true }));
      refusals.follow(await queue.runs());
      const failedAt = clock.now;
      while (!refusals.mayJoin(RUN)) clock.now += 500;
      waits.push(clock.now - failedAt);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(came).toEqual(['passing', 'passing', 'passing', 'passing', 'lasting']);
    expect(await refused()).toMatchObject([
      { worker: 'w', trouble: { failure: { fault: 'environment', code: 'JOURNAL_WRITE' }, lasts: true } },
    ]);
    await refusals.succeeded(RUN);
    expect(await refused()).toEqual([]);
    expect(await refusals.failed(RUN, new DiskFull('no room'), { isBegun: true })).toBe('passing');
    // Opened again, the run forgets who could not do it.
    await queue.setState('one', 'open');
    refusals.follow(await queue.runs());
    expect(refusals.mayJoin(RUN)).toBe(true);
  });

  it('has joined what an earlier process of its name refused, and says so; not what it fails at by itself', async () => {
    const { queue, refusals, refused } = await begun();
    await queue.refuse('one', { worker: 'w', reason: 'not trusted' });
    await queue.refuse('one', { worker: 'v', reason: 'not trusted' });
    await refusals.joined(RUN);
    expect(await refused()).toEqual([{ worker: 'v', reason: 'not trusted' }]);
    await refusals.failed(RUN, new DiskFull('no room'), { isBegun: true });
    await refusals.joined(RUN);
    expect(await refused()).toHaveLength(2);
  });

  it.each([
    ['a folder that is not there yet', new NotARunError('no run'), false, 'passing'],
    ['what this machine lacks', new UserError('it needs its data'), false, 'refused'],
    ['a key that is refused under way', new ModelAccessError('401'), true, 'lasting'],
  ])('%s: %s', async (_, error, isBegun, came) => {
    const { refusals } = await begun();
    expect(await refusals.failed(RUN, error, { isBegun })).toBe(came);
  });
});
