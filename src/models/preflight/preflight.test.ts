import { describe, expect, it } from 'vitest';
import {
  openModelEndpoint,
  type EndpointReply,
  type ModelEndpointOptions,
  type SeenRequest,
} from '../../testing/models/model-endpoint.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { Gateway } from '../gateway/gateway.js';
import { ModelNoPicturesError, ModelNotFoundError, ModelRequestRejectedError } from '../model-errors.js';
import type { ModelProfile, ProviderName } from '../profile.js';
import { listModels } from './list-models.js';
import { preflightModel, PREFLIGHT_TEXT, type Preflight } from './preflight.js';

type Answer = (seen: SeenRequest) => EndpointReply;

const KEY = 'a-key-of-some-length';

function profileAt(baseUrl: string, more: Partial<ModelProfile> = {}): ModelProfile {
  return { formatVersion: 1, id: 'm', provider: 'openai-compatible', baseUrl, model: 'm', ...more };
}

function ask(
  profile: ModelProfile,
  { pictures = true, gateway = new Gateway() }: { pictures?: boolean; gateway?: Gateway } = {},
): Promise<Preflight> {
  const { signal } = new AbortController();
  return preflightModel(profile, { gateway, environment: { KEY }, pictures, signal });
}

/** Asks a server that answers so, and gives what it saw beside the outcome. */
async function askServer(
  answer: Answer,
  options: ModelEndpointOptions & { pictures?: boolean; profile?: Partial<ModelProfile> } = {},
) {
  const { pictures = true, profile = {}, ...server } = options;
  await using endpoint = await openModelEndpoint(answer, { seesPreflight: true, ...server });
  const outcome = await ask(profileAt(endpoint.baseUrl, profile), { pictures }).catch(
    (error: unknown) => error,
  );
  const pictureCounts = endpoint.requests.map((seen) => seen.pictures.length);
  return { outcome, pictureCounts, requests: endpoint.requests };
}

const refusing = (status: number, body?: unknown): EndpointReply => ({ fault: 'status', status, body });

describe('preflightModel', () => {
  it('asks once, with a picture, and says what that took', async () => {
    const { outcome, pictureCounts, requests } = await askServer(() => 'OK');
    expect(pictureCounts).toEqual([1]);
    expect(requests[0]?.texts).toEqual([PREFLIGHT_TEXT]);
    expect(outcome).toMatchObject({
      model: 'm',
      pictures: true,
      busy: null,
      answer: { text: 'OK', usage: { inputTokens: 100, outputTokens: 20 } },
    });
  });

  it('sends no picture where the run shows none', async () => {
    const { outcome, pictureCounts } = await askServer(() => 'OK', { pictures: false });
    expect(pictureCounts).toEqual([0]);
    expect(outcome).toMatchObject({ pictures: false });
  });

  it('asks as the run does, by the same sampling', async () => {
    const { requests } = await askServer(() => 'OK', {
      profile: { sampling: { temperature: 0.3, maxOutputTokens: 77 } },
    });
    expect(requests[0]?.body).toMatchObject({ temperature: 0.3, max_tokens: 77 });
  });

  it('ends at once where nothing listens', async () => {
    const endpoint = await openModelEndpoint(() => 'OK');
    await endpoint[Symbol.asyncDispose]();
    await expect(ask(profileAt(endpoint.baseUrl))).rejects.toMatchObject({
      code: 'MODEL_OUTAGE',
      pausesRun: true,
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('ends at once where the name leads nowhere', async () => {
    await expect(ask(profileAt('http://no-such-host.invalid/v1'))).rejects.toMatchObject({
      code: 'MODEL_OUTAGE',
      pausesRun: true,
    });
  });

  it('passes a refused key on', async () => {
    const { outcome, pictureCounts } = await askServer(() => refusing(401));
    expect(outcome).toMatchObject({ code: 'MODEL_ACCESS' });
    expect(pictureCounts).toEqual([1]);
  });

  it.each([404, 400])('names the models there are, and the nearest, after %d', async (status) => {
    const { outcome } = await askServer(() => refusing(status), {
      profile: { model: 'qwen-vl' },
      models: ['llava', 'qwen2-vl'],
    });
    expect(outcome).toBeInstanceOf(ModelNotFoundError);
    expect(outcome).toMatchObject({
      message: expect.stringContaining('has no model "qwen-vl"') as string,
      hint: expect.stringMatching(
        /^Did you mean qwen2-vl\? It has llava, qwen2-vl\. .* start it anew/,
      ) as string,
    });
  });

  it('names the first few of a long list', async () => {
    const models = Array.from({ length: 30 }, (_, index) => `other-${index}`);
    const { outcome } = await askServer(() => refusing(404), { models });
    expect(outcome).toMatchObject({
      hint: expect.stringMatching(/^It has other-0, .*, other-7 and 22 more\. /) as string,
    });
  });

  it.each([{ models: ['m'] }, {}, { models: {} }, { models: { data: [{ nothing: 1 }] } }])(
    'passes 404 on as it is where the list is %j',
    async (options) => {
      const { outcome } = await askServer(() => refusing(404), options);
      expect(outcome).toBeInstanceOf(ModelNotFoundError);
      expect((outcome as Error).message).toContain('answered 404');
    },
  );

  it.each([400, 415, 500])('says that it takes no pictures where %d answers those alone', async (status) => {
    const { outcome } = await askServer(
      ({ pictures }) => (pictures.length > 0 ? refusing(status, 'image input is not supported') : 'OK'),
      { models: ['m'] },
    );
    expect(outcome).toBeInstanceOf(ModelNoPicturesError);
    expect((outcome as Error).message).toContain('image input is not supported');
  });

  it('takes a limit for what it is, in the words of the endpoint', async () => {
    const body = { error: { message: "This model's maximum context length is 512 tokens." } };
    const { outcome, pictureCounts } = await askServer(() => refusing(400, body));
    expect(outcome).toBeInstanceOf(ModelRequestRejectedError);
    expect((outcome as Error).message).toContain('maximum context length is 512 tokens');
    expect(pictureCounts).toEqual([1]);
  });

  it('passes a refusal on that text meets as well', async () => {
    const { outcome, pictureCounts } = await askServer(() => refusing(422, 'temperature is not supported'));
    expect(outcome).toBeInstanceOf(ModelRequestRejectedError);
    expect(pictureCounts).toEqual([1, 0]);
  });

  it('ends at what is no answer of a model', async () => {
    const { outcome } = await askServer(() => ({ fault: 'html' }));
    expect(outcome).toMatchObject({ code: 'MODEL_OUTAGE', status: null });
  });

  it.each([429, 503, 529])('lets a run begin that waits for %d to pass', async (status) => {
    const { outcome, pictureCounts } = await askServer(() => refusing(status));
    expect(outcome).toMatchObject({ answer: null, busy: expect.stringContaining(String(status)) as string });
    expect(pictureCounts[0]).toBe(1);
  });

  it('takes a passing server error for one', async () => {
    let asked = 0;
    const { outcome } = await askServer(() => ((asked += 1) === 1 ? refusing(500) : 'OK'));
    expect(outcome).toMatchObject({ answer: null, busy: expect.stringContaining('500') as string });
  });

  it('asks nothing again that its cache holds', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openModelEndpoint(() => 'OK', { seesPreflight: true });
    const cached = () =>
      ask(profileAt(endpoint.baseUrl), { gateway: new Gateway({ cacheDirectory: folder.path }) });
    await cached();
    expect((await cached()).answer).toMatchObject({ fromCache: true, costUsd: 0 });
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each<[ProviderName, Partial<ModelProfile>]>([
    ['openai', {}],
    ['openai', { api: 'chat' }],
    ['anthropic', { sampling: { maxOutputTokens: 64 } }],
    ['google', {}],
    [
      'completions',
      {
        completion: {
          system: '{{content}}',
          user: '{{content}}',
          assistant: '{{content}}',
          opening: '',
          picture: '<image>',
          pictureField: 'multimodal_data',
        },
      },
    ],
  ])('asks %s with %j', async (provider, more) => {
    const profile = { provider, apiKeyVariable: 'KEY', ...more };
    const { outcome, requests } = await askServer(() => 'OK', { profile });
    expect(outcome).toMatchObject({ pictures: true, answer: { text: 'OK' } });
    expect(requests).toHaveLength(1);
    const unknown = await askServer(() => refusing(404), { profile, models: ['other-model'] });
    expect(unknown.outcome).toMatchObject({
      hint: expect.stringContaining('It has other-model. ') as string,
    });
  });
});

describe('listModels', () => {
  const list = async (models: ModelEndpointOptions['models'], more: Partial<ModelProfile> = {}) => {
    await using endpoint = await openModelEndpoint(() => 'OK', models === undefined ? {} : { models });
    const { signal } = new AbortController();
    return await listModels(profileAt(endpoint.baseUrl, more), {
      gateway: new Gateway(),
      environment: {},
      signal,
    });
  };

  it('reads the length of the context under the names that servers have for it', async () => {
    const data = [
      { id: 'a', max_model_len: 4096 },
      { id: 'b', context_length: 8192 },
      { id: 'c', context_window: 'large' },
    ];
    expect(await list({ data })).toEqual([
      { id: 'a', contextTokens: 4096 },
      { id: 'b', contextTokens: 8192 },
      { id: 'c', contextTokens: null },
    ]);
  });

  it("reads Google's list", async () => {
    const models = { models: [{ name: 'models/gemini', inputTokenLimit: 1000 }] };
    expect(await list(models, { provider: 'google' })).toEqual([{ id: 'gemini', contextTokens: 1000 }]);
  });

  it('gives null where there is none', async () => {
    expect(await list(undefined)).toBeNull();
    expect(await list({ message: 'hello' })).toBeNull();
  });
});
