import { streamBytes } from '../../files/stream-bytes.js';
import { decodeUtf8 } from '../read-json-file.js';
import { FileTooLargeError } from '../file-errors.js';

/** A line of a text file, without its line break. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

export interface ReadLinesOptions {
  /** Longest line allowed, in bytes; 16 MiB unless given. */
  readonly maxLineBytes?: number;
  /** Sees every chunk of the file in order, for hashing. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  readonly signal?: AbortSignal;
}

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines of a UTF-8 file one after another; at most one of them is in memory. Blank lines are skipped, a carriage
 * return before the line feed and a byte order mark are dropped.
 *
 * @throws {FileUnreadableError | FileTooLargeError | FileEncodingError} naming the file, and the line where there is one.
 */
export async function* readLines(file: string, options: ReadLinesOptions = {}): AsyncGenerator<TextLine> {
  const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let number = 1;
  const add = (bytes: Uint8Array): void => {
    pendingBytes += bytes.length;
    if (pendingBytes > maxLineBytes) {
      throw new FileTooLargeError(`a line of more than ${maxLineBytes} bytes`, {
        place: { file, line: number },
        hint: 'Check that it is the file you meant: JSON Lines, one object per line.',
      });
    }
    pending.push(bytes);
  };
  const take = (): TextLine | null => {
    const bytes = pending.length === 1 ? (pending[0] as Uint8Array) : Buffer.concat(pending);
    const line = { number, text: decodeUtf8(bytes, file).replace(/\r$/, '') };
    pending = [];
    pendingBytes = 0;
    number += 1;
    return line.text.trim() === '' ? null : line;
  };
  for await (const chunk of streamBytes(file, { maxBytes: Infinity, signal: options.signal })) {
    options.onBytes?.(chunk);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      const line = take();
      if (line !== null) yield line;
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (pendingBytes > 0) {
    const line = take();
    if (line !== null) yield line;
  }
}
