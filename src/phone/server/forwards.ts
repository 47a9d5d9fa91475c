import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { trafficOf } from '../transport/phone-traffic.js';
import { PATIENCE, type ClientPatience } from './client-patience.js';
import type { AttachedPhone } from './phone-list.js';
import { SocketStream } from './socket-stream.js';

export interface ForwardOptions {
  /** Keeps a forward that is there instead of giving it another target. */
  readonly isNew: boolean;
}

/** Forwards of one server at once; each is a listener of ours. */
const MOST_FORWARDS = 256;
/** Connections through one forward at once. */
const MOST_CONNECTIONS = 256;

interface Forward {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  phone: AttachedPhone;
  remote: string;
}

/** What came of a forward: the port that listens, or why none does. */
export type Forwarded = { readonly port: number } | { readonly problem: string };

/**
 * Ports of this machine, on loopback, that lead to services of phones.
 *
 * Source: AOSP `adb/adb.cpp` (`handle_forward_request`), `adb/adb_listeners.cpp`.
 * Deviation: only `tcp:PORT` on this side; a client that named a phone removes forwards of that phone alone.
 */
export class Forwards implements AsyncDisposable {
  readonly #forwards = new Map<number, Forward>();
  readonly #onProblem: (what: string) => void;
  readonly #lingerMs: number;

  constructor(onProblem: (what: string) => void, { lingerMs }: ClientPatience = PATIENCE) {
    this.#onProblem = onProblem;
    this.#lingerMs = lingerMs;
  }

  async add(
    phone: AttachedPhone,
    local: string,
    remote: string,
    { isNew }: ForwardOptions,
  ): Promise<Forwarded> {
    const port = portOf(local);
    if (port === null) return { problem: `cannot bind listener: ${local} is not supported` };
    const there = this.#forwards.get(port);
    if (there !== undefined) {
      if (isNew) return { problem: 'cannot rebind existing socket' };
      there.phone = phone;
      there.remote = remote;
      return { port };
    }
    if (this.#forwards.size >= MOST_FORWARDS) return { problem: 'cannot bind listener: Too many open files' };
    const server = createServer({ noDelay: true });
    const problem = await bind(server, port);
    if (problem !== null) return { problem: `cannot bind listener: ${problem}` };
    // Listening on an address and port, it has no other kind.
    const bound = (server.address() as AddressInfo).port;
    const forward: Forward = { server, sockets: new Set(), phone, remote };
    server.on('connection', (socket) => this.#accept(forward, socket));
    this.#forwards.set(bound, forward);
    return { port: bound };
  }

  /** False where there is none at that place, or it is another phone's. */
  remove(local: string, serial: string | null): boolean {
    const port = portOf(local);
    const forward = port === null ? undefined : this.#forwards.get(port);
    if (port === null || forward === undefined || !isOf(forward, serial)) return false;
    this.#forwards.delete(port);
    void close(forward);
    return true;
  }

  /** Removes those of one phone, or all. */
  removeAll(serial: string | null): void {
    for (const [port, forward] of this.#forwards) if (isOf(forward, serial)) this.remove(`tcp:${port}`, null);
  }

  /** Lines as `adb forward --list` prints them. */
  describe(): string {
    return [...this.#forwards]
      .map(([port, { phone, remote }]) => `${phone.services.serial} tcp:${port} ${remote}\n`)
      .join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#forwards.values()];
    this.#forwards.clear();
    await Promise.all(all.map(close));
  }

  #accept(forward: Forward, socket: Socket): void {
    socket.on('error', () => {});
    const service =
      forward.sockets.size < MOST_CONNECTIONS ? forward.phone.services.open(forward.remote) : null;
    if (service === null) {
      socket.destroy();
      return;
    }
    forward.sockets.add(socket);
    socket.once('close', () => forward.sockets.delete(socket));
    const stream = new SocketStream(socket, Buffer.alloc(0), {
      traffic: trafficOf(forward.phone.services),
      lingerMs: this.#lingerMs,
      onProblem: this.#onProblem,
    });
    void stream.serve(service);
  }
}

function isOf({ phone }: Forward, serial: string | null): boolean {
  return serial === null || phone.services.serial === serial;
}

/** Number of `tcp:PORT`, 0 for any free one; null for every other place. */
function portOf(local: string): number | null {
  const match = /^tcp:(\d{1,5})$/.exec(local);
  const port = Number(match?.[1]);
  return match !== null && port <= 0xffff ? port : null;
}

/** Starts listening; gives the message for the phone's user where that fails. */
function bind(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(REASONS[error.code ?? ''] ?? error.message),
    );
    server.listen({ host: '127.0.0.1', port }, () => {
      server.removeAllListeners('error');
      server.on('error', () => {});
      resolve(null);
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Address already in use',
  EACCES: 'Permission denied',
};

async function close({ server, sockets }: Forward): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
