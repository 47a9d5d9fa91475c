import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { ScreenContent } from '../../domain/screen.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { requireInside } from '../../files/inside-folder.js';
import { readBytes } from '../../files/read-bytes.js';
import { readHead } from '../../files/read-head.js';

/** Enough of a picture to tell its size. */
const HEADER_BYTES = 1 << 16;

/** A screenshot that is a file of the dataset; nothing outside the data folder is read. */
export function pictureFile(
  dataDirectory: string,
  find: () => string | Promise<string>,
  mediaType = 'image/png',
): ScreenContent {
  return {
    mediaType,
    locate: async () => {
      const file = await find();
      requireInside(dataDirectory, file);
      return resolve(file);
    },
    load: async ({ signal }) =>
      readBytes(await find(), { maxBytes: FILE_LIMITS.picture, within: dataDirectory, signal }),
  };
}

/**
 * The first of the places that has a file.
 *
 * @param expected where it should be, for the message when it is nowhere
 * @throws {DatasetError} when it is nowhere, or outside the data folder
 */
export async function findPicture(
  dataDirectory: string,
  places: readonly string[],
  expected: string,
): Promise<string> {
  for (const file of places) {
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) continue;
    requireInside(dataDirectory, file);
    return file;
  }
  throw new FileUnreadableError('the screenshot is not there', {
    place: { file: expected },
    hint: `Put the pictures into ${basename(dirname(expected))}/ beside the conversion.`,
  });
}

/** The beginning of a picture, which tells what it is and its size. */
export function pictureHead(file: string, within: string): Promise<Uint8Array> {
  return readHead(file, HEADER_BYTES, { maxBytes: FILE_LIMITS.picture, within });
}
