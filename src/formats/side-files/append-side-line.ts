import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { FileWriteError } from '../../files/file-write-error.js';

/** A link put there by whoever made the run is not followed, a pipe is not waited for. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Adds a line of JSON to a side-file of a run; on disk when it resolves. Nothing that is there is ever changed, and two who
 * write at once both stay.
 *
 * @param options.mode who may read and write it where it is made
 * @throws {FileWriteError}
 */
export async function appendSideLine(
  file: string,
  value: unknown,
  { mode = 0o644 }: { readonly mode?: number } = {},
): Promise<void> {
  try {
    await using handle = await open(file, FLAGS, mode);
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is no plain file');
    // Whoever was killed while writing left half a line, which must not swallow this one.
    const before = found.size === 0 || (await endsLine(handle, found.size)) ? '' : '\n';
    await handle.appendFile(`${before}${JSON.stringify(value)}\n`);
    await handle.sync();
  } catch (error) {
    throw new FileWriteError(file, error);
  }
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
