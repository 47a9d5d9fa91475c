import { describe, expect, it } from 'vitest';
import { createModel } from '../../../models/create-model.js';
import { openModelEndpoint } from '../../../testing/models/model-endpoint.js';
import { registeredDialect } from '../../../testing/models/registered-dialect.js';
import { buildPromptInput, buildPromptStep } from '../../../testing/models/prompt-input.js';

const COMMANDS = ['CLICK: (1, 2)', 'TYPE: a', 'SCROLL: UP', 'PRESS_BACK', 'PRESS_HOME'];

/** Picture slots of a prompt as the published tokenizer and model read them; the path must leave a free one of the first 255. */
function slotsOf(prompt: string): string[] {
  return [...prompt.matchAll(/<img>(.*?)<\/img>/g)].map(([, path = '']) => {
    const bytes = [...Buffer.from(path.normalize('NFC'))];
    if (bytes.length > 256) throw new Error('too long for the tokenizer');
    const slots = [...bytes, ...Array<number>(256 - bytes.length).fill(-1)].slice(0, 255);
    if (!slots.includes(-1)) throw new Error('no free slot for the model');
    return path;
  });
}

function dialectWith(images: string, pictures = 4) {
  return registeredDialect('odyssey_command').create({
    variant: 'odyssey_agent_served',
    switches: { images },
    history: { pictures },
  });
}

const inputAt = (step: number) =>
  buildPromptInput({
    screenId: `7_${step}.png`,
    instruction: 'open the mail',
    stepsTaken: step,
    history: COMMANDS.slice(0, step)
      .slice(-4)
      .map((call) => buildPromptStep({ call })),
  });

describe('OdysseyAgent as its authors serve it', () => {
  it('finds both pictures and up to four earlier ones in the prompts that a server gets', async () => {
    const index = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((step) => [
        `/data/7_${step}.png`,
        Array.from({ length: step }, (_, earlier) => `/data/7_${earlier}.png`),
      ]),
    );
    await using endpoint = await openModelEndpoint(({ texts }) => {
      const [current = '', history] = slotsOf(texts.join(''));
      const path = history?.replace('image-history: ', '');
      const earlier = path === undefined ? [] : (index[path] ?? []).slice(-4);
      return `${current} ${path === undefined ? 'none' : path === current} ${earlier.length}`;
    });
    const model = createModel(
      { formatVersion: 1, id: 'm', provider: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' },
      { environment: {} },
    );
    const dialect = dialectWith('/data/');
    for (const [step, seen] of ['none 0', 'true 1', 'true 2', 'true 3', 'true 4', 'true 4'].entries()) {
      const answer = await model.generate(dialect.buildRequest(inputAt(step)), {
        signal: new AbortController().signal,
      });
      expect(answer.text).toBe(`/data/7_${step}.png ${seen}`);
      expect(answer.measures).toMatchObject({
        pictureTokens: step === 0 ? 256 : 512,
        historyPictureTokens: step === 0 ? 0 : 256,
        pictureTokensBy: 'dialect',
      });
    }
    expect(endpoint.requests.every(({ pictures }) => pictures.length === 0)).toBe(true);
  });

  it('says of no history that there is none, and leaves the second slot out where none is to be shown', () => {
    const text = (pictures: number, step: number): string =>
      JSON.stringify(dialectWith('/data', pictures).buildRequest(inputAt(step)).messages[1]);
    expect(text(4, 0)).toContain('Previous screenshots: None');
    expect(text(4, 2)).toContain('image-history: /data/7_2.png');
    expect(text(0, 2)).not.toContain('Previous screenshots');
    expect(text(0, 2)).toContain('1. CLICK: (1, 2)');
  });

  it('takes paths of up to 254 bytes, prefix and all, however their characters are composed', () => {
    const file = '/7_2.png';
    const room = 254 - Buffer.byteLength(`image-history: ${file}`);
    const ask = (folder: string) => dialectWith(folder).buildRequest(inputAt(2));
    const [, user] = ask('a'.repeat(room)).messages;
    expect(
      slotsOf(user?.content.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''),
    ).toHaveLength(2);
    expect(() => ask('a'.repeat(room + 1))).toThrow('takes 255 bytes');
    // Two bytes composed, three apart.
    expect(() => ask(`${'a'.repeat(room - 2)}e\u0301`)).not.toThrow();
    expect(() => ask(`${'a'.repeat(room - 1)}e\u0301`)).toThrow('255');
  });
});
