import type { EpisodeStart } from '../../environments/environment.js';
import { PhoneLogWriter } from '../../formats/phone/phone-log-writer.js';
import type { PhoneDevice } from '../device/phone-device.js';
import { phoneLogHeader } from '../log/phone-log-header.js';

/** Which episode of which world a phone was put up for, and who did. */
export interface PhoneEpisode extends EpisodeStart {
  readonly world: string | null;
  /** Version of Touchstone. */
  readonly touchstone: string;
}

/**
 * Writes everything that is said to a phone, and what came of it, to a file of its own until it is disposed of.
 *
 * @throws {PhoneLogWriteError} when the file cannot be made
 */
export function recordPhone(
  device: PhoneDevice,
  options: {
    readonly file: string;
    readonly episode: PhoneEpisode;
    /** Called once, when an event could not be written. */
    readonly onFailure: (error: unknown) => void;
  },
): AsyncDisposable {
  const { world, touchstone, ...start } = options.episode;
  const header = phoneLogHeader(device, { start, world, touchstone });
  const writer = PhoneLogWriter.create(options.file, header, { onFailure: options.onFailure });
  const stop = device.log.listen((event) => writer.append(event));
  return {
    async [Symbol.asyncDispose]() {
      stop();
      writer[Symbol.dispose]();
    },
  };
}
