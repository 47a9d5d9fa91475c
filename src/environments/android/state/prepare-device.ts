import { DEADLINES } from '../adb/deadlines.js';
import type { DeviceTask } from '../device-task.js';
import { currentKeyboard, hasKeyboard, selectKeyboard } from '../driver/adb-keyboard.js';
import type { AndroidDevice } from '../driver/android-device.js';
import { clearApp, closeApp, grantPermission, isInstalled, openApp } from '../driver/apps.js';
import { FILE_PREFIX } from '../driver/hierarchy-dumper.js';
import { pressKeys } from '../driver/touch.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { FAULT_RULES } from '../faults/fault-class.js';
import type { DeviceJournal } from './device-journal.js';
import { applyUndo, getSetting, putSetting, type Undo } from './undo.js';

/** Settings that make screens come to rest and stay on. Those that a device refuses are left as they are. */
const SETTINGS: readonly Omit<Extract<Undo, { type: 'setting' }>, 'type'>[] = [
  { space: 'global', key: 'window_animation_scale', value: '0' },
  { space: 'global', key: 'transition_animation_scale', value: '0' },
  { space: 'global', key: 'animator_duration_scale', value: '0' },
  { space: 'global', key: 'stay_on_while_plugged_in', value: '7' },
];

export interface Prepared {
  /** The keyboard for adb, where it is installed and now the one in use. */
  readonly keyboard: string | null;
  /** What the device refused and could be done without. */
  readonly notes: readonly string[];
}

/**
 * Brings a device into the state that a task begins with; every change is noted first, and read back.
 *
 * @throws {DeviceFaultError} where an app is missing, or the device refuses what the task needs
 */
export async function prepareDevice(
  device: AndroidDevice,
  task: DeviceTask,
  {
    journal,
    keyboard,
    beforeStart,
    signal,
  }: {
    readonly journal: DeviceJournal;
    readonly keyboard: string | null;
    /** Called when all is set up but the app of the start, with the keyboard for adb where it is in use. */
    readonly beforeStart?: (keyboard: string | null) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<Prepared> {
  const notes: string[] = [];
  await device.run(`rm -f ${FILE_PREFIX}*`, DEADLINES.read, signal);
  for (const setting of SETTINGS) await change(device, setting, { journal, notes, signal });
  const selected = await select(device, keyboard, { journal, signal });
  const apps = [...new Set([...task.apps, ...(task.start === null ? [] : [task.start.package])])];
  for (const app of [...apps, ...task.clear]) {
    if (await isInstalled(device, app, signal)) continue;
    throw new DeviceFaultError('app-not-installed', { serial: device.serial, operation: 'setup', said: app });
  }
  journal.note({ type: 'home' });
  for (const app of apps) {
    journal.note({ type: 'stop-app', package: app });
    await closeApp(device, app, signal);
  }
  for (const app of task.clear) await clearApp(device, app, signal);
  for (const { package: app, permission } of task.grant) {
    if (!(await grantPermission(device, app, permission, signal)))
      notes.push(`${permission} cannot be granted`);
  }
  await beforeStart?.(selected);
  if (task.start === null) await pressKeys(device, [3], signal);
  else if (!(await openApp(device, task.start.package, task.start.activity, signal))) {
    const { package: app } = task.start;
    throw new DeviceFaultError('launch-timeout', { serial: device.serial, operation: 'setup', said: app });
  }
  return { keyboard: selected, notes };
}

async function change(
  device: AndroidDevice,
  setting: (typeof SETTINGS)[number],
  { journal, notes, signal }: { journal: DeviceJournal; notes: string[]; signal: AbortSignal },
): Promise<void> {
  try {
    const value = await getSetting(device, setting, signal);
    if (value === setting.value) return;
    journal.note({ type: 'setting', space: setting.space, key: setting.key, value });
    await putSetting(device, setting, signal);
  } catch (error) {
    const isRefused =
      error instanceof DeviceFaultError &&
      ['secure-settings-denied', 'setting-not-applied', 'command-unsupported'].includes(error.faultClass);
    if (!isRefused) throw error;
    notes.push(error.message);
  }
}

async function select(
  device: AndroidDevice,
  keyboard: string | null,
  { journal, signal }: { journal: DeviceJournal; signal: AbortSignal },
): Promise<string | null> {
  if (keyboard === null || !(await hasKeyboard(device, keyboard, signal))) return null;
  const previous = await currentKeyboard(device, signal);
  if (previous !== keyboard && previous !== null) journal.note({ type: 'keyboard', id: previous });
  await selectKeyboard(device, keyboard, signal);
  return keyboard;
}

/** A change that could not be taken back. */
export interface NotRestored {
  readonly what: string;
  /** The device could not be reached: it may be taken back when it is. */
  readonly isGone: boolean;
}

/**
 * Takes back everything that is noted, the latest change first, going on after failures.
 *
 * @returns what could not be taken back; the notes then stay for the next start
 */
export async function restoreDevice(
  device: AndroidDevice,
  journal: DeviceJournal,
  signal: AbortSignal,
): Promise<readonly NotRestored[]> {
  const failures: NotRestored[] = [];
  for (const undo of journal.pending) {
    try {
      await applyUndo(device, undo, signal);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const isGone = error instanceof DeviceFaultError && FAULT_RULES[error.faultClass].stage === 'transport';
      failures.push({ what: `${JSON.stringify(undo)}: ${said}`, isGone });
    }
  }
  if (failures.length === 0) {
    await device.run(`rm -f ${FILE_PREFIX}*`, DEADLINES.read, signal).catch(() => {});
    journal.clear();
  }
  return failures;
}
