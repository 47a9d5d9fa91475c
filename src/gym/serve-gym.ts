import { once } from 'node:events';
import { ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Play } from '../app/play/open-play.js';
import { UserError } from '../errors.js';
import { servedHosts } from '../http/served-hosts.js';
import { serveBatchSocket } from './sockets/batch-socket.js';
import { serveEnvironmentSocket } from './sockets/environment-socket.js';
import { gymApi, gymGuard, type GymApiOptions } from './gym-api.js';
import { gymHealth } from './gym-health.js';
import type { GymCoordinates, GymPictures } from './gym-options.js';
import { GymSessions } from './gym-sessions.js';
import { freshEpisodes, keptEpisode } from './http-episode.js';
import { NamedSessions } from './json-rpc.js';
import { PictureShelf } from './picture-shelf.js';
import { serveRpcSocket } from './sockets/rpc-socket.js';
import { tokenInPath } from './token-in-path.js';

export interface ServeGymOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Further names that requests may be addressed to. */
  readonly servedAs?: readonly string[];
  /** What callers must show; null on loopback. */
  readonly token: GymApiOptions['token'];
  readonly pictures: GymPictures;
  readonly coordinates: GymCoordinates;
  /** Seconds after which a session that nobody uses ends; null is never. */
  readonly timeoutSeconds: number | null;
  /** Whether all requests over HTTP are about one episode. */
  readonly keepsHttpEpisode: boolean;
  /** Rejects while nobody can be let in, so that it is not ready. */
  readonly requires?: () => Promise<unknown>;
}

/** A gym that listens. Disposing ends it and every session. The play stays its caller's. */
export interface ServedGym extends AsyncDisposable {
  readonly port: number;
}

/** Bytes of one message: an action, or the actions of a batch. */
const LONGEST_MESSAGE = 1024 * 1024;
const LONGEST_BATCH = 64 * 1024 * 1024;
/** Milliseconds without a word until the other machine is asked whether it is there. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Serves the phones of a play to OpenEnv's clients and our own until disposed.
 *
 * @throws {UserError} where the port cannot be listened on
 */
export async function serveGym(play: Play, options: ServeGymOptions): Promise<ServedGym> {
  const { host, port, token, coordinates, timeoutSeconds } = options;
  const pictures = new PictureShelf(options.pictures);
  const sessions = new GymSessions(play, { coordinates, pictures, timeoutSeconds });
  const named = new NamedSessions(sessions);
  const episode = options.keepsHttpEpisode ? keptEpisode(sessions) : freshEpisodes(sessions);
  const guard = gymGuard({ token, hosts: servedHosts(host, options.servedAs) });
  const health = await gymHealth(sessions, options.requires);
  const api = gymApi(guard, { sessions, episode, named, health });
  const server = serve({
    fetch: (request, given) => api.fetch(withToken(request), given),
    hostname: host,
    port,
  }) as Server;
  const sockets = new Map<
    string,
    { readonly server: WebSocketServer; readonly accept: (socket: WebSocket, wire: Duplex) => void }
  >([
    [
      '/ws',
      {
        server: acceptor(LONGEST_MESSAGE),
        accept: (socket, wire) => serveEnvironmentSocket(socket, sessions, named, wire),
      },
    ],
    [
      '/mcp',
      { server: acceptor(LONGEST_MESSAGE), accept: (socket) => serveRpcSocket(socket, sessions, named) },
    ],
    ['/batch', { server: acceptor(LONGEST_BATCH), accept: (socket) => serveBatchSocket(socket, sessions) }],
  ]);
  const connections = new Hono().use(guard).all('*', (context) => context.body(null, 204));
  /** What was taken out of the server's hands, and it would not close. */
  const taken = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    taken.add(socket);
    socket.once('close', () => taken.delete(socket));
    // Nobody else hears of it from here on.
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' && request.method === 'GET') {
      answerAnyway(server, request, socket);
      return;
    }
    // A machine that has gone without a word is noticed, and its phone is free again.
    if (socket instanceof Socket) socket.setKeepAlive(true, KEEP_ALIVE_MS);
    letIn(connections, request)
      .then((path) => {
        const target = typeof path === 'string' ? sockets.get(path) : undefined;
        if (typeof path === 'number' || target === undefined)
          refuse(socket, typeof path === 'number' ? path : 404);
        else target.server.handleUpgrade(request, socket, head, (opened) => target.accept(opened, socket));
      })
      .catch(() => socket.destroy());
  });
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError(`port ${port} of ${host} cannot be listened on`, {
      cause,
      hint: 'Name another with --port, or 0 for any free one.',
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of taken) socket.destroy();
      server.closeAllConnections();
      await closed;
      // Gives up what is under way, which the episode of HTTP would wait for.
      await sessions[Symbol.asyncDispose]();
      await episode[Symbol.asyncDispose]();
    },
  };
}

/** A request that offers another protocol, such as HTTP/2, is one of HTTP/1.1 where nobody takes the offer. */
function answerAnyway(server: Server, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  // Whoever keeps its side open does not keep ours.
  response.once('finish', () => socket.end(() => socket.destroy()));
  // The sockets of an HTTP server.
  response.assignSocket(socket as Socket);
  server.emit('request', request, response);
}

/** Answers instead of opening a connection. */
function refuse(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
}

function acceptor(maxPayload: number): WebSocketServer {
  // Compressing thousands of small frames costs more than it saves.
  return new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
}

/** The request, with the token of its path where tokens belong. */
function withToken(request: Request): Request {
  const { pathname, search, origin } = new URL(request.url);
  const { url, token } = tokenInPath(pathname);
  if (token === null) return request;
  const moved = new Request(`${origin}${url}${search}`, request);
  moved.headers.set('authorization', `Bearer ${token}`);
  return moved;
}

/** The path of a connection that may come in; the status that refuses it otherwise. */
async function letIn(connections: Hono, request: IncomingMessage): Promise<string | number> {
  const { host = '', ...rest } = request.headers;
  const address = `http://${host}${request.url ?? '/'}`;
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return 400;
  if (!URL.canParse(address)) return 400;
  const { username, password } = new URL(address);
  // A host name is no place for them, and no request can be made of such an address.
  if (username !== '' || password !== '') return 400;
  const headers = new Headers();
  for (const [name, value] of Object.entries({ host, ...rest })) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const asked = withToken(new Request(address, { headers }));
  const { status } = await connections.fetch(asked, { incoming: request });
  return status === 204 ? new URL(asked.url).pathname : status;
}
