import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PREFLIGHT_TEXT } from '../../models/preflight/preflight.js';
import { anthropicWire } from '../wires/anthropic.js';
import { chatWire } from '../wires/chat.js';
import { completionsWire } from '../wires/completions.js';
import { googleWire } from '../wires/google.js';
import { responsesWire } from '../wires/responses.js';
import { sglangWire } from '../wires/sglang.js';
import type { EndpointAnswer, SeenPicture, SeenTurn, Wire, WireName } from '../wires/wire.js';

/** A request as the server understood it: its words and pictures, and nothing that the wire does not carry. */
export interface SeenRequest {
  readonly wire: WireName;
  readonly model: string;
  readonly turns: readonly SeenTurn[];
  /** Texts of every part, in order. */
  readonly texts: readonly string[];
  /** Pictures of every part, in order. */
  readonly pictures: readonly SeenPicture[];
  readonly stream: boolean;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Requests that came before it. */
  readonly index: number;
}

/**
 * What a server does instead of answering: an error status, a page, a stream or body that breaks off, silence, an answer
 * without choices, a body that is no JSON, one without end, a reset.
 */
export type EndpointFault =
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** The wire's own error body unless given; JSON, or a text as it is. */
      readonly body?: unknown;
    }
  | {
      readonly fault: 'html' | 'half' | 'silence' | 'empty' | 'invalid_json' | 'endless' | 'reset';
    };

export type EndpointReply = string | EndpointAnswer | EndpointFault;

export interface ModelEndpointOptions {
  /** Milliseconds until an answer begins. */
  readonly latencyMs?: number;
  /** Headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it lists at `/models`, in the form of OpenAI's list unless it is one by itself; no list unless given. */
  readonly models?: readonly string[] | Readonly<Record<string, unknown>>;
  /** Has `answerTo` answer the one question before a run as well; else that is answered, and not counted, by itself. */
  readonly seesPreflight?: boolean;
  /** Port to listen on, such as that of a server that is gone; a free one unless given. */
  readonly port?: number;
  /** Streams event by event, so that each comes at a time of its own; all at once unless given. */
  readonly isPaced?: boolean;
  /** Answers in one piece whatever is asked for. */
  readonly neverStreams?: boolean;
  /** Keeps the requests it saw in `requests`; true unless given. */
  readonly keeps?: boolean;
}

export interface ModelEndpoint extends AsyncDisposable {
  /** Base URL for every provider: each appends its own path. */
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Most requests that were being answered at once. */
  readonly peak: number;
}

const WIRES: readonly Wire[] = [
  chatWire,
  responsesWire,
  anthropicWire,
  googleWire,
  completionsWire,
  sglangWire,
];

/**
 * A server on 127.0.0.1 that speaks the wire formats of every provider, streamed where the request asks for it. What it
 * says is up to `answerTo`, which sees the request alone.
 */
export async function openModelEndpoint(
  answerTo: (seen: SeenRequest) => EndpointReply | Promise<EndpointReply>,
  options: ModelEndpointOptions = {},
): Promise<ModelEndpoint> {
  const requests: SeenRequest[] = [];
  let count = 0;
  let open = 0;
  let peak = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      listModels(response, path, options.models);
      return;
    }
    const body = JSON.parse((await readBody(request)).toString('utf8')) as Record<string, unknown>;
    const wire = WIRES.find((candidate) => candidate.matches(path));
    if (wire === undefined) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no such path"}}');
      return;
    }
    const seen = seenRequest(wire, path, body, request.headers, count);
    if (options.seesPreflight !== true && seen.texts.includes(PREFLIGHT_TEXT)) {
      await reply(wire, seen, 'OK', response, { neverStreams: options.neverStreams === true });
      return;
    }
    count += 1;
    if (options.keeps !== false) requests.push(seen);
    open += 1;
    peak = Math.max(peak, open);
    try {
      if (options.latencyMs !== undefined) await delay(options.latencyMs);
      await reply(wire, seen, await answerTo(seen), response, options);
    } finally {
      open -= 1;
    }
  };
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else
        response.writeHead(418, { 'content-type': 'text/plain' }).end(`the test's server failed: ${message}`);
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${await listen(server, options.port ?? 0)}/v1`,
    requests,
    get peak() {
      return peak;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

function listModels(response: ServerResponse, path: string, models: ModelEndpointOptions['models']): void {
  const isList = /\/models(?:\?|$)/.test(path) && models !== undefined;
  const list = Array.isArray(models) ? { data: models.map((id: string) => ({ id })) } : models;
  const body = isList ? list : { error: { message: 'no such path' } };
  response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function seenRequest(
  wire: Wire,
  path: string,
  body: Record<string, unknown>,
  headers: IncomingHttpHeaders,
  index: number,
): SeenRequest {
  const decoded = wire.decode(body, path);
  const parts = decoded.turns.flatMap((turn) => turn.parts);
  return {
    wire: wire.name,
    ...decoded,
    texts: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    pictures: parts.flatMap((part) => (part.type === 'image' ? [part] : [])),
    path,
    headers,
    body,
    index,
  };
}

async function reply(
  wire: Wire,
  seen: SeenRequest,
  said: EndpointReply,
  response: ServerResponse,
  { headers = {}, isPaced = false, neverStreams = false }: ModelEndpointOptions,
): Promise<void> {
  if (typeof said === 'object' && 'fault' in said) return breakDown(wire, seen, said, response);
  const answer = completed(typeof said === 'string' ? { text: said } : said);
  if (!seen.stream || neverStreams) {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(wire.encode(answer)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  for (const event of wire.stream(answer, seen.body)) {
    response.write(eventText(event));
    if (isPaced) await delay(PACE_MS);
  }
  response.end();
}

/** Between two events of a stream: both ends share a process, so what was written is read before the next is. */
const PACE_MS = 3;

function completed(answer: EndpointAnswer): Required<EndpointAnswer> {
  return {
    reasoning: '',
    finish: 'stop',
    usage: { input: 100, output: 20 },
    model: 'test-model-2024',
    ...answer,
  };
}

function eventText({ event, data }: { event?: string; data: unknown }): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

async function breakDown(
  wire: Wire,
  seen: SeenRequest,
  fault: EndpointFault,
  response: ServerResponse,
): Promise<void> {
  const json = { 'content-type': 'application/json' };
  switch (fault.fault) {
    case 'status': {
      const body = fault.body ?? wire.error(fault.status, `status ${fault.status} on purpose`);
      response.writeHead(fault.status, { ...json, ...fault.headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Sign in</h1></html>');
      return;
    case 'half': {
      const answer = completed({ text: 'this answer breaks off in the middle of what it had to say' });
      if (seen.stream) {
        // Ends in order, as a proxy does that lost its server.
        const events = wire.stream(answer, seen.body);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of events.slice(0, Math.ceil(events.length / 2) - 1))
          response.write(eventText(event));
        response.end();
        return;
      }
      const body = JSON.stringify(wire.encode(answer));
      response.writeHead(200, { ...json, 'content-length': String(body.length) });
      response.write(body.slice(0, body.length / 2));
      await delay(10);
      response.destroy();
      return;
    }
    case 'silence':
      return;
    case 'empty':
      response.writeHead(200, json).end(JSON.stringify(emptied(wire)));
      return;
    case 'invalid_json':
      response.writeHead(200, json).end('{"choices": [{"message": {"content": "no');
      return;
    case 'endless': {
      response.writeHead(200, json);
      const chunk = Buffer.alloc(1 << 20, 0x20);
      while (!response.destroyed) {
        if (!response.write(chunk)) await drained(response);
      }
      return;
    }
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    default:
      return fault satisfies never;
  }
}

/** An answer that has nothing in the place where answers are. */
function emptied(wire: Wire): unknown {
  const body = wire.encode(completed({ text: '' })) as Record<string, unknown>;
  const names = ['choices', 'candidates', 'output', 'content'];
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, names.includes(name) ? [] : value]),
  );
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
