import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { listen } from '../transport/listen.js';
import { limitProblems } from '../transport/limit-problems.js';
import { learnPhone, type LearntPhone } from './learn-phone.js';
import { PhoneRecorder } from './phone-recorder.js';
import { ProxyConnection } from './proxy-connection.js';
import { ProxyForwards } from './proxy-forwards.js';
import { connectUpstream, type ServerAddress } from './upstream.js';

export interface RecordProxyOptions {
  /** The real adb server. */
  readonly upstream: ServerAddress;
  /** Phone to record; null for the only one there is. */
  readonly serial: string | null;
  /** Port on loopback; 0 takes any free one. */
  readonly port: number;
  /** Folder that the recording goes to; must hold none yet. */
  readonly folder: string;
  readonly settleMs: number;
  readonly takesDumps: boolean;
  readonly touchstone: string;
  /** Connections at once. */
  readonly maxConnections?: number;
  /** Receives failures that do not end the recording. */
  readonly onProblem: (what: string) => void;
}

const MAX_CONNECTIONS = 1_024;

/**
 * Listens as an adb server that passes everything on to a real one, and records what is done to one phone of it.
 *
 * @throws {ProxyUpstreamError} when there is no server or no such phone
 * @throws {UserError} when the port cannot be listened on
 * @throws {PhoneLogWriteError} when the folder holds a recording already
 */
export async function recordProxy(options: RecordProxyOptions): Promise<RecordProxy> {
  const phone = await learnPhone(options.upstream, options.serial);
  const server = createServer({ noDelay: true, allowHalfOpen: true, pauseOnConnect: true });
  await listen(server, '127.0.0.1', options.port);
  try {
    const recorder = await PhoneRecorder.start({
      address: options.upstream,
      phone,
      folder: options.folder,
      settleMs: options.settleMs,
      takesDumps: options.takesDumps,
      touchstone: options.touchstone,
      onFailure: (error) => options.onProblem(String(error)),
    });
    return new RecordProxy(server, phone, recorder, options);
  } catch (error) {
    server.close();
    throw error;
  }
}

/** A proxy that records. */
export class RecordProxy implements AsyncDisposable {
  readonly serial: string;
  readonly port: number;
  readonly #server: Server;
  readonly #phone: LearntPhone;
  readonly #recorder: PhoneRecorder;
  readonly #options: RecordProxyOptions;
  readonly #onProblem: (what: string) => void;
  readonly #forwards: ProxyForwards;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<Promise<void>>();

  /** Use `recordProxy`. */
  constructor(server: Server, phone: LearntPhone, recorder: PhoneRecorder, options: RecordProxyOptions) {
    this.serial = phone.serial;
    // A server that listens on an address and port has no other kind.
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#phone = phone;
    this.#recorder = recorder;
    this.#options = options;
    this.#onProblem = limitProblems((what) => {
      recorder.noteTransport('problem', what);
      options.onProblem(what);
    });
    this.#forwards = new ProxyForwards({
      phone,
      recorder,
      upstream: options.upstream,
      proxy: { host: '127.0.0.1', port: this.port },
      onProblem: this.#onProblem,
    });
    server.on('connection', (socket) => this.#accept(socket));
  }

  get counts(): PhoneRecorder['counts'] {
    return this.#recorder.counts;
  }

  /** Ends every connection; the last screen is captured, and the recording is whole. Doing it twice is harmless. */
  async [Symbol.asyncDispose](): Promise<void> {
    const isFirst = this.#server.listening;
    await this.#forwards[Symbol.asyncDispose]();
    for (const socket of this.#sockets) socket.destroy();
    const { unrecorded } = this.#forwards;
    if (isFirst && unrecorded > 0) {
      this.#options.onProblem(
        `${unrecorded === 1 ? 'One forward was' : `${unrecorded} forwards were`} left to the adb server: what went through is not recorded.`,
      );
    }
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
    await Promise.all(this.#connections);
    await this.#recorder[Symbol.asyncDispose]();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => {});
    const { maxConnections = MAX_CONNECTIONS } = this.#options;
    if (this.#sockets.size >= maxConnections) {
      this.#onProblem(`a connection was refused: ${this.#sockets.size} are open`);
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const serving = this.#serve(socket).finally(() => this.#connections.delete(serving));
    this.#connections.add(serving);
  }

  async #serve(client: Socket): Promise<void> {
    let server: Socket;
    try {
      server = await connectUpstream(this.#options.upstream);
    } catch (error) {
      this.#onProblem(error instanceof Error ? error.message : String(error));
      client.destroy();
      return;
    }
    if (client.destroyed) {
      server.destroy();
      return;
    }
    const context = {
      phone: this.#phone,
      recorder: this.#recorder,
      forwards: this.#forwards,
      onProblem: this.#onProblem,
    };
    await new ProxyConnection(client, server, context).serve();
  }
}
