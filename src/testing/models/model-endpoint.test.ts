import { describe, expect, it } from 'vitest';
import { openModelEndpoint, type EndpointReply } from './model-endpoint.js';

const PICTURE = Buffer.from([1, 2, 3]).toString('base64');

const REQUESTS: readonly [string, string, Record<string, unknown>][] = [
  [
    'chat',
    '/chat/completions',
    {
      model: 'm',
      messages: [
        { role: 'system', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
          ],
        },
      ],
    },
  ],
  [
    'responses',
    '/responses',
    {
      model: 'm',
      input: [
        { role: 'system', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'look' },
            { type: 'input_image', image_url: `data:image/png;base64,${PICTURE}` },
          ],
        },
      ],
    },
  ],
  [
    'anthropic',
    '/messages',
    {
      model: 'm',
      system: [{ type: 'text', text: 'be brief' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
          ],
        },
      ],
    },
  ],
  [
    'google',
    '/models/m:generateContent',
    {
      systemInstruction: { parts: [{ text: 'be brief' }] },
      contents: [
        { role: 'user', parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: PICTURE } }] },
      ],
    },
  ],
];

async function post(url: string, body: unknown): Promise<Response> {
  return await fetch(url, { method: 'POST', body: JSON.stringify(body) });
}

describe('openModelEndpoint', () => {
  it.each(REQUESTS)(
    'reads words and pictures of a request in the wire format %s',
    async (wire, path, body) => {
      await using endpoint = await openModelEndpoint(() => 'hi');
      const response = await post(`${endpoint.baseUrl}${path}`, body);
      expect(await response.text()).toContain('hi');
      expect(endpoint.requests[0]).toMatchObject({
        wire,
        model: 'm',
        texts: ['be brief', 'look'],
        pictures: [{ mediaType: 'image/png', data: Buffer.from([1, 2, 3]) }],
        stream: false,
        index: 0,
      });
    },
  );

  it('lets a request without streaming fail in the ways asked for', async () => {
    const replies: EndpointReply[] = [
      { fault: 'status', status: 529, headers: { 'retry-after': '3' } },
      { fault: 'html' },
      { fault: 'invalid_json' },
      { fault: 'empty' },
    ];
    await using endpoint = await openModelEndpoint(({ index }) => replies[index] ?? 'over');
    const [, path, body] = REQUESTS[0] ?? ['', '', {}];
    const send = () => post(`${endpoint.baseUrl}${path}`, body);
    const busy = await send();
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([529, '3']);
    expect(await (await send()).text()).toContain('<html>');
    await expect((await send()).json()).rejects.toThrow();
    expect(await (await send()).json()).toMatchObject({ choices: [] });
    const over = (await (await send()).json()) as { choices: unknown };
    expect(over.choices).toMatchObject([{ message: { content: 'over' } }]);
  });

  it('breaks off, resets and streams', async () => {
    const replies: EndpointReply[] = [
      { fault: 'half' },
      { fault: 'reset' },
      'a long answer in several pieces',
    ];
    await using endpoint = await openModelEndpoint(({ index }) => replies[index] ?? '');
    const [, path, body] = REQUESTS[0] ?? ['', '', {}];
    const send = (stream: boolean) => post(`${endpoint.baseUrl}${path}`, { ...body, stream });
    await expect(send(false).then((response) => response.text())).rejects.toThrow();
    await expect(send(false)).rejects.toThrow();
    const text = await (await send(true)).text();
    expect(text).toContain('"content":"a long answer in"');
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });
});
