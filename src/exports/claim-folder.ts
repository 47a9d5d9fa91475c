import { mkdir, readdir } from 'node:fs/promises';
import { UserError } from '../errors.js';

/** The folder that is to be written to holds something already. */
export class ExportFolderError extends UserError {
  override readonly code = 'EXPORT_FOLDER';
}

/**
 * Makes the folder of an export.
 *
 * @param replace whether files of the same names may be replaced; others are left alone
 * @throws {ExportFolderError} when it cannot be made, or holds something and nothing may be replaced
 */
export async function claimFolder(directory: string, replace: boolean): Promise<void> {
  const place = { file: directory };
  let names: readonly string[];
  try {
    await mkdir(directory, { recursive: true });
    names = await readdir(directory);
  } catch (cause) {
    throw new ExportFolderError('the folder cannot be made', {
      place,
      cause,
      hint: 'Choose another with --out.',
    });
  }
  const [first] = names.filter((name) => !name.endsWith('.partial'));
  if (first === undefined || replace) return;
  throw new ExportFolderError(`the folder is not empty: it holds ${first}`, {
    place,
    hint: 'Choose an empty one with --out, or add --replace to write over files of the same names.',
  });
}
