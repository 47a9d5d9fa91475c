import { openPlainFile } from '../../../files/open-plain-file.js';

/** A line of a file, without its newline. */
export interface FileLine {
  /** null when the line is longer than the limit; it is then passed over without being held. */
  readonly bytes: Buffer | null;
  /** Position of its first byte in the file. */
  readonly offset: number;
  /** Counted from 1. */
  readonly number: number;
  /** Whether a newline follows. */
  readonly ended: boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** Lines of a file in batches, holding no more than one chunk and one line of it at a time. */
export async function* readLines(
  path: string,
  options: { readonly maxLineBytes: number; readonly within?: string; readonly signal?: AbortSignal },
): AsyncGenerator<readonly FileLine[]> {
  // Of any size: what is held of it is one chunk and one line.
  const { handle } = await openPlainFile(path, { maxBytes: Infinity, within: options.within });
  try {
    // What the line so far consists of; null once it is too long to be held.
    let parts: Buffer[] | null = [];
    let length = 0;
    let offset = 0;
    let number = 1;
    for (let position = 0; ;) {
      options.signal?.throwIfAborted();
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const lines: FileLine[] = [];
      let from = 0;
      while (from < bytesRead) {
        const found = chunk.subarray(0, bytesRead).indexOf(0x0a, from);
        const to = found === -1 ? bytesRead : found;
        length += to - from;
        if (length > options.maxLineBytes) parts = null;
        else parts?.push(chunk.subarray(from, to));
        if (found === -1) break;
        lines.push({ bytes: joined(parts), offset, number, ended: true });
        offset += length + 1;
        number += 1;
        parts = [];
        length = 0;
        from = found + 1;
      }
      if (lines.length > 0) yield lines;
    }
    if (length > 0) yield [{ bytes: joined(parts), offset, number, ended: false }];
  } finally {
    await handle.close();
  }
}

function joined(parts: readonly Buffer[] | null): Buffer | null {
  if (parts === null) return null;
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}
