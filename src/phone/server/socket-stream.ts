import type { Duplex } from 'node:stream';
import type { Service, ServiceStream } from '../service-stream.js';
import { CLIENT_GONE } from '../transport/client-gone.js';
import { InputQueue } from '../transport/input-queue.js';
import type { PhoneTraffic } from '../transport/phone-traffic.js';

/** Bytes taken from a client ahead of the service, so that its end is noticed by services that read nothing. */
const READ_AHEAD = 64 * 1024;
/** Writes that a service may be ahead of its client, however small: each takes memory besides its bytes. */
const WRITES_AHEAD = 64;

export interface SocketStreamOptions {
  /** Account of the phone. */
  readonly traffic: PhoneTraffic;
  /** Time a client has to take what is left once the service is done, milliseconds without progress. */
  readonly lingerMs: number;
  readonly onProblem: (what: string) => void;
}

/** What a stream needs of its socket. */
export interface StreamSocket extends Duplex {
  setTimeout(ms: number, then: () => void): unknown;
}

/** One service over a socket of its own: raw bytes both ways. A client that sends no more is gone, as for a real server. */
export class SocketStream implements ServiceStream {
  readonly input: InputQueue;
  readonly #socket: StreamSocket;
  readonly #options: SocketStreamOptions;
  #abort: AbortController | null = null;
  #unread = 0;
  #isGone = false;
  #isDone = false;
  #writers: (() => void)[] = [];
  /** Writes that the system has not taken. */
  #waiting = 0;
  #isCorked = false;

  /** @param first bytes that came with the request */
  constructor(socket: StreamSocket, first: Buffer, options: SocketStreamOptions) {
    this.#socket = socket;
    this.#options = options;
    this.input = new InputQueue((bytes) => this.#taken(bytes));
    socket.on('data', (piece: Buffer) => this.#receive(piece));
    socket.on('drain', () => {
      if (this.#hasRoom) this.#releaseWriters();
    });
    socket.on('end', () => this.#drop());
    socket.on('close', () => this.#drop());
    if (first.length > 0) this.#receive(first);
  }

  get gone(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isGone) this.#abort.abort(CLIENT_GONE);
    return this.#abort.signal;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#socket.destroyed) this.#drop();
    if (this.#isGone || this.#isDone || bytes.length === 0) return Promise.resolve();
    const { traffic, onProblem } = this.#options;
    if (!traffic.keep(bytes)) {
      onProblem(`a stream was closed: clients leave ${traffic.unsent} bytes of the phone untaken`);
      this.#drop();
      return Promise.resolve();
    }
    this.#cork();
    this.#waiting += 1;
    this.#socket.write(bytes, (error) => {
      traffic.release(bytes);
      this.#waiting -= 1;
      // A socket that failed takes everything; whoever waits learns first that the client is gone.
      if (error) this.#drop();
      else if (this.#hasRoom) this.#releaseWriters();
    });
    if (this.#hasRoom) return Promise.resolve();
    return new Promise((resolve) => this.#writers.push(resolve));
  }

  /** Runs the service to its end and closes. */
  async serve(service: Service): Promise<void> {
    try {
      await service(this);
    } catch (error) {
      this.#options.onProblem(`a service failed: ${String(error)}`);
    }
    this.#isDone = true;
    if (this.#isGone) return;
    this.input.end();
    // What a client still sends is read and thrown away: closing on unread bytes would take the answer from it.
    this.#socket.resume();
    this.#socket.setTimeout(this.#options.lingerMs, () => this.#socket.destroy());
    this.#socket.end();
  }

  get #hasRoom(): boolean {
    if (this.#options.traffic.isCrowded) return this.#waiting === 0;
    return !this.#socket.writableNeedDrain && this.#waiting <= WRITES_AHEAD;
  }

  /** What goes together is sent together. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    queueMicrotask(() => {
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }

  #receive(piece: Buffer): void {
    if (this.#isDone) return;
    this.#unread += piece.length;
    this.input.push(piece);
    if (this.#unread > READ_AHEAD) this.#socket.pause();
  }

  #taken(bytes: number): void {
    this.#unread -= bytes;
    if (this.#unread <= READ_AHEAD && this.#socket.isPaused()) this.#socket.resume();
  }

  #drop(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.input.end();
    this.#releaseWriters();
    // A service that is done waits for nothing any more.
    if (this.#isDone) return;
    this.#abort?.abort(CLIENT_GONE);
    this.#socket.destroy();
  }

  #releaseWriters(): void {
    for (const release of this.#writers.splice(0)) release();
  }
}
