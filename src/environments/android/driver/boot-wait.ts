import { DEADLINES } from '../adb/deadlines.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';
import { readFocus } from './screen-facts.js';
import { takeScreenshot } from './take-screenshot.js';

/** Milliseconds until a device has to be ready, by how it came up. */
export const BOOT_MS = { phone: 120_000, emulator: 180_000, snapshot: 30_000 } as const;

const POLL_MS = 500;
/** `settings` is not asked for: some phones publish it under another name, and the doctor writes a setting. */
const SERVICES = ['package', 'input', 'window'];

/**
 * Waits until a device can be used: booted by its own word, its services there, something in focus, and a picture that can
 * be decoded. The word alone does not do: services come later, and a restored snapshot has it from the start.
 *
 * @throws {DeviceFaultError} with what was missing last, when the time is up
 */
export async function awaitReady(
  device: AndroidDevice,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  const end = device.clock.now() + withinMs;
  for (;;) {
    const missing = await whatIsMissing(device, signal);
    if (missing === null) return;
    if (device.clock.now() >= end) {
      throw new DeviceFaultError('not-booted', { serial: device.serial, operation: 'boot', said: missing });
    }
    await device.clock.pass(POLL_MS, signal);
  }
}

/** What keeps a device from being used, in words; null where nothing does. */
export async function whatIsMissing(device: AndroidDevice, signal: AbortSignal): Promise<string | null> {
  try {
    const boot = await device.ask('boot', 'getprop sys.boot_completed', DEADLINES.read, signal);
    if (boot['booted'] !== true) {
      // Some images never set it.
      const drawing = await device.ask('boot', 'getprop init.svc.bootanim', DEADLINES.read, signal);
      if (drawing['booted'] !== true) return 'it is still booting';
    }
    for (const service of SERVICES) {
      const found = await device.ask('boot', `service check ${service}`, DEADLINES.read, signal);
      if (found.error === 'service-missing') return `the service ${service} is not there yet`;
    }
    const packages = await device.ask('boot', 'pm path android', DEADLINES.read, signal);
    if (packages['booted'] !== true) return 'the package manager does not answer yet';
    if ((await readFocus(device, signal)) === null) return 'nothing has the focus yet';
    await takeScreenshot(device, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeviceFaultError) return error.message;
    throw error;
  }
}
