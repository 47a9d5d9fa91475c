/** Names of the keys that every environment knows. Source: models.md section 1. */
const KEYS: ReadonlySet<string> = new Set([
  'BACK',
  'HOME',
  'ENTER',
  'APP_SWITCH',
  'MENU',
  'POWER',
  'VOLUME_UP',
  'VOLUME_DOWN',
  'CAMERA',
  'DELETE',
  'CLEAR',
  'TAB',
  'SPACE',
  'DPAD_UP',
  'DPAD_DOWN',
  'DPAD_LEFT',
  'DPAD_RIGHT',
  'DPAD_CENTER',
]);

/** The key of that name in any case; a `KEYCODE_` name is kept, null stands for what is no key. */
export function keyNamed(name: string): string | null {
  const upper = name.trim().toUpperCase().replaceAll(/[ -]/g, '_');
  if (KEYS.has(upper)) return upper;
  return /^KEYCODE_\w{1,40}$/.test(upper) ? upper : null;
}
