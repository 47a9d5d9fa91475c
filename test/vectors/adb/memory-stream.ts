import type { ServiceStream } from '../../../src/phone/service-stream.js';

/** A client that sends what it is given and keeps what it gets. */
export class MemoryStream implements ServiceStream {
  readonly gone: AbortSignal;
  readonly #sent: readonly Uint8Array[];
  readonly #got: Uint8Array[] = [];

  constructor(options: { readonly sends?: readonly Uint8Array[]; readonly gone?: AbortSignal } = {}) {
    this.#sent = options.sends ?? [];
    this.gone = options.gone ?? new AbortController().signal;
  }

  get input(): AsyncIterable<Uint8Array> {
    const sent = this.#sent;
    return (async function* () {
      yield* sent;
    })();
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#got.push(bytes.slice());
  }

  get output(): Buffer {
    return Buffer.concat(this.#got);
  }
}
