/** A piece this many times smaller than the memory it is a view of is copied before it is kept. */
const COPY_BELOW = 4;

/**
 * What a client sent and nobody has read yet, to be iterated once. Whoever fills it learns what was taken, and sends for
 * more only then.
 */
export class InputQueue implements AsyncIterable<Uint8Array> {
  readonly #onTaken: (bytes: number) => void;
  #pieces: Uint8Array[] = [];
  #waiting: ((result: IteratorResult<Uint8Array>) => void)[] = [];
  #isEnded = false;
  #isAbandoned = false;

  /** @param onTaken called with the bytes of each piece that the reader took, or would have taken had it not left */
  constructor(onTaken: (bytes: number) => void) {
    this.#onTaken = onTaken;
  }

  push(piece: Uint8Array): void {
    if (this.#isEnded) return;
    const reader = this.#waiting.shift();
    if (reader !== undefined) reader({ value: piece, done: false });
    else if (!this.#isAbandoned) {
      this.#pieces.push(piece.length * COPY_BELOW < piece.buffer.byteLength ? new Uint8Array(piece) : piece);
      return;
    }
    this.#onTaken(piece.length);
  }

  /** The client sends no more; what is there may still be read. */
  end(): void {
    this.#isEnded = true;
    for (const reader of this.#waiting.splice(0)) reader({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next(), return: () => this.#abandon() };
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      this.#onTaken(piece.length);
      return Promise.resolve({ value: piece, done: false });
    }
    if (this.#isEnded || this.#isAbandoned) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The reader left: what still comes is thrown away, so that the client is not held up. */
  #abandon(): Promise<IteratorResult<Uint8Array>> {
    this.#isAbandoned = true;
    for (const piece of this.#pieces.splice(0)) this.#onTaken(piece.length);
    return Promise.resolve({ value: undefined, done: true });
  }
}
