import { mkdir, stat } from 'node:fs/promises';
import { UserError } from '../../errors.js';

/**
 * Sees to it that there is a folder of runs. The configured one is made where nothing was run yet.
 *
 * @throws {UserError} for a folder that was named and is not there, and for what is none
 */
export async function requireResultsFolder(
  folder: string,
  { isNamed }: { readonly isNamed: boolean },
): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (found === null && !isNamed) {
    await mkdir(folder, { recursive: true });
    return;
  }
  throw new UserError(`${folder} is no folder of runs`, {
    hint: 'Name the folder that holds runs, each in a folder of its own.',
  });
}
