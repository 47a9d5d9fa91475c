import type { StopStatus } from '../../domain/action.js';
import { UserError } from '../../errors.js';
import type { Environment } from '../../environments/environment.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import type { GraphScreens } from '../device/phone-profile.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneOptions } from '../phone-options.js';
import { profileOfScreens } from '../run/profile-of-screens.js';
import { serialOf } from '../run/serial-of.js';
import { SHARED_PICTURES } from '../screens/screen-pictures.js';
import { smartSocketServer } from '../server/smart-socket-server.js';
import type { SmartSocketServer } from '../server/smart-socket-server.js';
import { phoneDaemon } from '../transport/phone-daemon.js';
import type { PhoneDaemon } from '../transport/phone-daemon.js';
import type { HandInput, PhoneInfo, PhoneRequest, PhoneStation, ServedPhone } from './served-phone.js';

/** A task that phones may be at. */
export interface StationTask {
  readonly id: string;
  readonly instruction: string;
  /** Actions until the phone refuses everything. */
  readonly maxActions: number;
}

/** The recorded world that phones are made of. */
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
  /** Told of every event of every phone, with the phone's id; for logs. */
  readonly onEvent?: (id: string, event: PhoneEvent) => void;
}

/** Events of a phone that are kept for whoever looks later. */
const MOST_KEPT = 5_000;

/** Phones of one recorded world, each with an adb server and a daemon of its own. */
export class RecordedStation implements PhoneStation, AsyncDisposable {
  readonly #world: StationWorld;
  readonly #options: StationOptions;
  readonly #phones = new Map<string, RecordedPhone>();
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
    if (this.#phones.size >= this.#options.maxPhones) {
      throw new UserError(`${this.#phones.size} phones are up, and no more may be`, {
        hint: 'DELETE /phones/ID takes one away; --max-phones raises the number.',
      });
    }
    this.#count += 1;
    const id = String(this.#count);
    const phone = await RecordedPhone.start(id, { ...request, ...task }, this.#world, this.#options);
    this.#phones.set(id, phone);
    return phone;
  }

  async remove(id: string): Promise<void> {
    const phone = this.#phones.get(id);
    this.#phones.delete(id);
    await phone?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#phones.keys()].map((id) => this.remove(id)));
  }
}

type StationRequest = PhoneRequest & Omit<StationTask, 'id'>;

/** Everything of a phone that goes with its episode. */
interface Episode {
  readonly environment: Environment;
  readonly device: PhoneDevice;
  readonly kept: PhoneEvent[];
}

class RecordedPhone implements ServedPhone, AsyncDisposable {
  readonly id: string;
  readonly #request: StationRequest;
  readonly #world: StationWorld;
  readonly #options: StationOptions;
  readonly #server: SmartSocketServer;
  readonly #daemon: PhoneDaemon;
  readonly #sinks = new Set<(event: PhoneEvent) => void>();
  #episode: Episode;

  private constructor(
    id: string,
    parts: {
      readonly request: StationRequest;
      readonly world: StationWorld;
      readonly options: StationOptions;
      readonly server: SmartSocketServer;
      readonly daemon: PhoneDaemon;
      readonly episode: Episode;
    },
  ) {
    this.id = id;
    this.#request = parts.request;
    this.#world = parts.world;
    this.#options = parts.options;
    this.#server = parts.server;
    this.#daemon = parts.daemon;
    this.#episode = parts.episode;
    this.#watch(parts.episode);
  }

  static async start(
    id: string,
    request: StationRequest,
    world: StationWorld,
    options: StationOptions,
  ): Promise<RecordedPhone> {
    const episode = await openEpisode(request, world, options);
    const { host } = options;
    const onProblem = (what: string): void => episode.device.noteTransport('problem', what);
    const server = await smartSocketServer({
      host,
      phones: [episode.device],
      onKill: () => episode.device.noteTransport('kill_server'),
      onProblem,
    });
    const daemon = await phoneDaemon({ host, services: episode.device, onProblem });
    return new RecordedPhone(id, { request, world, options, server, daemon, episode });
  }

  info(): PhoneInfo {
    const { device } = this.#episode;
    const { actions, observations } = device.counts;
    const { port, host } = this.#server;
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
      env: {
        ANDROID_SERIAL: device.serial,
        ANDROID_ADB_SERVER_PORT: String(port),
        ...(host === '127.0.0.1' ? {} : { ANDROID_ADB_SERVER_HOST: host }),
      },
    };
  }

  async picture(): Promise<{ bytes: Uint8Array; mediaType: string }> {
    const { device } = this.#episode;
    const bytes = await SHARED_PICTURES.png(device.display, device.profile.size);
    return { bytes, mediaType: 'image/png' };
  }

  async input(input: HandInput): Promise<void> {
    const { device } = this.#episode;
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
    await this.#episode.device.controls.answer(text);
  }

  async finish(status: StopStatus): Promise<void> {
    await this.#episode.device.controls.finish(status);
  }

  async reset(): Promise<void> {
    const next = await openEpisode(this.#request, this.#world, this.#options);
    const before = this.#episode;
    this.#episode = next;
    this.#watch(next);
    this.#server.add(next.device);
    this.#daemon.replace(next.device);
    await before.device[Symbol.asyncDispose]();
    await before.environment[Symbol.asyncDispose]();
  }

  events(): readonly PhoneEvent[] {
    return this.#episode.kept;
  }

  listen(sink: (event: PhoneEvent) => void): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { device, environment } = this.#episode;
    await device[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
    await this.#daemon[Symbol.asyncDispose]();
    await environment[Symbol.asyncDispose]();
  }

  #watch({ device, kept }: Episode): void {
    device.log.listen((event) => {
      kept.push(event);
      if (kept.length > MOST_KEPT) kept.splice(0, kept.length - MOST_KEPT);
      this.#options.onEvent?.(this.id, event);
      for (const sink of this.#sinks) sink(event);
    });
  }
}

async function openEpisode(
  { task, repeat = 0, seed = 1, maxActions }: StationRequest,
  world: StationWorld,
  { options }: StationOptions,
): Promise<Episode> {
  const { environment, screens } = await world.open(task);
  const signal = new AbortController().signal;
  const start = { task, repeat, seed };
  // The world is at its start twice over: what it shows first says what kind of phone it is.
  const observation = await environment.reset(start, { signal });
  const profile = await profileOfScreens(screens, observation);
  const device = await PhoneDevice.start({
    serial: serialOf(start),
    world: await EnvironmentWorld.start(environment, { profile, start, signal }),
    parts: phoneParts(),
    options,
    limits: { maxActions },
  });
  return { environment, device, kept: [] };
}
