import sharp from 'sharp';
import { DEADLINES } from '../adb/deadlines.js';
import { readSecureFocus } from '../answers/secure-focus.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';
import { takeScreenshot, type Screenshot } from './take-screenshot.js';

/** Largest level of a colour (0–255) that counts as black. */
const BLACK = 3;
/** Pictures are looked at in this width, as when they are compared. */
const LOOKED_AT_WIDTH = 160;
/** Share of the height, at each end, that the system's bars may take of the picture of a black app. */
const BARS = 0.1;
/** Milliseconds that a screen may stay black, as an app that starts does, and between two looks. */
const LONGEST_MS = 3000;
const PAUSE_MS = 500;

/** How much of a picture is black: all of it, all but the bars of the system, or less. */
export async function blackShare(png: Uint8Array): Promise<'all' | 'app' | 'less'> {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .resize({ width: LOOKED_AT_WIDTH })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = info.width * info.channels;
  const bars = Math.ceil(info.height * BARS) * row;
  if (!isBlack(data.subarray(bars, data.length - bars))) return 'less';
  if (!isBlack(data)) return 'app';
  // What is lit may be too little to be seen in a small picture: a few digits of a clock.
  const { channels } = await sharp(png).stats();
  const colours = channels.length > 2 ? channels.slice(0, 3) : channels.slice(0, 1);
  return colours.every(({ max }) => max <= BLACK) ? 'all' : 'less';
}

function isBlack(levels: Uint8Array): boolean {
  return levels.every((level) => level <= BLACK);
}

/**
 * The picture, or a later one where it was black: a screen that was off is woken, an app that starts is waited for. None is made
 * up in its place.
 *
 * @param probe wakes the phone, and throws where that does not help
 * @throws {DeviceFaultError} `screenshot-secure` where the window in focus forbids pictures, naming its app;
 *   `screenshot-black` where it stays black and nothing says why
 */
export async function awaitPicture(
  first: Screenshot,
  {
    device,
    probe,
    signal,
  }: {
    readonly device: AndroidDevice;
    readonly probe: () => Promise<unknown>;
    readonly signal: AbortSignal;
  },
): Promise<Screenshot> {
  const end = device.clock.now() + LONGEST_MS;
  for (let screenshot = first; ; screenshot = await takeScreenshot(device, signal)) {
    const share = await blackShare(screenshot.png);
    if (share === 'less') return screenshot;
    if (share === 'all') await probe();
    const secure = await secureFocus(device, signal);
    if (secure !== null) throw black('screenshot-secure', secure);
    if (share === 'app') return screenshot;
    if (device.clock.now() >= end) throw black('screenshot-black', 'it is awake');
    // A folded phone may go on showing the panel that is closed.
    device.capture.display = undefined;
    await device.clock.pass(PAUSE_MS, signal);
  }

  function black(faultClass: 'screenshot-secure' | 'screenshot-black', said: string): DeviceFaultError {
    return new DeviceFaultError(faultClass, { serial: device.serial, operation: 'screencap', said });
  }
}

/** Package of the window in focus where that forbids pictures; null where it does not, or nothing says. */
async function secureFocus(device: AndroidDevice, signal: AbortSignal): Promise<string | null> {
  const line = "dumpsys window | grep -E 'Window #|mCurrentFocus=| fl='";
  const { stdout } = await device.run(line, DEADLINES.dumpsys, signal);
  return readSecureFocus(new TextDecoder().decode(stdout));
}
