/**
 * Keys of the device rather than of the app on display. A recording without them defines nothing for them, and an app
 * shows the same after them.
 *
 * Source: a recorded world as a phone; what these keys do there without a transition of their own is nothing.
 */
const IDLE_KEYS: ReadonlySet<string> = new Set([
  'APP_SWITCH',
  'MENU',
  'POWER',
  'SLEEP',
  'WAKEUP',
  'VOLUME_UP',
  'VOLUME_DOWN',
  'VOLUME_MUTE',
]);

/** Whether a key that nobody recorded leaves the app as it is; with or without `KEYCODE_`. */
export function isIdleKey(key: string): boolean {
  return IDLE_KEYS.has(key.startsWith('KEYCODE_') ? key.slice('KEYCODE_'.length) : key);
}
