import { createHash } from 'node:crypto';
import { pictureSize } from '../../../domain/coordinates/picture-size.js';
import type { Size } from '../../../domain/geometry.js';
import type { AnswerFault } from '../answers/device-answer.js';
import { wholePng } from '../answers/screenshot-answer.js';
import { readAnswer } from '../answers/read-answer.js';
import { DEADLINES } from '../adb/deadlines.js';
import { deviceFault } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';

/** A picture of the screen as the device encoded it. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly size: Size;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
}

const ATTEMPTS = 3;
const PAUSE_MS = 200;

/**
 * Takes a picture, again after an empty, cut off or refused one. None is ever made up.
 *
 * @throws {DeviceFaultError} with the fault of the last attempt
 */
export async function takeScreenshot(device: AndroidDevice, signal: AbortSignal): Promise<Screenshot> {
  let fault: AnswerFault | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await device.clock.pass(PAUSE_MS, signal);
    const answer = await device.run('screencap -p', DEADLINES.screenshot, signal);
    const reading = readAnswer('screenshot', answer);
    const picture = reading.error === undefined ? wholePng(answer) : reading;
    if (picture.error !== undefined) {
      fault = picture;
      continue;
    }
    const size = pictureSize(picture.png);
    if (size !== null) {
      return { png: picture.png, size, hash: createHash('sha256').update(picture.png).digest('hex') };
    }
    fault = { error: 'screenshot-corrupt', said: 'a picture without a size' };
  }
  throw deviceFault(fault ?? { error: 'screenshot-empty', said: '' }, device.serial, 'screencap');
}
