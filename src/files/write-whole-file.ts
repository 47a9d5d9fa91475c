import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { writeFailure } from './file-write-error.js';

/**
 * Writes a file that appears whole or not at all; what is no plain file, such as `/dev/stdout`, is written to as it is.
 *
 * @throws {FileWriteError}
 */
export async function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  const found = await stat(file).catch(() => null);
  try {
    if (found !== null && !found.isFile()) {
      await writeFile(file, content, options);
      return;
    }
    await writeFile(draft, content, options);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    options.signal?.throwIfAborted();
    throw writeFailure(file, error);
  }
}
