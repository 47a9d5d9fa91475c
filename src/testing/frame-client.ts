import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A connection of which frames are sent and awaited one by one. */
export class FrameClient implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #frames: string[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;
  /** Why the connection is over: code and reason of the other side; null while it is not. */
  closed: { readonly code: number; readonly reason: string } | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      this.#frames.push(data.toString('utf8'));
      this.#wake();
    });
    socket.on('close', (code: number, reason: Buffer) => {
      this.#isClosed = true;
      this.closed = { code, reason: reason.toString('utf8') };
      this.#wake();
    });
  }

  static async connect(url: string, headers: Readonly<Record<string, string>> = {}): Promise<FrameClient> {
    const socket = new WebSocket(url, { headers });
    const client = new FrameClient(socket);
    await once(socket, 'open');
    return client;
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** The next frame as JSON; null when the connection is closed without one. */
  async next(): Promise<unknown> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame !== undefined) return JSON.parse(frame);
      if (this.#isClosed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async ask(message: unknown): Promise<unknown> {
    this.send(message);
    return await this.next();
  }

  async ping(): Promise<void> {
    this.#socket.ping();
    await once(this.#socket, 'pong');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
  }
}
