import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Hono, type Context } from 'hono';
import { UserError } from '../errors.js';
import { requestGuard } from '../http/request-guard.js';
import { servedHosts } from '../http/served-hosts.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { toolServer, type ServedTools } from './tool-server.js';

export interface ServeMcpOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Further names that requests may be addressed to. */
  readonly servedAs?: readonly string[];
  /** What callers must show as `Authorization: Bearer …`; null on loopback. */
  readonly token: string | null;
  /** Tools for one more client. */
  readonly open: () => ServedTools;
}

/** A server of tools that listens. Disposing ends it and what is open for its clients. */
export interface ServedMcp extends AsyncDisposable {
  readonly port: number;
}

interface Connection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly tools: ServedTools;
  /** By `performance.now`. */
  usedAt: number;
}

const MOST_CONNECTIONS = 100;
/** A client that was not heard of for so long makes room for others. */
const IDLE_MS = 3_600_000;
/** Where there is no room left, one that was not heard of for so long does. */
const SHORTLY_MS = 60_000;
/** Bytes of a request that are read. */
const LONGEST_BODY = 1024 * 1024;

/**
 * Serves tools over streamable HTTP at `/mcp`, each client with its own, until disposed. Requests of web pages are refused.
 *
 * @throws {UserError} where the port cannot be listened on
 */
export async function serveMcp(options: ServeMcpOptions): Promise<ServedMcp> {
  const { host, port, token, open } = options;
  const connections = new Connections(open);
  const app = new Hono();
  app.use(async (context, next) => {
    // Programs name no origin; pages always do, and none of ours is one.
    if (context.req.header('origin') === undefined) return await next();
    return context.json({ error: 'pages of a browser are not served', code: 'FORBIDDEN' }, 403);
  });
  app.use(requestGuard({ token, hosts: servedHosts(host, options.servedAs), wrong: new WrongTokens() }));
  app.all('/mcp', (context) => connections.answer(context));
  app.notFound((context) => context.json({ error: 'tools are at /mcp', code: 'NOT_THERE' }, 404));
  const server = serve({ fetch: app.fetch, hostname: host, port }) as Server;
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError(`port ${port} of ${host} cannot be listened on`, {
      cause,
      hint: 'Name another with --http, or 0 for any free one.',
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await connections[Symbol.asyncDispose]();
    },
  };
}

/** Clients by the id of their session. */
class Connections implements AsyncDisposable {
  readonly #open: () => ServedTools;
  readonly #known = new Map<string, Connection>();

  constructor(open: () => ServedTools) {
    this.#open = open;
  }

  async answer(context: Context): Promise<Response> {
    const id = context.req.header('mcp-session-id');
    if (id === undefined) return await this.#begin(context);
    const known = this.#known.get(id);
    if (known === undefined) return rpcError(context, 404, 'Session not found');
    known.usedAt = performance.now();
    return await known.transport.handleRequest(context.req.raw);
  }

  /** A request without a session begins one; the transport refuses it unless it initializes. */
  async #begin(context: Context): Promise<Response> {
    if (context.req.method !== 'POST') return rpcError(context, 400, 'Mcp-Session-Id header is required');
    await this.#forgetIdle();
    if (this.#known.size >= MOST_CONNECTIONS) await this.#makeRoom();
    if (this.#known.size >= MOST_CONNECTIONS) return rpcError(context, 503, 'as many clients as may be');
    const { WebStandardStreamableHTTPServerTransport } =
      await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js');
    const tools = this.#open();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: LONGEST_BODY,
      onsessioninitialized: (session) => {
        this.#known.set(session, { transport, tools, usedAt: performance.now() });
      },
      onsessionclosed: (session) => this.#close(session),
    });
    const server = await toolServer(tools);
    await server.connect(transport);
    const response = await transport.handleRequest(context.req.raw);
    if (transport.sessionId === undefined) {
      await server.close();
      await tools[Symbol.asyncDispose]();
    }
    return response;
  }

  async #forgetIdle(): Promise<void> {
    const now = performance.now();
    for (const [id, { usedAt }] of this.#known) if (now - usedAt > IDLE_MS) await this.#close(id);
  }

  /** Ends the client that was not heard of for longest, if for a while: many never say that they go. */
  async #makeRoom(): Promise<void> {
    const [longest] = [...this.#known].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (longest === undefined) return;
    const [id, { usedAt }] = longest;
    if (performance.now() - usedAt > SHORTLY_MS) await this.#close(id);
  }

  async #close(id: string): Promise<void> {
    const known = this.#known.get(id);
    this.#known.delete(id);
    await known?.transport.close();
    await known?.tools[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#known.keys()].map((id) => this.#close(id)));
  }
}

function rpcError(context: Context, status: 400 | 404 | 503, message: string): Response {
  return context.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, status);
}
