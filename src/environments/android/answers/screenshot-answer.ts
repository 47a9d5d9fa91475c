import {
  answerFault,
  saidText,
  type AnswerFault,
  type AnswerReading,
  type DeviceAnswer,
} from './device-answer.js';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** The signature after a line discipline has put a carriage return before each line feed. */
const TRANSLATED = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0d, 0x0a, 0x1a);
/** How far into the bytes a picture may begin after what a device printed before it. */
const SEARCHED = 4096;

/** Reads a screenshot: where the picture begins and what has to be repaired. Whether it is whole, `wholePng` decides. */
export function readScreenshot(answer: DeviceAnswer): AnswerReading {
  const bytes = bytesOf(answer);
  const plain = find(bytes, SIGNATURE);
  const translated = find(bytes, TRANSLATED);
  if (plain !== -1 && (translated === -1 || plain < translated)) {
    return { image: 'png', offset: plain, repaired: plain === 0 ? null : 'prefix' };
  }
  if (translated !== -1) return { image: 'png', offset: translated, repaired: 'crlf' };
  const said = saidText(answer);
  const [, status] = /Failed to take screenshot\. Status: (-?\d{1,9})/i.exec(said) ?? [];
  if (status !== undefined) return answerFault('screenshot-failed', said, { status: Number(status) });
  if (/Capturing failed|Failed to get ID|Failed to take screenshot/i.test(said)) {
    return answerFault('screenshot-failed', said);
  }
  if (/Invalid display ID|Display Id .* is not valid/i.test(said)) {
    return answerFault('screenshot-display-unknown', said);
  }
  if (/Error opening file|Permission denied|Read-only file system/i.test(said)) {
    return answerFault('file-denied', said);
  }
  if (said === '') return answerFault('screenshot-empty', said);
  if (bytes[0] === SIGNATURE[0]) return answerFault('screenshot-corrupt', 'cut off in its signature');
  return answerFault('output-unreadable', said);
}

/** The picture in an answer, repaired, with its chunks followed to the end; or what is wrong with it. */
export function wholePng(
  answer: DeviceAnswer,
): { readonly png: Uint8Array; readonly repaired: string | null; readonly error?: undefined } | AnswerFault {
  const reading = readScreenshot(answer);
  if (reading.error !== undefined) return reading;
  const cut = bytesOf(answer).subarray(Number(reading['offset']));
  const isTranslated = reading['repaired'] === 'crlf';
  const png = isTranslated ? withoutReturns(cut) : cut;
  const end = endOfPng(png);
  if (end === null) return answerFault('screenshot-corrupt', `cut off or damaged, ${cut.length} bytes`);
  return { png: png.subarray(0, end), repaired: reading['repaired'] as string | null };
}

function bytesOf(answer: DeviceAnswer): Uint8Array {
  return typeof answer.stdout === 'string' ? new TextEncoder().encode(answer.stdout) : answer.stdout;
}

function find(bytes: Uint8Array, wanted: Uint8Array): number {
  const last = Math.min(bytes.length - wanted.length, SEARCHED);
  for (let at = 0; at <= last; at += 1) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

function withoutReturns(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) continue;
    kept[length] = bytes[at] ?? 0;
    length += 1;
  }
  return kept.subarray(0, length);
}

/** Where the last chunk ends; null where the chunks do not lead there. */
function endOfPng(png: Uint8Array): number | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let at = SIGNATURE.length;
  while (at + 12 <= png.length) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    at += 12 + length;
    if (type === 0x49454e44) return at <= png.length ? at : null;
  }
  return null;
}
