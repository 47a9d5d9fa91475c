import type { PhoneEventOf } from '../../formats/phone/phone-event.js';
import type { ServiceStream } from '../service-stream.js';

/**
 * A client that sends again what a recorded one sent. Of what was kept as length and hash alone, as many zeros are sent.
 * Nothing that it gets is kept.
 */
export class ReplayStream implements ServiceStream {
  readonly gone: AbortSignal;
  readonly #end = new AbortController();
  readonly #inputs: readonly PhoneEventOf<'input'>[];

  constructor(inputs: readonly PhoneEventOf<'input'>[]) {
    this.#inputs = inputs;
    this.gone = this.#end.signal;
  }

  get input(): AsyncIterable<Uint8Array> {
    return this.#send();
  }

  async write(): Promise<void> {}

  leave(): void {
    this.#end.abort();
  }

  async *#send(): AsyncGenerator<Uint8Array> {
    for (const { bytes, text, base64, end } of this.#inputs) {
      if (end === true) return;
      if (text !== undefined) yield Buffer.from(text, 'utf8');
      else if (base64 !== undefined) yield Buffer.from(base64, 'base64');
      else for (let left = bytes; left > 0; left -= CHUNK) yield new Uint8Array(Math.min(left, CHUNK));
    }
    // The recorded client stayed, and so does this one.
    if (this.gone.aborted) return;
    await new Promise((resolve) => this.gone.addEventListener('abort', resolve, { once: true }));
  }
}

const CHUNK = 65_536;
