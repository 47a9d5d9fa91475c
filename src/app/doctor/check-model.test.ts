import { describe, expect, it } from 'vitest';
import {
  openModelEndpoint,
  type EndpointReply,
  type ModelEndpointOptions,
  type SeenRequest,
} from '../../testing/models/model-endpoint.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import { checkModel } from './check-model.js';
import type { DoctorCheck } from './doctor-check.js';

const OPTIONS = { workingDirectory: '/', environment: {}, signal: new AbortController().signal };

function check(flags: Record<string, unknown>): Promise<DoctorCheck[]> {
  const { values } = resolveSettings({ flags, environment: {}, config: null });
  return checkModel(values, OPTIONS);
}

async function checkAt(
  answer: (seen: SeenRequest) => EndpointReply,
  options: ModelEndpointOptions & { readonly model?: string } = {},
) {
  const { model, ...server } = options;
  await using endpoint = await openModelEndpoint(answer, { seesPreflight: true, ...server });
  const flags = { baseUrl: endpoint.baseUrl, ...(model === undefined ? {} : { model }) };
  return { checks: await check(flags), asked: endpoint.requests.length, baseUrl: endpoint.baseUrl };
}

const refused = (status: number): EndpointReply => ({ fault: 'status', status });

describe('checkModel', () => {
  it('says nothing where no model and no endpoint is named', async () => {
    expect(await check({})).toEqual([]);
  });

  it('asks the model once, with a picture, and says how long its context is', async () => {
    const models = { data: [{ id: 'm', max_model_len: 4096 }] };
    const { checks, asked, baseUrl } = await checkAt(() => 'OK', { model: 'm', models });
    expect(asked).toBe(1);
    expect(checks).toEqual([
      {
        name: 'model',
        state: 'ok',
        found: expect.stringMatching(
          `^m at ${baseUrl} answers in \\d+ ms, takes pictures, context of 4096 tokens$`,
        ) as string,
      },
    ]);
  });

  it('names the nearest model there is', async () => {
    const { checks } = await checkAt(() => refused(404), { model: 'qwen', models: ['qwen2-vl'] });
    expect(checks).toMatchObject([
      {
        state: 'problem',
        advice: expect.stringContaining('Did you mean qwen2-vl? It has qwen2-vl.') as string,
      },
    ]);
  });

  it('warns of a model that takes no pictures: some agents show it none', async () => {
    const { checks } = await checkAt(({ pictures }) => (pictures.length > 0 ? refused(400) : 'OK'), {
      model: 'm',
    });
    expect(checks).toMatchObject([{ state: 'warning' }]);
    expect(checks[0]?.found).toContain('refuses pictures');
  });

  it('warns of one that is too busy', async () => {
    const { checks } = await checkAt(() => refused(429), { model: 'm' });
    expect(checks).toMatchObject([{ state: 'warning' }]);
    expect(checks[0]?.found).toContain('answered 429');
  });

  it('lists the models of an endpoint, and asks none', async () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { checks, asked, baseUrl } = await checkAt(() => 'OK', { models });
    expect(asked).toBe(0);
    expect(checks).toEqual([
      { name: 'model endpoint', state: 'ok', found: `${baseUrl} has a, b, c, d, e and 2 more` },
    ]);
  });

  it('asks for a model where an endpoint lists none', async () => {
    const { checks } = await checkAt(() => refused(404));
    expect(checks).toMatchObject([
      { state: 'warning', advice: 'Name the model with --model to have it asked.' },
    ]);
  });

  it('finds a refused key, and nobody there', async () => {
    const { checks, baseUrl } = await checkAt(() => refused(401));
    expect(checks).toMatchObject([{ state: 'problem' }]);
    // The server is gone by now.
    expect(await check({ baseUrl })).toMatchObject([
      { name: 'model endpoint', state: 'problem', found: expect.stringContaining('ECONNREFUSED') as string },
    ]);
    expect(await check({ baseUrl, model: 'm' })).toMatchObject([{ name: 'model', state: 'problem' }]);
  });
});
