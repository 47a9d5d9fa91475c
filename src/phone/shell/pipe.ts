/** Bytes that wait in a pipe before the writer has to. Source: Linux `pipe(7)`. */
const CAPACITY = 64 * 1024;

/** Writing where nobody reads any more; ends the writer, as SIGPIPE does. */
export class BrokenPipe extends Error {}

/** What one command writes and the next one reads, at most `CAPACITY` bytes behind (one chunk may be larger). */
export class Pipe implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #isEnded = false;
  #isClosed = false;
  #wakeReader: (() => void) | null = null;
  #wakeWriters: (() => void)[] = [];
  /** Called once the reader is gone. */
  onClosed: (() => void) | null = null;

  readonly write = async (data: string | Uint8Array): Promise<void> => {
    while (this.#size >= CAPACITY && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
    }
    if (this.#isClosed) throw new BrokenPipe('nobody reads from this pipe');
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    if (!bytes.length) return;
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    this.#wakeReader?.();
  };

  /** Nothing more is written. */
  end(): void {
    this.#isEnded = true;
    this.#wakeReader?.();
  }

  /** Nothing more is read. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#chunks.length = 0;
    for (const wake of this.#wakeWriters.splice(0)) wake();
    this.onClosed?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = this.#chunks.shift();
      if (bytes) {
        this.#size -= bytes.length;
        for (const wake of this.#wakeWriters.splice(0)) wake();
        yield bytes;
      } else if (this.#isEnded || this.#isClosed) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
        this.#wakeReader = null;
      }
    }
  }
}
