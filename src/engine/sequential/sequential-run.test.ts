import { cp, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemKeyText } from '../../domain/episode.js';
import type { SequentialRule } from '../../domain/run.js';
import { DatasetError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { eventsOf, JOURNAL } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import { resumeRun, startRun, type RunSummary } from '../run.js';
import { sequentialPlan } from './sequential-plan.js';
import { SequentialStop } from './sequential-stop.js';

const RULE: SequentialRule = { gate: 'min-success', limit: 0.6 };

/** Ten tasks, of which an agent with so many steps passes some, each time by chance; watched for a rate of 60 %. */
function watched(steps: number, parts: FakeRunParts & { readonly concurrency?: number } = {}): FakeRunParts {
  const { concurrency = 1, operation, ...others } = parts;
  return {
    benchmark: fakeBenchmark({ items: 10 }),
    agent: fakeAgent({ steps }),
    settings: { repeats: 12 },
    ...others,
    operation: { concurrency, sequential: RULE, ...operation },
  };
}

async function begun(directory: string): Promise<readonly string[]> {
  const events = await eventsOf(directory);
  return events.flatMap((event) => (event.type === 'item-start' ? [itemKeyText(event)] : []));
}

describe('a run that its gate may end', () => {
  it('does every task once in random order before any again, and ends once it is decided', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, watched(2));
    const summary = await startRun(run);
    expect(summary).toMatchObject({
      status: 'decided',
      stopReason: null,
      finished: 14,
      planned: 120,
      sequential: { decision: 'missed', seen: 14, passed: 0 },
    });
    const keys = await begun(folder.path);
    const plan = await sequentialPlan(run.benchmark, {
      run: 'test-run',
      identity: run.configuration.identity,
    });
    expect(keys).toEqual(plan.slice(0, 14).map(({ key }) => itemKeyText(key)));
    expect(new Set(keys.slice(0, 10)).size).toBe(10);
    expect(keys.slice(0, 10)).not.toEqual(keys.slice(0, 10).toSorted());
    const { status, skipped, items } = await indexRun(folder.path);
    expect(status).toBe('decided');
    expect(skipped.size).toBe(106);
    expect([...skipped.values()].every(({ reason }) => reason === 'gate_decided')).toBe(true);
    expect([...items.values()].every(({ outcome }) => outcome === 'failed')).toBe(true);
  });

  it('has another order under another name, and for each repeat', async () => {
    const { benchmark, configuration } = buildRun('nowhere', watched(2));
    const orderOf = async (run: string): Promise<readonly string[]> =>
      (await sequentialPlan(benchmark, { run, identity: configuration.identity })).map(({ key }) =>
        itemKeyText(key),
      );
    const [one, again, other] = await Promise.all(['one', 'one', 'other'].map(orderOf));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(other?.toSorted()).toEqual(one?.toSorted());
    const items = one?.map((key) => key.split('#')[0]) ?? [];
    expect(items.slice(10, 20)).not.toEqual(items.slice(0, 10));
  });

  it('finishes and keeps what is under way, which decides nothing', async () => {
    await using folder = await temporaryFolder();
    const summary = await startRun(buildRun(folder.path, watched(2, { concurrency: 4 })));
    expect(summary).toMatchObject({ status: 'decided', sequential: { seen: 14, judged: 14 } });
    expect(summary.finished).toBeGreaterThan(14);
    const events = await eventsOf(folder.path);
    const ends = events.filter(({ type }) => type === 'item-end');
    expect(ends).toHaveLength((await begun(folder.path)).length);
  });

  it('passes over what somebody else failed', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      items: 10,
      onOpen: (item) => {
        if (item === 'walk-3') throw new DatasetError('no such floor');
      },
    });
    const summary = await startRun(buildRun(folder.path, watched(2, { benchmark })));
    expect(summary.sequential).toMatchObject({ decision: 'missed', judged: 14 });
    expect(summary.sequential?.seen).toBeGreaterThan(14);
  });

  it('does not go on when it is resumed, unless without its gate', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path, watched(2)));
    const before = (await begun(folder.path)).length;
    const resumed = await resumeRun(buildRun(folder.path, watched(2)));
    expect(resumed).toMatchObject({ status: 'decided', finished: 14, sequential: { seen: 14 } });
    expect(await begun(folder.path)).toHaveLength(before);
    const { operation, ...parts } = watched(2);
    const all = await resumeRun(buildRun(folder.path, parts));
    expect(operation).toHaveProperty('sequential');
    expect(all).toMatchObject({ status: 'complete', finished: 120, sequential: null });
    expect((await indexRun(folder.path)).skipped.size).toBe(0);
  });

  it('ends as any other where it stays open', async () => {
    await using folder = await temporaryFolder();
    const settings = { repeats: 1 };
    const summary = await startRun(buildRun(folder.path, watched(2, { settings })));
    expect(summary).toMatchObject({ status: 'complete', sequential: { decision: null, seen: 10 } });
  });
});

describe('a run that its gate may end, killed', () => {
  it('decides as the uninterrupted one, wherever its journal is cut', async () => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const parts = (): FakeRunParts => watched(4, { concurrency: 3 });
    const { sequential } = await startRun(buildRun(whole, parts()));
    expect(sequential?.decision).not.toBeNull();
    const { length } = await readFile(join(whole, JOURNAL));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
        async (cuts) => {
          const cut = join(folder.path, 'cut');
          await rm(cut, { recursive: true, force: true });
          await cp(whole, cut, { recursive: true });
          let found: RunSummary | null = null;
          for (const share of cuts) {
            const bytes = await readFile(join(cut, JOURNAL));
            const first = bytes.indexOf(0x0a) + 1;
            await truncate(
              join(cut, JOURNAL),
              first + Math.floor(share * (Math.min(length, bytes.length) - first)),
            );
            found = await resumeRun(buildRun(cut, parts()));
          }
          expect(found?.sequential).toEqual(sequential);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('SequentialStop', () => {
  it('decides by the order of the plan, whatever ends first', () => {
    const plan = Array.from({ length: 60 }, (_, index) => ({ item: `task-${index}`, repeat: 0 }));
    const outcomes = plan.map((_, index) => (index % 4 === 0 ? ('failed' as const) : ('passed' as const)));
    const stateAfter = (order: readonly number[]): unknown => {
      const stop = new SequentialStop(RULE, plan);
      for (const index of order) {
        const key = plan[index];
        if (key !== undefined) stop.settle(key, outcomes[index] ?? null);
      }
      return stop.state;
    };
    const inOrder = stateAfter(plan.map((_, index) => index));
    expect(inOrder).toMatchObject({ decision: 'met' });
    fc.assert(
      fc.property(fc.shuffledSubarray([...plan.keys()], { minLength: plan.length }), (order) => {
        expect(stateAfter(order)).toEqual(inOrder);
      }),
      { numRuns: 10 },
    );
    // Successes that come early do not decide before the episode that they wait for.
    expect(stateAfter([...plan.keys()].slice(1))).toMatchObject({ decision: null, seen: 0 });
  });
});
