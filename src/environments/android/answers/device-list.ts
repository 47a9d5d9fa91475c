/** A line of `adb devices -l` or of the server's own list. */
export interface ListedDevice {
  /** As the server names it; may hold blanks and is not always unique. */
  readonly serial: string;
  readonly state: string;
  /** Null where it is not printed. */
  readonly transportId: number | null;
}

const STATES = [
  'device',
  'offline',
  'unauthorized',
  'authorizing',
  'connecting',
  'no permissions',
  'host',
  'recovery',
  'sideload',
  'rescue',
  'bootloader',
  'unknown',
  'detached',
] as const;

/** Characters of a line; a longer one is no device. */
const LONGEST = 1000;

/** Followed by the end of the line or by ` key:`; the reason of `no permissions` reaches to the first known key. */
const STATE = new RegExp(
  `^(.*?\\S)\\s+(${STATES.join('|')})(?:\\s*\\(.*\\))?(?:; see \\[.*\\])?(?=$|\\s+[a-z_]+:)`,
);

/**
 * Devices of a list, with any noise of the program left out. A serial may hold blanks, so it ends at a TAB, or else at
 * the last known state that the line can end with.
 */
export function parseDeviceList(text: string): readonly ListedDevice[] {
  const devices: ListedDevice[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.replaceAll('\r', '').trimEnd();
    if (line === '' || line.length > LONGEST || /^(?:\*|adb server|List of devices)/.test(line)) continue;
    const device = line.includes('\t') ? afterTab(line) : afterBlank(line);
    if (device !== null) devices.push(device);
  }
  return devices;
}

function afterTab(line: string): ListedDevice | null {
  const at = line.indexOf('\t');
  const serial = line.slice(0, at).trim();
  const rest = line.slice(at + 1).trim();
  const match = STATE.exec(`x ${rest}`);
  if (serial === '' || match?.[1] !== 'x') return null;
  return { serial, state: match[2] ?? '', transportId: transportIdOf(rest) };
}

function afterBlank(line: string): ListedDevice | null {
  // The last place where a state can stand: a serial may hold the word `device` itself.
  let found: ListedDevice | null = null;
  for (const match of line.matchAll(/\s+/g)) {
    const rest = line.slice(match.index).trimStart();
    const state = STATE.exec(`x ${rest}`);
    const serial = line.slice(0, match.index);
    if (state?.[1] !== 'x' || serial.trim() === '' || / usb:| transport_id:/.test(serial)) continue;
    // `no permissions (… device …)` has no later state outside of its brackets.
    if (found?.state === 'no permissions') continue;
    found = { serial: serial.trim(), state: state[2] ?? '', transportId: transportIdOf(rest) };
  }
  return found;
}

function transportIdOf(rest: string): number | null {
  const [, digits] = /(?:^|\s)transport_id:(\d{1,15})(?=\s|$)/.exec(rest) ?? [];
  return digits === undefined ? null : Number(digits);
}
