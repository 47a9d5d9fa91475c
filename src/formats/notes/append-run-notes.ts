import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { FileWriteError } from '../../files/file-write-error.js';
import { NOTES_FILE, type NotesLine } from './run-notes.js';

/** A link put there by whoever made the run is not followed, a pipe is not waited for. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Adds what somebody says of a run to its side-file; on disk when it resolves. Nothing that is there is ever changed, and two
 * who write at once both stay.
 *
 * @throws {FileWriteError}
 */
export async function appendRunNotes(directory: string, line: NotesLine): Promise<void> {
  const file = join(directory, NOTES_FILE);
  try {
    await using handle = await open(file, FLAGS, 0o644);
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is no plain file');
    // Whoever was killed while writing left half a line, which must not swallow this one.
    const before = found.size === 0 || (await endsLine(handle, found.size)) ? '' : '\n';
    await handle.appendFile(`${before}${JSON.stringify(line)}\n`);
    await handle.sync();
  } catch (error) {
    throw new FileWriteError(file, error);
  }
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
