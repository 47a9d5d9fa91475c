import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import type { ServiceStream } from '../service-stream.js';
import type { NewPhoneEvent } from '../log/phone-log.js';

/** Bytes of one stream that are kept as they came; of what follows, length and hash. */
const KEPT_BYTES = 65_536;

/** A stream whose traffic is counted, and whose input is written down so that it can be repeated. */
export class RecordedStream implements ServiceStream {
  readonly gone: AbortSignal;
  readonly #stream: ServiceStream;
  readonly #record: (event: Omit<Extract<NewPhoneEvent, { kind: 'input' }>, 'stream' | 'command'>) => void;
  readonly #count: (bytes: number) => void;
  #bytesIn = 0;
  #bytesOut = 0;
  #long: { readonly hash: Hash; bytes: number } | null = null;

  constructor(
    stream: ServiceStream,
    options: {
      /** Aborted when the client is gone or the phone is taken away. */
      readonly gone: AbortSignal;
      readonly record: (event: Omit<Extract<NewPhoneEvent, { kind: 'input' }>, 'stream' | 'command'>) => void;
      /** Called with the number of bytes that came in. */
      readonly count: (bytes: number) => void;
    },
  ) {
    this.#stream = stream;
    this.gone = options.gone;
    this.#record = options.record;
    this.#count = options.count;
  }

  get bytesIn(): number {
    return this.#bytesIn;
  }

  get bytesOut(): number {
    return this.#bytesOut;
  }

  get input(): AsyncIterable<Uint8Array> {
    return this.#read();
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#bytesOut += bytes.byteLength;
    return this.#stream.write(bytes);
  }

  /** Writes down what is known only now: the hash of a long input. */
  close(): void {
    if (this.#long === null) return;
    const { hash, bytes } = this.#long;
    this.#long = null;
    this.#record({ kind: 'input', bytes, sha256: hash.digest('hex') });
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for await (const bytes of this.#stream.input) {
      if (this.gone.aborted) return;
      this.#keep(bytes);
      this.#count(bytes.byteLength);
      yield bytes;
    }
    this.close();
    if (!this.gone.aborted) this.#record({ kind: 'input', bytes: 0, end: true });
  }

  #keep(bytes: Uint8Array): void {
    this.#bytesIn += bytes.byteLength;
    if (this.#long !== null || this.#bytesIn > KEPT_BYTES) {
      this.#long ??= { hash: createHash('sha256'), bytes: 0 };
      this.#long.hash.update(bytes);
      this.#long.bytes += bytes.byteLength;
      return;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const kept = isUtf8(text) ? { text: text.toString('utf8') } : { base64: text.toString('base64') };
    this.#record({ kind: 'input', bytes: bytes.byteLength, ...kept });
  }
}
