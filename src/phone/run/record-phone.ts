import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { PhoneDevice } from '../device/phone-device.js';

/** Which episode of which world a phone was put up for. */
export interface PhoneEpisode {
  readonly world: string | null;
  readonly task: string;
  readonly repeat: number;
  readonly seed: number;
}

/** TEMPORARY until the writer lands. */
export async function recordPhone(
  device: PhoneDevice,
  options: { readonly file: string; readonly episode: PhoneEpisode },
): Promise<AsyncDisposable> {
  const stream = createWriteStream(options.file);
  const stop = device.log.listen((event) => stream.write(`${JSON.stringify(event)}\n`));
  return {
    async [Symbol.asyncDispose]() {
      stop();
      stream.end();
      await once(stream, 'close');
    },
  };
}
