import type { Socket } from 'node:net';
import type { Service, ServiceStream } from '../service-stream.js';
import { CLIENT_GONE } from '../transport/client-gone.js';
import { InputQueue } from '../transport/input-queue.js';

/** Bytes taken from a client ahead of the service, so that its end is noticed by services that read nothing. */
const READ_AHEAD = 64 * 1024;
/** Time a client has to take what is left once the service is done, milliseconds without progress. */
const LINGER_MS = 10_000;

/** One service over a socket of its own: raw bytes both ways. A client that sends no more is gone, as for a real server. */
export class SocketStream implements ServiceStream {
  readonly input: InputQueue;
  readonly #socket: Socket;
  #abort: AbortController | null = null;
  #unread = 0;
  #isGone = false;
  #isDone = false;
  #writers: (() => void)[] = [];

  /** @param first bytes that came with the request */
  constructor(socket: Socket, first: Buffer) {
    this.#socket = socket;
    this.input = new InputQueue((bytes) => this.#taken(bytes));
    socket.on('data', (piece: Buffer) => this.#receive(piece));
    socket.on('drain', () => this.#releaseWriters());
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
    if (this.#isGone || this.#isDone || bytes.length === 0) return Promise.resolve();
    this.#socket.write(bytes);
    if (!this.#socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => this.#writers.push(resolve));
  }

  /** Runs the service to its end and closes. */
  async serve(service: Service, onProblem: (what: string) => void): Promise<void> {
    try {
      await service(this);
    } catch (error) {
      onProblem(`a service failed: ${String(error)}`);
    }
    this.#isDone = true;
    if (this.#isGone) return;
    this.input.end();
    // What a client still sends is read and thrown away: closing on unread bytes would take the answer from it.
    this.#socket.resume();
    this.#socket.setTimeout(LINGER_MS, () => this.#socket.destroy());
    this.#socket.end();
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
