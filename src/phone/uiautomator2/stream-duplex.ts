import { Duplex } from 'node:stream';
import type { ServiceStream } from '../service-stream.js';

/** A service's stream as Node's own streams are, so that Node's HTTP server can be given it for a connection. */
export class StreamDuplex extends Duplex {
  readonly #stream: ServiceStream;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #leave = (): void => {
    this.destroy();
  };

  constructor(stream: ServiceStream) {
    super({ allowHalfOpen: true });
    this.#stream = stream;
    this.#chunks = stream.input[Symbol.asyncIterator]();
    stream.gone.addEventListener('abort', this.#leave, { once: true });
    if (stream.gone.aborted) this.destroy();
  }

  /** Closes it once everything was written; Node's server asks this of a connection that it is done with. */
  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.end(() => this.destroy());
  }

  override _read(): void {
    this.#chunks.next().then(
      ({ done, value }) => {
        if (!this.destroyed) this.push(done === true ? null : value);
      },
      () => this.destroy(),
    );
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    // A stream takes everything; it never fails.
    void this.#stream.write(chunk).finally(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stream.gone.removeEventListener('abort', this.#leave);
    done(error);
  }
}
