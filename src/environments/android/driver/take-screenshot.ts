import { createHash, randomUUID } from 'node:crypto';
import { pictureSize } from '../../../domain/coordinates/picture-size.js';
import type { Size } from '../../../domain/geometry.js';
import type { AnswerFault } from '../answers/device-answer.js';
import { wholePng } from '../answers/screenshot-answer.js';
import { readAnswer } from '../answers/read-answer.js';
import { DEADLINES } from '../adb/deadlines.js';
import { readActiveDisplay } from '../answers/display-answer.js';
import { deviceFault } from '../faults/device-fault-error.js';
import type { AndroidDevice } from './android-device.js';
import { FILE_PREFIX } from './hierarchy-dumper.js';

/** A picture of the screen as the device encoded it. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly size: Size;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
}

const ATTEMPTS = 3;
const PAUSE_MS = 200;
const SEVERAL = /Multiple displays were found/i;
/** What is wrong with the bytes of a picture, not with the taking of it. */
const LOST_ON_THE_WAY: ReadonlySet<string> = new Set([
  'screenshot-empty',
  'screenshot-corrupt',
  'output-unreadable',
]);
/** Bytes in front of a picture that are searched for what the device says. */
const LONGEST_REMARK = 1000;
const FILE_MARK = '__touchstone_picture__';

/**
 * Takes a picture, again after an empty, cut off or refused one. None is ever made up. Of several displays the active one is
 * shown; where pictures do not come through whole, they go by a file, and as text, from then on.
 *
 * @throws {DeviceFaultError} with the fault of the last attempt
 */
export async function takeScreenshot(device: AndroidDevice, signal: AbortSignal): Promise<Screenshot> {
  let fault: AnswerFault | null = null;
  const { capture } = device;
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt === ATTEMPTS) {
      if (capture.byFile || fault === null || !LOST_ON_THE_WAY.has(fault.error)) break;
      capture.byFile = true;
    }
    if (attempt > 0) await device.clock.pass(PAUSE_MS, signal);
    const answer = await capturedBy(device, signal);
    if (capture.display === undefined && SEVERAL.test(textAround(answer))) {
      capture.display = await activeDisplay(device, signal);
      if (capture.display !== undefined) continue;
    }
    const reading = readAnswer('screenshot', answer);
    const picture = reading.error === undefined ? wholePng(answer) : reading;
    if (picture.error !== undefined) {
      // What a file does not help with is wrong as it was before.
      if (attempt < ATTEMPTS) fault = picture;
      // It was folded, or a display was taken away: which one is active is asked again.
      if (picture.error === 'screenshot-display-unknown') capture.display = undefined;
      continue;
    }
    const size = pictureSize(picture.png);
    if (size !== null) {
      return { png: picture.png, size, hash: createHash('sha256').update(picture.png).digest('hex') };
    }
    fault = { error: 'screenshot-corrupt', said: 'a picture without a size' };
  }
  if (capture.byFile) capture.byFile = false;
  throw deviceFault(fault ?? { error: 'screenshot-empty', said: '' }, device.serial, 'screencap');
}

type Answer = Awaited<ReturnType<AndroidDevice['run']>>;

async function capturedBy(device: AndroidDevice, signal: AbortSignal): Promise<Answer> {
  const { display, byFile } = device.capture;
  const line = display === undefined ? 'screencap -p' : `screencap -p -d ${display}`;
  if (!byFile) return await device.run(line, DEADLINES.screenshot, signal);
  const file = `${FILE_PREFIX}${randomUUID()}.png`;
  const whole = `${line} ${file}; echo ${FILE_MARK}; base64 ${file}; rm -f ${file}`;
  const answer = await device.run(whole, DEADLINES.screenshot, signal);
  const text = new TextDecoder().decode(answer.stdout);
  const at = text.indexOf(FILE_MARK);
  if (at === -1) return answer;
  const stdout = Buffer.from(text.slice(at + FILE_MARK.length).replaceAll(/\s+/g, ''), 'base64');
  return stdout.length === 0 ? { ...answer, stdout: Buffer.from(text.slice(0, at)) } : { ...answer, stdout };
}

/** What a device prints beside a picture: on the error stream, or in front of it. */
function textAround({ stdout, stderr }: Answer): string {
  return `${stderr}\n${new TextDecoder('latin1').decode(stdout.subarray(0, LONGEST_REMARK))}`;
}

/** Id of the display that the phone shows its apps on; undefined where it does not say. */
async function activeDisplay(device: AndroidDevice, signal: AbortSignal): Promise<string | undefined> {
  const line = "dumpsys display | grep -E 'DisplayViewport'";
  const { stdout } = await device.run(line, DEADLINES.dumpsys, signal);
  return readActiveDisplay(new TextDecoder().decode(stdout)) ?? undefined;
}
