import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { NotThereError } from './not-there-error.js';

/** Name of a run as addresses have it: one plain name of a folder, whatever is in it. */
export const RunNameSchema = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !/[/\\\0]/.test(name) && name !== '.' && name !== '..' && !/^[A-Za-z]:/.test(name), {
    error: 'it must be the name of a run',
  });

/**
 * The folder of a run, right below the folder of runs: no link, and nothing outside of it.
 *
 * @throws {NotThereError}
 */
export async function runDirectory(folder: string, run: string): Promise<string> {
  const directory = join(folder, run);
  const isThere =
    RunNameSchema.safeParse(run).success &&
    (await lstat(directory).then(
      (found) => found.isDirectory(),
      () => false,
    ));
  if (isThere) return directory;
  throw new NotThereError(`there is no run ${JSON.stringify(run)} here`, {
    hint: 'GET /api/runs lists them.',
  });
}
