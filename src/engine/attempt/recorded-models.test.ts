import { describe, expect, it } from 'vitest';
import { sha256 } from '../../formats/run/canonical-json.js';
import { ModelOutageError } from '../../models/model-errors.js';
import type { Model, ModelCallOptions, ModelRequest } from '../../models/model.js';
import { scriptedModel } from '../../models/scripted.js';
import { recordModels, requestHash, type RecordedCall } from './recorded-models.js';

const { signal } = new AbortController();
const REQUEST: ModelRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'what now?' }] }],
};
const RETRY = { code: 'BUSY', message: 'busy', delayMs: 3 };
const WAIT = { endpoint: 'e', delayMs: 3, reason: null };

function record(models: Readonly<Record<string, Model>>) {
  const told: unknown[] = [];
  const calls: RecordedCall[] = [];
  const recorded = recordModels(models, {
    onCall: (call) => calls.push(call),
    onRetry: (retry) => told.push(['retry', retry]),
    onWait: (wait) => told.push(['wait', wait]),
    nextSample: (hash) => `sample ${hash.slice(0, 8)}`,
  });
  return { recorded, told, calls };
}

describe('recordModels', () => {
  it('answers as the model does, names the sample, and reports the call once it is over', async () => {
    const samples: (string | undefined)[] = [];
    const inner = scriptedModel(['go'], { name: 'm' });
    const model: Model = {
      identity: inner.identity,
      generate: async (request, options) => {
        samples.push(options.sample);
        return { ...(await inner.generate(request, options)), latencyMs: 12 };
      },
    };
    const { recorded, calls } = record({ actor: model });
    expect(Object.keys(recorded)).toEqual(['actor']);
    expect(recorded['actor']?.identity).toEqual({ kind: 'scripted', model: 'm' });
    const answer = await recorded['actor']?.generate(REQUEST, { signal });
    expect(answer?.text).toBe('go');
    const request = requestHash(REQUEST);
    expect(samples).toEqual([`sample ${request.slice(0, 8)}`]);
    expect(calls).toEqual([
      { role: 'actor', request, sent: REQUEST, answer, failure: null, retries: [], latencyMs: 12 },
    ]);
  });

  it('keeps the name that a caller gives to a sample', async () => {
    const names: (string | undefined)[] = [];
    const inner = scriptedModel(['go']);
    const generate: Model['generate'] = (request, options) => {
      names.push(options.sample);
      return inner.generate(request, options);
    };
    const { recorded } = record({ actor: { identity: {}, generate } });
    await recorded['actor']?.generate(REQUEST, { signal, sample: 'mine' });
    expect(names).toEqual(['mine']);
  });

  it('tells recorder and caller of retries and waits, and lists the retries with the call', async () => {
    const inner = scriptedModel(['go']);
    const generate = (request: ModelRequest, options: ModelCallOptions) => {
      options.onWait?.(WAIT);
      options.onRetry?.(RETRY);
      return inner.generate(request, options);
    };
    const { recorded, told, calls } = record({ actor: { identity: {}, generate } });
    const heard: unknown[] = [];
    await recorded['actor']?.generate(REQUEST, {
      signal,
      onRetry: (retry) => heard.push(['retry', retry]),
      onWait: (wait) => heard.push(['wait', wait]),
    });
    const both = [
      ['wait', WAIT],
      ['retry', RETRY],
    ];
    expect(told).toEqual(both);
    expect(heard).toEqual(both);
    expect(calls[0]?.retries).toEqual([RETRY]);
  });

  it('reports a call that failed, and throws what it threw', async () => {
    const error = new ModelOutageError('down');
    const { recorded, calls } = record({ actor: scriptedModel([error]) });
    await expect(recorded['actor']?.generate(REQUEST, { signal })).rejects.toBe(error);
    expect(calls).toEqual([
      {
        role: 'actor',
        request: requestHash(REQUEST),
        sent: REQUEST,
        answer: null,
        failure: expect.objectContaining({ fault: 'model', code: 'MODEL_OUTAGE' }) as unknown,
        retries: [],
        latencyMs: expect.any(Number) as unknown,
      },
    ]);
    // A duration, not a time of day.
    expect(calls[0]?.latencyMs).toBeGreaterThanOrEqual(0);
    expect(calls[0]?.latencyMs).toBeLessThan(60_000);
  });
});

describe('requestHash', () => {
  it('tells requests apart by every part, pictures by their bytes', () => {
    const image = (text: string, mediaType = 'image/png'): ModelRequest => ({
      messages: [
        { role: 'user', content: [{ type: 'image', mediaType, data: new TextEncoder().encode(text) }] },
      ],
    });
    const requests: ModelRequest[] = [
      REQUEST,
      { ...REQUEST, seed: 1 },
      { messages: [{ role: 'system', content: [{ type: 'text', text: 'what now?' }] }] },
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'and now?' }] }] },
      { messages: [] },
      image('a'),
      image('b'),
      image('a', 'image/jpeg'),
    ];
    const hashes = requests.map(requestHash);
    expect(new Set(hashes).size).toBe(requests.length);
    expect(requests.map(requestHash)).toEqual(hashes);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const picture = { type: 'image', mediaType: 'image/png', sha256: sha256('a') };
    expect(hashes[5]).toBe(
      sha256(
        `{"messages":[{"content":[{"mediaType":"image/png","sha256":"${picture.sha256}","type":"image"}],"role":"user"}]}`,
      ),
    );
  });
});
