import { createHash } from 'node:crypto';
import type { ReadBytesOptions } from './read-bytes.js';
import { streamBytes } from './stream-bytes.js';

/**
 * SHA-256 of a plain file, hex; it is never held whole.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function hashFile(file: string, options: ReadBytesOptions): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of streamBytes(file, options)) hash.update(piece);
  return hash.digest('hex');
}
