import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statelessAgent } from '../agents/baselines/stateless-agent.js';
import type { Agent } from '../agents/agent.js';
import type { EpisodeEnd } from '../domain/episode.js';
import { ModelCallSchema, type ModelCallEvent } from '../formats/run/journal/event.js';
import { readRequests } from '../formats/run/requests/read-requests.js';
import { indexRun } from '../formats/run/run-index.js';
import { createModel } from '../models/create-model.js';
import { Gateway, type GatewayOptions } from '../models/gateway/gateway.js';
import type { ModelProfile } from '../models/profile.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { openModelEndpoint, type EndpointReply } from '../testing/models/model-endpoint.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import type { EngineEvent } from './engine-event.js';
import { resumeRun, startRun } from './run.js';

/** Asks the same question at every step and does what the answer says. */
function askingAgent(keyOf = (text: string): string => text): Agent {
  return statelessAgent({
    name: 'asking',
    version: '1',
    needs: { models: ['actor'] },
    decide: async ({ context, signal }) => {
      const content = [{ type: 'text' as const, text: context.task.instruction }];
      const answer = await context.models['actor']?.generate(
        { messages: [{ role: 'user', content }] },
        { signal },
      );
      return { type: 'action', action: { type: 'key', key: keyOf(answer?.text ?? '') } };
    },
  });
}

function modelAt(baseUrl: string, options: GatewayOptions = {}, changes: Partial<ModelProfile> = {}) {
  const gateway = new Gateway({ sleep: async () => undefined, ...options });
  return createModel(
    { formatVersion: 1, id: 'm', provider: 'openai-compatible', baseUrl, model: 'm', ...changes },
    { environment: {}, gateway },
  );
}

async function callsIn(directory: string): Promise<readonly ModelCallEvent[]> {
  const text = await readFile(join(directory, 'journal-main.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes('"model-call"'))
    .map((line) =>
      ModelCallSchema.parse((JSON.parse(line) as { event?: unknown }).event ?? JSON.parse(line)),
    );
}

async function endsIn(directory: string): Promise<readonly EpisodeEnd[]> {
  const { items } = await indexRun(directory);
  return [...items.values()].map(({ end }) => end);
}

describe('model calls of a run', () => {
  it('survive faults of six kinds: none costs an episode, each is written down', async () => {
    const faults: readonly EndpointReply[] = [
      { fault: 'status', status: 429, headers: { 'retry-after-ms': '1' } },
      { fault: 'status', status: 529 },
      { fault: 'half' },
      { fault: 'html' },
      { fault: 'empty' },
      { fault: 'reset' },
    ];
    await using endpoint = await openModelEndpoint(({ index }) => {
      const isFaulty = index % 5 === 4;
      return isFaulty ? (faults[Math.floor(index / 5) % faults.length] ?? 'NEXT') : 'NEXT';
    });
    await using folder = await temporaryFolder();
    const parts = {
      benchmark: fakeBenchmark({ items: 20, maxSteps: 4 }),
      agent: askingAgent(),
      models: { actor: modelAt(endpoint.baseUrl) },
    };
    await startRun(buildRun(folder.path, parts));
    const calls = await callsIn(folder.path);
    const retries = calls.flatMap((call) => call.retries ?? []);
    expect(calls.every((call) => call.error === undefined)).toBe(true);
    expect(retries).toHaveLength(endpoint.requests.length - calls.length);
    expect(new Set(retries.map(({ code }) => code))).toEqual(new Set(['MODEL_RATE_LIMIT', 'MODEL_OUTAGE']));
    expect(retries.length).toBeGreaterThan(12);
    expect((await endsIn(folder.path)).map(({ reason }) => reason)).not.toContain('model_error');
  });

  it('are kept as they were asked, by the hash that the journal names', async () => {
    await using endpoint = await openModelEndpoint(() => 'NEXT');
    await using folder = await temporaryFolder();
    const models = { actor: modelAt(endpoint.baseUrl) };
    const benchmark = fakeBenchmark({ items: 1, maxSteps: 2 });
    await startRun(buildRun(folder.path, { benchmark, agent: askingAgent(), models }));
    const [call] = await callsIn(folder.path);
    const kept = await readRequests(folder.path, { item: call?.item ?? '', repeat: 0 }, 1);
    const sent = kept.find(call?.request ?? '');
    const texts = sent?.messages.flatMap(({ content }) =>
      content.map((part) => (part.type === 'text' ? part.text : '')),
    );
    expect(texts).toEqual(endpoint.requests[0]?.texts);
    expect(texts?.[0]).not.toBe('');
  });

  it('are the same samples again in a run that is repeated from the cache, and others for each repeat', async () => {
    await using endpoint = await openModelEndpoint(({ index }) => `NEXT ${index}`);
    await using folder = await temporaryFolder();
    const runOnce = async (name: string, settings: { repeats: number; seed: number }) => {
      const directory = join(folder.path, name);
      const models = { actor: modelAt(endpoint.baseUrl, { cacheDirectory: join(folder.path, 'cache') }) };
      const benchmark = fakeBenchmark({ items: 3, maxSteps: 4 });
      await startRun(buildRun(directory, { benchmark, agent: askingAgent(), models, settings }));
      return await callsIn(directory);
    };
    const texts = (calls: readonly ModelCallEvent[]) => new Set(calls.map((call) => call.answer?.text));
    const first = await runOnce('first', { repeats: 2, seed: 1 });
    expect(first.some((call) => call.fromCache)).toBe(false);
    expect(texts(first).size).toBe(first.length);
    const again = await runOnce('again', { repeats: 2, seed: 1 });
    expect(again.every((call) => call.fromCache)).toBe(true);
    expect(texts(again)).toEqual(texts(first));
    const more = await runOnce('more', { repeats: 3, seed: 1 });
    expect(more.filter((call) => call.fromCache)).toHaveLength(first.length);
    expect(more.length).toBeGreaterThan(first.length);
    const reseeded = await runOnce('reseeded', { repeats: 2, seed: 2 });
    expect(reseeded.some((call) => call.fromCache)).toBe(false);
  });

  it('that should be made again in an hour void their items at once, to be resumed', async () => {
    let isBusy = true;
    await using endpoint = await openModelEndpoint(() =>
      isBusy ? { fault: 'status', status: 429, headers: { 'retry-after': '3600' } } : 'NEXT',
    );
    await using folder = await temporaryFolder();
    const parts = () => ({
      // A third in a row would stop the run.
      benchmark: fakeBenchmark({ items: 2, maxSteps: 3 }),
      agent: askingAgent(),
      models: { actor: modelAt(endpoint.baseUrl) },
    });
    await startRun(buildRun(folder.path, parts()));
    expect(endpoint.requests).toHaveLength(2);
    expect((await endsIn(folder.path)).map(({ code }) => code)).toEqual(Array(2).fill('MODEL_RATE_LIMIT'));
    isBusy = false;
    await resumeRun({ ...buildRun(folder.path, parts()), retryVoided: true });
    expect((await endsIn(folder.path)).map(({ code }) => code)).not.toContain('MODEL_RATE_LIMIT');
  });

  it('tell of their waits as they begin: after a failure, and for a limit that another call ran into', async () => {
    await using endpoint = await openModelEndpoint(({ index }) =>
      index === 0 ? { fault: 'status', status: 429, headers: { 'retry-after-ms': '120' } } : 'NEXT',
    );
    await using folder = await temporaryFolder();
    const waits: Extract<EngineEvent, { type: 'model-wait' }>[] = [];
    const gateway = new Gateway();
    const profile = {
      formatVersion: 1,
      id: 'm',
      provider: 'openai-compatible',
      baseUrl: endpoint.baseUrl,
      model: 'm',
    } as const;
    const parts = {
      benchmark: fakeBenchmark({ items: 3, maxSteps: 2 }),
      agent: askingAgent(),
      models: { actor: createModel({ ...profile, concurrency: 1 }, { environment: {}, gateway }) },
    };
    await startRun({
      ...buildRun(folder.path, parts),
      onEvent: (event) => {
        if (event.type === 'model-wait') waits.push(event);
      },
    });
    expect(waits[0]).toMatchObject({ endpoint: endpoint.baseUrl, reason: expect.stringContaining('429') });
    expect(waits[0]?.delayMs).toBeGreaterThanOrEqual(120);
    for (const { endpoint: where, delayMs } of waits) {
      expect(where).toBe(endpoint.baseUrl);
      expect(delayMs).toBeGreaterThan(0);
    }
  });

  it('keep of a huge answer its beginning and its length', async () => {
    await using endpoint = await openModelEndpoint(() => 'x'.repeat(250_000));
    await using folder = await temporaryFolder();
    const parts = {
      benchmark: fakeBenchmark({ items: 1, maxSteps: 1 }),
      agent: askingAgent(({ length }) => String(length)),
      models: { actor: modelAt(endpoint.baseUrl) },
    };
    await startRun(buildRun(folder.path, parts));
    const [call] = await callsIn(folder.path);
    expect(call?.answer?.text).toHaveLength(200_000);
    expect(call?.answer?.fullLength).toEqual({ text: 250_000, reasoning: 0 });
  });

  it('that failed for good leave two attempts at their item', async () => {
    await using endpoint = await openModelEndpoint(() => ({ fault: 'status', status: 500 }));
    await using folder = await temporaryFolder();
    const settings = { retry: { attempts: 6, firstDelayMs: 1, maxDelayMs: 2 } };
    const parts = {
      benchmark: fakeBenchmark({ items: 2, maxSteps: 3 }),
      agent: askingAgent(),
      models: { actor: modelAt(endpoint.baseUrl) },
      settings,
    };
    await startRun(buildRun(folder.path, parts));
    expect(endpoint.requests).toHaveLength(2 * 2 * 6);
  });

  it('do not use up the time of an episode while they wait', async () => {
    await using endpoint = await openModelEndpoint(({ index }) =>
      index % 2 === 0 ? { fault: 'status', status: 500 } : 'NEXT',
    );
    await using folder = await temporaryFolder();
    const gateway = new Gateway({ random: () => 1 });
    const profile: ModelProfile = {
      formatVersion: 1,
      id: 'm',
      provider: 'openai-compatible',
      baseUrl: endpoint.baseUrl,
      model: 'm',
      retries: { firstDelayMs: 250 },
    };
    const parts = {
      benchmark: fakeBenchmark({ items: 1, maxSteps: 4 }),
      agent: askingAgent(),
      models: { actor: createModel(profile, { environment: {}, gateway }) },
      settings: { limits: { seconds: 0.6 } },
    };
    await startRun(buildRun(folder.path, parts));
    expect((await endsIn(folder.path)).map(({ reason }) => reason)).not.toContain('time_budget');
    expect((await callsIn(folder.path)).length).toBeGreaterThanOrEqual(3);
  });
});
