import { once } from 'node:events';
import type { DeviceServices, ServiceStream } from '../../phone/service-stream.js';

/** A client of a phone without sockets: sends what it is asked to, keeps what it gets. */
export class PhoneClient implements ServiceStream {
  readonly gone: AbortSignal;
  readonly #leaving = new AbortController();
  readonly #sent: Uint8Array[] = [];
  readonly #got: Uint8Array[] = [];
  #wake = new AbortController();
  #hasEnded = false;

  constructor() {
    this.gone = this.#leaving.signal;
  }

  get input(): AsyncIterable<Uint8Array> {
    return this.#read();
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#got.push(bytes.slice());
  }

  get output(): Buffer {
    return Buffer.concat(this.#got);
  }

  send(data: string | Uint8Array): void {
    this.#sent.push(typeof data === 'string' ? Buffer.from(data) : data);
    this.#wake.abort();
  }

  /** Sends no more. */
  end(): void {
    this.#hasEnded = true;
    this.#wake.abort();
  }

  /** Hangs up. */
  leave(): void {
    this.#leaving.abort();
    this.#wake.abort();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#sent.shift();
      if (next !== undefined) yield next;
      else if (this.#hasEnded || this.gone.aborted) return;
      else {
        this.#wake = new AbortController();
        await once(this.#wake.signal, 'abort');
      }
    }
  }
}

/** Runs a command line as `adb shell` without the shell protocol does; null where the phone refuses it. */
export async function shellLine(device: DeviceServices, line: string): Promise<string | null> {
  const serve = device.open(`shell:${line}`);
  if (serve === null) return null;
  const client = new PhoneClient();
  client.end();
  await serve(client);
  return client.output.toString('utf8');
}
