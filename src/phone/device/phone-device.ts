import { createHash } from 'node:crypto';
import type { Observation } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import type { Turn } from '../../formats/phone/phone-event.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import { touchCommand, touchOfService } from '../input/touch-command.js';
import { PhoneLog } from '../log/phone-log.js';
import { ProcessTable } from '../processes/process-table.js';
import { PhoneOptionsSchema, type PhoneOptions } from '../phone-options.js';
import type { PhoneProfile, PhoneWorld } from '../phone-world.js';
import type { DeviceBanner, DeviceServices, Service, ServiceStream } from '../service-stream.js';
import { LOG_BUFFERS, SystemLog } from '../system-log/system-log.js';
import type { FindTool, Tool, ToolCall } from '../shell/tool.js';
import { briefly } from './briefly.js';
import { CommandControls } from './command-controls.js';
import { PhoneClosed } from './phone-closed.js';
import type { Keyboards, Oddity, PhoneClock, PhoneControls, PhoneState } from './phone-controls.js';
import { InputController } from './input-controller.js';
import type { PhoneInput } from '../input/phone-input.js';
import { LiveClock } from '../live/live-clock.js';
import { LiveInput } from '../live/live-input.js';
import type { Asker } from './action-performer.js';
import { ADB_KEYBOARD, PhoneKeyboards, SYSTEM_KEYBOARD, UIAUTOMATOR2_KEYBOARD } from './phone-keyboards.js';
import { PhoneLimitsSchema, type PhoneLimits } from './phone-limits.js';
import { initialSettings } from './phone-settings.js';
import { REAL_TIME, type PhoneTime } from './phone-time.js';
import { PlainServices, reply } from './plain-services.js';
import { RecordedStream } from './recorded-stream.js';
import { ScreenComponents } from './screen-components.js';
import { TurnQueue, type TurnGate } from './turn-queue.js';
import { VirtualClock } from './virtual-clock.js';

/** What a service is given of its phone, for one command. */
export interface PhoneCommand {
  readonly controls: PhoneControls;
  /** Android's programs. */
  readonly find: FindTool;
}

/** Serves a service to its end. Gives the exit status, null where it has none. */
export interface PhoneService {
  (service: string, stream: ServiceStream, command: PhoneCommand): Promise<number | null>;
  /** Whether a program on the phone takes it now; it does where this is missing. A phone refuses what nobody takes. */
  isTaken?(): boolean;
}

export interface PhoneParts {
  /**
   * Files of a phone whose clock is given.
   *
   * @param bootId names its last start (UUID), another one after each
   */
  files(clock: PhoneClock, bootId: () => string): VirtualFiles;
  /** Android's programs: called once per phone, and what it gives once per command. */
  programs(phone: PhoneState): (controls: PhoneControls) => FindTool;
  /**
   * Services besides the plain ones, by their name or how it begins (`shell:`, `shell,`, `sync:`, `tcp:9008`); the
   * longest that fits counts. Called once per phone.
   *
   * @param power aborted when the phone is taken away
   */
  services(phone: PhoneState, power: AbortSignal): Readonly<Record<string, PhoneService>>;
}

export interface PhoneSetup {
  readonly serial: string;
  readonly world: PhoneWorld;
  readonly parts: PhoneParts;
  readonly options?: Partial<PhoneOptions>;
  readonly limits?: Partial<PhoneLimits>;
  readonly time?: PhoneTime;
  /** For repeating a recorded episode. */
  readonly gate?: TurnGate;
}

/**
 * `running`: it takes commands · `over`: the episode has ended, the screen stays · `limit`, `failed`, `closed`: every
 * service is refused.
 */
export type PhoneStatus = 'running' | 'over' | 'limit' | 'failed' | 'closed';

/** What a daemon may say that it can do. Each name changes what hosts send. */
const FEATURES: readonly string[] = ['shell_v2', 'cmd', 'stat_v2', 'ls_v2', 'fixed_push_mkdir'];

/** Refusals after a limit that are written down. */
const MOST_REFUSALS = 100;

/**
 * A recorded world as an Android phone: serves the services of its daemon, and does what they ask. No sockets; every phone
 * keeps everything of its own, so any number of them live in one process.
 */
export class PhoneDevice implements DeviceServices, PhoneState, AsyncDisposable {
  readonly serial: string;
  readonly options: PhoneOptions;
  readonly limits: PhoneLimits;
  readonly clock: PhoneClock;
  readonly files: VirtualFiles;
  readonly keyboards: Keyboards;
  readonly settings: ReadonlyMap<string, Map<string, string>>;
  readonly log: PhoneLog;
  readonly processes = new ProcessTable(() => packageOf(this.component));
  readonly systemLog: SystemLog;
  /** For whoever is no client: what it does is nobody's command. */
  readonly controls: PhoneControls;
  clipboard = '';

  readonly #world: PhoneWorld;
  readonly #services: readonly (readonly [name: string, serve: PhoneService])[];
  readonly #programs: (controls: PhoneControls) => FindTool;
  readonly #time: PhoneTime;
  readonly #input: PhoneInput;
  readonly #queue: TurnQueue;
  readonly #isReplay: boolean;
  readonly #components: ScreenComponents;
  readonly #plain = new PlainServices();
  readonly #power = new AbortController();
  /** Streams that are open, by their ends. */
  readonly #open = new Set<AbortController>();
  readonly #timer: NodeJS.Timeout;
  readonly #restartClock: () => void;
  readonly #onRestart = new Set<(awayMs: number) => void>();
  #restarts = 0;
  #failure: unknown = null;
  #closed: 'limit' | 'failed' | 'closed' | null = null;
  /** A limit that was met outside: the phone is about to close. */
  #ending: { readonly limit: string; readonly value: number } | null = null;
  #streams = 0;
  #commands = 0;
  #bytesIn = 0;
  #refusals = 0;

  private constructor(setup: PhoneSetup, components: ScreenComponents) {
    const { parts, serial, world } = setup;
    this.serial = serial;
    const { live } = setup.world;
    const options = PhoneOptionsSchema.parse(setup.options ?? {});
    // Time on a live phone is everybody's.
    this.options = live === undefined ? options : { ...options, timeMode: 'real' };
    this.limits = PhoneLimitsSchema.parse(setup.limits ?? {});
    this.#world = world;
    this.#time = setup.time ?? REAL_TIME;
    this.#components = components;
    const virtual = new VirtualClock({
      startsAt: world.profile.startsAt,
      timeZone: world.profile.timeZone,
      isReal: this.options.timeMode === 'real',
      time: this.#time,
    });
    const clock = live === undefined ? virtual : new LiveClock(this.#time, world.profile.timeZone);
    this.clock = clock;
    this.#restartClock = () => clock.restart(RESTART_MS);
    this.log = new PhoneLog(() => ({ t: clock.now, wall: this.#time.wall() }));
    this.systemLog = new SystemLog(() => clock.now);
    this.files = parts.files(clock, () => bootId(serial, this.#restarts));
    const settings = initialSettings(world.profile, this.options, androidId(serial));
    this.settings = settings;
    const installed = [SYSTEM_KEYBOARD];
    if (this.options.adbKeyboard !== 'absent') installed.push(ADB_KEYBOARD);
    if (this.options.uiautomator2) installed.push(UIAUTOMATOR2_KEYBOARD);
    this.keyboards = new PhoneKeyboards(settings.get('secure') ?? new Map<string, string>(), installed);
    this.#queue = new TurnQueue(setup.gate ?? null);
    this.#isReplay = setup.gate !== undefined;
    const inputParts = {
      world,
      options: this.options,
      limits: this.limits,
      log: this.log,
      signal: this.#power.signal,
      components,
      clipboard: () => this.clipboard,
      note: (kind: Oddity, what: string, asker: Asker) => void this.log.append({ kind, ...asker, what }),
      trip: (limit: 'maxActions' | 'maxObservations') => this.#trip(limit, this.limits[limit]),
    };
    this.#input =
      live === undefined
        ? new InputController({ ...inputParts, clock: virtual })
        : new LiveInput({ ...inputParts, clock, front: live });
    this.controls = this.#controlsOf(null, NOBODY);
    this.#programs = parts.programs(this);
    this.#boot();
    const services = parts.services(this, this.#power.signal);
    this.#services = Object.entries(services).toSorted(([a], [b]) => b.length - a.length);
    this.#timer = setTimeout(() => this.#expire(), Math.min(this.limits.maxWallMs, 2 ** 31 - 1)).unref();
  }

  /** A phone that is on, at the start of its world's episode. */
  static async start(setup: PhoneSetup): Promise<PhoneDevice> {
    const components = new ScreenComponents(setup.world.profile);
    const { observation, state } = setup.world;
    await components.arrive(observation.screen, { state });
    return new PhoneDevice(setup, components);
  }

  get banner(): DeviceBanner {
    const { product, model, device } = this.profile;
    return { product, model, device, features: FEATURES };
  }

  get profile(): PhoneProfile {
    return this.#world.profile;
  }

  get status(): PhoneStatus {
    return this.#closed ?? (this.#input.hasEnded ? 'over' : 'running');
  }

  /** What the world failed with, where it did. */
  get failure(): unknown {
    return this.#failure;
  }

  /** State of the recorded world, for control interfaces and never for clients. */
  get state(): string | null {
    return this.#world.state;
  }

  get counts(): {
    readonly actions: number;
    readonly observations: number;
    readonly commands: number;
    readonly streams: number;
  } {
    return { ...this.#input.counts, commands: this.#commands, streams: this.#open.size };
  }

  /** Whether an answer was given. */
  get hasAnswered(): boolean {
    return this.#input.hasAnswered;
  }

  /** Typed and not yet an action. */
  get pendingText(): string {
    return this.#input.pendingText;
  }

  get display(): Observation {
    return this.#world.observation;
  }

  /** What is on display now, for whoever watches: counts as no look. */
  async present(): Promise<Observation> {
    const world = this.#world;
    if (world.live === undefined || this.#refuses !== null) return this.display;
    const turn: Turn = { does: 'settle', text: false };
    return this.#queue.take(null, turn, async () => (await world.look?.('screenshot')) ?? this.display);
  }

  get component(): string {
    return this.#components.of(this.display.screen);
  }

  open(service: string): Service | null {
    const closed = this.#refuses;
    if (closed !== null) {
      this.#refusals += 1;
      if (this.#refusals <= MOST_REFUSALS) this.controls.note('refused', `${briefly(service)} (${closed})`);
      return null;
    }
    if (this.#open.size >= this.limits.maxStreams) {
      this.controls.note('refused', `${briefly(service)} (${this.#open.size} streams are open)`);
      return null;
    }
    const serve = this.#serviceOf(service);
    if (serve === null) {
      this.controls.note('unknown_service', briefly(service));
      return null;
    }
    // A recorded command was taken, whenever the programs of a replay get so far.
    if (serve.isTaken?.() === false && !this.#isReplay) {
      this.controls.note('refused', `${briefly(service)} (nothing listens)`);
      return null;
    }
    return (stream) => this.#serve(service, serve, stream);
  }

  onRestart(listener: (awayMs: number) => void): () => void {
    this.#onRestart.add(listener);
    return () => this.#onRestart.delete(listener);
  }

  /** Writes down what happened to connections. */
  noteTransport(what: string, detail?: string): void {
    this.log.append({ kind: 'transport', stream: null, what, ...(detail === undefined ? {} : { detail }) });
  }

  /** A limit was met, by the word of a log that is repeated: every service is refused. */
  meetLimit(limit: string, value: number): void {
    this.#meet(limit, value);
  }

  /** Lets everything happen that was held back: typed text becomes an action. For whoever ends the episode. */
  settle(): Promise<void> {
    return this.#turn(null, NOBODY, { does: 'settle', text: true }, () =>
      this.#input.settle({ text: true }, NOBODY),
    );
  }

  /**
   * A limit that others keep is met: nobody is let in any more, what is under way comes to its end, and the phone closes.
   *
   * @param options.settles what was held back happens first
   */
  async endAt(limit: string, value: number, options: { readonly settles: boolean }): Promise<void> {
    if (this.#refuses !== null) return;
    this.#ending = { limit, value };
    const turn: Turn = { does: 'settle', text: true };
    await this.#queue.take(null, turn, async () => {
      if (this.#closed !== null || !options.settles || !this.#input.holdsBack) return;
      const { wall } = this.log.append({ kind: 'turn', ...NOBODY, turn });
      this.#input.begin(wall);
      try {
        await this.#input.settle({ text: true }, NOBODY);
      } catch (error) {
        if (!(error instanceof PhoneClosed)) this.#fail(error, NOBODY);
      } finally {
        this.#input.end();
      }
    });
    this.#meet(limit, value);
  }

  /** Ends every stream and refuses new ones. Nothing that was held back happens any more. Doing it twice is harmless. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ending !== null) this.#meet(this.#ending.limit, this.#ending.value);
    this.#close('closed');
  }

  /** What the log begins with, and from then on says of every app that comes to the front. */
  #boot(): void {
    const zygote = { buffer: 'main', pid: ZYGOTE, level: 'D', tag: 'Zygote' } as const;
    this.systemLog.add({ ...zygote, text: 'begin preload' });
    this.systemLog.say('SystemServer', 'Entered the Android system server!');
    let front: string | null = null;
    const show = (component: string): void => {
      if (component === front) return;
      front = component;
      const app = packageOf(component);
      const isStarted = this.processes.runs(app);
      const pid = this.processes.pidOf(app);
      const started = `Start proc ${pid}:${app}/u0a100 for top-activity {${component}}`;
      if (!isStarted) this.systemLog.say('ActivityManager', started);
      this.systemLog.say('ActivityTaskManager', `Displayed ${component}: +200ms`);
    };
    this.#components.onArrival = show;
    show(this.component);
  }

  /** What ran is gone, and so is everybody who was connected. */
  #restart(): void {
    this.#restarts += 1;
    this.#restartClock();
    this.clipboard = '';
    this.processes.restart();
    this.systemLog.clear(new Set(LOG_BUFFERS));
    this.#boot();
    const why = new DOMException('The phone starts anew', 'AbortError');
    for (const end of this.#open) end.abort(why);
    for (const listener of this.#onRestart) listener(AWAY_MS);
  }

  #controlsOf(opened: ServiceStream | null, asker: Asker): PhoneControls {
    return new CommandControls(this, {
      input: this.#input,
      log: this.log,
      asker,
      take: (turn, work) => this.#turn(opened, asker, turn, work),
      restart: () => this.#restart(),
    });
  }

  #turn<T>(opened: ServiceStream | null, asker: Asker, turn: Turn, work: () => Promise<T>): Promise<T> {
    return this.#queue.take(opened, turn, async () => {
      const closed = this.#refuses;
      if (closed !== null) throw new PhoneClosed(closed);
      const { wall } = this.log.append({ kind: 'turn', ...asker, turn });
      this.#input.begin(wall, this.#patienceOf(opened));
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PhoneClosed)) this.#fail(error, asker);
        throw error;
      } finally {
        this.#input.end();
      }
    });
  }

  /** Every call of an Android program is a turn, so that what it finds out fits between those of others. */
  async #call(tool: Tool, call: ToolCall, opened: ServiceStream, asker: Asker): Promise<number> {
    const turn: Turn = { does: 'call', words: call.words };
    // Begun within the turn, awaited outside: what it does to the phone are turns of its own.
    const { result } = await this.#turn(opened, asker, turn, async () => {
      if (touchCommand(call.words) === null) await this.#input.part(asker);
      const begun = { result: begin(tool, call) };
      begun.result.catch(() => {});
      return begun;
    });
    return await result;
  }

  /** How long a turn may take its time where that is real: until its client is gone, or the phone is. */
  #patienceOf(opened: ServiceStream | null): AbortSignal | null {
    if (this.options.timeMode !== 'real') return null;
    const power = this.#power.signal;
    return opened === null ? power : AbortSignal.any([opened.gone, power]);
  }

  #serviceOf(service: string): PhoneService | null {
    const found = this.#services.find(([name]) => service.startsWith(name));
    if (found !== undefined) return found[1];
    const plain = this.#plain.find(service);
    if (plain === null) return null;
    return async (_, stream, { controls }) => {
      const said = plain();
      if (said.oddity !== undefined) controls.note(said.oddity.kind, said.oddity.what);
      await reply(said, stream);
      return null;
    };
  }

  async #serve(service: string, serve: PhoneService, opened: ServiceStream): Promise<void> {
    if (this.#refuses !== null) return;
    this.#streams += 1;
    this.#commands += 1;
    const stream = this.#streams;
    const { seq: command } = this.log.append({ kind: 'command', stream, service });
    const asker: Asker = { stream, command };
    const controls = this.#controlsOf(opened, asker);
    const programs = this.#programs(controls);
    const find: FindTool = (name) => {
      const tool = programs(name);
      return tool === undefined ? undefined : (call) => this.#call(tool, call, opened, asker);
    };
    const end = new AbortController();
    const leave = (): void => end.abort(opened.gone.reason);
    if (opened.gone.aborted) leave();
    else opened.gone.addEventListener('abort', leave, { once: true });
    this.#open.add(end);
    const recorded = new RecordedStream(opened, {
      gone: end.signal,
      record: (event) => this.log.append({ ...event, ...asker }),
      count: (bytes) => this.#receive(bytes),
    });
    let exitCode: number | null = null;
    try {
      await this.#breakPair(service, opened, asker);
      exitCode = await serve(service, recorded, { controls, find });
    } catch (error) {
      if (isOfWorld(error)) this.#fail(error, asker);
      else this.#noteError(error, asker);
    } finally {
      opened.gone.removeEventListener('abort', leave);
      this.#open.delete(end);
      recorded.close();
      const { bytesIn, bytesOut } = recorded;
      const gone = end.signal.aborted;
      this.log.append({ kind: 'done', ...asker, exitCode, bytesIn, bytesOut, gone });
    }
  }

  /** A command in between makes two taps of two, and lifts no finger. What uiautomator2 is asked for is touches, too. */
  async #breakPair(service: string, opened: ServiceStream, asker: Asker): Promise<void> {
    if (touchOfService(service) !== null || service.startsWith('tcp:')) return;
    this.#input.breakPair();
    if (!this.#input.isBusy) return;
    await this.#turn(opened, asker, { does: 'settle', text: false }, () =>
      this.#input.settle({ text: false }, asker),
    );
  }

  #receive(bytes: number): void {
    this.#bytesIn += bytes;
    if (this.#bytesIn > this.limits.maxBytesIn) this.#trip('maxBytesIn', this.limits.maxBytesIn);
  }

  #expire(): void {
    if (this.#closed === null) this.#meet('maxWallMs', this.limits.maxWallMs);
  }

  #trip(limit: keyof PhoneLimits, value: number): never {
    this.#meet(limit, value);
    throw new PhoneClosed(`limit ${limit}`);
  }

  /** Why services are refused; null where they are not. */
  get #refuses(): 'limit' | 'failed' | 'closed' | null {
    return this.#closed ?? (this.#ending === null ? null : 'limit');
  }

  #meet(limit: string, value: number): void {
    if (this.#closed !== null) return;
    this.#input.drop();
    this.log.append({ kind: 'limit', stream: null, limit, value });
    this.#close('limit');
  }

  /** The recorded world failed: later results could not be trusted. */
  #fail(error: unknown, asker: Asker): void {
    if (this.#closed !== null) return;
    this.#failure = error;
    this.#noteError(error, asker);
    this.#close('failed');
    this.#world.fail?.(error);
  }

  #noteError(error: unknown, asker: Asker): void {
    if (error instanceof PhoneClosed || (error instanceof Error && error.name === 'AbortError')) return;
    const code = error instanceof TouchstoneError ? error.code : 'BUG';
    const message = error instanceof Error ? error.message : String(error);
    this.log.append({ kind: 'failure', stream: asker.stream, command: asker.command, code, message });
  }

  #close(why: 'limit' | 'failed' | 'closed'): void {
    this.#closed ??= why;
    this.#input.drop();
    clearTimeout(this.#timer);
    this.#power.abort(new PhoneClosed(why));
    for (const end of this.#open) end.abort(new PhoneClosed(why));
  }
}

const NOBODY: Asker = { stream: null, command: null };

/** Milliseconds that a start takes on the phone's clock, and in which nobody reaches it by the machine's. */
const RESTART_MS = 30_000;
const AWAY_MS = 1000;

/** Number of the process that starts all apps. */
const ZYGOTE = 412;

function packageOf(component: string): string {
  return component.split('/', 1)[0] ?? '';
}

/** Whether what went wrong is what was recorded, not who asked for it. */
function isOfWorld(error: unknown): boolean {
  return error instanceof TouchstoneError && (error.fault === 'dataset' || error.fault === 'environment');
}

/** Turns what a tool throws before its first pause into a rejection, as everything after it is. */
async function begin(tool: Tool, call: ToolCall): Promise<number> {
  return await tool(call);
}

/** Name of a start of the phone, as Linux writes it: it follows from the serial and the number of the start. */
function bootId(serial: string, restarts: number): string {
  const hex = createHash('sha256').update(`${serial} ${restarts}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** Sixteen hex digits that follow from the serial. */
function androidId(serial: string): string {
  return createHash('sha256').update(serial).digest('hex').slice(0, 16);
}
