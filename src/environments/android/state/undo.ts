import { z } from 'zod';
import { DEADLINES } from '../adb/deadlines.js';
import { shellQuoted } from '../adb/device-connection.js';
import { readAnswer } from '../answers/read-answer.js';
import type { AndroidDevice } from '../driver/android-device.js';
import { pressKeys } from '../driver/touch.js';
import { deviceFault, DeviceFaultError } from '../faults/device-fault-error.js';

const NAME = /^[\w.]+$/;

/** How a change of a device is taken back: a value, never a command, since it is read from a file. */
export const UndoSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setting'),
    space: z.enum(['global', 'secure', 'system']),
    key: z.string().regex(NAME),
    /** Null: it was not set. */
    value: z.string().nullable(),
  }),
  z.object({ type: z.literal('keyboard'), id: z.string().regex(/^[\w.]+\/[\w.$]+$/) }),
  z.object({ type: z.literal('stop-app'), package: z.string().regex(NAME) }),
  z.object({ type: z.literal('home') }),
  z.object({ type: z.literal('shade') }),
]);
export type Undo = z.infer<typeof UndoSchema>;

/** Takes one change back and reads back that it is. @throws {DeviceFaultError} where it is not */
export async function applyUndo(device: AndroidDevice, undo: Undo, signal: AbortSignal): Promise<void> {
  switch (undo.type) {
    case 'setting':
      return await putSetting(device, undo, signal);
    case 'keyboard':
      return await restoreKeyboard(device, undo.id, signal);
    case 'stop-app':
      await device.require('app', `am force-stop ${shellQuoted(undo.package)}`, DEADLINES.forceStop, signal);
      return;
    case 'home':
      return await pressKeys(device, [3], signal);
    case 'shade':
      await device.run('cmd statusbar collapse', DEADLINES.read, signal);
      return;
    default:
      return undo satisfies never;
  }
}

/** Value of a setting; null where it is not set. */
export async function getSetting(
  device: AndroidDevice,
  { space, key }: { readonly space: string; readonly key: string },
  signal: AbortSignal,
): Promise<string | null> {
  const line = `settings get ${space} ${key}`;
  const { value } = (await device.require('settings', line, DEADLINES.read, signal)) as {
    readonly value: string | null;
  };
  return value;
}

/** Puts a setting (null deletes it) and reads it back. @throws {DeviceFaultError} where it did not take */
export async function putSetting(
  device: AndroidDevice,
  setting: Omit<Extract<Undo, { type: 'setting' }>, 'type'>,
  signal: AbortSignal,
): Promise<void> {
  const { space, key, value } = setting;
  const line =
    value === null ? `settings delete ${space} ${key}` : `settings put ${space} ${key} ${shellQuoted(value)}`;
  const answer = await device.run(line, DEADLINES.read, signal);
  const reading = readAnswer('settings', answer);
  if (reading.error !== undefined && reading.error !== 'output-unreadable') {
    throw deviceFault(reading, device.serial, 'settings put');
  }
  const found = await getSetting(device, setting, signal);
  if (found === value) return;
  throw new DeviceFaultError('setting-not-applied', {
    serial: device.serial,
    operation: 'settings put',
    said: `${key} is ${found ?? 'not set'}`,
  });
}

async function restoreKeyboard(device: AndroidDevice, id: string, signal: AbortSignal): Promise<void> {
  const reading = await device.ask('keyboard', `ime set ${shellQuoted(id)}`, DEADLINES.read, signal);
  if (reading.error === undefined) return;
  const reset = await device.ask('keyboard', 'ime reset', DEADLINES.read, signal);
  if (reset.error === undefined) return;
  await putSetting(device, { space: 'secure', key: 'default_input_method', value: id }, signal);
}
