import { DEADLINES } from '../adb/deadlines.js';
import type { FaultClass } from '../faults/fault-class.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';
import { readFocus, readScreenStateOf, type Foreground } from './screen-facts.js';
import { pressKeys } from './touch.js';

/** KEYCODE_WAKEUP; POWER would turn a screen off that is on. */
const WAKEUP = 224;
const TRIES = 2;
/** A hanging app gets this long, once, before its dialog voids the episode. */
const ANR_GRACE_MS = 5000;
const PAUSE_MS = 300;
const STORAGE_EVERY = 20;
const LEAST_STORAGE_KIB = 200 * 1024;

/** What a phone is by its own words: another one, or one that has started anew, is not what the episode began on. */
const IDENTITY =
  'getprop ro.serialno; getprop ro.product.model; getprop ro.build.fingerprint; cat /proc/sys/kernel/random/boot_id 2>/dev/null';

/** Looks after a device between the steps of an episode. What it finds is never the agent's. */
export class HealthProbe {
  readonly #device: AndroidDevice;
  #identity: string | null = null;
  #probes = 0;

  constructor(device: AndroidDevice) {
    this.#device = device;
  }

  /**
   * Sees that it is the same phone, awake, unlocked, with no dialog of a crash over it and room in its storage; wakes and
   * unlocks it where that helps.
   *
   * @returns what has the focus; null where the phone does not say
   * @throws {DeviceFaultError} for what could not be helped
   */
  async probe(signal: AbortSignal): Promise<Foreground | null> {
    await this.#checkIdentity(signal);
    await this.#wake(signal);
    if (this.#probes % STORAGE_EVERY === 0) await this.#checkStorage(signal);
    this.#probes += 1;
    let focus = await readFocus(this.#device, signal);
    if (focus?.blocking === 'anr') {
      await this.#device.clock.pass(ANR_GRACE_MS, signal);
      focus = await readFocus(this.#device, signal);
    }
    if (focus?.blocking === 'anr' || focus?.blocking === 'crash') {
      throw this.#fault('blocked-by-system-dialog', `${focus.blocking} of ${focus.package ?? 'an app'}`);
    }
    return focus;
  }

  /** A new episode: whichever phone is there now is the one. */
  forget(): void {
    this.#identity = null;
  }

  async #checkIdentity(signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#device.run(IDENTITY, DEADLINES.read, signal);
    const found = new TextDecoder().decode(stdout).trim();
    if (this.#identity !== null && found !== this.#identity) {
      throw this.#fault('device-identity-changed', 'it has started anew or is another phone');
    }
    this.#identity = found;
  }

  async #wake(signal: AbortSignal): Promise<void> {
    let state = await readScreenStateOf(this.#device, signal);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (state.isInteractive !== false && state.isLocked !== true) return;
      // What a person set up to keep others out is not ours to open.
      if (state.isLocked === true && state.isSecure === true) break;
      if (state.isInteractive === false) await pressKeys(this.#device, [WAKEUP], signal);
      if (state.isLocked === true) await this.#device.run('wm dismiss-keyguard', DEADLINES.read, signal);
      await this.#device.clock.pass(PAUSE_MS, signal);
      state = await readScreenStateOf(this.#device, signal);
    }
    if (state.isLocked === true)
      throw this.#fault('keyguard-showing', state.isSecure === true ? 'secure' : '');
    if (state.isInteractive === false) throw this.#fault('screen-off', '');
  }

  async #checkStorage(signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#device.run('df -k /data 2>/dev/null', DEADLINES.read, signal);
    const [header = '', row = ''] = new TextDecoder().decode(stdout).trim().split('\n');
    const column = header.split(/\s+/).findIndex((name) => /^avail/i.test(name));
    const free = Number(row.split(/\s+/)[column] ?? Number.NaN);
    if (free < LEAST_STORAGE_KIB) throw this.#fault('storage-low', `${Math.floor(free / 1024)} MiB free`);
  }

  #fault(faultClass: FaultClass, said: string): DeviceFaultError {
    return new DeviceFaultError(faultClass, { serial: this.#device.serial, operation: 'health check', said });
  }
}
