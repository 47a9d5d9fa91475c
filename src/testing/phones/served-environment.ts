import type { Environment, EpisodeStart } from '../../environments/environment.js';
import { EnvironmentWorld } from '../../phone/device/environment-world.js';
import { PhoneDevice, type PhoneParts, type PhoneSetup } from '../../phone/device/phone-device.js';
import { phoneParts } from '../../phone/phone-parts.js';
import { profileOfScreens } from '../../phone/run/profile-of-screens.js';
import { phoneDaemon, type PhoneDaemon } from '../../phone/transport/phone-daemon.js';

/** An environment served as a phone, with a daemon that a real adb server can connect to. */
export interface ServedEnvironment extends AsyncDisposable {
  readonly device: PhoneDevice;
  readonly daemon: PhoneDaemon;
  /** `HOST:PORT` for `adb connect`, and its serial there. */
  readonly address: string;
  /** What went wrong on the way to clients. */
  readonly problems: readonly string[];
}

export interface ServedEnvironmentOptions extends Partial<
  Pick<PhoneSetup, 'serial' | 'options' | 'limits' | 'time'>
> {
  readonly start: EpisodeStart;
  readonly parts?: PhoneParts;
}

/** Serves an environment, which stays the caller's to dispose of, as a phone over ADB at the start of an episode. */
export async function serveEnvironment(
  environment: Environment,
  { start, parts = phoneParts(), serial = `served-${start.task}`, ...setup }: ServedEnvironmentOptions,
): Promise<ServedEnvironment> {
  const { signal } = new AbortController();
  const world = await EnvironmentWorld.start(environment, {
    profile: (observation) => profileOfScreens(null, observation, environment.live),
    start,
    signal,
  });
  const device = await PhoneDevice.start({ ...setup, serial, world, parts });
  const problems: string[] = [];
  const daemon = await phoneDaemon({ services: device, onProblem: (problem) => void problems.push(problem) });
  return {
    device,
    daemon,
    address: `127.0.0.1:${daemon.port}`,
    problems,
    async [Symbol.asyncDispose]() {
      await device[Symbol.asyncDispose]();
      await daemon[Symbol.asyncDispose]();
    },
  };
}
