import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent, MetBound } from '../agents/agent.js';
import { TouchstoneError, UserError, type Fault } from '../errors.js';
import type { JournalEvent } from '../formats/run/journal/event.js';
import type { EngineEvent } from './engine-event.js';
import { JournalWriteError } from '../formats/run/run-errors.js';
import { readJournal } from '../formats/run/run-folder.js';
import { indexRun } from '../formats/run/run-index.js';
import { ModelAccessError, ModelOutageError } from '../models/model-errors.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { changeEnvironments, changeItems, fakeBenchmark } from '../testing/fake-benchmark.js';
import { normaliseRun } from '../testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { resumeRun, startRun } from './run.js';

class FakeOutage extends TouchstoneError {
  readonly code = 'FAKE_OUTAGE';
  readonly fault: Fault;
  override readonly retryable: boolean;
  constructor(fault: Fault, retryable: boolean) {
    super(`${fault} trouble`);
    this.fault = fault;
    this.retryable = retryable;
  }
}

async function eventsOf(directory: string): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const { event } of readJournal(join(directory, 'journal-main.jsonl'))) events.push(event);
  return events;
}

async function endsOf(directory: string): Promise<Record<string, unknown>> {
  const { items } = await indexRun(directory);
  return Object.fromEntries([...items].map(([key, { end }]) => [key, end.fault ?? end.reason]));
}

describe('startRun', () => {
  it('does every item of every repeat once and journals each step', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, { settings: { repeats: 2 } });
    const summary = await startRun(run);
    expect(summary).toMatchObject({ status: 'complete', planned: 6, finished: 6, voided: 0 });
    const events = await eventsOf(folder.path);
    expect(events[0]).toMatchObject({ type: 'run-start', planned: 6, resume: 'step' });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'complete', finished: 6 });
    const walk = events.filter((event) => 'item' in event && event.item === 'walk-1' && event.repeat === 1);
    const step = ['observation', 'decision', 'transition'];
    expect(walk.map(({ type }) => type)).toEqual([
      'item-start',
      ...Array.from({ length: 6 }, () => step).flat(),
      'item-end',
    ]);
    expect(events.filter(({ type }) => type === 'task')).toHaveLength(3);
    expect(await endsOf(folder.path)).toMatchObject({ 'walk-0#0': 'agent_stop', 'walk-2#1': 'agent_stop' });
  });

  it('gives the same run again for the same seed, at any concurrency, and another for another', async () => {
    await using folder = await temporaryFolder();
    const runs = [];
    for (const [index, [concurrency, seed]] of (
      [
        [1, 1],
        [8, 1],
        [1, 2],
      ] as const
    ).entries()) {
      const directory = join(folder.path, String(index));
      await startRun(buildRun(directory, { operation: { concurrency }, settings: { seed, repeats: 3 } }));
      runs.push(await normaliseRun(directory));
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]?.['items']).not.toEqual(runs[0]?.['items']);
  });

  it('tells what happens as it happens, with an estimate of what is left', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path);
    await startRun(run);
    const types = run.events.map(({ type }) => type);
    expect(types[0]).toBe('run-start');
    expect(types.at(-1)).toBe('run-end');
    expect(types.filter((type) => type === 'step-end')).toHaveLength(18);
    const progress = run.events.filter((event) => event.type === 'progress');
    expect(progress.map(({ finished }) => finished)).toEqual([1, 2, 3]);
    expect(progress[0]?.remainingMs).toBeGreaterThan(0);
    expect(progress[2]).toMatchObject({ planned: 3, running: 0, remainingMs: 0, steps: 18 });
  });

  it('refuses a folder that holds a run, a missing model, an unknown item and an empty plan', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    await expect(startRun(buildRun(folder.path))).rejects.toThrow(/already holds a run/);
    const elsewhere = join(folder.path, 'other');
    await expect(startRun(buildRun(elsewhere, { agent: fakeAgent({ asksModel: true }) }))).rejects.toThrow(
      /needs a model for actor/,
    );
    await expect(startRun(buildRun(elsewhere, { settings: { items: ['nope'] } }))).rejects.toThrow(
      /no item nope/,
    );
    await expect(startRun(buildRun(elsewhere, { benchmark: fakeBenchmark({ items: 0 }) }))).rejects.toThrow(
      UserError,
    );
  });

  it('says which folder cannot be made or written', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const error: unknown = await startRun(buildRun(join(file, 'run'))).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ place: { file: join(file, 'run') } });
  });

  it('stops for good when the journal or a stored file cannot be written, and resumes', async () => {
    await using folder = await temporaryFolder();
    const parts = { benchmark: fakeBenchmark({ live: true }), agent: fakeAgent() };
    const run = buildRun(folder.path, parts);
    const ends: unknown[] = [];
    const onEvent = (event: EngineEvent): void => {
      if (event.type === 'run-start') writeFileSync(join(folder.path, 'files'), 'in the way');
      if (event.type === 'run-end') ends.push(event);
    };
    await expect(startRun({ ...run, onEvent })).rejects.toThrow(JournalWriteError);
    // Who draws the progress stops; the journal, which could not be written, has no end.
    expect(ends).toEqual([{ type: 'run-end', status: 'aborted', finished: 0 }]);
    expect((await indexRun(folder.path)).status).toBeNull();
    await rm(join(folder.path, 'files'));
    expect(await resumeRun(run)).toMatchObject({ status: 'complete', finished: 3, voided: 0 });
  });

  it('begins no further item once its folder is gone, also where another stands in its place', async () => {
    await using folder = await temporaryFolder();
    for (const isReplaced of [false, true]) {
      const directory = join(folder.path, String(isReplaced));
      const items = new Set<string>();
      const agent = fakeAgent({
        onDecide: ({ task }) => {
          if (items.size === 0) {
            rmSync(directory, { recursive: true });
            if (isReplaced) mkdirSync(directory);
            if (isReplaced) writeFileSync(join(directory, 'journal-main.jsonl'), 'another');
          }
          items.add(task.id);
          return undefined;
        },
      });
      const run = buildRun(directory, { agent, operation: { concurrency: 1 } });
      const stopped: unknown = await startRun(run).catch((error: unknown) => error);
      expect(stopped).toBeInstanceOf(JournalWriteError);
      expect(stopped).toMatchObject({
        message: expect.stringContaining('another was put in its place'),
        hint: expect.stringContaining('start the run again'),
      });
      expect(items.size).toBe(1);
    }
  });

  it('has no more episodes at a time than there are environments', async () => {
    await using folder = await temporaryFolder();
    let open = 0;
    let most = 0;
    const plain = changeEnvironments(fakeBenchmark({ items: 6, stepMs: 1 }), (environment) => {
      open += 1;
      most = Math.max(most, open);
      return Object.assign(environment, {
        [Symbol.asyncDispose]: async () => {
          open -= 1;
        },
      });
    });
    const { environments } = plain.items;
    const { identity } = environments;
    const lend: typeof environments.lend = (item, given) => environments.lend(item, given);
    const run = (capacity: number) =>
      buildRun(join(folder.path, String(capacity)), {
        benchmark: changeItems(plain, { environments: { identity, capacity, lend } }),
        operation: { concurrency: 4 },
      });
    for (const capacity of [2, 9]) {
      most = 0;
      expect(await startRun(run(capacity))).toMatchObject({ status: 'complete', finished: 6 });
      expect(most).toBe(Math.min(capacity, 4));
    }
  });

  it('does the items of a sequential benchmark one after the other, in order, however many may run', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, {
      benchmark: fakeBenchmark({ sequential: true, stepMs: 1 }),
      operation: { concurrency: 8 },
      settings: { repeats: 2 },
    });
    expect(await startRun(run)).toMatchObject({ status: 'complete', finished: 6 });
    const told = (await eventsOf(folder.path)).flatMap((event) =>
      event.type === 'item-start' || event.type === 'item-end'
        ? [`${event.type} ${event.item}#${event.repeat}`]
        : [],
    );
    const keys = ['walk-0#0', 'walk-1#0', 'walk-2#0', 'walk-0#1', 'walk-1#1', 'walk-2#1'];
    expect(told).toEqual(keys.flatMap((key) => [`item-start ${key}`, `item-end ${key}`]));
    const running = run.events.flatMap((event) => (event.type === 'progress' ? [event.running] : []));
    expect(running).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('does only the chosen items', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path, { settings: { items: ['walk-2'], repeats: 2 } }));
    expect(Object.keys(await endsOf(folder.path)).sort()).toEqual(['walk-2#0', 'walk-2#1']);
  });
});

describe('the end of an episode', () => {
  async function endOf(parts: Parameters<typeof buildRun>[1]): Promise<unknown> {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path, { settings: { items: ['walk-0'] }, ...parts }));
    return (await indexRun(folder.path)).items.get('walk-0#0')?.end;
  }

  it('is the step budget of the run, else of the task, else of the benchmark', async () => {
    await using folder = await temporaryFolder();
    const agent = fakeAgent({ steps: null });
    const benchmark = fakeBenchmark({ maxSteps: 4, items: 1 });
    await startRun(buildRun(folder.path, { agent, benchmark }));
    const index = await indexRun(folder.path);
    expect(index.items.get('walk-0#0')).toMatchObject({ end: { reason: 'step_budget' }, steps: 4 });
    await using other = await temporaryFolder();
    const limits = { steps: 2, seconds: null, tokens: null, money: null };
    await startRun(buildRun(other.path, { agent, benchmark, settings: { limits } }));
    expect((await indexRun(other.path)).items.get('walk-0#0')?.steps).toBe(2);
  });

  it("is the agent's own step limit where that is the lower one", async () => {
    const benchmark = fakeBenchmark({ maxSteps: 4, items: 1 });
    for (const [own, steps] of [
      [3, 3],
      [9, 4],
    ] as const) {
      await using folder = await temporaryFolder();
      const agent = { ...fakeAgent({ steps: null }), maxSteps: own };
      await startRun(buildRun(folder.path, { agent, benchmark }));
      const index = await indexRun(folder.path);
      expect(index.items.get('walk-0#0')).toMatchObject({ end: { reason: 'step_budget' }, steps });
    }
  });

  it('keeps the screen that the last step led to', async () => {
    await using folder = await temporaryFolder();
    const parts = { agent: fakeAgent({ steps: null }), benchmark: fakeBenchmark({ maxSteps: 2, items: 1 }) };
    await startRun(buildRun(folder.path, parts));
    const { items } = await normaliseRun(folder.path);
    expect(items).toMatchObject({
      'walk-0#0': { steps: [{}, {}, { decision: undefined, transition: null }] },
    });
  });

  it('is agent_stop after a stop, whether or not the environment ends there', async () => {
    for (const endsOnStop of [true, false]) {
      expect(await endOf({ benchmark: fakeBenchmark({ endsOnStop }) })).toEqual({ reason: 'agent_stop' });
    }
  });

  it('is agent_stop after an answer that is the last word, and not after one on the way', async () => {
    for (const [terminal, steps] of [
      [true, 2],
      [false, 6],
    ] as const) {
      await using folder = await temporaryFolder();
      const agent = fakeAgent({
        onDecide: (_context, step) =>
          step === 1 ? { type: 'action', action: { type: 'answer', text: 'four', terminal } } : undefined,
      });
      await startRun(buildRun(folder.path, { agent, settings: { items: ['walk-0'] } }));
      const item = (await indexRun(folder.path)).items.get('walk-0#0');
      expect(item).toMatchObject({ end: { reason: 'agent_stop' }, steps });
      const answered = (await eventsOf(folder.path)).filter((event) => event.type === 'transition')[1];
      expect(answered).toMatchObject({ step: 1, answer: 'four', ended: false });
    }
  });

  it("is the agent's fault when its answer cannot be read, or a wait where the run says so", async () => {
    const error = { kind: 'no_action', message: 'nothing said', excerpt: '' } as const;
    const agent = fakeAgent({
      onDecide: (_context, step) => (step === 1 ? { type: 'format_error', error } : undefined),
    });
    expect(await endOf({ agent })).toEqual({
      reason: 'format_error',
      fault: 'agent',
      code: 'no_action',
      message: 'nothing said',
    });
    expect(await endOf({ agent, settings: { formatErrors: 'wait' } })).toEqual({ reason: 'agent_stop' });
  });

  it('is the time budget, even when the agent hangs and ignores the signal', async () => {
    const agent = fakeAgent({ delayMs: 0 });
    const hanging = {
      ...agent,
      open: async () => ({
        decide: () => new Promise<never>(() => undefined),
        [Symbol.asyncDispose]: () => new Promise<void>(() => undefined),
      }),
    };
    const limits = { steps: null, seconds: 0.05, tokens: null, money: null };
    expect(await endOf({ agent: hanging, settings: { items: ['walk-0'], limits } })).toMatchObject({
      reason: 'time_budget',
    });
  });

  /** Decides once, then hangs; at a bound it says that it had pressed so many keys more. */
  function lateAgent(pressed: number | 'hangs'): { agent: Agent; bounds: MetBound[]; screens: string[] } {
    const bounds: MetBound[] = [];
    const screens: string[] = [];
    const agent: Agent = {
      ...fakeAgent(),
      resume: 'item',
      open: async () => ({
        decide: async (_, history) =>
          history.length === 0
            ? { type: 'action', action: { type: 'key', key: 'NEXT' } }
            : new Promise(() => {}),
        atBound: async (bound, { screen }) => {
          bounds.push(bound);
          screens.push(screen.id);
          if (pressed === 'hangs') return new Promise<null>(() => {});
          if (bounds.length > pressed || bound.stepsLeft === 0) return null;
          return { type: 'action', action: { type: 'key', key: `LATE${bounds.length}` } };
        },
        [Symbol.asyncDispose]: async () => undefined,
      }),
    };
    return { agent, bounds, screens };
  }

  it('is the time budget also where the agent had done more than it had reported, which is recorded', async () => {
    for (const [steps, pressed, expected] of [
      [10, 2, 3],
      [2, 2, 2],
    ] as const) {
      await using folder = await temporaryFolder();
      const { agent, bounds, screens } = lateAgent(pressed);
      const limits = { steps, seconds: 0.2, tokens: null, money: null };
      await startRun(buildRun(folder.path, { agent, settings: { items: ['walk-0'], limits } }));
      const item = (await indexRun(folder.path)).items.get('walk-0#0');
      expect(item).toMatchObject({ end: { reason: 'time_budget' }, steps: expected });
      expect(bounds.map(({ stepsLeft }) => stepsLeft)).toEqual(expected === 3 ? [9, 8, 7] : [1, 0]);
      expect(bounds[0]).toMatchObject({ reason: 'time_budget', allowed: 0.2 });
      expect(new Set(screens).size).toBe(screens.length);
    }
  });

  it('is reported to an agent with `atBound`, and nobody waits for one that then hangs', async () => {
    const limits = { steps: 1, seconds: null, tokens: null, money: null };
    const told = lateAgent(0);
    expect(await endOf({ agent: told.agent, settings: { limits, items: ['walk-0'] } })).toEqual({
      reason: 'step_budget',
    });
    expect(told.bounds.slice(0, 1)).toEqual([{ reason: 'step_budget', allowed: 1, stepsLeft: 0 }]);
    const { agent } = lateAgent('hangs');
    expect(await endOf({ agent, settings: { items: ['walk-0'], limits } })).toEqual({
      reason: 'step_budget',
    });
  });

  // Each step asks once: 10 tokens in, 5 out, half a dollar.
  it.each([
    ['token', 'tokens', 44, 3],
    ['token', 'tokens', 45, 3],
    ['token', 'tokens', 46, 4],
    ['money', 'money', 1, 2],
    ['money', 'money', 1.01, 3],
  ] as const)(
    'is the %s budget of the episode as soon as all its calls come to it: %s %d',
    async (name, limit, amount, steps) => {
      await using folder = await temporaryFolder();
      const answer = { text: 'go', usage: { inputTokens: 10, outputTokens: 5 }, costUsd: 0.5 };
      const limits = { steps: null, seconds: null, tokens: null, money: null, [limit]: amount };
      const parts = {
        agent: fakeAgent({ asksModel: true, steps: null }),
        models: { actor: scriptedModel(() => answer) },
        settings: { limits, items: ['walk-0'] },
      };
      await startRun(buildRun(folder.path, parts));
      expect((await indexRun(folder.path)).items.get('walk-0#0')).toMatchObject({
        end: { reason: `${name}_budget` },
        steps,
      });
    },
  );
});

describe('a failure', () => {
  it.each([
    ['agent', 'agent_error'],
    ['model', 'model_error'],
    ['environment', 'environment_error'],
    ['dataset', 'invalid_task'],
    ['user', 'user_error'],
  ] as const)('with fault %s ends its item alone', async (fault, reason) => {
    await using folder = await temporaryFolder();
    const agent = fakeAgent({
      onDecide: ({ task }, step) => {
        if (task.id === 'walk-1' && step === 2) throw new FakeOutage(fault, false);
        return undefined;
      },
    });
    const summary = await startRun(buildRun(folder.path, { agent }));
    expect(summary).toMatchObject({ status: 'complete', finished: 3, voided: fault === 'agent' ? 0 : 1 });
    const item = (await indexRun(folder.path)).items.get('walk-1#0');
    expect(item).toMatchObject({ end: { reason, fault, code: 'FAKE_OUTAGE' }, steps: 2 });
  });

  it('that nobody expected is a bug, with its stack in the journal, and the run continues', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      onStep: ({ task }) => {
        if (task === 'walk-0') throw new RangeError('out of the window');
      },
    });
    await startRun(buildRun(folder.path, { benchmark }));
    const { items } = await indexRun(folder.path);
    expect(items.get('walk-0#0')?.end).toMatchObject({ reason: 'bug', fault: 'bug' });
    expect(items.get('walk-0#0')?.failure?.stack).toContain('run.test');
    expect(items.get('walk-2#0')?.end).toEqual({ reason: 'agent_stop' });
  });

  it('of an item that is invalid from the start voids it without opening anything', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      isInvalid: (item) => (item === 'walk-1' ? 'its picture is missing' : undefined),
      onOpen: (item) => {
        if (item === 'walk-1') throw new Error('opened');
      },
    });
    await startRun(buildRun(folder.path, { benchmark }));
    expect((await indexRun(folder.path)).items.get('walk-1#0')?.end).toEqual({
      reason: 'invalid_task',
      fault: 'dataset',
      message: 'its picture is missing',
    });
  });

  it("of an item that the user cannot do yet is the user's, and void", async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      isInvalid: (item) => (item === 'walk-1' ? 'its app is not installed' : undefined),
      invalidBy: 'user',
    });
    await startRun(buildRun(folder.path, { benchmark }));
    expect((await indexRun(folder.path)).items.get('walk-1#0')?.end).toEqual({
      reason: 'user_error',
      fault: 'user',
      message: 'its app is not installed',
    });
  });

  it("of a decision that is none is the agent's", async () => {
    await using folder = await temporaryFolder();
    const decisions: unknown[] = [
      { type: 'action', action: { type: 'fly' } },
      { type: 'action', action: { type: 'wait' }, memory: 'x'.repeat(70_000) },
      { type: 'action', action: { type: 'wait' }, memory: 1n },
    ];
    // What an agent written without types could return.
    const agent = fakeAgent({ onDecide: ({ task }) => decisions[Number(task.id.slice(-1))] as never });
    await startRun(buildRun(folder.path, { agent }));
    expect(await endsOf(folder.path)).toEqual({
      'walk-0#0': 'agent',
      'walk-1#0': 'agent',
      'walk-2#0': 'agent',
    });
  });

  it('of an environment that breaks its types is a bug and leaves the journal readable', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark();
    const broken = changeEnvironments(benchmark, (environment, item) => {
      if (item.id === 'walk-0') environment.step = async () => ({ type: 'observed' }) as never;
      return environment;
    });
    await startRun(buildRun(folder.path, { benchmark: broken }));
    expect(await endsOf(folder.path)).toMatchObject({ 'walk-0#0': 'bug', 'walk-1#0': 'agent_stop' });
  });
});

describe('a retry', () => {
  it.each(['model', 'environment'] as const)(
    'after an outage with fault %s continues where the episode was, and shows in the journal',
    async (fault) => {
      await using folder = await temporaryFolder();
      await startRun(buildRun(join(folder.path, 'smooth')));
      let left = 2;
      const fail = (): void => {
        if (left > 0) {
          left -= 1;
          throw new FakeOutage(fault, true);
        }
      };
      const rough = buildRun(join(folder.path, 'rough'), {
        benchmark: fakeBenchmark({
          onStep: ({ task }, step) => {
            if (fault === 'environment' && task === 'walk-1' && step === 3) fail();
          },
        }),
        agent: fakeAgent({
          onDecide: ({ task }, step) => {
            if (fault === 'model' && task.id === 'walk-1' && step === 3) fail();
            return undefined;
          },
        }),
      });
      await startRun(rough);
      const events = await eventsOf(rough.directory);
      const retries = events.filter(({ type }) => type === 'item-retry' || type === 'item-resume');
      expect(retries).toMatchObject([
        { type: 'item-retry', failures: 1, failure: { fault } },
        { type: 'item-resume', step: 3, method: 'replay', cause: 'retry' },
        { type: 'item-retry', failures: 2 },
        { type: 'item-resume' },
      ]);
      expect(await normaliseRun(rough.directory)).toEqual(await normaliseRun(join(folder.path, 'smooth')));
    },
  );

  it('counts failures anew once the episode got further, so that long episodes are not voided for being long', async () => {
    await using folder = await temporaryFolder();
    const failed = new Set<string>();
    const rough = buildRun(join(folder.path, 'rough'), {
      agent: fakeAgent({
        onDecide: ({ task }, step) => {
          // Every step of every item fails once and passes at the second try.
          const place = `${task.id} ${step}`;
          if (failed.has(place)) return undefined;
          failed.add(place);
          throw new ModelOutageError('the endpoint hiccups');
        },
      }),
      settings: {
        touchstone: '0.0.0-test',
        seed: 1,
        repeats: 1,
        retry: { attempts: 2, firstDelayMs: 0, maxDelayMs: 0 },
      },
    });
    const summary = await startRun(rough);
    expect(failed.size).toBeGreaterThan(summary.planned);
    expect(summary).toMatchObject({ status: 'complete', voided: 0 });
  });

  it('stops at a failure that every item would meet, and continues once it is repaired', async () => {
    await using folder = await temporaryFolder();
    let isRefused = true;
    let calls = 0;
    const run = buildRun(join(folder.path, 'refused'), {
      agent: fakeAgent({
        onDecide: () => {
          calls += 1;
          if (isRefused) throw new ModelAccessError('the key is refused');
          return undefined;
        },
      }),
    });
    await expect(startRun(run)).rejects.toThrow(ModelAccessError);
    expect(calls).toBeLessThanOrEqual(run.configuration.operation.concurrency);
    isRefused = false;
    expect(await resumeRun(run)).toMatchObject({ status: 'complete', voided: 0 });
  });

  it('starts the item over where the environment cannot come back', async () => {
    await using folder = await temporaryFolder();
    let left = 1;
    const benchmark = fakeBenchmark({
      recovery: 'none',
      items: 1,
      onStep: (_start, step) => {
        if (step === 2 && left > 0) {
          left -= 1;
          throw new FakeOutage('environment', true);
        }
      },
    });
    await startRun(buildRun(folder.path, { benchmark }));
    const starts = (await eventsOf(folder.path)).filter(({ type }) => type === 'item-start');
    expect(starts).toMatchObject([
      { attempt: 1, cause: 'plan' },
      { attempt: 2, cause: 'retry', reason: expect.stringContaining('neither') as string },
    ]);
    expect((await indexRun(folder.path)).items.get('walk-0#0')).toMatchObject({ attempt: 2, steps: 6 });
  });

  it('is given up where each new attempt fails at the same step, however many steps go well before it', async () => {
    await using folder = await temporaryFolder();
    let failures = 0;
    const benchmark = fakeBenchmark({
      recovery: 'none',
      items: 1,
      onStep: (_start, step) => {
        // Without a last failure, a run that counts anew would never end.
        if (step === 2 && failures < 9) {
          failures += 1;
          throw new FakeOutage('environment', true);
        }
      },
    });
    expect(await startRun(buildRun(folder.path, { benchmark }))).toMatchObject({ finished: 1, voided: 1 });
    const events = await eventsOf(folder.path);
    expect(events.filter(({ type }) => type === 'item-retry')).toMatchObject([
      { attempt: 1, failures: 1 },
      { attempt: 2, failures: 2 },
    ]);
    expect((await indexRun(folder.path)).items.get('walk-0#0')).toMatchObject({ attempt: 3, steps: 2 });
  });

  it('is given up after the last attempt, which voids the item', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      items: 1,
      onOpen: () => {
        throw new FakeOutage('environment', true);
      },
    });
    const summary = await startRun(buildRun(folder.path, { benchmark }));
    expect(summary).toMatchObject({ status: 'complete', finished: 1, voided: 1 });
    const events = await eventsOf(folder.path);
    expect(events.filter(({ type }) => type === 'item-retry')).toHaveLength(2);
    expect(events.at(-2)).toMatchObject({ end: { reason: 'environment_error' } });
  });

  it('is never made for a failure of the agent', async () => {
    await using folder = await temporaryFolder();
    const agent = fakeAgent({
      onDecide: () => {
        throw new FakeOutage('agent', true);
      },
    });
    await startRun(buildRun(folder.path, { agent }));
    expect((await eventsOf(folder.path)).some(({ type }) => type === 'item-retry')).toBe(false);
  });

  it('of voided items can be asked for later, and the good attempt then counts', async () => {
    await using folder = await temporaryFolder();
    let isDown = true;
    const agent = fakeAgent({
      onDecide: ({ task }) => {
        if (isDown && task.id === 'walk-1') throw new FakeOutage('model', false);
        if (isDown && task.id === 'walk-2') throw new FakeOutage('agent', false);
        return undefined;
      },
    });
    await startRun(buildRun(folder.path, { agent }));
    isDown = false;
    const plain = buildRun(folder.path, { agent });
    expect(await resumeRun(plain)).toMatchObject({ finished: 3, voided: 1 });
    const before = (await eventsOf(folder.path)).length;
    const again = buildRun(folder.path, { agent });
    expect(await resumeRun({ ...again, retryVoided: true })).toMatchObject({ finished: 3, voided: 0 });
    expect((await indexRun(folder.path)).items.get('walk-1#0')).toMatchObject({
      attempt: 2,
      end: { reason: 'agent_stop' },
    });
    // What ended well, or by the agent's own fault, is not touched.
    expect(again.events[0]).toMatchObject({ type: 'run-start', planned: 3, finished: 2, resumed: true });
    const added = (await eventsOf(folder.path)).slice(before);
    expect(added.filter(({ type }) => type === 'item-start')).toMatchObject([
      { item: 'walk-1', attempt: 2, cause: 'again' },
    ]);
    expect(added.filter((event) => 'item' in event && event.item !== 'walk-1')).toEqual([]);
  });
});

describe('a budget of the run', () => {
  const model = {
    actor: scriptedModel(() => ({ text: 'go', usage: { inputTokens: 10, outputTokens: 0 }, costUsd: 1 })),
  };
  const agent = fakeAgent({ asksModel: true, steps: 4 });
  const none = { seconds: null, tokens: null, money: null };

  it.each([
    ['tokens', 70, 'token_budget'],
    ['money', 7, 'money_budget'],
  ] as const)(
    'of %s leaves items undone, never failed, and more of it lets them be done',
    async (name, amount, reason) => {
      await using folder = await temporaryFolder();
      const parts = { agent, models: model, settings: { repeats: 2 } };
      const operation = { concurrency: 1, budgets: { ...none, [name]: amount } };
      const first = buildRun(folder.path, { ...parts, operation });
      expect(await startRun(first)).toMatchObject({ status: 'budget', stopReason: reason, finished: 1 });
      const index = await indexRun(folder.path);
      expect(index.status).toBe('budget');
      expect([...index.skipped].map(([key, skipped]) => [key, skipped.reason])).toEqual(
        ['walk-1#0', 'walk-2#0', 'walk-0#1', 'walk-1#1', 'walk-2#1'].map((key) => [key, reason]),
      );
      expect(first.events.at(-2)).toMatchObject({ type: 'progress', finished: 1, skipped: 5 });

      // As much again is spent at once, since what was spent before counts.
      expect(await resumeRun(buildRun(folder.path, { ...parts, operation }))).toMatchObject({
        status: 'budget',
        finished: 1,
      });
      expect(await resumeRun(buildRun(folder.path, parts))).toMatchObject({
        status: 'complete',
        finished: 6,
      });
      await using smooth = await temporaryFolder();
      await startRun(buildRun(smooth.path, parts));
      expect(await normaliseRun(folder.path)).toEqual(await normaliseRun(smooth.path));
    },
  );

  it('of time ends the run after the steps in flight', async () => {
    await using folder = await temporaryFolder();
    const operation = { concurrency: 1, budgets: { ...none, seconds: 0.1 } };
    const parts = { agent: fakeAgent({ delayMs: 30 }) };
    const summary = await startRun(buildRun(folder.path, { ...parts, operation }));
    expect(summary).toMatchObject({ status: 'budget', stopReason: 'time_budget' });
    expect(summary.finished).toBeLessThan(3);
    expect(await resumeRun(buildRun(folder.path, parts))).toMatchObject({ status: 'complete', finished: 3 });
  });
});

describe('an interruption', () => {
  it('finishes the steps in flight, and the resumed run equals an uninterrupted one', async () => {
    await using folder = await temporaryFolder();
    const smooth = join(folder.path, 'smooth');
    await startRun(buildRun(smooth));
    const stop = new AbortController();
    const directory = join(folder.path, 'rough');
    const agent = fakeAgent({
      onDecide: ({ task }, step) => {
        if (task.id === 'walk-1' && step === 3) stop.abort();
        return undefined;
      },
    });
    const summary = await startRun({ ...buildRun(directory, { agent }), stop: stop.signal });
    expect(summary).toMatchObject({ status: 'interrupted', stopReason: 'interrupted', finished: 0 });
    const events = await eventsOf(directory);
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'interrupted' });
    const last = events.filter((event) => 'item' in event && event.item === 'walk-1');
    expect(last.at(-2)).toMatchObject({ type: 'transition', step: 3 });
    expect(last.at(-1)).toMatchObject({ type: 'observation', step: 4 });
    const resumed = buildRun(directory);
    expect(await resumeRun(resumed)).toMatchObject({ status: 'complete', finished: 3 });
    expect(await normaliseRun(directory)).toEqual(await normaliseRun(smooth));
  });

  it('at once gives up the steps in flight', async () => {
    await using folder = await temporaryFolder();
    const abort = new AbortController();
    // A run that waited for its steps would outlast this test.
    const agent = fakeAgent({ delayMs: 600_000 });
    const run = buildRun(folder.path, { agent });
    setTimeout(() => abort.abort(), 50);
    const summary = await startRun({ ...run, signal: abort.signal });
    expect(summary).toMatchObject({ status: 'aborted', finished: 0 });
    expect(await resumeRun(buildRun(folder.path))).toMatchObject({ status: 'complete', finished: 3 });
  });

  it('ends the wait before a retry', async () => {
    await using folder = await temporaryFolder();
    const stop = new AbortController();
    const benchmark = fakeBenchmark({
      items: 1,
      onOpen: () => {
        setTimeout(() => stop.abort(), 20);
        throw new FakeOutage('environment', true);
      },
    });
    const retry = { attempts: 3, firstDelayMs: 60_000, maxDelayMs: 60_000 };
    const summary = await startRun({
      ...buildRun(folder.path, { benchmark, settings: { retry } }),
      stop: stop.signal,
    });
    expect(summary.status).toBe('interrupted');
  });
});

describe('the run folder', () => {
  it('holds a readable note of the run, and no lock when the run is over', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const note: unknown = JSON.parse(await readFile(join(folder.path, 'run.json'), 'utf8'));
    expect(note).toMatchObject({ type: 'run-start', run: 'test-run' });
    await expect(readFile(join(folder.path, 'lock'))).rejects.toThrow(/ENOENT/);
  });

  it('keeps the contents of live screens by their hash, those of recorded ones not', async () => {
    await using folder = await temporaryFolder();
    const live = join(folder.path, 'live');
    await startRun(buildRun(live, { benchmark: fakeBenchmark({ live: true }) }));
    const seen = (await eventsOf(live)).find(({ type }) => type === 'observation');
    expect(seen).toMatchObject({ screen: { picture: { stored: true }, hierarchy: { stored: true } } });
    const hash = seen?.type === 'observation' ? (seen.screen.picture?.hash ?? '') : '';
    const file = join(live, 'files', hash.slice(0, 2), hash);
    expect(await readFile(file, 'utf8')).toBe('picture of screen-0');
    const recorded = join(folder.path, 'recorded');
    await startRun(buildRun(recorded));
    await expect(readFile(join(recorded, 'files'))).rejects.toThrow(/ENOENT/);
  });
});
