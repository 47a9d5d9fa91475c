import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../errors.js';
import { makeDirectory } from '../../files/sync-directory.js';

/**
 * Makes sure, before any work is done, that a file can be written at a path the user named, and makes its folder.
 *
 * @throws {UserError} when the folder cannot be made, or the path is that of a folder
 */
export async function requireFilePath(file: string, flag: string): Promise<void> {
  try {
    await makeDirectory(dirname(file));
  } catch (cause) {
    throw new UserError(`the folder of ${file} cannot be made`, {
      cause,
      hint: `${flag} names a file to write.`,
    });
  }
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new UserError(`${file} is a folder`, { hint: `${flag} names a file to write.` });
  }
}
