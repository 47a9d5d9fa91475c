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
  /** How many of the inputs may be sent. */
  #released: number;
  #onRelease: () => void = () => {};

  /** @param options.isTyped each input is sent when it is released: keys at a terminal mean something else at another time */
  constructor(inputs: readonly PhoneEventOf<'input'>[], { isTyped = false }: { isTyped?: boolean } = {}) {
    this.#inputs = inputs;
    this.#released = isTyped ? 0 : Number.POSITIVE_INFINITY;
    this.gone = this.#end.signal;
  }

  get input(): AsyncIterable<Uint8Array> {
    return this.#send();
  }

  async write(): Promise<void> {}

  /** Lets the client send the next input. */
  release(): void {
    this.#released += 1;
    this.#onRelease();
  }

  leave(): void {
    this.#end.abort();
    this.#onRelease();
  }

  async *#send(): AsyncGenerator<Uint8Array> {
    for (const [index, { bytes, text, base64, end }] of this.#inputs.entries()) {
      while (index >= this.#released && !this.gone.aborted)
        await new Promise<void>((resolve) => (this.#onRelease = resolve));
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
