import { createHash } from 'node:crypto';
import { readSmall, type ReadBytesOptions } from './read-bytes.js';
import { streamBytes } from './stream-bytes.js';

/**
 * SHA-256 of a plain file, hex; a large one is never held whole.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function hashFile(file: string, options: ReadBytesOptions): Promise<string> {
  options.signal?.throwIfAborted();
  const hash = createHash('sha256');
  const small = readSmall(file, options, (size) => Buffer.allocUnsafe(size));
  if (small !== null) return hash.update(small).digest('hex');
  for await (const piece of streamBytes(file, options)) hash.update(piece);
  return hash.digest('hex');
}
