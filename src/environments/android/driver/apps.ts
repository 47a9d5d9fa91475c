import { DEADLINES } from '../adb/deadlines.js';
import { shellQuoted } from '../adb/device-connection.js';
import type { AnswerReading } from '../answers/device-answer.js';
import { deviceFault, DeviceFaultError } from '../faults/device-fault-error.js';
import { until } from './adb-keyboard.js';
import type { AndroidDevice } from './android-device.js';
import { readFocus } from './screen-facts.js';

const LAUNCHER = '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER';
const STOPPED_WITHIN_MS = 2000;

/** Whether the package is there, by its whole name. */
export async function isInstalled(
  device: AndroidDevice,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const line = `pm path ${shellQuoted(name)}`;
  const reading = await device.ask('app', line, DEADLINES.read, signal);
  if (reading.error === undefined) return true;
  if (reading.error === 'app-not-installed') return false;
  throw deviceFault(reading, device.serial, 'pm path');
}

/**
 * Opens an app as its icon does, or an activity of it, and waits until its package has the focus.
 *
 * @returns whether it came to the front within the time
 * @throws {DeviceFaultError} where there is nothing to open, or it does not start
 */
export async function openApp(
  device: AndroidDevice,
  name: string,
  activity: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const component = activity === null ? await launcherOf(device, name, signal) : `${name}/${activity}`;
  const reading =
    component === null
      ? await openByMonkey(device, name, signal)
      : await device.ask(
          'app',
          `am start -W -n ${shellQuoted(component)} ${LAUNCHER} -f 0x10200000`,
          DEADLINES.launch,
          signal,
        );
  // Where it took too long, the focus says whether it came.
  if (reading.error !== undefined && reading.error !== 'launch-timeout') {
    throw deviceFault(reading, device.serial, 'am start');
  }
  const isInFront = async (): Promise<boolean> => {
    const focus = await readFocus(device, signal);
    return focus !== null && focus.package === name && !focus.isTransient;
  };
  return await until(device, isInFront, DEADLINES.focus, signal);
}

/** Presses the icon of an app whose activity the package manager does not name. */
async function openByMonkey(
  device: AndroidDevice,
  name: string,
  signal: AbortSignal,
): Promise<AnswerReading> {
  const line = `monkey -p ${shellQuoted(name)} -c android.intent.category.LAUNCHER`;
  const reading = await device.ask('app', `${line} 1`, DEADLINES.launch, signal);
  const needsNoKeys = reading.error !== undefined && /SYS_KEYS/i.test(reading.said);
  return needsNoKeys
    ? await device.ask('app', `${line} --pct-syskeys 0 1`, DEADLINES.launch, signal)
    : reading;
}

/** The activity behind an app's icon; null where the device cannot say. @throws {DeviceFaultError} where it has no app */
async function launcherOf(device: AndroidDevice, name: string, signal: AbortSignal): Promise<string | null> {
  const line = `cmd package resolve-activity --brief ${LAUNCHER} ${shellQuoted(name)}`;
  const reading = await device.ask('app', line, DEADLINES.read, signal);
  if (reading.error === undefined) return String(reading['component']);
  if (await isInstalled(device, name, signal)) return null;
  throw deviceFault({ error: 'app-not-installed', said: name }, device.serial, 'resolve-activity');
}

/** Opens a web address or any other link. */
export async function openLink(device: AndroidDevice, url: string, signal: AbortSignal): Promise<void> {
  const line = `am start -a android.intent.action.VIEW -d ${shellQuoted(url)}`;
  await device.require('app', line, DEADLINES.launch, signal);
}

/** Stops an app, and sees that no process of it is left. */
export async function closeApp(device: AndroidDevice, name: string, signal: AbortSignal): Promise<void> {
  await device.require('app', `am force-stop ${shellQuoted(name)}`, DEADLINES.forceStop, signal);
  const isGone = async (): Promise<boolean> => {
    const reading = await device.ask('app', `pidof ${shellQuoted(name)}`, DEADLINES.read, signal);
    return reading.error !== undefined || (reading['processes'] as readonly number[]).length === 0;
  };
  if (await until(device, isGone, STOPPED_WITHIN_MS, signal)) return;
  throw new DeviceFaultError('launch-failed', {
    serial: device.serial,
    operation: 'am force-stop',
    said: `${name} goes on running`,
  });
}

/** Removes what an app keeps, its permissions and its login too. */
export async function clearApp(device: AndroidDevice, name: string, signal: AbortSignal): Promise<void> {
  await device.require('app', `pm clear ${shellQuoted(name)}`, DEADLINES.clear, signal);
}

/** Grants a permission. Those that cannot be granted or that the app does not ask for are no failure: false. */
export async function grantPermission(
  device: AndroidDevice,
  name: string,
  permission: string,
  signal: AbortSignal,
): Promise<boolean> {
  const line = `pm grant ${shellQuoted(name)} ${shellQuoted(permission)}`;
  const reading = await device.ask('app', line, DEADLINES.grant, signal);
  if (reading.error === undefined) return true;
  if (reading.error === 'permission-not-changeable' || reading.error === 'permission-not-requested') {
    return false;
  }
  throw deviceFault(reading, device.serial, 'pm grant');
}
