/** What commands read, one after the other: what one of them leaves, the next one gets. */
export class Input implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array | null = null;
  /** Readers at the same time are served in turn. */
  #turn: Promise<unknown> | null = null;
  #isEnded = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** An input that has ended. */
  static empty(): Input {
    return new Input(chunksOf(new Uint8Array()));
  }

  static of(bytes: Uint8Array): Input {
    return new Input(chunksOf(bytes));
  }

  /** The next bytes, at least one; null at the end. */
  async next(): Promise<Uint8Array | null> {
    while (this.#turn) await this.#turn;
    if (this.#rest) {
      const rest = this.#rest;
      this.#rest = null;
      return rest;
    }
    if (this.#isEnded) return null;
    const turn = this.#source.next();
    this.#turn = turn;
    try {
      for (let result = await turn; ; result = await this.#source.next()) {
        if (result.done) {
          this.#isEnded = true;
          return null;
        }
        if (result.value.length) return result.value;
      }
    } finally {
      this.#turn = null;
    }
  }

  /** Puts bytes back that the reader does not want. */
  unread(bytes: Uint8Array): void {
    if (bytes.length) this.#rest = this.#rest ? Buffer.concat([bytes, this.#rest]) : bytes;
  }

  /** Leaves the rest to others when a reader stops early. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let bytes = await this.next(); bytes; bytes = await this.next()) yield bytes;
  }
}

/** Bytes that are read at once, and after how many of these others get their turn. */
const CHUNK = 64 * 1024;
const CHUNKS_PER_TURN = 32;

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  let count = 0;
  for (let start = 0; start < bytes.length; start += CHUNK) {
    yield bytes.subarray(start, start + CHUNK);
    count += 1;
    if (count % CHUNKS_PER_TURN === 0) await nextTurn();
  }
}

/** Lets everything else that waits run first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
