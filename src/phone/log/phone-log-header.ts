import type { EpisodeStart } from '../../environments/environment.js';
import { PHONE_LOG_VERSION, type PhoneLogHeader } from '../../formats/phone/phone-event.js';
import type { PhoneDevice } from '../device/phone-device.js';

/** The first line of a phone's log, taken before the phone has done anything. */
export function phoneLogHeader(
  device: PhoneDevice,
  about: {
    readonly start: EpisodeStart;
    /** Which recorded world: benchmark or graph. */
    readonly world: string | null;
    /** Version of Touchstone. */
    readonly touchstone: string;
    readonly startedAt?: Date;
  },
): PhoneLogHeader {
  const { limits, options, profile, serial, state } = device;
  return {
    format: 'touchstone-phone',
    formatVersion: PHONE_LOG_VERSION,
    touchstone: about.touchstone,
    startedAt: (about.startedAt ?? new Date()).toISOString(),
    serial,
    profile,
    options: { ...options },
    limits: { ...limits },
    world: about.world,
    task: about.start.task,
    repeat: about.start.repeat,
    seed: about.start.seed,
    state,
  };
}
