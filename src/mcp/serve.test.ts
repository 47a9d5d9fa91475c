import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ToolClient } from '../testing/tool-client.js';
import { defineTool } from './define-tool.js';
import { serveMcp, type ServedMcp } from './serve-http.js';
import { serveStdio } from './serve-stdio.js';
import { textAnswer } from './tool-answer.js';
import type { ServedTools } from './tool-server.js';

/** Tools that count the calls of one client, and tell when they are closed. */
function countingTools(closed: string[] = []): ServedTools {
  let count = 0;
  const add = defineTool({
    name: 'add',
    description: 'Adds.',
    annotations: { readOnlyHint: false },
    arguments: { by: z.number() },
    call: async ({ by }) => {
      count += by;
      return textAnswer(String(count));
    },
  });
  return {
    tools: [add],
    mendable: 'error',
    instructions: 'Count.',
    [Symbol.asyncDispose]: async () => void closed.push(`at ${count}`),
  };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
};

async function raw(
  { port }: ServedMcp,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function over({ port }: ServedMcp, token?: string): StreamableHTTPClientTransport {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers },
  });
}

describe('serveMcp', () => {
  it('gives each client tools of its own, and closes them when it leaves', async () => {
    const closed: string[] = [];
    const open = () => countingTools(closed);
    {
      await using served = await serveMcp({ host: '127.0.0.1', port: 0, token: null, open });
      const transport = over(served);
      await using one = await ToolClient.connect(transport);
      await using other = await ToolClient.connect(over(served));
      expect(one.client.getInstructions()).toBe('Count.');
      expect(await one.text('add', { by: '2' })).toBe('2');
      expect(await other.text('add', { by: 3 })).toBe('3');
      expect(await one.text('add', { by: 2 })).toBe('4');
      await transport.terminateSession();
      await vi.waitFor(() => expect(closed).toEqual(['at 4']));
    }
    expect(closed).toEqual(['at 4', 'at 3']);
  });

  it('asks for the token, and serves no page of a browser', async () => {
    const closed: string[] = [];
    const token = 'a-token-of-sixteen';
    const bearer = { authorization: `Bearer ${token}` };
    await using served = await serveMcp({
      host: '127.0.0.1',
      port: 0,
      token,
      open: () => countingTools(closed),
    });
    expect((await raw(served, INITIALIZE)).status).toBe(401);
    expect((await raw(served, INITIALIZE, { authorization: 'Bearer wrong' })).status).toBe(401);
    const own = `http://127.0.0.1:${served.port}`;
    for (const origin of ['http://evil.example', 'null', own]) {
      expect((await raw(served, INITIALIZE, { ...bearer, origin })).status).toBe(403);
    }
    expect((await raw(served, INITIALIZE, { ...bearer, 'mcp-session-id': 'guessed' })).status).toBe(404);
    expect((await fetch(`${own}/mcp`, { headers: bearer })).status).toBe(400);
    expect((await fetch(`${own}/`, { headers: bearer })).status).toBe(404);
    await using client = await ToolClient.connect(over(served, token));
    expect(await client.text('add', { by: 1 })).toBe('1');
    expect(closed).toEqual([]);
  });

  it('is reached by the names that it was given, and by no others', async () => {
    const open = () => countingTools();
    const servedAs = ['phones.example'];
    await using served = await serveMcp({ host: '127.0.0.1', port: 0, token: null, servedAs, open });
    const status = async (host: string): Promise<number | undefined> => {
      // Of the headers that fetch does not take.
      const asked = request({ port: served.port, path: '/mcp', headers: { host } }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await status('phones.example')).toBe(400);
    expect(await status('127.0.0.1')).toBe(400);
    expect(await status('elsewhere.example')).toBe(403);
  });

  it('refuses what is no beginning, and keeps nothing of it', async () => {
    const closed: string[] = [];
    await using served = await serveMcp({
      host: '127.0.0.1',
      port: 0,
      token: null,
      open: () => countingTools(closed),
    });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'add', arguments: { by: 1 } },
    };
    for (const body of ['', '{', '[]', call, 'x'.repeat(2 * 1024 * 1024)]) {
      const { status } = await raw(served, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    expect(closed).toEqual(Array.from({ length: 5 }, () => 'at 0'));
  });
});

describe('serveStdio', () => {
  it('serves one client until it hangs up', async () => {
    const closed: string[] = [];
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { signal } = new AbortController();
    const serving = serveStdio(countingTools(closed), { input, output, signal });
    // Reads lines of one stream and writes them to the other, on either side.
    const client = await ToolClient.connect(new StdioServerTransport(output, input));
    expect(await client.text('add', { by: 1 })).toBe('1');
    expect(await client.text('add', {})).toMatch(/^! MCP error -32602: .*by: it must be a number/);
    input.end();
    await serving;
    expect(closed).toEqual(['at 1']);
  });

  it('ends by the signal', async () => {
    const closed: string[] = [];
    const interrupt = new AbortController();
    const streams = { input: new PassThrough(), output: new PassThrough(), signal: interrupt.signal };
    const serving = serveStdio(countingTools(closed), streams);
    interrupt.abort();
    await serving;
    expect(closed).toEqual(['at 0']);
  });
});
