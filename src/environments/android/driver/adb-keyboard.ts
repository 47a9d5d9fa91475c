import { DEADLINES } from '../adb/deadlines.js';
import { shellQuoted } from '../adb/device-connection.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';

/** Id of the keyboard as `ime list` prints it; any that listens to the same broadcasts will do. */
export const ADB_KEYBOARD = 'com.android.adbkeyboard/.AdbIME';
const POLL_MS = 200;
const ENABLED_WITHIN_MS = 5000;
const SELECTED_WITHIN_MS = 3000;
/** Code points of one broadcast. */
const LONGEST = 1000;

/** The keyboard in use; null where the device names none. */
export async function currentKeyboard(device: AndroidDevice, signal: AbortSignal): Promise<string | null> {
  const line = 'settings get secure default_input_method';
  const { selected } = (await device.require('keyboard', line, DEADLINES.read, signal)) as {
    readonly selected: string | null;
  };
  return selected;
}

/** Whether the keyboard is installed, enabled or not. */
export async function hasKeyboard(device: AndroidDevice, id: string, signal: AbortSignal): Promise<boolean> {
  const [owner = ''] = id.split('/');
  const reading = await device.ask('app', `pm path ${shellQuoted(owner)}`, DEADLINES.read, signal);
  return reading.error === undefined;
}

/**
 * Makes a keyboard the one in use, and reads back that it is.
 *
 * @throws {DeviceFaultError} where it is missing or does not become the one in use
 */
export async function selectKeyboard(device: AndroidDevice, id: string, signal: AbortSignal): Promise<void> {
  if ((await currentKeyboard(device, signal)) === id) return;
  const enabled = async (): Promise<boolean> => {
    const line = 'settings get secure enabled_input_methods';
    const { methods } = (await device.require('keyboard', line, DEADLINES.read, signal)) as {
      readonly methods: readonly string[];
    };
    return methods.includes(id);
  };
  if (!(await enabled())) {
    await device.require('keyboard', `ime enable ${shellQuoted(id)}`, DEADLINES.read, signal);
    // Some devices do not keep the setting; `ime set` decides.
    await until(device, enabled, ENABLED_WITHIN_MS, signal);
  }
  await device.require('keyboard', `ime set ${shellQuoted(id)}`, DEADLINES.read, signal);
  const isSelected = async (): Promise<boolean> => (await currentKeyboard(device, signal)) === id;
  if (!(await until(device, isSelected, SELECTED_WITHIN_MS, signal))) {
    throw new DeviceFaultError('keyboard-not-active', { serial: device.serial, operation: 'ime set' });
  }
}

/** Types through the keyboard: Base64 of UTF-8, to its package alone. That it arrived is for the caller to see. */
export async function typeByKeyboard(
  device: AndroidDevice,
  id: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const [owner = ''] = id.split('/');
  for (const piece of pieces(text)) {
    const message = Buffer.from(piece, 'utf8').toString('base64');
    const line = `am broadcast -a ADB_INPUT_B64 -p ${owner} --es msg '${message}'`;
    const deadline = DEADLINES.input + DEADLINES.character * piece.length;
    await device.require('keyboard', line, deadline, signal);
  }
}

/** Empties the field in focus. */
export async function clearByKeyboard(device: AndroidDevice, id: string, signal: AbortSignal): Promise<void> {
  const [owner = ''] = id.split('/');
  await device.require('keyboard', `am broadcast -a ADB_CLEAR_TEXT -p ${owner}`, DEADLINES.input, signal);
}

/** The text in parts that never cut what a reader sees as one character. */
function* pieces(text: string): Generator<string> {
  let piece = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    if (piece.length + segment.length > LONGEST && piece !== '') {
      yield piece;
      piece = '';
    }
    piece += segment;
  }
  if (piece !== '') yield piece;
}

/** Whether something came true within a time. */
export async function until(
  device: AndroidDevice,
  test: () => Promise<boolean>,
  withinMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const end = device.clock.now() + withinMs;
  for (;;) {
    if (await test()) return true;
    if (device.clock.now() >= end) return false;
    await device.clock.pass(POLL_MS, signal);
  }
}
