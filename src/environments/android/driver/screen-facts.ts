import type { Activity } from '../../../domain/screen.js';
import type { Size } from '../../../domain/geometry.js';
import { DEADLINES } from '../adb/deadlines.js';
import { deviceFault } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';

/** What has the focus. */
export interface Foreground {
  readonly activity: Activity | null;
  /** Package of the app in front; null where nothing says. */
  readonly package: string | null;
  /** What covers the app or stands in its place. */
  readonly blocking: 'system-ui' | 'anr' | 'crash' | 'permission' | null;
  /** The app is starting. */
  readonly isTransient: boolean;
  /** Names the screen for comparing: package, activity and window. */
  readonly key: string;
}

const FOCUS_LINES = "grep -E 'mCurrentFocus|mFocusedApp|mDisplayId='";
const ATTEMPTS = 3;
const PAUSE_MS = 500;

/** Reads what has the focus, by a second source where the first says nothing. Null where none does. */
export async function readFocus(device: AndroidDevice, signal: AbortSignal): Promise<Foreground | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await device.clock.pass(PAUSE_MS, signal);
    for (const line of [
      `dumpsys window | ${FOCUS_LINES}`,
      "dumpsys activity activities | grep -E 'ResumedActivity|mFocusedActivity'",
    ]) {
      const reading = await device.ask('foreground', line, DEADLINES.dumpsys, signal);
      if (reading.error === undefined) return foregroundOf(reading);
      if (reading.error !== 'focus-unknown') {
        throw deviceFault(reading, device.serial, 'dumpsys window');
      }
    }
  }
  return null;
}

function foregroundOf(reading: Readonly<Record<string, unknown>>): Foreground {
  const name = typeof reading['package'] === 'string' ? reading['package'] : null;
  const activity = typeof reading['activity'] === 'string' ? reading['activity'] : null;
  const blocking = (reading['blocking'] ?? null) as Foreground['blocking'];
  return {
    package: name,
    activity:
      name === null || activity === null ? null : { package: name, activity: withoutPackage(activity, name) },
    blocking,
    isTransient: reading['transient'] === true,
    key: [name, activity, reading['window']].map((part) => (typeof part === 'string' ? part : '')).join('/'),
  };
}

/** An activity in its short form, `.MainActivity`, where its class lies in the package; a benchmark whose rules name whole classes
 * puts the package back. */
function withoutPackage(activity: string, name: string): string {
  return activity.startsWith(`${name}.`) ? activity.slice(name.length) : activity;
}

/** Whether the screen is on and unlocked; null where the device does not say. */
export interface ScreenState {
  readonly isInteractive: boolean | null;
  readonly isLocked: boolean | null;
  readonly isSecure: boolean | null;
}

/** Reads power and keyguard in one call. */
export async function readScreenStateOf(device: AndroidDevice, signal: AbortSignal): Promise<ScreenState> {
  const power = "dumpsys power | grep -E 'mWakefulness=|getWakefulnessLocked|Display Power'";
  const reading = await device.require(
    'keyguard',
    `${power}; dumpsys window policy`,
    DEADLINES.dumpsys,
    signal,
  );
  const flag = (name: string): boolean | null => {
    const value: unknown = (reading as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'boolean' ? value : null;
  };
  return { isInteractive: flag('interactive'), isLocked: flag('locked'), isSecure: flag('secure') };
}

/** Logical size as it is turned now, density in dpi (null where it is not said) and quarter turns. */
export interface DisplayFacts {
  readonly size: Size;
  readonly density: number | null;
  readonly rotation: number;
}

/** Reads size, density and rotation. */
export async function readDisplayFacts(device: AndroidDevice, signal: AbortSignal): Promise<DisplayFacts> {
  const sized = await device.require('display', 'wm size', DEADLINES.read, signal);
  const [width, height] = sized['size'] as readonly [number, number];
  const dense = await device.ask('display', 'wm density', DEADLINES.read, signal);
  const turned = await device.ask(
    'display',
    "dumpsys input | grep -E 'SurfaceOrientation|InputDeviceOrientation'; dumpsys window displays | grep mCurrentRotation",
    DEADLINES.dumpsys,
    signal,
  );
  const rotation = turned.error === undefined ? Number(turned['rotation']) : 0;
  const isTurned = rotation % 2 === 1;
  return {
    size: isTurned ? { width: height, height: width } : { width, height },
    density: dense.error === undefined ? Number(dense['density']) : null,
    rotation,
  };
}
