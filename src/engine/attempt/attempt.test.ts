import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent, AgentContext } from '../../agents/agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Environment } from '../../environments/environment.js';
import { BugError, UserError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { Model } from '../../models/model.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { changeEnvironments, changeItems, fakeBenchmark, withGraph } from '../../testing/fake-benchmark.js';
import { smallGraph } from '../../testing/small-graph.js';
import { eventsOf } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import { resumeRun, startRun } from '../run.js';

const ONE: FakeRunParts = { settings: { items: ['walk-0'] } };
const NO_LIMITS = { steps: null, seconds: null, tokens: null, money: null };

/** The item of a run of one item, its journal and its events. */
async function runOne(parts: FakeRunParts, signal?: AbortSignal) {
  await using folder = await temporaryFolder();
  const run = buildRun(folder.path, { ...parts, settings: { items: ['walk-0'], ...parts.settings } });
  const summary = await startRun(signal === undefined ? run : { ...run, signal });
  const events = await eventsOf(folder.path);
  const item = (await indexRun(folder.path)).items.get('walk-0#0');
  return { summary, events, item, told: run.events, directory: folder.path };
}

/** The agent, and the contexts that it was opened with. */
function watched(agent: Agent): { agent: Agent; contexts: AgentContext[] } {
  const contexts: AgentContext[] = [];
  const open: Agent['open'] = async (context) => {
    contexts.push(context);
    return await agent.open(context);
  };
  return { agent: { ...agent, open }, contexts };
}

/** The benchmark with its items changed. */
function withItems(benchmark: Benchmark, change: (item: BenchmarkItem) => BenchmarkItem): Benchmark {
  return changeItems(benchmark, {
    async *list() {
      for await (const item of benchmark.items.list()) yield change(item);
    },
  });
}

describe('what an agent is given', () => {
  it('is its task in the language of the run, its seed, its bounds, and no privileges', async () => {
    const instructions = { en: 'Climb', de: 'Steig' };
    const benchmark = withItems(fakeBenchmark(), (item) => ({
      ...item,
      task: { ...item.task, instructions },
    }));
    for (const [language, instruction] of [
      ['de', 'Steig'],
      ['en', 'Climb'],
      [null, 'Climb'],
      ['fr', 'Climb'],
    ] as const) {
      const { agent, contexts } = watched(fakeAgent());
      await runOne({ agent, benchmark, settings: { seed: 5, repeats: 2, language } });
      expect(contexts.map(({ repeat }) => repeat).toSorted((a, b) => a - b)).toEqual([0, 1]);
      const [context] = contexts;
      expect(context).toMatchObject({
        task: {
          id: 'walk-0',
          instruction,
          language: instruction === 'Steig' ? 'de' : 'en',
          apps: ['Stairs'],
        },
        seed: 5,
        maxSteps: 12,
        models: {},
      });
      expect(Object.keys(context ?? {}).sort()).toEqual([
        'maxSteps',
        'models',
        'repeat',
        'seed',
        'signal',
        'task',
      ]);
      expect(context?.signal.aborted).toBe(false);
    }
  });

  it('is the graph, the task and what happened so far where it asks for privileges', async () => {
    const graph = buildGraph(smallGraph());
    const plain = fakeBenchmark();
    const benchmark = withGraph(plain, ({ id }) => (id === 'walk-0' ? graph : null));
    const own = fakeAgent({ steps: 2 });
    const privileged: Agent = { ...own, needs: { ...own.needs, privileges: true } };
    const seen: unknown[] = [];
    const agent: Agent = {
      ...privileged,
      open: async (context) => {
        const episode = await own.open(context);
        expect(context).not.toHaveProperty('deviceBridge');
        return {
          ...episode,
          decide: (observation, history, options) => {
            const { privileges } = context;
            seen.push([privileges?.state(), [...(privileges?.visited() ?? [])]]);
            expect(privileges?.transitions().map(({ rule }) => rule)).toEqual(history.map(() => 'climb'));
            expect(privileges).toMatchObject({ graph, mode: 'corrected', task: { id: 'walk-0' } });
            return episode.decide(observation, history, options);
          },
        };
      },
    };
    const { events } = await runOne({ agent, benchmark });
    const states = events.flatMap((event) => (event.type === 'observation' ? [event.state] : []));
    expect(seen).toEqual(states.map((state, index) => [state, states.slice(0, index + 1)]));
    const { agent: without, contexts } = watched(privileged);
    await runOne({ agent: without, benchmark: withGraph(plain, () => null) });
    expect(contexts[0]).not.toHaveProperty('privileges');
    const { agent: unasked, contexts: others } = watched(own);
    await runOne({ agent: unasked, benchmark });
    expect(others[0]).not.toHaveProperty('privileges');
  });

  it('is what the recording does where it asks for privileges and there is one', async () => {
    const plain = fakeBenchmark();
    const told = { type: 'action', action: { type: 'key', key: 'TOLD' } } as const;
    const benchmark = changeEnvironments(plain, (environment) =>
      Object.assign(environment, { recorded: async () => told }),
    );
    const own = fakeAgent();
    const { agent, contexts } = watched({ ...own, needs: { ...own.needs, privileges: true } });
    await runOne({ agent, benchmark });
    expect(await contexts[0]?.recorded?.()).toEqual(told);
    const { agent: plainAgent, contexts: others } = watched(own);
    await runOne({ agent: plainAgent, benchmark });
    expect(others[0]).not.toHaveProperty('recorded');
  });

  it('is what a front asks of the environment where it is one', async () => {
    const graph = buildGraph(smallGraph());
    const plain = fakeBenchmark();
    const benchmark = changeEnvironments(
      withGraph(plain, () => graph),
      (environment) =>
        Object.assign(environment, {
          hasTransition: (action: { readonly type: string }) => action.type === 'key',
        }),
    );
    const own = fakeAgent({ steps: 2 });
    const rules: (string | undefined)[] = [];
    const files: (string | undefined)[] = [];
    const agent: Agent = {
      ...own,
      needs: { ...own.needs, deviceBridge: true },
      open: async (context) => {
        const episode = await own.open(context);
        const { deviceBridge } = context;
        files.push(deviceBridge?.filePath);
        expect(deviceBridge?.graph).toBe(graph);
        expect(deviceBridge?.screen('screen-3')).toMatchObject({ id: 'screen-3' });
        expect(deviceBridge?.hasTransition({ type: 'key', key: 'A' })).toBe(true);
        expect(deviceBridge?.hasTransition({ type: 'wait' })).toBe(false);
        return {
          ...episode,
          decide: (observation, history, options) => {
            rules.push(deviceBridge?.lastTransition()?.rule);
            expect(deviceBridge?.state()).toBe(observation.screen.id.replace('screen', 'floor'));
            return episode.decide(observation, history, options);
          },
        };
      },
    };
    const { directory } = await runOne({ agent, benchmark });
    expect(rules).toEqual([undefined, 'climb', 'climb']);
    expect(files).toEqual([join(directory, 'attempts', 'walk-0.0.1')]);
    const bare: Agent = {
      ...agent,
      open: async (context) => {
        expect(context.deviceBridge?.hasTransition({ type: 'key', key: 'A' })).toBe(false);
        expect(context.deviceBridge?.screen('screen-3')).toBeNull();
        return await own.open(context);
      },
    };
    const live = fakeBenchmark({ live: true });
    expect((await runOne({ agent: bare, benchmark: live })).item?.end).toEqual({ reason: 'agent_stop' });
  });
});

describe('what an environment is given', () => {
  it('is a wait in place of an answer that nobody could read, and why it could not be', async () => {
    const error = { kind: 'no_action', message: 'nothing', excerpt: 'hm' } as const;
    const given: unknown[] = [];
    const benchmark = changeEnvironments(fakeBenchmark(), (environment) => {
      const step = environment.step.bind(environment);
      return Object.assign(environment, {
        step: async (...[action, options]: Parameters<typeof step>) => {
          given.push([action.type, options.formatError]);
          return await step(action, options);
        },
      });
    });
    const agent = fakeAgent({
      onDecide: () =>
        given.length === 0
          ? { type: 'format_error', error }
          : { type: 'action', action: { type: 'stop', status: 'success' } },
    });
    await runOne({ agent, benchmark, settings: { formatErrors: 'wait' } });
    expect(given).toEqual([
      ['wait', error],
      ['stop', undefined],
    ]);
  });
});

describe('what an attempt writes down', () => {
  it('is where it began, and when each thing happened, as its clock says', async () => {
    await using folder = await temporaryFolder();
    let now = Date.UTC(2025, 0, 1);
    const run = buildRun(folder.path, { ...ONE, agent: fakeAgent({ steps: 1 }) });
    await startRun({ ...run, now: () => (now += 1000) });
    const events = await eventsOf(folder.path);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBe('2025-01-01T00:00:01.000Z');
    expect(new Set(times).size).toBeGreaterThan(5);
    const [start] = events.filter((event) => event.type === 'item-start');
    expect(start).toEqual({
      type: 'item-start',
      at: start?.at,
      item: 'walk-0',
      repeat: 0,
      attempt: 1,
      task: 'walk-0',
      cause: 'plan',
      maxSteps: 12,
    });
  });

  it('is each call of a model with its answer, its sample named by its place', async () => {
    const samples: (string | undefined)[] = [];
    const inner = scriptedModel((_request, call) => ({
      text: call < 2 ? 'go' : 'stop',
      reasoning: 'because',
      usage: { inputTokens: 3, outputTokens: 2 },
      costUsd: 0.5,
    }));
    const model: Model = {
      identity: inner.identity,
      generate: (request, options) => {
        samples.push(options.sample);
        return inner.generate(request, options);
      },
    };
    const { events, item } = await runOne({
      agent: fakeAgent({ asksModel: true, steps: null }),
      models: { actor: model },
      settings: { seed: 9 },
    });
    const calls = events.filter((event) => event.type === 'model-call');
    expect(calls).toHaveLength(3);
    expect(calls[1]).toMatchObject({
      item: 'walk-0',
      repeat: 0,
      attempt: 1,
      step: 1,
      role: 'actor',
      inputTokens: 3,
      outputTokens: 2,
      costUsd: 0.5,
      fromCache: false,
      answer: { text: 'go', reasoning: 'because', finishReason: 'stop', model: 'scripted' },
    });
    expect(calls[1]?.answer).not.toHaveProperty('fullLength');
    expect(calls[1]).not.toHaveProperty('error');
    expect(calls[1]).not.toHaveProperty('retries');
    expect(samples).toEqual([0, 1, 2].map((step) => `walk-0#0 seed 9 step ${step} call 0`));
    expect(item?.cost).toMatchObject({ calls: 3, inputTokens: 9, costUsd: 1.5 });
  });

  it('numbers equal requests of one step', async () => {
    const samples: (string | undefined)[] = [];
    const inner = scriptedModel(() => 'go');
    const model: Model = {
      identity: {},
      generate: (request, options) => {
        samples.push(options.sample);
        return inner.generate(request, options);
      },
    };
    const own = fakeAgent({ steps: 0 });
    const ask = async (context: AgentContext, text: string): Promise<void> => {
      const request = { messages: [{ role: 'user', content: [{ type: 'text', text }] }] } as const;
      await context.models['actor']?.generate(request, context);
    };
    const agent: Agent = {
      ...own,
      needs: { ...own.needs, models: ['actor'] },
      open: async (context) => ({
        decide: async () => {
          for (const text of ['a', 'b', 'a']) await ask(context, text);
          return { type: 'action', action: { type: 'stop', status: 'success' } };
        },
        [Symbol.asyncDispose]: async () => undefined,
      }),
    };
    await runOne({ agent, models: { actor: model } });
    expect(samples.map((sample) => sample?.slice('walk-0#0 seed 1 '.length))).toEqual([
      'step 0 call 0',
      'step 0 call 0',
      'step 0 call 1',
    ]);
  });

  it('is of a long answer its beginning, and how long text and thinking were', async () => {
    const long = 'x'.repeat(200_001);
    for (const [answer, fullLength] of [
      [{ text: long.slice(1), reasoning: long.slice(1) }, undefined],
      [{ text: long }, { text: 200_001, reasoning: 0 }],
      [
        { text: 'go', reasoning: long },
        { text: 2, reasoning: 200_001 },
      ],
    ] as const) {
      const { events } = await runOne({
        agent: fakeAgent({ asksModel: true, steps: 0 }),
        models: { actor: scriptedModel([answer]) },
      });
      const call = events.find((event) => event.type === 'model-call');
      expect(call?.answer?.text).toBe(answer.text.slice(0, 200_000));
      expect(call?.answer?.fullLength).toEqual(fullLength);
      if ('reasoning' in answer) expect(call?.answer?.reasoning).toBe(answer.reasoning.slice(0, 200_000));
    }
  });

  it('is the text for the scorer: of the environment, else of the agent', async () => {
    const stopping = { type: 'action', action: { type: 'stop', status: 'success', answer: 'mine' } } as const;
    for (const [endsOnStop, answer] of [
      [true, 'done: success'],
      [false, 'mine'],
    ] as const) {
      const { events } = await runOne({
        agent: fakeAgent({ onDecide: () => stopping }),
        benchmark: fakeBenchmark({ endsOnStop }),
      });
      expect(events.find((event) => event.type === 'transition')).toMatchObject({ answer });
    }
    const { events } = await runOne({ agent: fakeAgent({ steps: 1 }) });
    expect(events.find((event) => event.type === 'transition')).not.toHaveProperty('answer');
  });

  it('is a snapshot only of a world that comes back no other way, as it was then', async () => {
    for (const [recovery, has] of [
      ['snapshot', true],
      ['replay', false],
      ['none', false],
    ] as const) {
      const { events } = await runOne({
        benchmark: fakeBenchmark({ recovery }),
        agent: fakeAgent({ steps: 2 }),
      });
      const done = events.filter((event) => event.type === 'transition');
      expect(done.map((event) => event.snapshot?.['steps'])).toEqual(
        has ? [1, 2, undefined] : Array(3).fill(undefined),
      );
    }
  });
});

describe('the end of an attempt', () => {
  it('is what the environment says, with its rule and detail', async () => {
    const plain = fakeBenchmark();
    for (const detail of ['on the roof', undefined]) {
      const benchmark = changeEnvironments(plain, (environment) => {
        environment.step = async () => ({
          type: 'ended',
          transition: { rule: 'fell', next: null, ...(detail === undefined ? {} : { detail }) },
        });
        return environment;
      });
      const { item } = await runOne({ benchmark });
      expect(item?.end).toEqual({
        reason: 'environment_end',
        code: 'fell',
        ...(detail === undefined ? {} : { message: detail }),
      });
      expect(item?.steps).toBe(1);
    }
  });

  it('is the agent’s stop, with what readers should know of it', async () => {
    const { item } = await runOne({
      agent: fakeAgent({
        onDecide: () => ({
          type: 'action',
          action: { type: 'stop', status: 'success' },
          note: 'out of ideas',
        }),
      }),
    });
    expect(item?.end).toEqual({ reason: 'agent_stop', message: 'out of ideas' });
  });

  it('is not the agent’s stop where every step is shown', async () => {
    const { item } = await runOne({
      benchmark: changeItems(fakeBenchmark({ endsOnStop: false, maxSteps: 3 }), { protocol: 'stepwise' }),
      agent: fakeAgent({ steps: 0 }),
    });
    expect(item).toMatchObject({ end: { reason: 'step_budget' }, steps: 3 });
  });

  it('is a time budget that says what was allowed, however the time was spent', async () => {
    const slow = fakeAgent({ delayMs: 60_000 });
    const limits = { ...NO_LIMITS, seconds: 0.05 };
    expect((await runOne({ agent: slow, settings: { limits } })).item?.end).toEqual({
      reason: 'time_budget',
      message: '0.05 seconds were up',
    });
    const { item } = await runOne({ benchmark: fakeBenchmark({ stepMs: 60_000 }), settings: { limits } });
    expect(item).toMatchObject({ end: { reason: 'time_budget', message: '0.05 seconds were up' }, steps: 0 });
  });

  it('is no matter of setting a task up, of waiting for a phone, or of a person who replies', async () => {
    const plain = fakeBenchmark();
    const limits = { ...NO_LIMITS, seconds: 1 };
    const slow = changeItems(plain, {
      environments: {
        ...plain.items.environments,
        lend: async (...given) => {
          await sleep(600);
          const environment = await plain.items.environments.lend(...given);
          const reset = environment.reset.bind(environment);
          const step = environment.step.bind(environment);
          return Object.assign(environment, {
            reset: async (...start: Parameters<typeof reset>) => {
              await sleep(600);
              return await reset(...start);
            },
            step: async (...[action, options]: Parameters<typeof step>) => {
              await options.untimed?.(() => sleep(600));
              return await step(action, options);
            },
          });
        },
      },
    });
    const { item } = await runOne({ benchmark: slow, agent: fakeAgent({ steps: 2 }), settings: { limits } });
    expect(item).toMatchObject({ end: { reason: 'agent_stop' }, steps: 3 });
  });

  it('is reported to an agent with the limit that it reached', async () => {
    const answer = { text: 'go', usage: { inputTokens: 10, outputTokens: 5 }, costUsd: 0.5 };
    for (const [limit, amount] of [
      ['steps', 2],
      ['tokens', 30],
      ['money', 1],
    ] as const) {
      const own = fakeAgent({ asksModel: true, steps: null });
      const bounds: unknown[] = [];
      const agent: Agent = {
        ...own,
        open: async (context) => ({
          ...(await own.open(context)),
          atBound: async (bound) => {
            bounds.push(bound);
            return null;
          },
        }),
      };
      const settings = { limits: { ...NO_LIMITS, [limit]: amount } };
      await runOne({ agent, models: { actor: scriptedModel(() => answer) }, settings });
      const reason = { steps: 'step_budget', tokens: 'token_budget', money: 'money_budget' }[limit];
      expect(bounds).toEqual([{ reason, allowed: amount, stepsLeft: limit === 'steps' ? 0 : 10 }]);
    }
  });

  it('is a bug where an agent continues after its last step, or the environment ends without a reason to', async () => {
    const own = fakeAgent({ steps: null });
    const eager: Agent = {
      ...own,
      open: async (context) => ({
        ...(await own.open(context)),
        atBound: async () => ({ type: 'action', action: { type: 'wait' } }),
      }),
    };
    const { item } = await runOne({ agent: eager, settings: { limits: { ...NO_LIMITS, steps: 2 } } });
    expect(item).toMatchObject({
      end: { reason: 'bug', code: 'BUG', message: 'An agent went on after its last step' },
      steps: 2,
    });
  });

  it('gives back an environment that came when nobody waited for it any more', async () => {
    const plain = fakeBenchmark();
    const { identity, capacity } = plain.items.environments;
    const make = async (id: string): Promise<Environment> => {
      const { signal } = new AbortController();
      for await (const item of plain.items.list()) {
        if (item.id === id) return plain.items.environments.lend(item, { signal });
      }
      throw new Error('there is no such item');
    };
    let come = (): void => undefined;
    const isBack = new Promise<void>((resolve) => {
      const late = async (): Promise<Environment> =>
        Object.assign(await make('walk-0'), { [Symbol.asyncDispose]: async () => resolve() });
      const abort = new AbortController();
      const lend = (): Promise<Environment> => {
        setTimeout(() => abort.abort(), 0);
        return new Promise((lent) => (come = () => lent(late())));
      };
      const benchmark = changeItems(plain, { environments: { identity, capacity, lend } });
      void runOne({ benchmark }, abort.signal).then(({ summary }) => {
        expect(summary).toMatchObject({ stopReason: 'interrupted' });
        come();
      });
    });
    await expect(isBack).resolves.toBeUndefined();
  });

  it('closes what was opened, the agent before its environment, and warns of what cannot be closed', async () => {
    const closed: string[] = [];
    const plain = fakeBenchmark();
    const benchmark = changeEnvironments(plain, (environment) =>
      Object.assign(environment, {
        [Symbol.asyncDispose]: async () => {
          closed.push('environment');
          throw new Error('stuck');
        },
      }),
    );
    const own = fakeAgent();
    const agent: Agent = {
      ...own,
      open: async (context) => ({
        ...(await own.open(context)),
        [Symbol.asyncDispose]: async () => void closed.push('agent'),
      }),
    };
    const { told, item } = await runOne({ agent, benchmark });
    expect(closed).toEqual(['agent', 'environment']);
    expect(told).toContainEqual({
      type: 'warning',
      key: { item: 'walk-0', repeat: 0 },
      message: 'Closing failed: stuck',
    });
    expect(item?.end).toEqual({ reason: 'agent_stop' });
  });

  it('voids an item whose task is none, and the run continues', async () => {
    await using folder = await temporaryFolder();
    const benchmark = withItems(fakeBenchmark(), (item) =>
      item.id === 'walk-1' ? { ...item, task: { ...item.task, instructions: {} } } : item,
    );
    await startRun(buildRun(folder.path, { benchmark }));
    const { items, tasks } = await indexRun(folder.path);
    expect(items.get('walk-1#0')?.end).toMatchObject({
      reason: 'invalid_task',
      fault: 'dataset',
      message: 'Task walk-1 is not as a task must be',
    });
    expect(items.get('walk-2#0')?.end).toEqual({ reason: 'agent_stop' });
    expect(tasks.get('walk-1')?.instructions).toEqual({ und: '' });
  });

  it('is a bug that names what an environment returned', async () => {
    const plain = fakeBenchmark();
    const benchmark = changeEnvironments(plain, (environment) => {
      environment.step = async () => ({ type: 'ended', transition: { rule: 7, next: null } }) as never;
      return environment;
    });
    const { item } = await runOne({ benchmark });
    expect(item).toMatchObject({
      end: { reason: 'bug', fault: 'bug' },
      failure: { code: new BugError('').code },
    });
    expect(item?.end.message).toMatch(
      /^What the transition event is made of is not as its type says: transition\.rule: .*string/,
    );
  });
});

describe('a run', () => {
  it('needs the models that its agent asks for, to start and to resume', async () => {
    await using folder = await temporaryFolder();
    const own = fakeAgent();
    const agent: Agent = { ...own, needs: { ...own.needs, models: ['actor', 'judge'] } };
    const run = buildRun(folder.path, { agent, models: { actor: scriptedModel(() => '') } });
    for (const begin of [startRun, resumeRun]) {
      const error: unknown = await begin(run).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UserError);
      expect(error).toMatchObject({
        message: 'Agent fake needs a model for judge',
        hint: 'Bind each role to an endpoint in the configuration.',
      });
    }
  });

  it('tells where it is and what it did, step by step', async () => {
    const { told, summary, directory } = await runOne({ agent: fakeAgent({ steps: 1 }) });
    const key = { item: 'walk-0', repeat: 0 };
    expect(told[0]).toEqual({
      type: 'run-start',
      run: 'test-run',
      directory,
      planned: 1,
      repeats: 1,
      finished: 0,
      resumed: false,
      cutBytes: 0,
    });
    expect(told.filter(({ type }) => type === 'item-start')).toMatchObject([{ key, cause: 'plan' }]);
    expect(told.filter(({ type }) => type === 'step-end')).toEqual([
      { type: 'step-end', key, step: 0, rule: 'climb' },
      { type: 'step-end', key, step: 1, rule: 'complete' },
    ]);
    expect(told.find(({ type }) => type === 'item-end')).toEqual({
      type: 'item-end',
      key,
      end: { reason: 'agent_stop' },
      steps: 2,
      durationMs: expect.any(Number) as unknown,
    });
    expect(told.at(-1)).toEqual({ type: 'run-end', status: 'complete', finished: 1 });
    expect(summary).toEqual({
      run: 'test-run',
      directory,
      status: 'complete',
      stopReason: null,
      stoppedBy: null,
      sequential: null,
      planned: 1,
      finished: 1,
      voided: 0,
      cost: { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 },
      durationMs: expect.any(Number) as unknown,
    });
  });

  it('counts steps, tokens and money of its items, and those it skips', async () => {
    const answer = { text: 'go', usage: { inputTokens: 10, outputTokens: 5 }, costUsd: 0.5 };
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, {
      agent: fakeAgent({ asksModel: true, steps: 1 }),
      models: { actor: scriptedModel(() => answer) },
      operation: { concurrency: 1, budgets: { seconds: null, tokens: null, money: 2 } },
    });
    expect(await startRun(run)).toMatchObject({ status: 'budget', stopReason: 'money_budget' });
    const progress = run.events.filter((event) => event.type === 'progress');
    expect(progress[0]).toMatchObject({
      planned: 3,
      finished: 1,
      voided: 0,
      running: 0,
      skipped: 0,
      steps: 2,
      tokens: 30,
      costUsd: 1,
    });
    const last = progress.at(-1);
    expect(last).toMatchObject({ finished: 2, skipped: 1, steps: 4, tokens: 60, costUsd: 2, remainingMs: 0 });
    expect(run.events.filter(({ type }) => type === 'item-skip')).toEqual([
      { type: 'item-skip', key: { item: 'walk-2', repeat: 0 }, reason: 'money_budget' },
    ]);
    const [first, second] = progress;
    // Two of three are left after the first, one after the second.
    expect(first?.remainingMs).toBeCloseTo((first?.elapsedMs ?? 0) * 2);
    expect(second?.remainingMs).toBeCloseTo((second?.elapsedMs ?? 0) / 2);
  });

  it('writes down where it ran and what was known of the data', async () => {
    await using folder = await temporaryFolder();
    await startRun(
      buildRun(folder.path, { benchmark: { ...fakeBenchmark(), warnings: ['two files differ'] } }),
    );
    const note: unknown = JSON.parse(await readFile(join(folder.path, 'run.json'), 'utf8'));
    expect(note).toMatchObject({
      type: 'run-start',
      formatVersion: 1,
      writer: 'main',
      resume: 'step',
      planned: 3,
      warnings: ['two files differ'],
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    });
  });
});
