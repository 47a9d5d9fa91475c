import { appendFile, truncate } from 'node:fs/promises';
import { readBytes } from '../../files/read-bytes.js';

/** Most bytes of a review. */
const MAX_BYTES = 256 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** How every line begins that is written here; nothing else is ever cut. */
const BEGINNING = '{"formatVersion":1,"id":"';

/**
 * Cuts a last line off that a crash has torn, and ends a last line without a line break. A line that does not begin as those
 * of a review is left to its reader.
 *
 * @returns whether something was cut
 */
export async function cutTornLine(file: string, options: { readonly signal: AbortSignal }): Promise<boolean> {
  const bytes = await readBytes(file, { maxBytes: MAX_BYTES, ...options });
  const start = bytes.lastIndexOf(LINE_FEED) + 1;
  if (start === bytes.length) return false;
  const tail = bytes.subarray(start).toString('utf8');
  const head = bytes.subarray(0, BEGINNING.length).toString('utf8');
  if (!isWhole(tail) && isBeginning(tail) && isBeginning(head)) {
    await truncate(file, start);
    return true;
  }
  if (isWhole(tail)) await appendFile(file, '\n');
  return false;
}

function isBeginning(text: string): boolean {
  return text.startsWith(BEGINNING) || BEGINNING.startsWith(text);
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
