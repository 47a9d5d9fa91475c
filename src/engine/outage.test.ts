import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statelessAgent } from '../agents/baselines/stateless-agent.js';
import type { Agent } from '../agents/agent.js';
import { TouchstoneError } from '../errors.js';
import { indexRun } from '../formats/run/run-index.js';
import { createModel } from '../models/create-model.js';
import { Gateway } from '../models/gateway/gateway.js';
import type { Model } from '../models/model.js';
import { ModelAccessError, ModelOutageError } from '../models/model-errors.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { openModelEndpoint, type ModelEndpoint } from '../testing/models/model-endpoint.js';
import { normaliseRun } from '../testing/run-fakes/normalise-run.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../testing/run-fakes/run-fake.js';
import type { EngineEvent } from './engine-event.js';
import { resumeRun, startRun } from './run.js';

const TASKS = 5;

class DeviceBusyError extends TouchstoneError {
  readonly code = 'DEVICE_BUSY';
  readonly fault = 'environment';
  override readonly retryable = true;
}

/** Asks the same question at every step and does what the answer says. */
function askingAgent(): Agent {
  return statelessAgent({
    name: 'asking',
    version: '1',
    needs: { models: ['actor'] },
    decide: async ({ context, signal }) => {
      const content = [{ type: 'text' as const, text: `${context.task.id}: ${context.task.instruction}` }];
      const answer = await context.models['actor']?.generate(
        { messages: [{ role: 'user', content }] },
        { signal },
      );
      return { type: 'action', action: { type: 'key', key: answer?.text ?? '' } };
    },
  });
}

function modelAt(baseUrl: string): Model {
  return createModel(
    {
      formatVersion: 1,
      id: 'm',
      provider: 'openai-compatible',
      baseUrl,
      model: 'm',
      retries: { attempts: 2, firstDelayMs: 1 },
    },
    { environment: {}, gateway: new Gateway({ sleep: async () => undefined }) },
  );
}

function parts(model: Model, more: Partial<FakeRunParts> = {}): FakeRunParts {
  return {
    benchmark: fakeBenchmark({ items: TASKS }),
    agent: askingAgent(),
    models: { actor: model },
    ...more,
    operation: { concurrency: 1, outageSeconds: 0, ...more.operation },
  };
}

/** A server that is gone after some answers, and can be started again in the same place. */
async function openFailing(answers: number): Promise<{
  readonly baseUrl: string;
  readonly gone: Promise<void>;
  restart(): Promise<ModelEndpoint>;
}> {
  let count = 0;
  let leave: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const endpoint = await openModelEndpoint(() => {
    count += 1;
    if (count > answers) {
      void endpoint[Symbol.asyncDispose]().then(leave);
      return { fault: 'reset' };
    }
    return 'home';
  });
  const port = Number(new URL(endpoint.baseUrl).port);
  return { baseUrl: endpoint.baseUrl, gone, restart: () => openModelEndpoint(() => 'home', { port }) };
}

const typesOf = (events: readonly EngineEvent[]): readonly string[] => events.map(({ type }) => type);

describe('a run whose endpoint is gone', () => {
  it('stops after its limit: one item void, the others not run; resumed, it is as if nothing had happened', async () => {
    await using folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    const broken = join(folder.path, 'broken');
    // One address for both, since it is part of what the run is.
    const server = await openFailing(15);
    const run = buildRun(broken, parts(modelAt(server.baseUrl)));
    const summary = await startRun(run);
    expect(summary).toMatchObject({
      status: 'interrupted',
      stopReason: 'model_outage',
      stoppedBy: { fault: 'model', code: 'MODEL_OUTAGE' },
      planned: TASKS,
      voided: 1,
    });
    expect(summary.finished).toBeGreaterThan(1);
    expect(summary.finished).toBeLessThan(TASKS);
    const index = await indexRun(broken);
    expect(index.status).toBe('interrupted');
    expect(index.stoppedBy).toMatchObject({ code: 'MODEL_OUTAGE' });
    await server.gone;

    await using _server = await server.restart();
    const options = buildRun(broken, parts(modelAt(server.baseUrl)));
    const resumed = await resumeRun({ ...options, retryVoided: true });
    expect(resumed).toMatchObject({ status: 'complete', voided: 0, finished: TASKS, stoppedBy: null });
    expect((await indexRun(broken)).stoppedBy).toBeNull();
    await startRun(buildRun(whole, parts(modelAt(server.baseUrl))));
    expect(await normaliseRun(broken)).toEqual(await normaliseRun(whole));
  });

  it('voids each of the items that were under way', async () => {
    await using folder = await temporaryFolder();
    const endpoint = await openModelEndpoint(() => 'home');
    await endpoint[Symbol.asyncDispose]();
    const run = buildRun(join(folder.path, 'run'), {
      ...parts(modelAt(endpoint.baseUrl)),
      operation: { concurrency: 3, outageSeconds: 0 },
    });
    const summary = await startRun(run);
    expect(summary).toMatchObject({ stopReason: 'model_outage', finished: 3, voided: 3 });
  });

  it('pauses, says so once, and goes on when it answers again', async () => {
    await using folder = await temporaryFolder();
    const server = await openFailing(3);
    const run = buildRun(join(folder.path, 'run'), {
      ...parts(modelAt(server.baseUrl)),
      operation: { concurrency: 2, outageSeconds: 600 },
      settings: { retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 2 } },
    });
    let back: Promise<ModelEndpoint> | null = null;
    const { onEvent } = run;
    const running = startRun({
      ...run,
      onEvent: (event) => {
        onEvent?.(event);
        if (event.type === 'item-retry') back ??= server.gone.then(() => server.restart());
      },
    });
    const summary = await running;
    await (await (back as Promise<ModelEndpoint> | null))?.[Symbol.asyncDispose]();
    expect(summary).toMatchObject({ status: 'complete', finished: TASKS, voided: 0, stoppedBy: null });
    const types = typesOf(run.events).filter((type) => type.startsWith('outage') || type === 'item-start');
    // Two were under way, and the others began when it was over.
    expect(types).toEqual([
      'item-start',
      'item-start',
      'outage-start',
      'outage-end',
      ...Array.from({ length: TASKS - 2 }, () => 'item-start'),
    ]);
  });
});

describe('a run whose endpoint is gone, with several items under way', () => {
  /** Fails by item: how it is said to be gone, and for how long. */
  const gone = (failures: Readonly<Record<string, ModelOutageError>>, asked: string[] = []): Model => ({
    identity: { baseUrl: 'http://h/v1' },
    generate: async ({ messages }) => {
      const text = JSON.stringify(messages);
      const item = Object.keys(failures).find((name) => text.includes(name)) ?? '';
      asked.push(item);
      throw failures[item] ?? new Error(`nobody asks ${text}`);
    },
  });
  const outage = (retryAfterMs: number | null): ModelOutageError =>
    new ModelOutageError('http://h/v1 cannot be reached', { isDown: true, retryAfterMs });
  const operation = { concurrency: 2, outageSeconds: 60 };

  it('voids what waited to try again when another item stops the run', async () => {
    await using folder = await temporaryFolder();
    // The first waits, for as long as its endpoint asks; the second is asked to wait past the limit.
    const model = gone({ 'walk-0': outage(50_000), 'walk-1': outage(61_000) });
    const run = buildRun(join(folder.path, 'run'), { ...parts(model), operation });
    const summary = await startRun(run);
    expect(summary).toMatchObject({ stopReason: 'model_outage', finished: 2, voided: 2, planned: TASKS });
    const { items } = await indexRun(run.directory);
    expect([...items.values()].map(({ end }) => end?.fault)).toEqual(['model', 'model']);
  });

  it('waits as long as it is asked to within the limit, and never past it', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(join(folder.path, 'run'), {
      ...parts(gone({ 'walk-0': outage(null), 'walk-1': outage(null) })),
      operation: { ...operation, outageSeconds: 0.2 },
      settings: { retry: { attempts: 1, firstDelayMs: 60_000, maxDelayMs: 60_000 } },
    });
    await startRun(run);
    const delays = run.events.flatMap((event) => (event.type === 'item-retry' ? [event.delayMs] : []));
    expect(delays.length).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(200);
  });

  it('leaves what waits for another reason to the next session', async () => {
    await using folder = await temporaryFolder();
    const benchmark = fakeBenchmark({
      items: TASKS,
      onOpen: (item) => {
        if (item === 'walk-0') throw new DeviceBusyError('the device is busy');
      },
    });
    const run = buildRun(join(folder.path, 'run'), {
      ...parts(gone({ 'walk-1': outage(61_000) })),
      benchmark,
      operation,
      settings: { retry: { attempts: 9, firstDelayMs: 40_000, maxDelayMs: 40_000 } },
    });
    const summary = await startRun(run);
    expect(summary).toMatchObject({ stopReason: 'model_outage', finished: 1, voided: 1 });
    const { items } = await indexRun(run.directory);
    expect([...items.keys()]).toEqual(['walk-1#0']);
  });
});

describe('a run whose endpoint is there and fails', () => {
  const failing = (isFailing: (instruction: string) => boolean): Model => ({
    identity: { baseUrl: 'http://h/v1' },
    generate: async ({ messages }) => {
      const text = JSON.stringify(messages);
      if (isFailing(text)) throw new ModelOutageError('http://h/v1 answered 500', { status: 500 });
      return {
        text: 'home',
        finishReason: 'stop',
        model: null,
        usage: { inputTokens: 1, outputTokens: 1 },
        latencyMs: 1,
        fromCache: false,
        costUsd: null,
      };
    },
  });

  it('stops after three items in a row, whatever it answers', async () => {
    await using folder = await temporaryFolder();
    const summary = await startRun(buildRun(join(folder.path, 'run'), parts(failing(() => true))));
    expect(summary).toMatchObject({ stopReason: 'model_outage', finished: 3, voided: 3, planned: TASKS });
  });

  it('goes on where it answers for other items', async () => {
    await using folder = await temporaryFolder();
    let asked = 0;
    const model = failing(() => (asked += 1) <= 6);
    // Three attempts each: two items are voided, and the third is answered.
    const summary = await startRun(buildRun(join(folder.path, 'run'), parts(model)));
    expect(summary).toMatchObject({ status: 'complete', finished: TASKS, voided: 2 });
  });
});

describe('the journal of a run', () => {
  it('says what stopped it where its models refuse to work', async () => {
    await using folder = await temporaryFolder();
    const model: Model = {
      identity: {},
      generate: async () => {
        throw new ModelAccessError('http://h/v1 answered 401');
      },
    };
    const run = buildRun(join(folder.path, 'run'), parts(model));
    await expect(startRun(run)).rejects.toThrow('401');
    const { status, stoppedBy } = await indexRun(run.directory);
    expect([status, stoppedBy?.code]).toEqual(['aborted', 'MODEL_ACCESS']);
  });

  it('holds what asking its models before it has cost, in every session', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openModelEndpoint(() => 'home');
    const run = buildRun(join(folder.path, 'run'), parts(modelAt(endpoint.baseUrl)));
    const preflight = [
      {
        roles: ['actor'],
        endpoint: endpoint.baseUrl,
        model: 'm',
        pictures: true,
        answeredBy: 'm-1',
        inputTokens: 1000,
        outputTokens: 1,
        costUsd: 0.5,
        latencyMs: 3,
        fromCache: false,
      },
    ];
    const plain = await startRun(buildRun(join(folder.path, 'plain'), parts(modelAt(endpoint.baseUrl))));
    const summary = await startRun({ ...run, preflight });
    expect(summary.cost.costUsd).toBe(0.5);
    expect(summary.cost.inputTokens).toBe(plain.cost.inputTokens + 1000);
    expect(summary.cost.calls).toBe(plain.cost.calls + 1);
    const again = await resumeRun({
      ...buildRun(run.directory, parts(modelAt(endpoint.baseUrl))),
      preflight,
    });
    expect(again.cost.costUsd).toBe(1);
    const index = await indexRun(run.directory);
    expect(index.cost.costUsd).toBe(1);
    expect([...index.items.values()].every(({ cost }) => cost.costUsd === 0)).toBe(true);
    const journal = await readFile(join(run.directory, 'journal-main.jsonl'), 'utf8');
    expect(journal.split('\n').filter((line) => line.includes('"preflight"'))).toHaveLength(2);
  });
});
