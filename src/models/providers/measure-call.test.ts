import { describe, expect, it } from 'vitest';
import { smallPng } from '../../testing/small-png.js';
import type { ModelContent, ModelRequest, ModelUsage } from '../model.js';
import { measureCall } from './measure-call.js';
import { nothingReceived, type Received } from './transport/exchange.js';

const NO_PICTURES: ModelRequest = { messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] };

function picture(width: number, height: number, isEarlier = false): ModelContent {
  const data = smallPng({ width, height });
  return { type: 'image', mediaType: 'image/png', data, ...(isEarlier ? { isEarlier: true as const } : {}) };
}

function asking(...content: ModelContent[]): ModelRequest {
  return { messages: [{ role: 'user', content }] };
}

function measured(
  request: ModelRequest,
  changes: Partial<Received> & {
    readonly usage?: Partial<ModelUsage>;
    readonly pictureTokens?: number | { readonly patch: number };
  } = {},
) {
  const { usage, pictureTokens, ...received } = changes;
  return measureCall(request, {
    usage: { inputTokens: 100, outputTokens: 21, ...usage },
    received: { ...nothingReceived(), isLive: true, ...received },
    profile: pictureTokens === undefined ? {} : { pictureTokens },
  });
}

const TIMES = { firstMs: 500, lastMs: 1500, firstTextMs: 500 };

describe('measureCall', () => {
  it('counts the tokens after the first, over the time from the first to the last', () => {
    expect(measured(NO_PICTURES, { times: TIMES })).toMatchObject({
      firstTokenMs: 500,
      tokensPerSecond: 20,
      ratedMs: 1000,
    });
  });

  it('leaves thinking that is counted apart out of the rate, and nothing else', () => {
    const times = { firstMs: 100, lastMs: 1500, firstTextMs: 500 };
    expect(measured(NO_PICTURES, { times })).toMatchObject({ firstTokenMs: 100, tokensPerSecond: 14.286 });
    expect(measured(NO_PICTURES, { times, usage: { reasoningTokens: 10 } })).toMatchObject({
      firstTokenMs: 100,
      tokensPerSecond: 10,
      ratedMs: 1000,
    });
  });

  it.each([
    ['tokens are estimated', { usage: { estimated: true } }],
    ['tokens are not known', { usage: { outputTokens: null } }],
    ['there is one token', { usage: { outputTokens: 1 } }],
    ['all came at once', { times: { ...TIMES, lastMs: 500 } }],
    ['there is thinking alone', { times: { ...TIMES, firstTextMs: null }, usage: { reasoningTokens: 5 } }],
  ])('gives no rate where %s', (_, changes) => {
    const found = measured(NO_PICTURES, { times: TIMES, ...changes });
    expect(found?.firstTokenMs).toBe(500);
    expect(found).not.toHaveProperty('tokensPerSecond');
  });

  it('gives no times for an answer in one piece, and nothing for one from a recording', () => {
    expect(measured(NO_PICTURES)).toEqual({ pictureTokens: 0, historyPictureTokens: 0 });
    expect(measured(NO_PICTURES, { isLive: false, times: TIMES })).toBeNull();
  });

  it('takes the tokens of pictures from the endpoint, then from the dialect, then from the profile', () => {
    const said = { text: '{"usage":{"prompt_tokens_details":{"image_tokens": 700}}}' };
    const one = asking(picture(10, 10));
    const known = { ...one, pictureTokens: { total: 512, history: 256 } };
    expect(measured(one)).toEqual({ historyPictureTokens: 0 });
    expect(measured(one, { pictureTokens: 256 })).toEqual({
      pictureTokens: 256,
      historyPictureTokens: 0,
      pictureTokensBy: 'profile',
    });
    expect(measured(known, { pictureTokens: 9 })).toEqual({
      pictureTokens: 512,
      historyPictureTokens: 256,
      pictureTokensBy: 'dialect',
    });
    expect(measured(known, said)).toEqual({
      pictureTokens: 700,
      historyPictureTokens: 256,
      pictureTokensBy: 'endpoint',
    });
  });

  it('takes the last count of a stream, and no count that an answer only speaks of', () => {
    const events = 'data: {"usage":{"image_tokens":1}}\n\ndata: {"usage":{"image_tokens":300}}\n\n';
    expect(measured(asking(picture(1, 1)), { text: events })?.pictureTokens).toBe(300);
    const quoted = JSON.stringify({ content: '"image_tokens": 5, "modality": "IMAGE"' });
    expect(measured(asking(picture(1, 1)), { text: quoted })).toEqual({ historyPictureTokens: 0 });
  });

  it("reads Google's list of modalities, whole and streamed", () => {
    const details = {
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 4 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
    };
    const body = JSON.stringify({ usageMetadata: details });
    expect(measured(asking(picture(1, 1)), { text: body })?.pictureTokens).toBe(258);
    expect(measured(asking(picture(1, 1)), { text: `data: ${body}\n\ndata: {}\n\n` })?.pictureTokens).toBe(
      258,
    );
    expect(measured(asking(picture(1, 1)), { text: '{"modality":"IMAGE"' })).toEqual({
      historyPictureTokens: 0,
    });
  });

  it('counts begun squares of a profile that goes by size', () => {
    const request = asking(picture(28, 28), picture(29, 57, true));
    expect(measured(request, { pictureTokens: { patch: 28 } })).toMatchObject({
      pictureTokens: 1 + 2 * 3,
      historyPictureTokens: 6,
    });
    const unknown: ModelContent = { type: 'image', mediaType: 'image/webp', data: Uint8Array.of(1) };
    expect(measured(asking(unknown), { pictureTokens: { patch: 28 } })).toEqual({ historyPictureTokens: 0 });
  });

  it('divides what the endpoint reports among pictures of one size, or by the rule of the profile', () => {
    const said = { text: '{"image_tokens":1000}' };
    const equal = asking(
      picture(10, 10, true),
      picture(10, 10, true),
      picture(10, 10, true),
      picture(10, 10),
    );
    expect(measured(equal, said)?.historyPictureTokens).toBe(750);
    const unequal = asking(picture(10, 10, true), picture(10, 30));
    expect(measured(unequal, said)).toEqual({ pictureTokens: 1000, pictureTokensBy: 'endpoint' });
    expect(measured(unequal, { ...said, pictureTokens: { patch: 10 } })?.historyPictureTokens).toBe(250);
    expect(measured(asking(picture(10, 10, true)), said)?.historyPictureTokens).toBe(1000);
  });
});
