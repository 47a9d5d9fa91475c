import { join } from 'node:path';
import type { StopStatus } from '../../domain/action.js';
import { UserError } from '../../errors.js';
import type { Environment } from '../../environments/environment.js';
import type { PhoneEvent, PhoneEventOf } from '../../formats/phone/phone-event.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import type { GraphScreens } from '../device/phone-profile.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneOptions } from '../phone-options.js';
import { profileOfScreens } from '../run/profile-of-screens.js';
import { recordPhone } from '../run/record-phone.js';
import { serialOf } from '../run/serial-of.js';
import { nextFreeSerial } from './next-free-serial.js';
import { PhoneOverError } from './phone-over-error.js';
import { reachableHost } from '../../http/reachable-host.js';
import { SHARED_PICTURES } from '../screens/screen-pictures.js';
import { smartSocketServer, type SmartSocketServer } from '../server/smart-socket-server.js';
import { phoneDaemon, type PhoneDaemon } from '../transport/phone-daemon.js';
import type {
  ManualInput,
  PhoneInfo,
  PhoneRequest,
  PhoneStation,
  PhoneTrajectory,
  ServedPhone,
} from './served-phone.js';

/** A task that phones may be at. */
export interface StationTask {
  readonly id: string;
  readonly instruction: string;
  /** Actions until the phone refuses everything. */
  readonly maxActions: number;
}

/** The recorded world behind the phones. */
export interface StationWorld {
  readonly tasks: readonly StationTask[];
  /** @throws {DatasetError} when the task's world cannot be opened */
  open(task: string): Promise<{ readonly environment: Environment; readonly screens: GraphScreens | null }>;
}

export interface StationOptions {
  readonly options: PhoneOptions;
  /** Address that phones listen on. Whoever reaches it drives them. */
  readonly host: string;
  /** Phones at once. */
  readonly maxPhones: number;
  /** Where the event logs of phones go, one for each phone and each start of its task; null keeps none. */
  readonly logs: PhoneLogs | null;
  /** Actions of an episode that are kept for whoever asks; 50,000 unless given. */
  readonly mostActions?: number;
}

/** A folder of event logs, which holds none yet. */
export interface PhoneLogs {
  readonly folder: string;
  /** Version of Touchstone. */
  readonly touchstone: string;
  /** Called once for each log, when an event could not be written to it. */
  readonly onFailure: (error: unknown) => void;
}

/** Last events of a phone that are kept for whoever looks later. */
const MOST_KEPT = 5_000;
const MOST_ACTIONS = 50_000;

/** Why a phone takes nothing any more, as answers state it. */
const WHY_OVER = {
  over: 'the episode is over: the agent is done',
  limit: 'the phone is closed: a limit was met',
  failed: 'the phone is closed: its world failed',
  closed: 'the phone is closed: it was taken away',
} as const;

/** Phones of one recorded world, each with an adb server and a daemon of its own. */
export class RecordedStation implements PhoneStation, AsyncDisposable {
  readonly #world: StationWorld;
  readonly #options: StationOptions;
  readonly #phones = new Map<string, RecordedPhone>();
  /** Of all phones that are up, or on their way. */
  readonly #serials = new Set<string>();
  #count = 0;

  constructor(world: StationWorld, options: StationOptions) {
    this.#world = world;
    this.#options = options;
  }

  tasks(): StationWorld['tasks'] {
    return this.#world.tasks;
  }

  list(): readonly RecordedPhone[] {
    return [...this.#phones.values()];
  }

  get(id: string): RecordedPhone | undefined {
    return this.#phones.get(id);
  }

  async add(request: PhoneRequest): Promise<ServedPhone> {
    const task = this.#world.tasks.find(({ id }) => id === request.task);
    if (task === undefined) {
      throw new UserError(`there is no task "${request.task}"`, { hint: 'GET /tasks lists them.' });
    }
    if (this.#serials.size >= this.#options.maxPhones) {
      throw new UserError(`${this.#serials.size} phones are up, and no more may be`, {
        hint: 'DELETE /phones/ID takes one away; --max-phones raises the number.',
      });
    }
    this.#count += 1;
    const id = String(this.#count);
    const { repeat = 0, seed = 1 } = request;
    const serial = nextFreeSerial(serialOf({ task: task.id, repeat, seed }), this.#serials);
    this.#serials.add(serial);
    try {
      const asked = { ...request, ...task, serial };
      const phone = await RecordedPhone.start(id, asked, this.#world, this.#options);
      this.#phones.set(id, phone);
      return phone;
    } catch (error) {
      this.#serials.delete(serial);
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    const phone = this.#phones.get(id);
    this.#phones.delete(id);
    if (phone === undefined) return;
    await phone[Symbol.asyncDispose]();
    this.#serials.delete(phone.info().serial);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#phones.keys()].map((id) => this.remove(id)));
  }
}

type StationRequest = PhoneRequest & Omit<StationTask, 'id'> & { readonly serial: string };

/** Everything of a phone that goes with its episode. */
interface Episode {
  readonly device: PhoneDevice;
  /** File of its event log. */
  readonly log: string | null;
  /** Resources of its own, in the order in which they were taken. */
  readonly opened: AsyncDisposable[];
  readonly kept: PhoneEvent[];
  readonly actions: PhoneEventOf<'action'>[];
  /** Actions that are not kept. */
  leftOut: number;
}

class RecordedPhone implements ServedPhone, AsyncDisposable {
  readonly id: string;
  readonly #request: StationRequest;
  readonly #world: StationWorld;
  readonly #options: StationOptions;
  readonly #server: SmartSocketServer;
  readonly #daemon: PhoneDaemon;
  readonly #sinks = new Set<(event: PhoneEvent) => void>();
  /** The episode it is at. Shared with those that got it when the phone was put up. */
  readonly #now: { episode: Episode };
  /** Times that its task was started again. */
  #resets = 0;

  private constructor(
    id: string,
    parts: {
      readonly request: StationRequest;
      readonly world: StationWorld;
      readonly options: StationOptions;
      readonly server: SmartSocketServer;
      readonly daemon: PhoneDaemon;
      readonly now: { episode: Episode };
    },
  ) {
    this.id = id;
    this.#request = parts.request;
    this.#world = parts.world;
    this.#options = parts.options;
    this.#server = parts.server;
    this.#daemon = parts.daemon;
    this.#now = parts.now;
    this.#watch(parts.now.episode);
  }

  static async start(
    id: string,
    request: StationRequest,
    world: StationWorld,
    options: StationOptions,
  ): Promise<RecordedPhone> {
    const now = { episode: await openEpisode(request, world, options, `${id}.0`) };
    const { host } = options;
    const note = (what: string, detail?: string): void => now.episode.device.noteTransport(what, detail);
    const onProblem = (what: string): void => note('problem', what);
    const opened: AsyncDisposable[] = [];
    try {
      const { device } = now.episode;
      const server = await smartSocketServer({
        host,
        phones: [device],
        onKill: () => note('kill_server'),
        onProblem,
      });
      opened.push(server);
      const daemon = await phoneDaemon({ host, services: device, onProblem, onTransport: note });
      return new RecordedPhone(id, { request, world, options, server, daemon, now });
    } catch (error) {
      await closeAll(opened);
      await closeAll(now.episode.opened);
      throw error;
    }
  }

  get #episode(): Episode {
    return this.#now.episode;
  }

  info(): PhoneInfo {
    const { device, log } = this.#episode;
    const { actions, observations } = device.counts;
    const { port } = this.#server;
    const host = reachableHost(this.#server.host);
    return {
      id: this.id,
      serial: device.serial,
      serverPort: port,
      daemonPort: this.#daemon.port,
      task: this.#request.task,
      instruction: this.#request.instruction,
      status: device.status,
      state: device.state,
      actions,
      maxActions: this.#request.maxActions,
      observations,
      pendingText: device.pendingText,
      log,
      env: {
        ANDROID_SERIAL: device.serial,
        // With an address, adb starts no server of its own there once the phone is gone.
        ANDROID_ADB_SERVER_ADDRESS: host,
        ANDROID_ADB_SERVER_PORT: String(port),
        ...(host === '127.0.0.1' ? {} : { ANDROID_ADB_SERVER_HOST: host }),
      },
    };
  }

  async picture(): Promise<{ bytes: Uint8Array; mediaType: string }> {
    const { device } = this.#episode;
    const display = await device.present();
    const bytes = await SHARED_PICTURES.png(display, device.profile.size, device.options.screenshots);
    return { bytes, mediaType: 'image/png' };
  }

  async input(input: ManualInput): Promise<void> {
    const device = this.#running();
    switch (input.type) {
      case 'tap':
        return device.controls.gesture(input);
      case 'swipe':
        return device.controls.gesture(input);
      case 'text': {
        await device.controls.type(input.text, 'page');
        return device.settle();
      }
      case 'key':
        return device.controls.keys([input.code]);
      default:
        return input satisfies never;
    }
  }

  async answer(text: string): Promise<void> {
    await this.#running().controls.answer(text);
  }

  async finish(status: StopStatus): Promise<void> {
    await this.#running().controls.finish(status);
  }

  async reset(): Promise<void> {
    this.#resets += 1;
    const name = `${this.id}.${this.#resets}`;
    const next = await openEpisode(this.#request, this.#world, this.#options, name);
    const before = this.#episode;
    this.#now.episode = next;
    this.#watch(next);
    this.#server.add(next.device);
    this.#daemon.replace(next.device);
    await closeAll(before.opened);
  }

  events(): readonly PhoneEvent[] {
    return this.#episode.kept;
  }

  trajectory(): PhoneTrajectory {
    const { actions, leftOut } = this.#episode;
    return { actions, truncated: leftOut > 0 };
  }

  listen(sink: (event: PhoneEvent) => void): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { device, opened } = this.#episode;
    // The phone refuses first, then its ports close, then its log.
    await device[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
    await this.#daemon[Symbol.asyncDispose]();
    await closeAll(opened);
  }

  /** @throws {PhoneOverError} where it takes nothing any more */
  #running(): PhoneDevice {
    const { device } = this.#episode;
    if (device.status === 'running') return device;
    throw new PhoneOverError(WHY_OVER[device.status]);
  }

  #watch(episode: Episode): void {
    const { device, kept, actions } = episode;
    const most = this.#options.mostActions ?? MOST_ACTIONS;
    device.log.listen((event) => {
      kept.push(event);
      if (kept.length > MOST_KEPT) kept.splice(0, kept.length - MOST_KEPT);
      if (event.kind === 'action' && actions.length < most) actions.push(event);
      else if (event.kind === 'action') episode.leftOut += 1;
      for (const sink of this.#sinks) sink(event);
    });
  }
}

/** @param name of its log, without the file type */
async function openEpisode(
  { task, repeat = 0, seed = 1, maxActions, serial, options: own }: StationRequest,
  world: StationWorld,
  { options, logs }: StationOptions,
  name: string,
): Promise<Episode> {
  const { environment, screens } = await world.open(task);
  const opened: AsyncDisposable[] = [environment];
  try {
    const signal = new AbortController().signal;
    const start = { task, repeat, seed };
    const device = await PhoneDevice.start({
      serial,
      world: await EnvironmentWorld.start(environment, {
        // What it shows first says what kind of phone it is.
        profile: (observation) => profileOfScreens(screens, observation, environment.live),
        start,
        signal,
      }),
      parts: phoneParts(),
      options: { ...options, ...own },
      limits: { maxActions },
    });
    const log = logs === null ? null : join(logs.folder, `${name}.phone.jsonl`);
    if (logs !== null && log !== null) {
      const { touchstone, onFailure } = logs;
      const episode = { ...start, world: screens?.graph.name ?? null, touchstone };
      opened.push(recordPhone(device, { file: log, episode, onFailure }));
    }
    // Away before its log is.
    opened.push(device);
    return { device, log, opened, kept: [], actions: [], leftOut: 0 };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function closeAll(opened: readonly AsyncDisposable[]): Promise<void> {
  for (const resource of opened.toReversed()) await resource[Symbol.asyncDispose]();
}
