import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { followRestarts } from '../follow-restarts.js';
import type { DeviceServices } from '../service-stream.js';
import { listen } from './listen.js';
import { DaemonConnection, type DaemonConnectionOptions } from './daemon-connection.js';

export interface PhoneDaemonOptions extends Omit<DaemonConnectionOptions, 'onConnected'> {
  /** Address to listen on. Whoever reaches it drives the phone. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** Connections at once; real adb servers have one. */
  readonly maxConnections?: number;
  /** A host introduced itself, or one that had is gone. */
  readonly onTransport?: (change: 'connected' | 'lost') => void;
}

const MAX_CONNECTIONS = 64;

/**
 * Listens as the ADB daemon of a phone, for `adb connect HOST:PORT` and for `registerWithAdbServer`.
 *
 * @throws {UserError} when the address cannot be listened on
 */
export async function phoneDaemon(options: PhoneDaemonOptions): Promise<PhoneDaemon> {
  const server = createServer({ noDelay: true });
  await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  return new PhoneDaemon(server, options);
}

/** A listening daemon. */
export class PhoneDaemon implements AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly #server: Server;
  readonly #options: PhoneDaemonOptions;
  readonly #connections = new Set<DaemonConnection>();
  #services: DeviceServices;
  #unfollow: () => void;
  #isAway = false;

  /** Use `phoneDaemon`. */
  constructor(server: Server, options: PhoneDaemonOptions) {
    // A server that listens on an address and port has no other kind.
    const address = server.address() as AddressInfo;
    this.host = address.address;
    this.port = address.port;
    this.#server = server;
    this.#options = options;
    this.#services = options.services;
    this.#unfollow = this.#follow(options.services);
    server.on('connection', (socket) => this.#accept(socket));
  }

  /** Streams open on all connections. */
  get streamCount(): number {
    return [...this.#connections].reduce((sum, connection) => sum + connection.streamCount, 0);
  }

  /** Puts another phone behind the port; hosts see their connection end and come again. */
  replace(services: DeviceServices): void {
    this.#unfollow();
    this.#services = services;
    this.#unfollow = this.#follow(services);
    this.disconnect();
  }

  /** Ends all connections; hosts may come again. */
  disconnect(): void {
    for (const connection of this.#connections) connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unfollow();
    this.disconnect();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Hosts lose a phone that starts anew, and find nobody until it is back. */
  #follow(services: DeviceServices): () => void {
    this.#isAway = false;
    return followRestarts(services, {
      away: () => {
        this.#isAway = true;
        this.disconnect();
      },
      back: () => (this.#isAway = false),
    });
  }

  #accept(socket: Socket): void {
    if (this.#isAway) {
      socket.destroy();
      return;
    }
    if (this.#connections.size >= (this.#options.maxConnections ?? MAX_CONNECTIONS)) {
      this.#options.onProblem?.(`a connection was refused: ${this.#connections.size} are open`);
      socket.destroy();
      return;
    }
    let isConnected = false;
    const connection = new DaemonConnection(socket, {
      ...this.#options,
      services: this.#services,
      onConnected: () => {
        isConnected = true;
        this.#options.onTransport?.('connected');
      },
    });
    this.#connections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      if (isConnected) this.#options.onTransport?.('lost');
    });
  }
}
