import { ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Hono, type MiddlewareHandler } from 'hono';
import { WebSocketServer, type WebSocket } from 'ws';
import { bearerOf } from '../../http/bearer-token.js';
import type { RunnerTokens } from '../runner-tokens.js';
import { withToken } from '../token-in-path.js';

/** What connections to one path are for. */
export interface AcceptedPath {
  /** Bytes of one message. */
  readonly longest: number;
  /** @param wire what the connection lies on */
  readonly accept: (socket: WebSocket, wire: Duplex) => void;
}

export interface AcceptOptions {
  readonly paths: ReadonlyMap<string, AcceptedPath>;
  /** Lets requests in that may come. */
  readonly guard: MiddlewareHandler;
  /** Tells when the owner of a token may not come any more; null where a token stays what it is. */
  readonly follow: RunnerTokens['follow'] | null;
}

/** Milliseconds without a word until the other machine is asked whether it is there. */
const KEEP_ALIVE_MS = 60_000;
/** Milliseconds that somebody who is shown the door has to close the connection. */
const LEAVING_MS = 2_000;
/** How such a connection is closed: "policy violation". Source: RFC 6455, 7.4.1. */
const GONE = { code: 1008, reason: 'this token lets nobody in any more' } as const;

/** Accepts the WebSocket connections of a server. Disposing ends all that it ever took out of the server's hands. */
export function acceptConnections(server: Server, { paths, guard, follow }: AcceptOptions): Disposable {
  const acceptors = new Map<string, WebSocketServer>();
  for (const [path, { longest }] of paths) acceptors.set(path, acceptor(longest));
  const connections = new Hono().use(guard).all('*', (context) => context.body(null, 204));
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
      .then((found) => {
        const status = typeof found === 'number' ? found : 404;
        const path = typeof found === 'number' ? '' : found.path;
        const [target, opening] = [paths.get(path), acceptors.get(path)];
        if (typeof found === 'number' || target === undefined || opening === undefined) {
          refuse(socket, status);
          return;
        }
        opening.handleUpgrade(request, socket, head, (opened) => {
          target.accept(opened, socket);
          if (follow !== null) closeOnceGone(opened, found.token, follow);
        });
      })
      .catch(() => socket.destroy());
  });
  return {
    [Symbol.dispose]: () => {
      for (const socket of taken) socket.destroy();
    },
  };
}

/** Closes a connection whose owner is removed: also one that is open goes no further. */
function closeOnceGone(socket: WebSocket, token: string, follow: RunnerTokens['follow']): void {
  let isClosed = false;
  let stop = (): void => undefined;
  socket.once('close', () => {
    isClosed = true;
    stop();
  });
  const leave = (): void => {
    socket.close(GONE.code, GONE.reason);
    // Whoever does not answer that has gone all the same.
    setTimeout(() => socket.terminate(), LEAVING_MS).unref();
  };
  follow(token, leave)
    .then((stopFollowing) => {
      if (isClosed) stopFollowing();
      else stop = stopFollowing;
    })
    .catch(leave);
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

/** The path of a connection that may come in, and its token; the status that refuses it otherwise. */
async function letIn(
  connections: Hono,
  request: IncomingMessage,
): Promise<{ readonly path: string; readonly token: string } | number> {
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
  if (status !== 204) return status;
  return { path: new URL(asked.url).pathname, token: bearerOf(asked.headers) ?? '' };
}
