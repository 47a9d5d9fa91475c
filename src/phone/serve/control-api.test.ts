import { describe, expect, it } from 'vitest';
import { controlApi } from './control-api.js';
import type { PhoneStation } from './served-phone.js';

/** A station without phones; adding one is an error of its own, so that nothing is made by mistake. */
const EMPTY = { tasks: () => [], list: () => [], get: () => undefined } as unknown as PhoneStation;
const BASE = 'http://127.0.0.1:7000';

const PAGE = new Map([
  ['phone.html', { mediaType: 'text/html', bytes: new TextEncoder().encode('<title>Phones</title>') }],
  ['assets/phone-0a1b2c3d.js', { mediaType: 'text/javascript', bytes: new TextEncoder().encode('0') }],
]);

function ask(
  path: string,
  init: RequestInit = {},
  { token = null, page = PAGE }: { readonly token?: string | null; readonly page?: typeof PAGE } = {},
): Response | Promise<Response> {
  const readPage = async (name: string) => page.get(name) ?? null;
  return controlApi(EMPTY, { token, hosts: null, readPage }).request(`${BASE}${path}`, init);
}

describe('the control API', () => {
  it.each([
    ['with its length', false],
    ['in chunks', true],
  ])('answers 413 to a body over the limit, %s', async (_, chunked) => {
    const text = JSON.stringify({ task: 'x'.repeat(300_000) });
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536));
        controller.close();
      },
    });
    const response = await ask('/phones', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes.length) }),
      },
      ...(chunked ? { body: stream, duplex: 'half' } : { body: text }),
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: expect.stringContaining('262144 bytes') as string },
    ]);
  });

  it.each<[string, Record<string, string>, number]>([
    ['a program', {}, 200],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: BASE }, 200],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }, 200],
    ['a page of another site, without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another origin', { origin: 'http://example.com' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
    ['a page of this host under https', { origin: 'https://127.0.0.1:7000' }, 403],
    ['a page of this host on another port', { origin: 'http://127.0.0.1:7001' }, 403],
  ])('is asked by %s', async (_, headers, status) => {
    expect((await ask('/phones', { headers })).status).toBe(status);
  });

  it('shows its page to whoever follows a link, and to nothing else of another site', async () => {
    const from = (mode: string): Record<string, string> => ({
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': mode,
    });
    expect((await ask('/', { headers: from('navigate') })).status).toBe(200);
    expect((await ask('/', { headers: from('no-cors') })).status).toBe(403);
    expect((await ask('/phones', { headers: from('navigate') })).status).toBe(403);
    expect((await ask('/phones', { method: 'POST', headers: from('navigate') })).status).toBe(403);
  });

  it('gives the script of its page to whoever asks, and everything else for the token alone', async () => {
    const options = { token: 'secret' };
    const statuses = [
      '/assets/phone-0a1b2c3d.js',
      '/',
      '/?token=secret',
      '/phones',
      '/phones?token=secret',
    ].map(async (path) => (await ask(path, {}, options)).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200, 401, 401]);
    const script = await ask('/assets/phone-0a1b2c3d.js', {}, options);
    expect([script.headers.get('content-type'), await script.text()]).toEqual(['text/javascript', '0']);
    expect((await ask('/assets/other.js')).status).toBe(404);
    expect((await ask('/')).headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('says where its page is not built', async () => {
    expect(await (await ask('/', {}, { page: new Map() })).text()).toContain('npm run build');
  });
});
