import { openPlainFile, tooLarge, unreadable } from './open-plain-file.js';
import type { ReadBytesOptions } from './read-bytes.js';

const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes of a plain file from front to back, a piece at a time; each piece is the caller's.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function* streamBytes(file: string, options: ReadBytesOptions): AsyncGenerator<Buffer> {
  const { maxBytes, signal } = options;
  signal?.throwIfAborted();
  await using opened = await openPlainFile(file, options);
  for (let passed = 0; ;) {
    const piece = Buffer.allocUnsafe(CHUNK_BYTES);
    let length: number;
    try {
      length = (await opened.handle.read(piece, 0, CHUNK_BYTES, null)).bytesRead;
    } catch (error) {
      throw unreadable(file, error);
    }
    signal?.throwIfAborted();
    if (length === 0) return;
    passed += length;
    if (passed > maxBytes) throw tooLarge(file, null, options);
    yield piece.subarray(0, length);
  }
}
