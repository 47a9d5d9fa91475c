import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { followRestarts } from '../follow-restarts.js';
import type { DeviceServices } from '../service-stream.js';
import { listen } from '../transport/listen.js';
import { ClientConnection, type ClientContext } from './client-connection.js';
import { PATIENCE, type ClientPatience } from './client-patience.js';
import { Forwards } from './forwards.js';
import { PhoneList } from './phone-list.js';

export interface SmartSocketServerOptions {
  /** Phones from the start; more may come and go. */
  readonly phones?: readonly DeviceServices[];
  /** Address to listen on. Whoever reaches it drives the phones. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** What `host:version` tells; clients built for another version kill the server and start their own. */
  readonly version?: number;
  /** Connections at once. */
  readonly maxConnections?: number;
  /** How long slow clients are waited for: a minute for the first request, ten seconds to take what is left. */
  readonly patience?: Partial<ClientPatience>;
  /** A client asked the server to end. It does not. */
  readonly onKill?: () => void;
  /** Receives what a client did wrong, and what was done about it. */
  readonly onProblem?: (what: string) => void;
}

/** Version of adb 1.0.41, the last number there is. */
const SERVER_VERSION = 41;
const MAX_CONNECTIONS = 8192;

/**
 * Listens as an ADB server, so that clients see the phones given and no others. Point them at it with
 * `ANDROID_ADB_SERVER_PORT`.
 *
 * @throws {UserError} when the address cannot be listened on
 */
export async function smartSocketServer(options: SmartSocketServerOptions = {}): Promise<SmartSocketServer> {
  const server = createServer({ noDelay: true });
  await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  return new SmartSocketServer(server, options);
}

/** A listening server and the phones it shows. */
export class SmartSocketServer implements AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly #server: Server;
  readonly #phones = new PhoneList();
  readonly #forwards: Forwards;
  readonly #context: ClientContext;
  readonly #sockets = new Set<Socket>();
  readonly #maxConnections: number;
  /** What ends looking after restarts of a phone, by its serial. */
  readonly #followed = new Map<string, () => void>();

  /** Use `smartSocketServer`. */
  constructor(server: Server, options: SmartSocketServerOptions) {
    // A server that listens on an address and port has no other kind.
    const address = server.address() as AddressInfo;
    this.host = address.address;
    this.port = address.port;
    this.#server = server;
    const onProblem = options.onProblem ?? (() => {});
    const patience = { ...PATIENCE, ...options.patience };
    this.#forwards = new Forwards(onProblem, patience);
    this.#maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
    this.#context = {
      phones: this.#phones,
      forwards: this.#forwards,
      version: options.version ?? SERVER_VERSION,
      onKill: options.onKill ?? (() => {}),
      onProblem,
      patience,
    };
    for (const phone of options.phones ?? []) this.add(phone);
    server.on('connection', (socket) => this.#accept(socket));
  }

  /**
   * Shows a phone, in the place of one of the same serial. One that is not attached appears once a client sends
   * `host:connect:` with its serial.
   */
  add(phone: DeviceServices, options: { isAttached?: boolean } = {}): void {
    this.#forwards.removeAll(phone.serial);
    this.#phones.add(phone, options);
    this.#forget(phone.serial);
    const { serial } = phone;
    const away = (): void => {
      this.#forwards.removeAll(serial);
      this.#phones.detach(serial);
    };
    this.#followed.set(serial, followRestarts(phone, { away, back: () => this.#phones.attach(serial) }));
  }

  /** Takes a phone away: its services, forwards and place in the list. False where there is none of that serial. */
  remove(serial: string): boolean {
    this.#forwards.removeAll(serial);
    this.#forget(serial);
    return this.#phones.remove(serial);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const serial of this.#followed.keys()) this.#forget(serial);
    for (const socket of this.#sockets) socket.destroy();
    await this.#forwards[Symbol.asyncDispose]();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forget(serial: string): void {
    this.#followed.get(serial)?.();
    this.#followed.delete(serial);
  }

  #accept(socket: Socket): void {
    if (this.#sockets.size >= this.#maxConnections) {
      this.#context.onProblem(`a connection was refused: ${this.#sockets.size} are open`);
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    new ClientConnection(socket, this.#context).start();
  }
}
