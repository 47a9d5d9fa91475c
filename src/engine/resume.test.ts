import { appendFile, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLine } from '../formats/run/event-line.js';
import type { JournalEvent } from '../formats/run/event.js';
import { JournalDamagedError, NotARunError, RunLockedError } from '../formats/run/run-errors.js';
import { RunLock } from '../formats/run/run-lock.js';
import { indexOpenRun, indexRun } from '../formats/run/run-index.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { normaliseRun } from '../testing/normalise-run.js';
import {
  beforeLast,
  eventsOf,
  finishedRun,
  JOURNAL,
  partsFor,
  resumeCut,
  WORLDS,
} from '../testing/run-cuts.js';
import { buildRun, temporaryFolder } from '../testing/run-fake.js';
import type { FakeRunParts } from '../testing/run-fake.js';
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
  }, 60_000);

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
  it('says how the run goes on and what was cut off', async () => {
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
    const openEnvironment: typeof changed.openEnvironment = async (item) => {
      const environment = await changed.openEnvironment(item);
      const step = environment.step.bind(environment);
      environment.step = async (action, options) => {
        const result = await step(action, options);
        return { ...result, transition: { ...result.transition, rule: 'jump' } };
      };
      return environment;
    };
    const run = buildRun(folder.path, { ...parts(), benchmark: { ...changed, openEnvironment } });
    await resumeRun(run);
    const restart = (await eventsOf(folder.path)).find(
      (event) => event.type === 'item-start' && event.cause === 'restart',
    );
    expect(restart).toMatchObject({ attempt: 2, reason: expect.stringContaining('step 0') as string });
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

  it('goes on in a journal of its own where only others have written', async () => {
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
