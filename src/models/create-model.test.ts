import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../errors.js';
import { openModelEndpoint, type EndpointReply, type SeenRequest } from '../testing/models/model-endpoint.js';
import { createModel } from './create-model.js';
import { Gateway } from './gateway/gateway.js';
import type { ModelAnswer, ModelRequest } from './model.js';
import { ModelProfileSchema, type ModelProfile } from './profile.js';

const KEY = 'sk-very-secret-0123456789';
const PICTURE = Uint8Array.from({ length: 300 }, (_, index) => index % 251);
const signal = new AbortController().signal;

const TEMPLATE = {
  system: '<s>{{content}}</s>\n',
  user: '<u>{{content}}</u>\n',
  assistant: '<a>{{content}}</a>\n',
  opening: '<a>',
  picture: '<pic>',
  pictureField: 'multimodal_data' as const,
};

const WIRES: readonly [string, Partial<ModelProfile>][] = [
  ['openai-compatible', { provider: 'openai-compatible' }],
  ['openai responses', { provider: 'openai', model: 'gpt-4o' }],
  ['openai chat', { provider: 'openai', api: 'chat', model: 'gpt-4o' }],
  ['anthropic', { provider: 'anthropic', model: 'claude-sonnet-4-5' }],
  ['google', { provider: 'google', model: 'gemini-2.5-flash' }],
  ['completions', { provider: 'completions', completion: TEMPLATE }],
];
const MATRIX = WIRES.flatMap(([name, wire]) => [
  [name, { ...wire, stream: false }] as const,
  [`${name}, streamed`, { ...wire, stream: true }] as const,
  // Streamed where the endpoint can.
  [`${name}, left open`, wire] as const,
]);

const ASK: ModelRequest = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'be brief' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'before' },
        { type: 'image', mediaType: 'image/png', data: PICTURE },
        { type: 'text', text: 'between' },
        { type: 'image', mediaType: 'image/jpeg', data: PICTURE.subarray(1) },
        { type: 'text', text: 'after' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'an earlier answer' }] },
    { role: 'user', content: [{ type: 'text', text: 'and now?' }] },
  ],
};

function profile(baseUrl: string, changes: Partial<ModelProfile> = {}): ModelProfile {
  return ModelProfileSchema.parse({
    formatVersion: 1,
    id: 'test',
    provider: 'openai-compatible',
    baseUrl,
    model: 'test-model',
    apiKeyVariable: 'TEST_KEY',
    ...changes,
  });
}

function quick(options: ConstructorParameters<typeof Gateway>[0] = {}): Gateway {
  return new Gateway({ sleep: async () => undefined, random: () => 0.5, ...options });
}

function modelAt(baseUrl: string, changes: Partial<ModelProfile> = {}, gateway = quick()) {
  return createModel(profile(baseUrl, changes), { environment: { TEST_KEY: KEY }, gateway });
}

async function ask(
  answerTo: (seen: SeenRequest) => EndpointReply,
  changes: Partial<ModelProfile>,
  request: ModelRequest = ASK,
): Promise<{ answer: ModelAnswer; requests: readonly SeenRequest[] }> {
  await using endpoint = await openModelEndpoint(answerTo);
  const answer = await modelAt(endpoint.baseUrl, changes).generate(request, { signal });
  return { answer, requests: endpoint.requests };
}

async function failureOf(reply: EndpointReply, changes: Partial<ModelProfile>): Promise<TouchstoneError> {
  await using endpoint = await openModelEndpoint(() => reply);
  const model = modelAt(endpoint.baseUrl, { retries: { attempts: 1 }, ...changes });
  return await model.generate(ASK, { signal }).then(
    (answer) => {
      throw new Error(`no error but ${inspect(answer)}`);
    },
    (error: unknown) => {
      if (error instanceof TouchstoneError) return error;
      throw new Error(`no typed error but ${inspect(error)}`);
    },
  );
}

describe('createModel', () => {
  it.each(MATRIX)('keeps the order of words and pictures on the way to %s', async (_, wire) => {
    const { requests } = await ask(() => 'hi', wire);
    const [seen] = requests;
    expect(seen?.stream).toBe(wire.stream !== false);
    expect(JSON.stringify(seen?.headers)).toContain(KEY);
    expect(seen?.pictures.map(({ data }) => Uint8Array.from(data))).toEqual([PICTURE, PICTURE.subarray(1)]);
    if (wire.provider === 'completions') {
      expect(seen?.texts).toEqual([
        '<s>be brief</s>\n<u>before<pic>between<pic>after</u>\n<a>an earlier answer</a>\n<u>and now?</u>\n<a>',
      ]);
      return;
    }
    expect(seen?.turns.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(seen?.turns[1]?.parts.map((part) => (part.type === 'text' ? part.text : part.mediaType))).toEqual([
      'before',
      'image/png',
      'between',
      'image/jpeg',
      'after',
    ]);
    expect(seen?.texts.slice(-2)).toEqual(['an earlier answer', 'and now?']);
  });

  it.each(MATRIX)('returns text, thinking, model id and tokens from %s', async (_, wire) => {
    const isPlain = wire.provider === 'completions';
    const { answer } = await ask(
      () => ({
        text: 'tap the "OK" button — 好的 😀',
        reasoning: isPlain ? '' : 'it is about the button',
        usage: isPlain
          ? { input: 1000, output: 50 }
          : { input: 1000, output: 50, cached: 400, reasoning: wire.provider === 'anthropic' ? 0 : 30 },
        model: 'served-2025',
      }),
      { ...wire, price: { inputPerMillion: 2, outputPerMillion: 10, cachedInputPerMillion: 1 } },
    );
    expect(answer).toMatchObject({
      text: 'tap the "OK" button — 好的 😀',
      finishReason: 'stop',
      model: 'served-2025',
      fromCache: false,
      usage: { inputTokens: 1000, outputTokens: 50, ...(isPlain ? {} : { cachedInputTokens: 400 }) },
      costUsd: isPlain ? 0.0025 : 0.0021,
      // OpenAI's own chat completions never show the thinking.
      ...(isPlain || wire.api === 'chat' ? {} : { reasoning: 'it is about the button' }),
    });
    if (!isPlain && wire.provider !== 'anthropic') expect(answer.usage.reasoningTokens).toBe(30);
  });

  it.each(MATRIX)('tells a cut-off answer and a refusal of %s from a whole one', async (_, wire) => {
    const cut = await ask(() => ({ text: 'Action: Cl', finish: 'length' }), wire);
    expect(cut.answer).toMatchObject({ text: 'Action: Cl', finishReason: 'length' });
    const refused = await ask(() => ({ text: 'I will not', finish: 'refusal' }), wire);
    expect(refused.answer.finishReason).toBe('refusal');
    if (wire.provider !== 'google') expect(refused.answer.text).toBe('I will not');
    const filtered = await ask(() => ({ text: 'It beg', finish: 'filter' }), wire);
    expect(filtered.answer.finishReason).toBe('refusal');
  });

  it.each(MATRIX)('gives each failure of %s its owner', async (_, wire) => {
    const expected: readonly [EndpointReply, string][] = [
      [{ fault: 'status', status: 400 }, 'MODEL_REQUEST_REJECTED'],
      [{ fault: 'status', status: 401 }, 'MODEL_ACCESS'],
      [{ fault: 'status', status: 404 }, 'MODEL_NOT_FOUND'],
      [{ fault: 'status', status: 429 }, 'MODEL_RATE_LIMIT'],
      [{ fault: 'status', status: 500 }, 'MODEL_OUTAGE'],
      [{ fault: 'status', status: 529 }, 'MODEL_OUTAGE'],
      [{ fault: 'html' }, 'MODEL_OUTAGE'],
      [{ fault: 'half' }, 'MODEL_OUTAGE'],
      [{ fault: 'invalid_json' }, 'MODEL_OUTAGE'],
      [{ fault: 'reset' }, 'MODEL_OUTAGE'],
      [{ fault: 'endless' }, 'MODEL_OUTAGE'],
      // Anthropic's models may say nothing, and mean it.
      ...(wire.provider === 'anthropic' && wire.stream !== true
        ? []
        : [[{ fault: 'empty' }, 'MODEL_OUTAGE'] as [EndpointReply, string]]),
    ];
    for (const [reply, code] of expected) {
      const error = await failureOf(reply, wire);
      expect([reply, error.code]).toEqual([reply, code]);
      expect(error.hint).toBeTruthy();
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
    }
    const timeout = await failureOf({ fault: 'silence' }, { ...wire, timeouts: { firstByteMs: 40 } });
    expect(timeout).toMatchObject({ code: 'MODEL_TIMEOUT', fault: 'model', retryable: true });
  });

  it.each(MATRIX)(
    'says of half an answer of %s that it broke off, not that nobody is there',
    async (_, wire) => {
      expect((await failureOf({ fault: 'half' }, wire)).message).toContain(
        'broke off in the middle of its answer',
      );
      expect((await failureOf({ fault: 'reset' }, wire)).message).toContain('cannot be reached');
    },
  );

  it('says of the newer interface, where it is not there, how to ask through the older', async () => {
    const hintOf = async (changes: Partial<ModelProfile>): Promise<string> =>
      (await failureOf({ fault: 'status', status: 404 }, changes)).hint ?? '';
    const wrong = await hintOf({ provider: 'openai' });
    for (const words of ['openai-compatible', '"api": "chat"', '--api chat']) expect(wrong).toContain(words);
    for (const other of [{ provider: 'openai', api: 'chat' }, { provider: 'openai-compatible' }] as const) {
      const hint = await hintOf(other);
      expect(hint).toContain('model id');
      expect(hint).not.toContain('newer interface');
    }
  });

  it.each(MATRIX)('estimates tokens that %s does not report, and says so', async (_, wire) => {
    if (wire.provider === 'anthropic') return;
    const { answer } = await ask(() => ({ text: 'four words, or so', usage: null }), wire);
    expect(answer.usage).toMatchObject({ estimated: true, outputTokens: 5 });
  });

  it('sends sampling that each provider takes, and says what it does not', async () => {
    const sampling = { temperature: 0.5, topP: 0.9, topK: 5, seed: 7, maxOutputTokens: 99, stop: ['END'] };
    const bodies: Record<string, unknown> = {};
    const warnings: Record<string, readonly string[]> = {};
    for (const [name, wire] of WIRES) {
      const { answer, requests } = await ask(() => 'hi', { ...wire, sampling });
      bodies[name] = requests[0]?.body;
      warnings[name] = (answer.warnings ?? []).map((warning) => /: (\w+)/.exec(warning)?.[1] ?? warning);
    }
    const named = { temperature: 0.5, top_p: 0.9, seed: 7, max_tokens: 99, stop: ['END'] };
    expect(bodies['openai-compatible']).toMatchObject({ ...named, top_k: 5 });
    expect(bodies['completions']).toMatchObject({ ...named, top_k: 5 });
    expect(bodies['openai chat']).toMatchObject(named);
    expect(bodies['openai responses']).toMatchObject({ temperature: 0.5, top_p: 0.9, max_output_tokens: 99 });
    expect(bodies['anthropic']).toMatchObject({
      temperature: 0.5,
      top_k: 5,
      max_tokens: 99,
      stop_sequences: ['END'],
    });
    expect(bodies['google']).toMatchObject({
      generationConfig: {
        temperature: 0.5,
        topP: 0.9,
        topK: 5,
        seed: 7,
        maxOutputTokens: 99,
        stopSequences: ['END'],
      },
    });
    expect(warnings).toEqual({
      'openai-compatible': [],
      'openai responses': ['topK', 'seed', 'stopSequences'],
      'openai chat': ['topK'],
      anthropic: ['seed', 'topP'],
      google: [],
      completions: [],
    });
  });

  it('sends penalties that each provider takes, and says what it does not', async () => {
    const asked = { ...ASK, frequencyPenalty: 0.2, presencePenalty: 1, repetitionPenalty: 1.05 };
    const bodies: Record<string, unknown> = {};
    const warnings: Record<string, readonly string[]> = {};
    for (const [name, wire] of WIRES) {
      const { answer, requests } = await ask(() => 'hi', wire, asked);
      bodies[name] = requests[0]?.body;
      warnings[name] = (answer.warnings ?? []).map((warning) => /: (\w+)/.exec(warning)?.[1] ?? warning);
    }
    const named = { frequency_penalty: 0.2, presence_penalty: 1 };
    expect(bodies['openai-compatible']).toMatchObject({ ...named, repetition_penalty: 1.05 });
    expect(bodies['completions']).toMatchObject({ ...named, repetition_penalty: 1.05 });
    expect(bodies['openai chat']).toMatchObject(named);
    expect(warnings).toEqual({
      'openai-compatible': [],
      'openai responses': ['repetitionPenalty', 'presencePenalty', 'frequencyPenalty'],
      'openai chat': ['repetitionPenalty'],
      anthropic: ['frequencyPenalty', 'presencePenalty', 'repetitionPenalty'],
      // Gemini 2.5, as its service takes it.
      google: ['repetitionPenalty', 'frequencyPenalty', 'presencePenalty'],
      completions: [],
    });
  });

  it('leaves penalties out that nobody asks for', async () => {
    for (const [, wire] of WIRES) {
      const { requests } = await ask(() => 'hi', wire);
      expect(JSON.stringify(requests[0]?.body)).not.toMatch(/penalty/i);
    }
  });

  it("puts the user's sampling before the dialect's, and asks reasoning models without temperature", async () => {
    const request = { ...ASK, temperature: 0.1, topP: 0.2 };
    const plain = await ask(() => 'hi', { sampling: { temperature: 0.7 } }, request);
    expect(plain.requests[0]?.body).toMatchObject({ temperature: 0.7, top_p: 0.2 });
    const thinking = await ask(() => 'hi', { provider: 'openai', model: 'o3' }, request);
    expect(thinking.requests[0]?.body).not.toHaveProperty('temperature');
    expect(thinking.answer.warnings?.join()).toContain('temperature');
    const refusing = await ask(() => 'hi', { refuses: ['temperature'] }, request);
    expect(refusing.requests[0]?.body).not.toHaveProperty('temperature');
    expect(refusing.answer.warnings).toEqual(['not sent: temperature, which this model does not take']);
  });

  it('continues an answer where the wire can, and refuses where it cannot', async () => {
    const request: ModelRequest = {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Action: ' }] },
      ],
      continuesLast: true,
    };
    const compatible = await ask(() => 'tap', {}, request);
    expect(compatible.requests[0]?.body).toMatchObject({
      continue_final_message: true,
      add_generation_prompt: false,
    });
    const raw = await ask(() => 'tap', { provider: 'completions', completion: TEMPLATE }, request);
    expect(raw.requests[0]?.texts).toEqual(['<u>go</u>\n<a>Action: ']);
    const anthropic = await ask(() => 'tap', { provider: 'anthropic', model: 'claude-x' }, request);
    expect(anthropic.requests[0]?.turns.at(-1)).toMatchObject({ role: 'assistant' });
    for (const provider of ['openai', 'google'] as const) {
      await expect(ask(() => 'tap', { provider }, request)).rejects.toMatchObject({
        code: 'MODEL_UNSUPPORTED',
      });
    }
  });

  it('sends more fields of the body as they are, deep within it too', async () => {
    const compatible = await ask(() => 'hi', {
      extraBody: { chat_template_kwargs: { enable_thinking: false } },
    });
    expect(compatible.requests[0]?.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
    const google = await ask(() => 'hi', {
      provider: 'google',
      sampling: { temperature: 0 },
      extraBody: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    });
    expect(google.requests[0]?.body).toMatchObject({
      generationConfig: { temperature: 0, thinkingConfig: { thinkingBudget: 0 } },
    });
  });

  it('names the detail of pictures, and folds the system text into the first message where asked', async () => {
    const compatible = await ask(() => 'hi', { pictureDetail: 'high', foldsSystem: true });
    expect(JSON.stringify(compatible.requests[0]?.body)).toContain('"detail":"high"');
    expect(compatible.requests[0]?.turns[0]?.role).toBe('user');
    expect(compatible.requests[0]?.texts.slice(0, 3)).toEqual(['be brief', '\n\n', 'before']);
    const openAi = await ask(() => 'hi', { provider: 'openai', model: 'gpt-4o', pictureDetail: 'low' });
    expect(JSON.stringify(openAi.requests[0]?.body)).toContain('"detail":"low"');
  });

  it("takes the request's detail of pictures where the profile names none", async () => {
    const low: ModelRequest = { ...ASK, pictureDetail: 'low' };
    const bodyOf = async (changes: Partial<ModelProfile>): Promise<string> =>
      JSON.stringify((await ask(() => 'hi', changes, low)).requests[0]?.body);
    const compatible = await bodyOf({});
    expect(compatible).toContain('"detail":"low"');
    expect(compatible).not.toContain('touchstone');
    expect(await bodyOf({ pictureDetail: 'high' })).toContain('"detail":"high"');
    expect(await bodyOf({ provider: 'openai', model: 'gpt-4o' })).toContain('"detail":"low"');
  });

  it("speaks SGLang's own interface for raw text with pictures, and refuses pictures it has no place for", async () => {
    const completion = { ...TEMPLATE, pictureField: 'image_data' as const };
    const sampling = { temperature: 0, maxOutputTokens: 9 };
    const { answer, requests } = await ask(() => 'hi', { provider: 'completions', completion, sampling });
    expect(requests[0]).toMatchObject({ wire: 'sglang', path: '/generate' });
    expect(requests[0]?.body).toMatchObject({ sampling_params: { temperature: 0, max_new_tokens: 9 } });
    expect(requests[0]?.pictures).toHaveLength(2);
    expect(answer).toMatchObject({
      text: 'hi',
      finishReason: 'stop',
      usage: { inputTokens: 100, outputTokens: 20 },
    });
    const { picture: _, pictureField: __, ...plain } = TEMPLATE;
    const wire = { provider: 'completions' as const, completion: plain };
    await expect(ask(() => 'hi', wire)).rejects.toMatchObject({ code: 'MODEL_UNSUPPORTED', fault: 'user' });
  });

  it("names what changes answers in the model's identity, and no key", () => {
    const model = modelAt('http://h/v1', {
      provider: 'anthropic',
      sampling: { temperature: 0, seed: 3 },
      serving: { quantisation: 'fp8', server: 'vLLM', serverVersion: '0.10.1' },
    });
    expect(model.identity).toMatchObject({
      kind: 'anthropic',
      temperature: 0,
      dropped: ['seed'],
      serving: { quantisation: 'fp8', server: 'vLLM', serverVersion: '0.10.1' },
    });
    expect(JSON.stringify(model.identity)).not.toContain(KEY);
  });

  it("sends a vendor's own key to the vendor alone", async () => {
    await using endpoint = await openModelEndpoint(() => 'hi');
    const { apiKeyVariable: _, ...rest } = profile(endpoint.baseUrl, { provider: 'openai', model: 'gpt-4o' });
    const model = createModel(rest, { environment: { OPENAI_API_KEY: KEY }, gateway: quick() });
    await model.generate(ASK, { signal });
    expect(JSON.stringify(endpoint.requests[0]?.headers)).not.toContain(KEY);
    const { baseUrl: __, ...vendors } = rest;
    expect(() => createModel(vendors, { environment: {}, gateway: quick() })).toThrow('OPENAI_API_KEY');
  });
});
