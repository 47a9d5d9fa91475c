import type { Action } from '../../domain/action.js';
import type { Observation, Screen } from '../../domain/screen.js';
import type { Size } from '../../domain/geometry.js';
import { DatasetError } from '../../errors.js';
import { NoEpisodeError } from '../no-episode-error.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';
import { DEADLINES } from './adb/deadlines.js';
import type { DeviceTask } from './device-task.js';
import { ADB_KEYBOARD } from './driver/adb-keyboard.js';
import type { AndroidDevice } from './driver/android-device.js';
import { HealthProbe } from './driver/health-probe.js';
import { HierarchyDumper } from './driver/hierarchy-dumper.js';
import { readDisplayFacts, type Foreground } from './driver/screen-facts.js';
import { SETTLE_DEFAULTS, settleScreen, type SettleOptions } from './driver/settle-screen.js';
import { takeScreenshot, type Screenshot } from './driver/take-screenshot.js';
import { performAction } from './perform-action.js';
import { DeviceJournal } from './state/device-journal.js';
import { prepareDevice, restoreDevice } from './state/prepare-device.js';

export interface AndroidEnvironmentOptions {
  /** The environment's to close. */
  readonly device: AndroidDevice;
  /** What a device has to be like at the start of each task, by its id. */
  readonly tasks: ReadonlyMap<string, DeviceTask>;
  /** Folder where changes of devices are noted until they are taken back. */
  readonly journals: string;
  /** Id of the keyboard for adb; null types as keys alone. Default: ADBKeyboard. */
  readonly keyboard?: string | null;
  /** Names that agents give apps, lower case, and their packages. */
  readonly apps?: ReadonlyMap<string, string>;
  readonly settle?: Partial<Omit<SettleOptions, 'signal'>>;
  /** Called with what could not be taken back, and what the device refused. */
  readonly onNote?: (note: string) => void;
}

/** A picture, a hierarchy and what has the focus, of one moment. */
interface Seen {
  readonly screen: Screen;
  readonly size: Size;
  readonly focus: Foreground | null;
}

/** Screens that move for ever get this long from the second time on, ms. */
const RESTLESS_MS = 1500;

/**
 * A phone or an emulator over ADB. What is wrong with the device voids the episode (`DeviceFaultError`), and never counts
 * against the agent; every change of it is taken back, by the next start where this one was killed.
 */
export class AndroidEnvironment implements Environment {
  readonly #options: AndroidEnvironmentOptions;
  readonly #journal: DeviceJournal;
  readonly #probe: HealthProbe;
  readonly #dumper: HierarchyDumper;
  readonly #restless = new Set<string>();
  #keyboard: string | null = null;
  #seen: Seen | null = null;
  #isClosed = false;

  constructor(options: AndroidEnvironmentOptions) {
    this.#options = options;
    this.#journal = new DeviceJournal(options.journals, options.device.serial);
    this.#probe = new HealthProbe(options.device);
    this.#dumper = new HierarchyDumper(options.device);
  }

  get capabilities(): EnvironmentCapabilities {
    return {
      pictures: true,
      hierarchy: true,
      activity: true,
      snapshot: false,
      deterministic: false,
      stable: false,
    };
  }

  /** Package and activity in front. */
  get state(): string | null {
    return this.#seen === null ? null : (this.#seen.focus?.key ?? 'unknown');
  }

  /** The last picture that was taken, also where an episode broke off after it; null before the first. */
  get lastScreen(): Screen | null {
    return this.#seen?.screen ?? null;
  }

  async reset(start: EpisodeStart, { signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    const { device, tasks, keyboard = ADB_KEYBOARD, onNote = () => {} } = this.#options;
    const task = tasks.get(start.task);
    if (task === undefined) throw new DatasetError(`the device has no task ${start.task}`);
    this.#seen = null;
    this.#probe.forget();
    // What an episode before this one left, of this process or of one that was killed.
    await this.#restore(signal);
    await this.#probe.probe(signal);
    const prepared = await prepareDevice(device, task, { journal: this.#journal, keyboard, signal });
    this.#keyboard = prepared.keyboard;
    for (const note of prepared.notes) onNote(note);
    const observation = await this.#look(signal);
    const { size } = await readDisplayFacts(device, signal);
    const seen = this.#current().size;
    if (size.width !== seen.width || size.height !== seen.height) {
      onNote(`pictures are ${seen.width}x${seen.height}, the display is ${size.width}x${size.height}`);
    }
    return observation;
  }

  async observe({ signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    this.#current();
    const screenshot = await takeScreenshot(this.#options.device, signal);
    return await this.#see(screenshot, await this.#probe.probe(signal), signal);
  }

  async step(action: Action, { signal }: { signal: AbortSignal }): Promise<StepResult> {
    signal.throwIfAborted();
    const { size, focus } = this.#current();
    const { device, apps = new Map() } = this.#options;
    if (action.type === 'stop' || (action.type === 'answer' && action.terminal)) {
      return { type: 'ended', transition: { rule: 'stop', next: null } };
    }
    const performed = await performAction(action, {
      device,
      dumper: this.#dumper,
      size,
      package: focus?.package ?? null,
      keyboard: this.#keyboard,
      apps,
      signal,
    });
    const observation = await this.#look(signal);
    return { type: 'observed', observation, transition: { ...performed, next: this.state } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#seen = null;
    try {
      // Of its own time: the episode's signal may be what ended it.
      await this.#restore(AbortSignal.timeout(DEADLINES.teardown));
    } finally {
      await this.#options.device.connection[Symbol.asyncDispose]();
    }
  }

  /** Lets the screen settle, and takes what there is. The picture is kept before anything can go wrong. */
  async #look(signal: AbortSignal): Promise<Observation> {
    const { device, settle } = this.#options;
    const before = this.#seen?.focus?.key ?? '';
    const options = { ...SETTLE_DEFAULTS, ...settle, signal };
    const deadlineMs = this.#restless.has(before)
      ? Math.min(RESTLESS_MS, options.deadlineMs)
      : options.deadlineMs;
    const { screenshot, isSettled } = await settleScreen(device, { ...options, deadlineMs });
    this.#keep(screenshot);
    const focus = await this.#probe.probe(signal);
    if (!isSettled) this.#restless.add(focus?.key ?? '');
    return await this.#see(screenshot, focus, signal);
  }

  /** The hierarchy beside a picture; both again, once, where the focus has changed meanwhile. */
  async #see(
    screenshot: Screenshot,
    focus: Foreground | null,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<Observation> {
    const { device, onNote = () => {} } = this.#options;
    const dumped = await this.#dumper.dump(focus?.key ?? '', signal);
    const now = await this.#probe.probe(signal);
    if (now?.key !== focus?.key && !isSecond) {
      return await this.#see(await takeScreenshot(device, signal), now, signal, true);
    }
    if (dumped.type === 'missing') onNote(`no UI hierarchy (${dumped.fault.error}): ${dumped.fault.said}`);
    else if (dumped.isSparse) onNote('the UI hierarchy says next to nothing: a web view, a canvas or a game');
    const xml = dumped.type === 'hierarchy' ? dumped.xml : null;
    const screen: Screen = {
      ...screenOf(screenshot),
      activity: now?.activity ?? null,
      hierarchy: xml === null ? null : contentOf('text/xml', new TextEncoder().encode(xml)),
    };
    this.#seen = { screen, size: screenshot.size, focus: now };
    return { screen };
  }

  #keep(screenshot: Screenshot): void {
    const focus = this.#seen?.focus ?? null;
    this.#seen = { screen: screenOf(screenshot), size: screenshot.size, focus };
  }

  async #restore(signal: AbortSignal): Promise<void> {
    const { device, onNote = () => {} } = this.#options;
    if (this.#journal.pending.length === 0) return;
    for (const failure of await restoreDevice(device, this.#journal, signal)) {
      onNote(`left on ${device.serial}: ${failure}`);
    }
  }

  #current(): Seen {
    if (this.#seen !== null) return this.#seen;
    throw new NoEpisodeError('there is no episode on the device', { hint: 'Call reset first.' });
  }
}

function screenOf({ png, size, hash }: Screenshot): Screen {
  const picture = { ...contentOf('image/png', png), hash };
  return { id: hash.slice(0, 16), size, activity: null, picture, hierarchy: null };
}

function contentOf(mediaType: string, bytes: Uint8Array): NonNullable<Screen['picture']> {
  return { mediaType, load: async () => bytes };
}
