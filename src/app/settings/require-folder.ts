import { UserError } from '../../errors.js';
import { makeDirectory } from '../../files/sync-directory.js';

/**
 * Makes a folder that the user named, before any work is done.
 *
 * @throws {UserError} when it cannot be made
 */
export async function requireFolder(folder: string, flag: string): Promise<void> {
  try {
    await makeDirectory(folder);
  } catch (cause) {
    throw new UserError(`the folder ${folder} cannot be made`, {
      cause,
      hint: `${flag} names a folder to write into${cause instanceof Error ? ` (${cause.message})` : ''}.`,
    });
  }
}
