import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../agents/agent.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import type { Observation } from '../domain/screen.js';
import { encodeLine } from '../formats/run/journal/event-line.js';
import type { JournalEvent } from '../formats/run/journal/event.js';
import { JournalDamagedError, NotARunError, RunLockedError } from '../formats/run/run-errors.js';
import { RunLock } from '../formats/run/run-lock.js';
import { indexOpenRun, indexRun } from '../formats/run/run-index.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { changeEnvironments, fakeBenchmark, type FakeBenchmarkOptions } from '../testing/fake-benchmark.js';
import { normaliseRun } from '../testing/run-fakes/normalise-run.js';
import {
  beforeLast,
  eventsOf,
  finishedRun,
  JOURNAL,
  partsFor,
  resumeCut,
  WORLDS,
} from '../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../testing/run-fakes/run-fake.js';
import { RunDiffersError } from './run-identity.js';
import { resumeRun } from './run.js';

describe('a run whose journal is cut', () => {
  it.each(WORLDS)(
    'at a random byte resumes to the uninterrupted one: a world %s',
    async (_name, world, resume) => {
      await using folder = await temporaryFolder();
      const whole = join(folder.path, 'whole');
      const parts = partsFor(world, resume);
      const { bytes, normal } = await finishedRun(whole, parts);
      const first = bytes.indexOf(0x0a) + 1;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: first, max: bytes.length }), async (length) => {
          const cut = join(folder.path, 'cut');
          await resumeCut(whole, cut, length, parts);
          expect(await normaliseRun(cut)).toEqual(normal);
        }),
        { numRuns: 8 },
      );
    },
  );

  it('again and again, at random bytes, ends as the uninterrupted one', async () => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const parts = partsFor({ recovery: 'replay' }, 'step', 3);
    const { bytes, normal } = await finishedRun(whole, parts);
    const first = bytes.indexOf(0x0a) + 1;
    const cut = join(folder.path, 'cut');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        async (cuts) => {
          await rm(cut, { recursive: true, force: true });
          await cp(whole, cut, { recursive: true });
          for (const share of cuts) {
            const { length } = await readFile(join(cut, JOURNAL));
            await truncate(join(cut, JOURNAL), first + Math.floor(share * (length - first)));
            await resumeRun(buildRun(cut, parts()));
          }
          expect(await normaliseRun(cut)).toEqual(normal);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('counts what was spent before, and calls no model for what is recorded', async () => {
    await using folder = await temporaryFolder();
    const answer = { text: 'go', usage: { inputTokens: 7, outputTokens: 0 }, costUsd: 0.25 };
    let calls = 0;
    const parts = (): FakeRunParts => ({
      ...partsFor({ recovery: 'replay' }, 'step')(),
      models: {
        actor: scriptedModel(() => {
          calls += 1;
          return answer;
        }),
      },
    });
    const whole = join(folder.path, 'whole');
    const { bytes } = await finishedRun(whole, parts);
    expect(calls).toBe(20);
    const { kept } = await resumeCut(whole, join(folder.path, 'cut'), bytes.length >> 1, () => parts());
    const before = kept.filter(({ type }) => type === 'model-call').length;
    const again = calls - 20;
    expect(before + again).toBeLessThanOrEqual(20 + 2);
    const { cost } = await indexRun(join(folder.path, 'cut'));
    const all = before + again;
    expect(cost).toMatchObject({ calls: all, inputTokens: all * 7, costUsd: all * 0.25 });
  });
});

describe('resumeRun', () => {
  it('says how the run continues and what was cut off', async () => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const parts = partsFor({ recovery: 'replay' }, 'step', 1);
    const { bytes } = await finishedRun(whole, parts);
    await truncate(join(whole, JOURNAL), beforeLast(bytes, 8) + 5);
    const run = buildRun(whole, parts());
    await resumeRun(run);
    expect(run.events[0]).toMatchObject({ type: 'run-start', resumed: true, finished: 3, cutBytes: 5 });
    expect(run.events[1]).toMatchObject({ type: 'item-resume', method: 'replay', cause: 'resume' });
    const resumed = (await eventsOf(whole)).find(({ type }) => type === 'run-resume');
    expect(resumed).toMatchObject({ cutBytes: 5, finished: 3 });
  });

  it('starts an item over when the world has changed, and says why', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({ recovery: 'replay' }, 'step', 1);
    const { bytes } = await finishedRun(folder.path, parts);
    await truncate(join(folder.path, JOURNAL), beforeLast(bytes, 8));
    const changed = fakeBenchmark({ items: 2 });
    const benchmark = changeEnvironments(changed, (environment) => {
      const step = environment.step.bind(environment);
      environment.step = async (action, options) => {
        const result = await step(action, options);
        return { ...result, transition: { ...result.transition, rule: 'jump' } };
      };
      return environment;
    });
    const run = buildRun(folder.path, { ...parts(), benchmark });
    await resumeRun(run);
    const restart = (await eventsOf(folder.path)).find(
      (event) => event.type === 'item-start' && event.cause === 'restart',
    );
    expect(restart).toMatchObject({ attempt: 2, reason: expect.stringContaining('step 0') as string });
  });

  /** The world of the run, in which a screen turned out wider since, though its state is still called the same. */
  function widened(floor: 'first' | 'later', options: FakeBenchmarkOptions = {}): Benchmark {
    const world = fakeBenchmark({ items: 2, ...options });
    return changeEnvironments(world, (environment) => {
      const widen = (observation: Observation): Observation =>
        (environment.state === 'floor-0') === (floor === 'first')
          ? { screen: { ...observation.screen, size: { width: 999, height: 200 } } }
          : observation;
      const reset = environment.reset.bind(environment);
      const step = environment.step.bind(environment);
      const restore = environment.restore?.bind(environment);
      environment.reset = async (...given) => widen(await reset(...given));
      environment.step = async (...given) => {
        const result = await step(...given);
        return result.type === 'ended' ? result : { ...result, observation: widen(result.observation) };
      };
      if (restore !== undefined) {
        environment.restore = async (...given) => widen(await restore(...given));
      }
      return environment;
    });
  }

  /** Journal of one item, cut after the observation of its step 2. */
  async function cutAtStep2(directory: string, world: FakeBenchmarkOptions = {}) {
    const parts = partsFor(world, 'step', 1);
    const only = () => ({ ...parts(), settings: { items: ['walk-0'] } });
    const { bytes, events } = await finishedRun(directory, only);
    const seen = events.findIndex((event) => event.type === 'observation' && event.step === 2);
    await truncate(join(directory, JOURNAL), beforeLast(bytes, events.length - seen - 1));
    return only;
  }

  it.each([
    ['the first screen', 'first', 'played again, the screen of step 0 is not the recorded one'],
    ['a later screen', 'later', 'played again, the screen of step 1 is not the recorded one'],
  ] as const)(
    'starts an item over, with the reason, when %s is not the recorded one',
    async (_, floor, reason) => {
      await using folder = await temporaryFolder();
      const parts = await cutAtStep2(folder.path);
      const run = buildRun(folder.path, { ...parts(), benchmark: widened(floor) });
      expect(await resumeRun(run)).toMatchObject({ status: 'complete' });
      const begun = (await eventsOf(folder.path)).filter(
        ({ type }) => type === 'item-start' || type === 'item-resume',
      );
      expect(begun).toMatchObject([
        { type: 'item-start', attempt: 1, cause: 'plan' },
        { type: 'item-start', attempt: 2, cause: 'restart', reason },
      ]);
    },
  );

  it('starts an item over when the screen it stopped at is not the recorded one', async () => {
    await using folder = await temporaryFolder();
    const parts = await cutAtStep2(folder.path);
    const events = await eventsOf(folder.path);
    for (const [change, attempt] of [
      [{ state: 'floor-99' }, 2],
      [{}, 1],
    ] as const) {
      const changed = events.map((event) =>
        event.type === 'observation' && event.step === 2 ? { ...event, ...change } : event,
      );
      const content = changed.map((event, sequence) => encodeLine(event, sequence)).join('');
      await writeFile(join(folder.path, JOURNAL), content);
      const run = buildRun(folder.path, parts());
      await resumeRun(run);
      expect((await indexRun(folder.path)).items.get('walk-0#0')).toMatchObject({ attempt });
      const restart = (await eventsOf(folder.path)).find(
        (event) => event.type === 'item-start' && event.cause === 'restart',
      );
      if (attempt === 2) {
        expect(restart).toMatchObject({ reason: 'the screen of step 2 is not the recorded one' });
      } else expect(restart).toBeUndefined();
    }
  });

  it('looks again where a restored screen is not the recorded one, and decides on what it sees', async () => {
    for (const [benchmark, redo, width] of [
      [widened('later', { recovery: 'snapshot' }), true, 999],
      [fakeBenchmark({ items: 2, recovery: 'snapshot' }), false, 100],
    ] as const) {
      await using folder = await temporaryFolder();
      const parts = await cutAtStep2(folder.path, { recovery: 'snapshot' });
      await resumeRun(buildRun(folder.path, { ...parts(), benchmark }));
      const events = await eventsOf(folder.path);
      expect(events.find(({ type }) => type === 'item-resume')).toMatchObject({
        step: 2,
        method: 'snapshot',
        redo,
      });
      const seen = events.filter((event) => event.type === 'observation' && event.step === 2);
      expect(seen).toHaveLength(redo ? 2 : 1);
      expect(seen.at(-1)).toMatchObject({ screen: { size: { width } } });
    }
  });

  /** A run of one item of which three steps took so long by its journal, of an hour in all. */
  async function slowRun(
    directory: string,
    seconds: readonly [number, number, number],
    agent: Agent,
    recovery: FakeBenchmarkOptions['recovery'] = 'replay',
  ) {
    const limits = { steps: null, seconds: 3600, tokens: null, money: null };
    const parts = (own?: Agent) => ({
      agent: own ?? fakeAgent(),
      settings: { items: ['walk-0'], limits },
      benchmark: fakeBenchmark({ items: 1, recovery }),
    });
    const { events } = await finishedRun(directory, parts);
    const seen = events.findIndex((event) => event.type === 'observation' && event.step === 3);
    const slow = events.slice(0, seen + 1).map((event) => {
      // Deciding and acting take half of it each.
      const isTimed = event.type === 'decision' || event.type === 'transition';
      return isTimed ? { ...event, durationMs: (seconds[event.step as 0 | 1 | 2] * 1000) / 2 } : event;
    });
    const content = slow.map((event, sequence) => encodeLine(event, sequence)).join('');
    await writeFile(join(directory, JOURNAL), content);
    await resumeRun({ ...buildRun(directory, parts(agent)), signal: AbortSignal.timeout(20_000) });
    return (await indexRun(directory)).items.get('walk-0#0');
  }

  it('counts the time that an episode took before', async () => {
    await using folder = await temporaryFolder();
    const decided: number[] = [];
    const agent = fakeAgent({
      onDecide: (_context, step) => {
        decided.push(step);
        return undefined;
      },
    });
    const spent = await slowRun(join(folder.path, 'spent'), [1000, 1000, 1600], agent);
    expect(spent).toMatchObject({ end: { reason: 'time_budget' }, steps: 3 });
    expect(decided).toEqual([]);
    const left = await slowRun(join(folder.path, 'left'), [1000, 1000, 1500], agent);
    expect(left).toMatchObject({ end: { reason: 'agent_stop' }, steps: 6 });
    expect(decided).toEqual([3, 4, 5]);
  });

  it('gives a decision no more than the time that is left', async () => {
    await using folder = await temporaryFolder();
    const hanging = {
      ...fakeAgent(),
      open: async () => ({
        decide: () => new Promise<never>(() => undefined),
        [Symbol.asyncDispose]: async () => undefined,
      }),
    };
    const item = await slowRun(folder.path, [1000, 1000, 1599.9], hanging);
    expect(item).toMatchObject({
      end: { reason: 'time_budget', message: '3600 seconds were up' },
      steps: 3,
    });
  });

  it('gives an item that starts over all of its time, also where next to none was left', async () => {
    await using folder = await temporaryFolder();
    // A millisecond of the hour is left; each decision takes longer.
    const left = [1000, 1000, 1599.999] as const;
    const whole = { end: { reason: 'agent_stop' }, attempt: 2, steps: 6 };
    const slow = fakeAgent({ delayMs: 20 });
    expect(await slowRun(join(folder.path, 'world'), left, slow, 'none')).toMatchObject(whole);
    const restarts = fakeAgent({ delayMs: 20, resume: 'item' });
    expect(await slowRun(join(folder.path, 'agent'), left, restarts)).toMatchObject(whole);
    expect(await slowRun(join(folder.path, 'goes on'), left, slow)).toMatchObject({
      end: { reason: 'time_budget' },
      attempt: 1,
    });
  });

  it('finds nothing to do in a run that is complete', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    const { normal } = await finishedRun(folder.path, parts);
    expect(await resumeRun(buildRun(folder.path, parts()))).toMatchObject({ status: 'complete' });
    expect(await normaliseRun(folder.path)).toEqual(normal);
  });

  it('refuses another configuration and names what differs', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    await finishedRun(folder.path, parts);
    const other = buildRun(folder.path, { ...parts(), settings: { repeats: 2, seed: 9 } });
    await expect(resumeRun(other)).rejects.toThrow(RunDiffersError);
    await expect(resumeRun(other)).rejects.toThrow(/seed: 1 in the run, 9 now/);
  });

  it('refuses a run that another process writes', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    await finishedRun(folder.path, parts);
    await using _lock = await RunLock.acquire(folder.path);
    await expect(resumeRun(buildRun(folder.path, parts()))).rejects.toThrow(RunLockedError);
  });

  it('leaves a folder alone that is no run', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'notes.txt'), 'mine');
    await expect(resumeRun(buildRun(folder.path))).rejects.toThrow(NotARunError);
    await expect(readFile(join(folder.path, 'lock'))).rejects.toThrow(/ENOENT/);
  });

  it('refuses a journal that contradicts itself, with file and line', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({}, 'step'));
    const events = await eventsOf(folder.path);
    const index = events.findIndex(({ type }) => type === 'decision');
    const twice = [...events.slice(0, index + 1), ...events.slice(index, index + 1)];
    const content = twice.map((event, sequence) => encodeLine(event, sequence)).join('');
    await writeFile(join(folder.path, JOURNAL), content);
    const error: unknown = await resumeRun(buildRun(folder.path, partsFor({}, 'step')())).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(JournalDamagedError);
    expect(error).toMatchObject({ place: { file: join(folder.path, JOURNAL), line: index + 2 } });
    expect(String(error)).toMatch(/decided before/);
  });

  it('continues in a journal of its own where only others have written', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    const { normal, events } = await finishedRun(folder.path, parts);
    await rm(join(folder.path, JOURNAL));
    // Half the run, as another worker would have journaled it.
    const half = events
      .filter((event) => !('repeat' in event) || event.repeat === 0)
      .map((event) => (event.type === 'run-start' ? { ...event, writer: 'other' } : event));
    const content = half.map((event, sequence) => encodeLine(event, sequence)).join('');
    await writeFile(join(folder.path, 'journal-other.jsonl'), content);
    expect(await resumeRun(buildRun(folder.path, parts()))).toMatchObject({ status: 'complete' });
    expect(await normaliseRun(folder.path)).toEqual(normal);
    expect((await indexRun(folder.path)).items.get('walk-0#0')?.writer).toBe('other');
    expect((await indexRun(folder.path)).items.get('walk-0#1')?.writer).toBe('main');
  });

  it('takes an item that two have journaled once', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    const { normal, events } = await finishedRun(folder.path, parts);
    const other = events.map((event) => (event.type === 'run-start' ? { ...event, writer: 'other' } : event));
    const content = other.map((event, sequence) => encodeLine(event, sequence)).join('');
    await writeFile(join(folder.path, 'journal-other.jsonl'), content);
    expect(await normaliseRun(folder.path)).toEqual(normal);
    expect(await resumeRun(buildRun(folder.path, parts()))).toMatchObject({
      status: 'complete',
      finished: 4,
    });
  });

  it('refuses to merge the journal of another run', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({}, 'step'));
    const [start] = await eventsOf(folder.path);
    const foreign = { ...start, writer: 'other', run: 'another-run' } as JournalEvent;
    await writeFile(join(folder.path, 'journal-other.jsonl'), encodeLine(foreign, 0));
    await expect(indexRun(folder.path)).rejects.toThrow(/belongs to run another-run/);
  });

  it('does not mind other files in the folder', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    await finishedRun(folder.path, parts);
    await mkdir(join(folder.path, 'journal-notes'));
    await appendFile(join(folder.path, 'journal-main.jsonl.bak'), 'copy');
    const { work } = await indexOpenRun(folder.path, 'main');
    expect(work.open.size).toBe(0);
    expect(await resumeRun(buildRun(folder.path, parts()))).toMatchObject({ status: 'complete' });
  });
});
