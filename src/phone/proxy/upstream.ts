import { connect, type Socket } from 'node:net';
import { ProxyUpstreamError } from './proxy-errors.js';

/** Where an adb server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Time for the server to take a connection, milliseconds. */
const CONNECT_MS = 5_000;

/**
 * A connection to the adb server, half-open when one side ends.
 *
 * @throws {ProxyUpstreamError} when nobody listens there
 */
export function connectUpstream({ host, port }: ServerAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const fail = (cause: Error): void => {
      socket.destroy();
      reject(
        new ProxyUpstreamError(`no adb server answers on ${host}:${port} (${cause.message})`, {
          cause,
          hint: 'Start one (`adb start-server`), or name it with --server HOST:PORT.',
        }),
      );
    };
    socket.setTimeout(CONNECT_MS, () => fail(new Error('no answer')));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      // Servers go away at any time; `close` follows.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** How long and how much an answer may be. */
export interface AnswerLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * What the server answers to one request about itself, such as `host:devices`.
 *
 * @throws {ProxyUpstreamError} when there is no server, it refuses, or does not answer in time
 */
export async function askUpstream(address: ServerAddress, request: string): Promise<string> {
  const limits = { timeoutMs: CONNECT_MS, maxBytes: 1 << 20 };
  return exchange(address, limits, async (conversation) => {
    await conversation.say(request);
    const length = Number.parseInt((await conversation.take(4)).toString('latin1'), 16);
    return (await conversation.take(Number.isNaN(length) ? 0 : length)).toString();
  });
}

/** Number that the server gives the phone while it is connected; null from servers that have none. */
export async function transportIdOf(address: ServerAddress, serial: string): Promise<bigint | null> {
  try {
    return await exchange(address, { timeoutMs: CONNECT_MS, maxBytes: 1024 }, async (conversation) => {
      await conversation.say(`host:tport:serial:${serial}`);
      return (await conversation.take(8)).readBigUInt64LE();
    });
  } catch {
    return null;
  }
}

/**
 * Everything that a service of the phone says until it ends.
 *
 * @throws {ProxyUpstreamError} when server or phone refuse, or the answer takes longer or is larger than it may
 */
export function runOnPhone(
  address: ServerAddress,
  serial: string,
  service: string,
  limits: AnswerLimits,
): Promise<Buffer> {
  return exchange(address, limits, async (conversation) => {
    await conversation.say(`host:transport:${serial}`);
    await conversation.say(service);
    return conversation.rest();
  });
}

/** A service of the phone that runs until one side ends. */
export interface OpenService {
  readonly socket: Socket;
  /** What it says; may be iterated once. */
  readonly output: AsyncIterable<Uint8Array>;
}

/**
 * Opens a service of the phone, for bytes both ways.
 *
 * @throws {ProxyUpstreamError} when server or phone refuse
 */
export async function openOnPhone(
  address: ServerAddress,
  serial: string,
  service: string,
  signal: AbortSignal,
): Promise<OpenService> {
  const socket = await connectUpstream(address);
  const stop = (): void => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  if (signal.aborted) stop();
  try {
    const conversation = new Conversation(socket, 0);
    await conversation.say(`host:transport:${serial}`);
    await conversation.say(service);
    return { socket, output: conversation.pieces() };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function exchange<T>(
  address: ServerAddress,
  limits: AnswerLimits,
  talk: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const socket = await connectUpstream(address);
  const timer = setTimeout(
    () => socket.destroy(new Error(`no end after ${limits.timeoutMs} ms`)),
    limits.timeoutMs,
  );
  try {
    return await talk(new Conversation(socket, limits.maxBytes));
  } catch (cause) {
    if (cause instanceof ProxyUpstreamError) throw cause;
    throw new ProxyUpstreamError(
      `the adb server broke off: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
        hint: 'See what `adb devices` says of the phone.',
      },
    );
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Requests and answers over one connection. */
class Conversation {
  readonly #socket: Socket;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, maxBytes: number) {
    this.#socket = socket;
    this.#pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#maxBytes = maxBytes;
  }

  /** Sends a request and waits until it is taken. */
  async say(request: string): Promise<void> {
    const bytes = Buffer.from(request);
    this.#socket.write(bytes.length.toString(16).padStart(4, '0'));
    this.#socket.write(bytes);
    const status = (await this.take(4)).toString('latin1');
    if (status === 'OKAY') return;
    const why = (await this.rest()).subarray(4).toString();
    throw new ProxyUpstreamError(`the adb server refuses ${request}: ${why || status}`, {
      hint: 'See what `adb devices` says, and name the phone with --serial.',
    });
  }

  async take(length: number): Promise<Buffer> {
    const pieces = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const { value, done } = await this.#pieces.next();
      if (done === true) throw new Error('the connection ended within an answer');
      pieces.push(value);
      size += value.length;
    }
    const all = Buffer.concat(pieces);
    this.#held = all.subarray(length);
    return all.subarray(0, length);
  }

  /** What is said from now on. */
  async *pieces(): AsyncGenerator<Buffer> {
    if (this.#held.length > 0) yield this.#held;
    for (;;) {
      const { value, done } = await this.#pieces.next();
      if (done === true) return;
      yield value;
    }
  }

  async rest(): Promise<Buffer> {
    const pieces = [this.#held];
    let size = this.#held.length;
    for (;;) {
      const { value, done } = await this.#pieces.next();
      if (done === true) return Buffer.concat(pieces);
      pieces.push(value);
      size += value.length;
      if (size > this.#maxBytes) throw new Error(`the answer is longer than ${this.#maxBytes} bytes`);
    }
  }
}
