import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { writeFailure } from '../../files/file-write-error.js';

/** A file of a template. */
export interface InitFile {
  /** Within the folder it is written into, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Writes the files of a template, each whole or not at all, and none where one of them is there already.
 *
 * @param options.force whether files that are there are replaced; others of the folder stay in any case
 * @returns the paths, absolute, in their order
 * @throws {UserError} naming what is there; {FileWriteError} for a folder that cannot be written
 */
export async function writeInitFiles(
  folder: string,
  files: readonly InitFile[],
  { force }: { readonly force: boolean },
): Promise<readonly string[]> {
  const paths = files.map(({ path }) => join(folder, path));
  if (!force) await requireNone(paths);
  for (const [index, { content }] of files.entries()) await writeOne(paths[index] ?? folder, content);
  return paths;
}

async function requireNone(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    throw takenError(path);
  }
}

/** That a file is there which nobody has said to replace. */
export function takenError(path: string): UserError {
  return new UserError(`${path} is there already; nothing was written`, {
    hint: 'Name another place, or replace it with --force.',
  });
}

async function writeOne(path: string, content: string | Uint8Array): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await mkdir(dirname(resolve(path)), { recursive: true });
    await writeFile(partial, content);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw writeFailure(path, error);
  }
}
