import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that reached the endpoint. */
export interface ChatCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON. */
  readonly body: Record<string, unknown>;
}

export interface ChatEndpoint extends AsyncDisposable {
  /** Base URL to configure a model with. */
  readonly baseUrl: string;
  /** Requests so far, in order. */
  readonly calls: readonly ChatCall[];
}

/** A chat completion as servers send it; `changes` go into its top level. */
export function chatCompletion(content: string | null, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: 'chat-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'test-model-2024',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...changes,
  });
}

/** Sends a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** A server on 127.0.0.1 that speaks the wire format of chat completions; what it answers is up to the handler. */
export async function openChatEndpoint(
  handle: (call: ChatCall, response: ServerResponse, index: number) => void,
): Promise<ChatEndpoint> {
  const calls: ChatCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const call = { path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      handle(call, response, calls.length - 1);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
