import type { StopStatus } from '../../domain/action.js';
import type { LiveFront } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import type { GraphScreens } from '../device/phone-profile.js';
import { PhoneDevice } from '../device/phone-device.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneOptions } from '../phone-options.js';
import type { PhoneProfile, PhoneWorld } from '../phone-world.js';
import { registerWithAdbServer } from '../server/register-with-adb-server.js';
import { smartSocketServer } from '../server/smart-socket-server.js';
import { phoneDaemon } from '../transport/phone-daemon.js';
import { profileOfScreens } from './profile-of-screens.js';
import { recordPhone, type PhoneEpisode } from './record-phone.js';
import { serialOf } from './serial-of.js';

/** A phone that is up, and where it is. */
export interface RunningPhone {
  readonly device: PhoneDevice;
  readonly serial: string;
  /** Port of the adb server that shows it, on loopback. */
  readonly port: number;
  /** Everything typed is taken in, and the agent is done. */
  finish(status: StopStatus): Promise<void>;
  /** Takes the phone away: streams end, ports close, the log is whole. Safe to call twice. */
  close(): Promise<void>;
}

export interface StartPhoneOptions<World extends PhoneWorld> {
  /** The world behind it. */
  makeWorld(profile: PhoneProfile): World;
  /** What it shows first. */
  readonly observation: Observation;
  /** The graph behind it; null where there is none. */
  readonly screens: GraphScreens | null;
  /** The live environment behind it, where it is one. */
  readonly live?: LiveFront | undefined;
  readonly options: PhoneOptions;
  /** A server of its own on a free port, or the real adb server on this one. */
  readonly adbServer: 'own' | number;
  /** Actions until it refuses everything. */
  readonly maxActions: number;
  /** Where its event log goes; null keeps none. */
  readonly logFile: string | null;
  readonly episode: PhoneEpisode;
  /** Called once, when an event could not be written to the log. */
  readonly onLogFailure: (error: unknown) => void;
}

/**
 * Puts a phone up on loopback, for one episode.
 *
 * @throws {UserError} when no port can be had, or the real adb server does not take it
 */
export async function startPhone<World extends PhoneWorld>(
  setup: StartPhoneOptions<World>,
): Promise<{ readonly world: World; readonly phone: RunningPhone }> {
  const world = setup.makeWorld(await profileOfScreens(setup.screens, setup.observation, setup.live));
  const opened: AsyncDisposable[] = [];
  const close = async (): Promise<void> => {
    for (const resource of opened.splice(0).toReversed()) await resource[Symbol.asyncDispose]();
  };
  try {
    const device = await PhoneDevice.start({
      serial: serialOf(setup.episode),
      world,
      parts: phoneParts(),
      options: setup.options,
      limits: { maxActions: setup.maxActions },
    });
    opened.push(device);
    if (setup.logFile !== null) {
      const { logFile: file, episode, onLogFailure: onFailure } = setup;
      opened.unshift(recordPhone(device, { file, episode, onFailure }));
    }
    const { serial, port } = await show(device, setup.adbServer, opened);
    const finish = async (status: StopStatus): Promise<void> => {
      await device.controls.finish(status);
    };
    return { world, phone: { device, serial, port, finish, close } };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the phone visible to clients. */
async function show(
  device: PhoneDevice,
  adbServer: 'own' | number,
  opened: AsyncDisposable[],
): Promise<{ serial: string; port: number }> {
  const onProblem = (what: string): void => device.noteTransport('problem', what);
  if (adbServer === 'own') {
    const server = await smartSocketServer({
      phones: [device],
      onKill: () => device.noteTransport('kill_server'),
      onProblem,
    });
    opened.push(server);
    return { serial: device.serial, port: server.port };
  }
  const daemon = await phoneDaemon({
    services: device,
    onProblem,
    onTransport: (change) => device.noteTransport(change),
  });
  opened.push(daemon);
  const registration = await registerWithAdbServer({
    daemonPort: daemon.port,
    serverPort: adbServer,
    onLost: () => device.noteTransport('adb_server_lost'),
    onListed: () => device.noteTransport('listed'),
  });
  opened.push(registration);
  return { serial: registration.serial, port: adbServer };
}
