import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ActionOrigin } from '../phone-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import { recordPhone } from '../run/record-phone.js';
import { Camera } from './camera.js';
import type { LearntPhone } from './learn-phone.js';
import { ObservedStream } from './observed-stream.js';
import { RecordingWorld } from './recording-world.js';
import { shadowParts } from './shadow-parts.js';
import type { ServerAddress } from './upstream.js';

export interface RecorderOptions {
  readonly address: ServerAddress;
  readonly phone: LearntPhone;
  /** Folder of the recording: `phone.jsonl` and `screens/`. */
  readonly folder: string;
  /** Milliseconds between the end of a command that acted and the capture of its result. */
  readonly settleMs: number;
  /** Whether UI hierarchies are captured. */
  readonly takesDumps: boolean;
  /** Version of Touchstone. */
  readonly touchstone: string;
  /** Called once, when an event could not be written. */
  readonly onFailure: (error: unknown) => void;
}

/** Time that a command waits for its shadow, milliseconds; a shell line takes one or two. */
const LEAD_MS = 250;
/** Time that a capture waits for the end of a command that acted, milliseconds. */
const MOST_WAIT_MS = 10_000;
/** Limits of the shadow: it is not the phone, so it has none. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/**
 * Writes down what is done to a real phone: a phone of ours shadows it, is given every command, and so reduces them to
 * actions; between the commands the real one's screen is captured.
 */
export class PhoneRecorder implements AsyncDisposable {
  readonly #device: PhoneDevice;
  readonly #world: RecordingWorld;
  readonly #camera: Camera;
  readonly #log: AsyncDisposable;
  readonly #settleMs: number;
  readonly #current: AsyncLocalStorage<ObservedStream>;
  /** Commands whose end is not logged yet. */
  readonly #running = new Set<number>();
  /** Shadows whose real services are over. */
  readonly #finishing = new Set<Promise<void>>();
  /** Services that acted since the last capture. */
  readonly #actors = new Set<ObservedStream>();
  /** The capture that is due. */
  #due: Promise<void> | null = null;
  /** The capture that an action waits for. */
  #look: Promise<void> | null = null;
  /** Captures go one after the other. */
  #taken: Promise<void> = Promise.resolve();
  #isTaking = 0;
  #hasFirst = false;
  #lastEndAt = 0;
  #captures = 0;
  #isClosing = false;

  private constructor(
    device: PhoneDevice,
    world: RecordingWorld,
    current: AsyncLocalStorage<ObservedStream>,
    options: RecorderOptions,
  ) {
    this.#device = device;
    this.#world = world;
    this.#current = current;
    this.#settleMs = options.settleMs;
    this.#camera = new Camera({
      address: options.address,
      serial: options.phone.serial,
      folder: join(options.folder, 'screens'),
      takesDumps: options.takesDumps,
    });
    this.#log = recordPhone(device, {
      file: join(options.folder, 'phone.jsonl'),
      episode: { task: 'recording', repeat: 0, seed: 0, world: null, touchstone: options.touchstone },
      onFailure: options.onFailure,
    });
    device.log.listen((event) => {
      if (event.kind === 'command') this.#running.add(event.seq);
      else if (event.kind === 'done' && event.command !== null) this.#running.delete(event.command);
    });
  }

  /** @throws {PhoneLogWriteError} when the folder holds a recording already, or cannot be written to */
  static async start(options: RecorderOptions): Promise<PhoneRecorder> {
    const { phone } = options;
    const current = new AsyncLocalStorage<ObservedStream>();
    let recorder: PhoneRecorder | null = null;
    const world = new RecordingWorld(
      phone.profile,
      async (_action, origin) => (await recorder?.witness(origin)) ?? null,
    );
    const device = await PhoneDevice.start({
      serial: phone.serial,
      world,
      parts: shadowParts(current),
      options: phone.options,
      limits: {
        maxActions: UNLIMITED,
        maxObservations: UNLIMITED,
        maxWallMs: UNLIMITED,
        maxBytesIn: UNLIMITED,
        maxStreams: UNLIMITED,
      },
    });
    try {
      recorder = new PhoneRecorder(device, world, current, options);
      return recorder;
    } catch (error) {
      await device[Symbol.asyncDispose]();
      throw error;
    }
  }

  get counts(): { readonly actions: number; readonly commands: number; readonly captures: number } {
    const { actions, commands } = this.#device.counts;
    return { actions, commands, captures: this.#captures };
  }

  /** Writes down what happened to connections. */
  noteTransport(what: string, detail?: string): void {
    if (!this.#isClosing) this.#device.noteTransport(what, detail);
  }

  /** The phone refused a service. */
  noteRefused(service: string): void {
    if (!this.#isClosing) this.#device.controls.note('refused', service.slice(0, 200));
  }

  /**
   * A client asks for a service of the phone. Resolves when it may be asked of the phone: once what came of the actions
   * before is captured, and the shadow has begun.
   */
  async follow(service: string): Promise<ObservedStream> {
    await this.aligned();
    const observed = new ObservedStream(service);
    const serve = this.#device.open(service);
    if (serve === null) return observed;
    const finished = this.#current.run(observed, () => serve(observed.shadow));
    void observed.over.then(() => {
      this.#lastEndAt = performance.now();
      this.#finishing.add(finished);
      void finished.finally(() => this.#finishing.delete(finished));
    });
    do {
      await this.#look;
      await Promise.race([observed.reduced, delay(LEAD_MS, undefined, { ref: false })]);
    } while (this.#look !== null);
    return observed;
  }

  /** Resolves once nothing is left to be captured of what was done. */
  async aligned(): Promise<void> {
    for (;;) {
      if (this.#finishing.size > 0) await Promise.all(this.#finishing);
      else if (this.#due !== null) await this.#due;
      else if (this.#isTaking > 0) await this.#taken;
      else if (!this.#hasFirst) {
        this.#hasFirst = true;
        await this.#take();
      } else return;
    }
  }

  /** An action is reduced: gives the screen after it, where its commands are over already (text that was typed). */
  async witness({ commands }: ActionOrigin): Promise<string | null> {
    const actor = this.#current.getStore();
    if (actor === undefined || commands.every((command) => !this.#running.has(command))) {
      this.#look = pause(this.#lastEndAt + this.#settleMs - performance.now()).then(() => this.#take());
      await this.#look;
      this.#look = null;
      return this.#world.state;
    }
    this.#actors.add(actor);
    this.#due ??= this.#captureActs();
    return null;
  }

  /** Text that waits to become an action becomes one, the last screen is captured, and the log is whole. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosing) return;
    if (this.#hasFirst) {
      await this.aligned();
      await this.#device.settle().catch(() => {});
    }
    this.#isClosing = true;
    await this.#device[Symbol.asyncDispose]();
    await Promise.all(this.#finishing);
    await this.#log[Symbol.asyncDispose]();
  }

  async #captureActs(): Promise<void> {
    do {
      for (const actor of this.#actors) {
        await actor.quiet(this.#settleMs, MOST_WAIT_MS);
        this.#actors.delete(actor);
      }
      await pause(this.#settleMs);
      await this.#take();
    } while (this.#actors.size > 0);
    this.#due = null;
  }

  #take(): Promise<void> {
    this.#isTaking += 1;
    const take = async (): Promise<void> => {
      const capture = await this.#camera.take();
      this.#world.show(capture);
      this.#captures += 1;
      this.#isTaking -= 1;
      const { id, size, activity, picture, hierarchy } = capture.screen;
      this.#device.log.append({
        kind: 'capture',
        stream: null,
        screen: id,
        size,
        activity,
        picture: picture?.hash ?? null,
        hierarchy: hierarchy?.hash ?? null,
        ...(capture.problems.length > 0 ? { problems: capture.problems } : {}),
      });
    };
    this.#taken = this.#taken.then(take);
    return this.#taken;
  }
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds);
}
