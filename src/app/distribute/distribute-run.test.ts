import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  coordinate,
  handedOut,
  ITEMS,
  parts,
  rowsOf,
  work,
} from '../../../test/fixtures/distributed-fake-run.js';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { EngineEvent } from '../../engine/engine-event.js';
import { resumeRun, startRun } from '../../engine/run.js';
import { indexRun } from '../../formats/run/run-index.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import type { PreparedRun } from '../run/prepare-run.js';
import { LaneItems } from '../work/lane-items.js';
import { requireDivisible } from './distribute-run.js';
import { queuedName } from './queue-note.js';

const MINUTES = 60_000;

/** A clock that is so many milliseconds ahead of others. */
function clock(aheadMs: number): () => number {
  let now = 1_750_000_000_000 + aheadMs;
  return () => (now += 1);
}

/** Folders of a run that one writer did, and of the one to be distributed. */
async function folders() {
  const folder = await temporaryFolder();
  const [alone, many] = [join(folder.path, 'alone'), join(folder.path, 'many')];
  await startRun(buildRun(alone, parts()));
  await mkdir(many);
  return { alone, many, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const keysOf = async (directory: string): Promise<readonly ItemKey[]> =>
  [...(await indexRun(directory)).items.values()].map(({ key }) => key);

describe('a run that others do', () => {
  it('is stopped with items in flight and gone on with by hosts whose clocks are minutes apart: the tables are those of one', async () => {
    await using run = await folders();
    await using queue = new MemoryRunQueue();
    const decisions: string[] = [];
    const stop = new AbortController();
    const onDecide = (item: string, step: number): void => {
      decisions.push(`${item} ${step}`);
      if (decisions.length === 8) stop.abort();
    };
    const [ahead, behind] = [clock(10 * MINUTES), clock(-10 * MINUTES)];
    const working = Promise.all([
      work(run.many, queue, 'a', { stop: stop.signal, now: behind, onDecide }),
      work(run.many, queue, 'b', { stop: stop.signal, now: ahead, onDecide }),
    ]);
    const first = await coordinate(run.many, queue, { stop: stop.signal, now: ahead });
    await working;
    expect(first.status).toBe('interrupted');
    // The queue heard of it: nobody is given anything until somebody coordinates again.
    expect((await queue.runs()).map(({ state }) => state)).toEqual(['paused']);
    const half = await indexRun(run.many);
    expect(half.items.size).toBeLessThan(ITEMS);
    const last = coordinate(run.many, queue, { now: behind });
    const rest = [
      work(run.many, queue, 'a', { onDecide }),
      work(run.many, queue, 'c', { now: ahead, onDecide }),
    ];
    expect((await last).status).toBe('complete');
    await Promise.all(rest);
    expect((await last).finished).toBe(ITEMS);
    const index = await indexRun(run.many);
    expect(index.status).toBe('complete');
    expect(index.left.size).toBe(0);
    expect(await rowsOf(run.many)).toEqual(await rowsOf(run.alone));
    // What was asked once was not asked again.
    expect(new Set(decisions).size).toBe(decisions.length);
    expect(index.cost.calls).toBe((await indexRun(run.alone)).cost.calls);
    expect(await queue.runs()).toEqual([]);
  });

  it('tells what workers do: items under way, who has them, steps and the time left', async () => {
    await using run = await folders();
    await using queue = new MemoryRunQueue();
    const events: EngineEvent[] = [];
    const coordinating = coordinate(run.many, queue, { onEvent: (event) => void events.push(event) });
    const { run: name } = await handedOut(queue);
    const note = { name: 'a', session: 's', host: 'h', pid: 1, version: '0' };
    await queue.beat({ ...note, run: name, items: 1 });
    // One that has nothing of this run.
    await queue.beat({ ...note, name: 'idle', run: null, items: 0 });
    const held = new Promise<void>((resolve) => {
      void vi
        .waitUntil(() => events.some((event) => event.type === 'progress'), 20_000)
        .then(() => resolve());
    });
    const lane = await queue.join(await handedOut(queue), { writer: 'a', leaseMs: MINUTES });
    const item = await lane.take({ signal: new AbortController().signal, idleMs: 10_000 });
    if (item === null) throw new Error('there are items');
    await held;
    expect(events.find((event) => event.type === 'progress')).toMatchObject({
      finished: 0,
      running: 1,
      elsewhere: { running: 1, workers: 1 },
    });
    await lane.giveBack(item);
    await lane[Symbol.asyncDispose]();
    await work(run.many, queue, 'a');
    expect((await coordinating).status).toBe('complete');
    const last = events.findLast((event) => event.type === 'progress');
    const { items } = await indexRun(run.many);
    const steps = [...items.values()].reduce((sum, one) => sum + one.steps, 0);
    expect(last).toMatchObject({ finished: ITEMS, running: 0, steps, remainingMs: 0 });
    expect(last).not.toHaveProperty('elsewhere');
  });

  it('is whole though its queue lost everything, or came back with what it knew before', async () => {
    await using run = await folders();
    await using queue = new MemoryRunQueue();
    const decisions: string[] = [];
    const notes: string[] = [];
    const all = await keysOf(run.alone);
    const onDecide = (item: string, step: number): void => {
      decisions.push(`${item} ${step}`);
      if (decisions.length === 8) queue.lose();
    };
    const working = work(run.many, queue, 'a', { onDecide }).then(() =>
      work(run.many, queue, 'b', { onDecide }),
    );
    const summary = await coordinate(run.many, queue, { notes });
    await working;
    expect(summary.status).toBe('complete');
    expect(notes).toEqual([expect.stringContaining('has lost the run')]);
    // Everything is handed out once more, and found in the journals.
    const again = buildRun(
      run.many,
      parts((item, step) => decisions.push(`again ${item} ${step}`)),
    );
    const name = (await queuedName(run.many)) ?? '';
    const names = { run: name, folder: 'many', benchmark: 'b', agent: 'a', identityHash: '0' };
    const budgets = { seconds: null, tokens: null, money: null };
    const queued = { ...names, planned: ITEMS, needs: [], budgets };
    await queue.add(
      name,
      all.map((key) => ({ key })),
    );
    await queue.announce(queued, new Map([['main', summary.cost]]));
    await using lane = await queue.join(queued, { writer: 'late', leaseMs: MINUTES });
    queue.lapse();
    const drain = new AbortController().signal;
    await using items = await LaneItems.open(lane, again.benchmark, {
      directory: run.many,
      drain,
      idleMs: 20,
    });
    await resumeRun({ ...again, writer: 'late', queue: items });
    expect(decisions.filter((one) => one.startsWith('again'))).toEqual([]);
    expect(new Set(decisions).size).toBe(decisions.length);
    expect(await rowsOf(run.many)).toEqual(await rowsOf(run.alone));
  });

  it('voids an item that ends every worker, as a matter of where it is done, and comes to its end', async () => {
    await using run = await folders();
    await using queue = new MemoryRunQueue();
    const notes: string[] = [];
    const coordinating = coordinate(run.many, queue, { notes });
    const queued = await handedOut(queue);
    const options = { leaseMs: 30, mostLeavers: 3 };
    let poison: ItemKey | null = null;
    for (const writer of ['x', 'y', 'z']) {
      const lane = await queue.join(queued, { writer, ...options });
      const { signal } = new AbortController();
      const taken = await lane.take({ signal, idleMs: MINUTES });
      const sought = itemKeyText(poison ?? taken?.key ?? { item: '', repeat: 0 });
      // The others wait meanwhile.
      const others = [];
      for (let item = taken; item !== null; item = await lane.take({ signal, idleMs: MINUTES })) {
        poison ??= item.key;
        if (itemKeyText(item.key) === sought) break;
        others.push(item);
      }
      for (const one of others) await lane.giveBack(one);
      lane.fail?.();
      await vi.waitUntil(async () => (await queue.counts(queued.run))?.active === 0, 20_000);
      await lane[Symbol.asyncDispose]();
    }
    const working = work(run.many, queue, 'a');
    const summary = await coordinating;
    await working;
    expect(summary).toMatchObject({ status: 'complete', finished: ITEMS, voided: 1 });
    const { items } = await indexRun(run.many);
    const voided = items.get(poison === null ? '' : itemKeyText(poison));
    expect(voided?.end).toEqual({
      reason: 'environment_error',
      fault: 'environment',
      message: '3 workers ended while they did it',
    });
    expect(notes.join('\n')).toContain('is void: 3 workers ended');
    expect(await queue.runs()).toEqual([]);
  });

  it('tells of what workers ended before it looked, and is not kept by a queue that does not answer', async () => {
    await using run = await folders();
    await using queue = new MemoryRunQueue();
    await coordinate(run.many, queue, { stop: AbortSignal.abort() });
    await queue.setState((await queuedName(run.many)) ?? '', 'open');
    const coordinating = new AbortController();
    const told: string[] = [];
    const gone = vi.spyOn(queue, 'settled').mockReturnValue(new Promise(() => undefined));
    const stopped = coordinate(run.many, queue, {
      stop: coordinating.signal,
      onEvent: ({ type }) => void told.push(type),
    });
    await work(run.many, queue, 'a');
    coordinating.abort();
    expect((await stopped).status).not.toBe('complete');
    gone.mockRestore();
    const summary = await coordinate(run.many, queue);
    expect(summary).toMatchObject({ status: 'complete', finished: ITEMS });
  });

  it('is refused where its gate decides after each episode', () => {
    const gated = { operation: { sequential: { baseline: 'x' } } } as unknown as FakeRunParts;
    const prepared = buildRun('/nowhere', gated) as unknown as PreparedRun;
    expect(() => requireDivisible(prepared)).toThrow('its gate decides');
  });
});
