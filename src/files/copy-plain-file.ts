import { open, rename, rm } from 'node:fs/promises';
import type { ReadBytesOptions } from './read-bytes.js';
import { streamBytes } from './stream-bytes.js';

/**
 * Copies a plain file; the copy appears whole or not at all. The system's own copy would wait for the writer of a pipe.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError} for the source; errors of the file system for
 * the copy
 */
export async function copyPlainFile(
  source: string,
  target: string,
  options: ReadBytesOptions,
): Promise<void> {
  const partial = `${target}.${process.pid}.partial`;
  try {
    await using handle = await open(partial, 'w');
    for await (const piece of streamBytes(source, options)) await handle.writeFile(piece);
    await handle.close();
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}
