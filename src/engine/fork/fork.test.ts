import { cp, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fork } from '../../domain/run.js';
import { readFirstSteps } from '../../formats/run/read-first-steps.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { indexRun } from '../../formats/run/run-index.js';
import { tallyAnswers } from '../../formats/run/tally-answers.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark, type FakeBenchmarkOptions } from '../../testing/fake-benchmark.js';
import { normaliseRun } from '../../testing/run-fakes/normalise-run.js';
import { eventsOf, JOURNAL } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import { resumeRun, startRun } from '../run.js';

const ITEM = 'walk-0';
const STEP = 2;
const TIMES = 3;

function partsOf(world: FakeBenchmarkOptions, more: Partial<FakeRunParts> = {}): FakeRunParts {
  return {
    benchmark: fakeBenchmark({ items: 2, goal: 50, ...world }),
    agent: fakeAgent({ asksModel: true, steps: 4 }),
    models: { actor: scriptedModel((request) => `about ${JSON.stringify(request).length}`) },
    operation: { concurrency: 1 },
    ...more,
  };
}

/** A run, and what a fork of its first item begins with. */
async function original(directory: string, world: FakeBenchmarkOptions) {
  await startRun(buildRun(directory, partsOf(world, { settings: { repeats: 2 } })));
  const events = await eventsOf(directory);
  const at = '2026-01-01T00:00:00.000Z';
  const attempt = { item: ITEM, repeat: 0, attempt: 1 };
  const steps = await readFirstSteps(
    join(directory, JOURNAL),
    { item: ITEM, repeat: 1, attempt: 1 },
    { before: STEP },
  );
  const beginning: JournalEvent[] = [
    ...events.filter((event) => event.type === 'task' && event.task.id === ITEM),
    { type: 'item-start', at, ...attempt, task: ITEM, cause: 'plan', maxSteps: 12 },
    ...steps.map((event) => ({ ...event, at, ...attempt })),
  ];
  return { beginning, steps };
}

const FORK: Fork = {
  run: 'test-run',
  identityHash: '0',
  item: ITEM,
  repeat: 1,
  step: STEP,
  start: { seed: 1, repeat: 1 },
  changes: {},
  forgets: 0,
};

function forkParts(
  world: FakeBenchmarkOptions,
  fork: Fork = FORK,
  more: Partial<FakeRunParts> = {},
): FakeRunParts {
  return partsOf(world, { settings: { items: [ITEM], repeats: TIMES, seed: 7, fork }, ...more });
}

/** The first steps of a future, without what may differ. */
function firstSteps(events: readonly JournalEvent[], repeat: number): unknown[] {
  return events.flatMap((event) => {
    if (!('step' in event) || event.type === 'item-resume' || event.repeat !== repeat) return [];
    const { at: _at, repeat: _repeat, ...rest } = event;
    return event.step < STEP || (event.step === STEP && event.type === 'observation') ? [rest] : [];
  });
}

describe('a fork', () => {
  it.each<[string, FakeBenchmarkOptions]>([
    ['played again', { recovery: 'replay' }],
    ['restored from snapshots', { recovery: 'snapshot' }],
  ])('begins every future with the first steps of the original, %s', async (_name, world) => {
    await using folder = await temporaryFolder();
    const { beginning, steps } = await original(join(folder.path, 'run'), world);
    const directory = join(folder.path, 'fork');
    const summary = await startRun({ ...buildRun(directory, forkParts(world)), beginning });
    expect(summary).toMatchObject({ status: 'complete', finished: TIMES, voided: 0 });
    const expected = steps.map(({ at: _at, repeat: _repeat, ...rest }) => rest);
    const events = await eventsOf(directory);
    for (let repeat = 0; repeat < TIMES; repeat += 1) expect(firstSteps(events, repeat)).toEqual(expected);
    // What it took over it has not asked for.
    const own = events.filter((event) => event.type === 'model-call' && event.step >= STEP);
    expect(own.length).toBeGreaterThan(0);
    expect(summary.cost.calls).toBe(own.length);
    const index = await indexRun(directory);
    expect(index.cost.calls).toBe(own.length);
    // Nor has it answered: of five steps each, three are its own.
    const { instructionFollowing } = await tallyAnswers(index);
    expect(instructionFollowing.map(({ actions }) => actions)).toEqual([3, 3, 3]);
  });

  it('that is cut anywhere resumes to the uninterrupted one', async () => {
    await using folder = await temporaryFolder();
    const world = { recovery: 'replay' } as const;
    const { beginning } = await original(join(folder.path, 'run'), world);
    const [whole, cut] = [join(folder.path, 'fork'), join(folder.path, 'cut')];
    await startRun({ ...buildRun(whole, forkParts(world)), beginning });
    const bytes = await readFile(join(whole, JOURNAL));
    let first = 0;
    for (let line = 0; line <= beginning.length; line += 1) first = bytes.indexOf(0x0a, first) + 1;
    const normal = await normaliseRun(whole);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: bytes.length }), async (length) => {
        await rm(cut, { recursive: true, force: true });
        await cp(whole, cut, { recursive: true });
        await truncate(join(cut, JOURNAL), length);
        await resumeRun(buildRun(cut, forkParts(world)));
        expect(await normaliseRun(cut)).toEqual(normal);
      }),
      { numRuns: 20 },
    );
  });

  it('does the action of its step without asking the agent, once', async () => {
    await using folder = await temporaryFolder();
    const { beginning } = await original(join(folder.path, 'run'), {});
    const asked: number[] = [];
    const agent = fakeAgent({
      steps: 4,
      onDecide: (_context, step) => {
        asked.push(step);
        return undefined;
      },
    });
    const directory = join(folder.path, 'fork');
    const fork: Fork = { ...FORK, action: { type: 'wait' } };
    await startRun({ ...buildRun(directory, forkParts({}, fork, { agent, models: {} })), beginning });
    expect(asked).toEqual([3, 4, 3, 4, 3, 4]);
    const done = (await eventsOf(directory)).filter((event) => 'step' in event && event.step === STEP);
    expect(done.filter(({ type }) => type === 'decision')).toHaveLength(TIMES);
    for (const event of done) {
      if (event.type === 'decision') expect(event.decision).toMatchObject({ action: { type: 'wait' } });
      if (event.type === 'transition') expect(event.transition.rule).toBe('stay');
    }
  });

  it('shows its agent no memory of steps that another agent has left', async () => {
    await using folder = await temporaryFolder();
    const { beginning, steps } = await original(join(folder.path, 'run'), {});
    const left = steps.filter((event) => event.type === 'decision' && event.decision.memory !== undefined);
    expect(left).toHaveLength(STEP);
    for (const forgets of [0, STEP]) {
      const remembered: unknown[] = [];
      const agent = {
        ...fakeAgent(),
        open: async () => ({
          decide: async (
            _observation: unknown,
            history: readonly { readonly decision: { readonly memory?: unknown } }[],
          ) => {
            remembered.push(history.filter(({ decision }) => decision.memory !== undefined).length);
            return { type: 'action', action: { type: 'stop', status: 'success' } } as const;
          },
          [Symbol.asyncDispose]: async () => undefined,
        }),
      };
      const directory = join(folder.path, `fork-${forgets}`);
      await startRun({
        ...buildRun(directory, forkParts({}, { ...FORK, forgets }, { agent, models: {} })),
        beginning,
      });
      expect(remembered).toEqual(Array.from({ length: TIMES }, () => STEP - forgets));
    }
  });

  it('has the first steps again when a voided future is done once more', async () => {
    await using folder = await temporaryFolder();
    const { beginning, steps } = await original(join(folder.path, 'run'), {});
    const directory = join(folder.path, 'fork');
    let isBroken = true;
    const world: FakeBenchmarkOptions = {
      onOpen: () => {
        if (isBroken) throw new Error('no lift');
      },
    };
    const first = await startRun({ ...buildRun(directory, forkParts(world)), beginning });
    expect(first.voided).toBe(TIMES);
    isBroken = false;
    const second = await resumeRun({ ...buildRun(directory, forkParts(world)), retryVoided: true });
    expect(second).toMatchObject({ status: 'complete', voided: 0 });
    const again = (await eventsOf(directory)).filter((event) => 'attempt' in event && event.attempt === 2);
    const expected = steps.map(({ at: _at, repeat: _repeat, ...rest }) => ({ ...rest, attempt: 2 }));
    for (let repeat = 0; repeat < TIMES; repeat += 1) expect(firstSteps(again, repeat)).toEqual(expected);
  });

  it('stops where its step cannot be come back to, and never begins at the start', async () => {
    await using folder = await temporaryFolder();
    const worlds: [FakeBenchmarkOptions, Partial<Fork>][] = [
      [{ recovery: 'none' }, {}],
      // Another seed is another building.
      [{ recovery: 'replay' }, { start: { seed: 99, repeat: 5 } }],
    ];
    for (const [position, [world, other]] of worlds.entries()) {
      const { beginning } = await original(join(folder.path, `run-${position}`), world);
      const directory = join(folder.path, `fork-${position}`);
      const parts = forkParts(world, { ...FORK, ...other });
      await expect(startRun({ ...buildRun(directory, parts), beginning })).rejects.toMatchObject({
        code: 'FORK_NOT_RESTORABLE',
      });
      const events = await eventsOf(directory);
      expect(events.filter(({ type }) => type === 'item-start')).toHaveLength(1);
    }
  });
});
