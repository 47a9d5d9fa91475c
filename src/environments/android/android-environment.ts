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
import { awaitPicture, blackShare } from './driver/black-screen.js';
import { HealthProbe } from './driver/health-probe.js';
import { HierarchyDumper, type Dumped } from './driver/hierarchy-dumper.js';
import { readDisplayFacts, type Foreground } from './driver/screen-facts.js';
import { SETTLE_DEFAULTS, settleScreen, type SettleOptions } from './driver/settle-screen.js';
import { takeScreenshot, type Screenshot } from './driver/take-screenshot.js';
import { DeviceFaultError } from './faults/device-fault-error.js';
import { performAction, type Gestures } from './perform-action.js';
import { DeviceJournal } from './state/device-journal.js';
import { prepareDevice, restoreDevice } from './state/prepare-device.js';

export interface AndroidEnvironmentOptions {
  /** The environment's to close. */
  readonly device: AndroidDevice;
  /** What a device has to be like at the start of each task, by its id. */
  readonly tasks: ReadonlyMap<string, DeviceTask>;
  /** Folder where changes of devices are noted until they are taken back. */
  readonly journals: string;
  /** Names the device in that folder, wherever it is plugged in. Default: its serial. */
  readonly name?: string;
  /** What else brings a task's start about, before its app comes to the front: resetting an account, signing in. */
  readonly prepare?: (task: DeviceTask, context: SetupContext) => Promise<void>;
  /** Replaces in UI hierarchies what nobody may read, such as what a login typed. */
  readonly redact?: (text: string) => string;
  /** Durations and forms of gestures where they differ from a finger's. */
  readonly gestures?: Gestures;
  /** Id of the keyboard for adb; null types as keys alone. Default: ADBKeyboard. */
  readonly keyboard?: string | null;
  /** Names that agents give apps, lower case, and their packages. */
  readonly apps?: ReadonlyMap<string, string>;
  readonly settle?: Partial<Omit<SettleOptions, 'signal'>>;
  /** Called with a fault of the device that voids the episode. */
  readonly onFault?: (fault: DeviceFaultError) => void;
  /** Called with what could not be taken back: somebody has to look after the device. */
  readonly onLeft?: (what: string) => void;
  /** Called with what could not be taken back, and what the device refused. */
  readonly onNote?: (note: string) => void;
}

/** What setting a task up may use. */
export interface SetupContext {
  readonly device: AndroidDevice;
  readonly dumper: HierarchyDumper;
  /** The keyboard for adb, where it is in use. */
  readonly keyboard: string | null;
  readonly signal: AbortSignal;
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
  /** What is odd about the last observation, for the journal. */
  #remarks: string[] = [];
  /** No action was performed yet. */
  #isFirst = true;
  /** The task's app. */
  #app: string | null = null;
  #keyboard: string | null = null;
  #seen: Seen | null = null;
  #isClosed = false;

  constructor(options: AndroidEnvironmentOptions) {
    this.#options = options;
    this.#journal = new DeviceJournal(options.journals, options.name ?? options.device.serial);
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
    return await this.#watched(() => this.#reset(start, signal));
  }

  /** Tells of a fault of the device before it goes on its way. */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DeviceFaultError) this.#options.onFault?.(error);
      throw error;
    }
  }

  async #reset(start: EpisodeStart, signal: AbortSignal): Promise<Observation> {
    const { device, tasks, keyboard = ADB_KEYBOARD, prepare, onNote = () => {} } = this.#options;
    const task = tasks.get(start.task);
    if (task === undefined) throw new DatasetError(`the device has no task ${start.task}`);
    this.#seen = null;
    this.#isFirst = true;
    this.#probe.forget();
    // What an episode before this one left, of this process or of one that was killed.
    await this.#restore(signal);
    await this.#probe.probe(signal);
    const prepared = await this.#explained(signal, () =>
      prepareDevice(device, task, {
        journal: this.#journal,
        keyboard,
        beforeStart: async (selected) =>
          prepare?.(task, { device, dumper: this.#dumper, keyboard: selected, signal }),
        signal,
      }),
    );
    this.#keyboard = prepared.keyboard;
    this.#app = task.start?.package ?? null;
    for (const note of prepared.notes) onNote(note);
    const observation = await this.#look(signal);
    const { size } = await readDisplayFacts(device, signal);
    const seen = this.#current().size;
    if (size.width !== seen.width || size.height !== seen.height) {
      onNote(`pictures are ${seen.width}x${seen.height}, the display is ${size.width}x${size.height}`);
    }
    return observation;
  }

  /** Where an app did not come to the front, what is in its way is the fault: a lock, a dialog, a phone that started anew. */
  async #explained<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DeviceFaultError && error.faultClass === 'launch-timeout') {
        await this.#probe.probe(signal);
      }
      throw error;
    }
  }

  async observe({ signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    this.#current();
    return await this.#watched(async () => {
      const taken = await takeScreenshot(this.#options.device, signal);
      const focus = await this.#probe.probe(signal);
      return await this.#see(await this.#lit(taken, signal), focus, signal);
    });
  }

  async step(action: Action, { signal }: { signal: AbortSignal }): Promise<StepResult> {
    signal.throwIfAborted();
    return await this.#watched(() => this.#step(action, signal));
  }

  async #step(action: Action, signal: AbortSignal): Promise<StepResult> {
    const { size, focus } = this.#current();
    const { device, apps = new Map() } = this.#options;
    if (action.type === 'stop' || (action.type === 'answer' && action.terminal)) {
      return { type: 'ended', transition: { rule: 'stop', next: null } };
    }
    // What is odd about the screen that the action was decided on has no step of its own: the first has it.
    const remarks = this.#isFirst ? this.#remarks.map((remark) => `at the start: ${remark}`) : [];
    this.#isFirst = false;
    const { reconnects } = device;
    const performed = await performAction(action, {
      device,
      dumper: this.#dumper,
      size,
      package: focus?.package ?? null,
      keyboard: this.#keyboard,
      apps,
      gestures: this.#options.gestures ?? {},
      signal,
    });
    const observation = await this.#look(signal);
    this.#checkReconnected(reconnects, focus);
    const detail = [performed.detail, ...remarks, ...this.#remarks].filter((one) => one !== undefined);
    const transition = {
      rule: performed.rule,
      ...(detail.length === 0 ? {} : { detail: detail.join('; ') }),
      next: this.state,
    };
    return { type: 'observed', observation, transition };
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

  /** The way to the phone was set up anew, and another app is in front than before: nobody knows what happened between. */
  #checkReconnected(before: number, focus: Foreground | null): void {
    const { device } = this.#options;
    if (device.reconnects === before || this.#current().focus?.package === focus?.package) return;
    throw new DeviceFaultError('connection-closed', {
      serial: device.serial,
      operation: 'step',
      said: 'it came back with another app in front',
    });
  }

  /** Lets the screen settle, and takes what there is. The picture is kept before anything can go wrong. */
  async #look(signal: AbortSignal): Promise<Observation> {
    const { device, settle } = this.#options;
    const before = this.#seen?.focus?.key ?? '';
    const options = { ...SETTLE_DEFAULTS, ...settle, signal };
    const deadlineMs = this.#restless.has(before)
      ? Math.min(RESTLESS_MS, options.deadlineMs)
      : options.deadlineMs;
    const { screenshot, isSettled, moving } = await settleScreen(device, { ...options, deadlineMs });
    const isBlack = (await blackShare(screenshot.png)) === 'all';
    if (!isBlack) this.#keep(screenshot);
    const focus = await this.#probe.probe(signal);
    if (!isSettled) this.#restless.add(focus?.key ?? '');
    const observation = await this.#see(await this.#lit(screenshot, signal), focus, signal);
    if (!isSettled) this.#remark(`the screen still moved (${(moving * 100).toFixed(1)} % of it)`);
    return observation;
  }

  /** A picture that shows something. */
  async #lit(screenshot: Screenshot, signal: AbortSignal): Promise<Screenshot> {
    const { device } = this.#options;
    return await awaitPicture(screenshot, { device, probe: () => this.#probe.probe(signal), signal });
  }

  #remark(remark: string): void {
    this.#remarks.push(remark);
  }

  /** The hierarchy beside a picture; both again, once, where the focus has changed meanwhile. */
  async #see(
    screenshot: Screenshot,
    focus: Foreground | null,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<Observation> {
    const { device, redact = (text: string) => text } = this.#options;
    const dumped = await this.#dumper.dump(focus?.key ?? '', signal);
    const now = await this.#probe.probe(signal);
    if (now?.key !== focus?.key && !isSecond) {
      const again = await this.#lit(await takeScreenshot(device, signal), signal);
      return await this.#see(again, now, signal, true);
    }
    this.#remarks = [];
    for (const remark of remarksOf(dumped, now, this.#app)) this.#remark(remark);
    const xml = dumped.type === 'hierarchy' ? redact(dumped.xml) : null;
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
    const { device, onNote = () => {}, onLeft } = this.#options;
    if (this.#journal.pending.length === 0) return;
    const failures = await restoreDevice(device, this.#journal, signal);
    for (const { what } of failures) onNote(`left on ${device.serial}: ${what}`);
    const broken = failures.filter(({ isGone }) => !isGone).map(({ what }) => what);
    if (broken.length > 0) onLeft?.(broken.join('; '));
  }

  #current(): Seen {
    if (this.#seen !== null) return this.#seen;
    throw new NoEpisodeError('there is no episode on the device', { hint: 'Call reset first.' });
  }
}

/** What of a screen has to be known by whoever reads the journal: pictures and hierarchies that do not tell all. */
function remarksOf(dumped: Dumped, focus: Foreground | null, app: string | null): readonly string[] {
  const remarks: string[] = [];
  if (dumped.type === 'missing') {
    const said = dumped.fault.said.trim().split('\n')[0] ?? '';
    remarks.push(`no UI hierarchy [${dumped.fault.error}]${said === '' ? '' : `: ${said}`}`);
  } else if (dumped.isSparse) {
    remarks.push('the UI hierarchy says next to nothing: a web view, a canvas or a game [sparse]');
  }
  if (focus === null) remarks.push('nothing says which app is in front [focus-unknown]');
  else if (focus.blocking === 'permission') remarks.push('a permission dialog is in front');
  else if (focus.blocking === 'system-ui') remarks.push("the system's own surface is in front");
  else if (app !== null && focus.package !== null && focus.package !== app) {
    remarks.push(`another app is in front: ${focus.package} [wrong-app]`);
  }
  return remarks;
}

function screenOf({ png, size, hash }: Screenshot): Screen {
  const picture = { ...contentOf('image/png', png), hash };
  return { id: hash.slice(0, 16), size, activity: null, picture, hierarchy: null };
}

function contentOf(mediaType: string, bytes: Uint8Array): NonNullable<Screen['picture']> {
  return { mediaType, load: async () => bytes };
}
