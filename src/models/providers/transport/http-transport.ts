import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { TouchstoneError } from '../../../errors.js';
import { ModelOutageError, ModelTimeoutError } from '../../model-errors.js';
import type { Timeouts } from '../../profile.js';
import type { Arrival, Transport, WireRequest, WireResponse } from './transport.js';
import { whenAborted } from './when-aborted.js';

/** Largest response read, in bytes: an answer is text, and no model writes more of it. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Source: the vendors' own clients; thinking models may need 900 s in all. */
const DEFAULTS = { connectMs: 10_000, firstByteMs: 120_000, totalMs: 300_000 } satisfies Timeouts;
const IDLE_MS = 15_000;
/** As many as any endpoint is given requests at a time, lest connections be closed and opened with each of them. */
const MAX_IDLE = 4_096;

/** The connection failed, independent of the request. */
class BrokenConnection {
  readonly reason: string;
  /** The answer had begun. */
  readonly isHalf: boolean;

  constructor(reason: string, isHalf: boolean) {
    this.reason = reason;
    this.isHalf = isHalf;
  }
}

/**
 * Requests over Node's own HTTP client, connections kept open: unlike `fetch`, it has a deadline for each part of
 * a call, and no longest one of its own.
 */
export function httpTransport(timeouts: Timeouts = {}): Transport {
  const limits = { ...DEFAULTS, ...timeouts };
  const agents = {
    // Concurrency is the gateway's to limit. Idle connections are dropped before common servers drop them.
    http: new HttpAgent({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS }),
    https: new HttpsAgent({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS }),
  };
  return async (wire) => {
    try {
      return await new Exchange(wire, limits).run(agents);
    } catch (error) {
      wire.signal.throwIfAborted();
      if (!(error instanceof BrokenConnection)) throw error;
      // Kept connections of a server that went away are all as dead as this one: the next attempt opens its own.
      dropIdle(wire.url.startsWith('https:') ? agents.https : agents.http, wire.url);
      if (error.isHalf) {
        throw new ModelOutageError(
          `${wire.endpoint} broke off in the middle of its answer: ${error.reason}`,
          {
            hint: 'Check the server and what lies between, then `touchstone resume RUN --retry-voided`.',
          },
        );
      }
      throw new ModelOutageError(`${wire.endpoint} cannot be reached: ${error.reason}`, {
        isDown: true,
        hint: 'Check that the server is up and the base URL is right, then `touchstone resume RUN --retry-voided`.',
      });
    }
  };
}

/** Closes the idle connections to the address's host. */
function dropIdle(agent: HttpAgent | HttpsAgent, url: string): void {
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}:`;
  for (const [name, sockets] of Object.entries(agent.freeSockets)) {
    if (!name.startsWith(host)) continue;
    for (const socket of sockets ?? []) socket.destroy();
  }
}

class Exchange {
  readonly #wire: WireRequest;
  readonly #limits: Required<Timeouts>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(wire: WireRequest, limits: Required<Timeouts>) {
    this.#wire = wire;
    this.#limits = limits;
  }

  async run(agents: { http: HttpAgent; https: HttpsAgent }): Promise<WireResponse> {
    const { url, method, headers, body, signal } = this.#wire;
    signal.throwIfAborted();
    const startedAt = performance.now();
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const isSecure = url.startsWith('https:');
    const options = {
      method,
      headers: { ...headers, 'content-length': String(length) },
      agent: isSecure ? agents.https : agents.http,
    };
    let stopWaiting: (() => void) | undefined;
    try {
      return await new Promise<WireResponse>((resolve, reject) => {
        let hasBegun = false;
        const request = isSecure ? httpsRequest(url, options) : httpRequest(url, options);
        const fail = (error: unknown): void => {
          const isOurs = error instanceof TouchstoneError || !(error instanceof Error);
          reject(isOurs ? error : new BrokenConnection(reasonOf(error), hasBegun));
          request.destroy();
        };
        stopWaiting = whenAborted(signal, () => fail(signal.reason));
        const { connectMs, firstByteMs, totalMs } = this.#limits;
        this.#deadline(totalMs, 'end its answer', fail);
        request.on('error', fail);
        request.on('socket', (socket) => this.#watchConnect(socket, isSecure, connectMs, fail));
        let first: NodeJS.Timeout | undefined;
        request.on('finish', () => {
          first = this.#deadline(firstByteMs, 'begin an answer', fail);
        });
        request.on('response', (response) => {
          clearTimeout(first);
          hasBegun = true;
          const firstByteMs = performance.now() - startedAt;
          const arrivals: Arrival[] = [];
          const onBytes = (bytes: number): unknown =>
            arrivals.push({ bytes, ms: performance.now() - startedAt });
          this.#read(response, onBytes).then(
            (text) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: headersOf(response),
                text,
                firstByteMs,
                arrivals,
              }),
            fail,
          );
        });
        request.cork();
        for (const piece of body) request.write(piece);
        request.end();
      });
    } finally {
      for (const timer of this.#timers) clearTimeout(timer);
      stopWaiting?.();
    }
  }

  #deadline(
    milliseconds: number,
    what: string,
    fail: (error: unknown) => void,
    isDown = false,
  ): NodeJS.Timeout {
    const timer = setTimeout(
      () => {
        fail(
          new ModelTimeoutError(`${this.#wire.endpoint} did not ${what} within ${milliseconds} ms`, {
            isDown,
            hint: 'Raise the timeout if the model needs longer, or lower the concurrency.',
          }),
        );
      },
      Math.min(milliseconds, 2 ** 31 - 1),
    );
    this.#timers.add(timer);
    return timer;
  }

  #watchConnect(socket: Socket, isSecure: boolean, limitMs: number, fail: (error: unknown) => void): void {
    if (!socket.connecting) return;
    const timer = this.#deadline(limitMs, 'accept a connection', fail, true);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  }

  /** @param onBytes hears after each piece how many bytes there are by now */
  #read(response: IncomingMessage, onBytes: (bytes: number) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      // No encoding is set, so that chunks are bytes.
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        onBytes(bytes);
        if (bytes <= MAX_BYTES) return;
        chunks.length = 0;
        reject(
          new ModelOutageError(`${this.#wire.endpoint} sends more than ${MAX_BYTES} bytes`, {
            hint: 'Check that the base URL is that of a chat endpoint.',
          }),
        );
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
      // After an end or an error this emits nothing more.
      response.on('close', () => reject(new Error('the connection was closed')));
    });
  }
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Name of the network failure; the texts around it may hold addresses, never keys. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
