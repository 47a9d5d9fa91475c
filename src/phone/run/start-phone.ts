import { createHash } from 'node:crypto';
import type { StopStatus } from '../../domain/action.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Observation } from '../../domain/screen.js';
import { makeProfile, profileOfGraph } from '../device/phone-profile.js';
import type { GraphScreens } from '../device/phone-profile.js';
import { PhoneDevice } from '../device/phone-device.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneOptions } from '../phone-options.js';
import type { PhoneProfile, PhoneWorld } from '../phone-world.js';
import { registerWithAdbServer } from '../server/register-with-adb-server.js';
import { smartSocketServer } from '../server/smart-socket-server.js';
import { phoneDaemon } from '../transport/phone-daemon.js';
import { recordPhone } from './record-phone.js';
import type { PhoneEpisode } from './record-phone.js';

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
  /** The graph it is made of; null where there is none. */
  readonly screens: GraphScreens | null;
  readonly options: PhoneOptions;
  /** A server of its own on a free port, or the real adb server on this one. */
  readonly adbServer: 'own' | number;
  /** Where its event log goes; null keeps none. */
  readonly logFile: string | null;
  readonly episode: PhoneEpisode;
}

/** Phones of a graph are alike: made once, shared by its episodes. */
const profiles = new WeakMap<Graph, Promise<PhoneProfile>>();

/**
 * Puts a phone up on loopback, for one episode.
 *
 * @throws {UserError} when no port can be had, or the real adb server does not take it
 */
export async function startPhone<World extends PhoneWorld>(
  setup: StartPhoneOptions<World>,
): Promise<{ readonly world: World; readonly phone: RunningPhone }> {
  const world = setup.makeWorld(await profileOf(setup.screens, setup.observation));
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
    });
    opened.push(device);
    if (setup.logFile !== null) {
      opened.unshift(await recordPhone(device, { file: setup.logFile, episode: setup.episode }));
    }
    const { serial, port } = await show(device, setup.adbServer, opened);
    const finish = async (status: StopStatus): Promise<void> => {
      await device.finish(status);
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
  const daemon = await phoneDaemon({ services: device, onProblem });
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

async function profileOf(screens: GraphScreens | null, { screen }: Observation): Promise<PhoneProfile> {
  if (screens !== null) {
    const known = profiles.get(screens.graph) ?? profileOfGraph(screens);
    profiles.set(screens.graph, known);
    return known;
  }
  const { size, activity } = screen;
  return makeProfile({
    size: size ?? { width: 1080, height: 2400 },
    apps: activity === null ? [] : [{ ...activity, name: null, isSystem: false }],
    hasWaits: false,
  });
}

/** Looks like an emulator's, which some agents insist on; follows from the episode. Outside the ports that servers scan. */
function serialOf({ task, repeat, seed }: PhoneEpisode): string {
  const hash = createHash('sha256').update(`${task} ${repeat} ${seed}`).digest().readUInt32BE(0);
  return `emulator-${6_000 + 2 * (hash % 20_000)}`;
}
