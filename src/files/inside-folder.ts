import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PathOutsideFolderError } from './file-errors.js';

/**
 * Where a file that data name really lies; its own path where it is not there. The folder itself may be reached through a
 * link, and links that stay inside it are followed.
 *
 * @throws {PathOutsideFolderError} when the file lies outside the folder: by `..`, an absolute path, or through a link
 */
export function requireInside(folder: string, file: string): string {
  const path = resolve(file);
  if (!isBelow(resolve(folder), path)) throw outside(file, `the path leads out of ${folder}`);
  const base = realPath(folder);
  const real = realPath(file);
  // What is not there is reported by the one who opens it.
  if (base === null || real === null) return path;
  if (!isBelow(base, real)) throw outside(file, 'this link leads out of the folder');
  return real;
}

function outside(file: string, message: string): PathOutsideFolderError {
  return new PathOutsideFolderError(message, {
    place: { file },
    hint: 'Data may name files of their own folder only: put the file itself into the folder.',
  });
}

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Asked at once: a picture's own reading takes a few of these. */
function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
