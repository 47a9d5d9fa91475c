import { basename, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { ScreenContent } from '../../../domain/screen.js';
import { DatasetError, type FilePlace } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { hashFile } from '../../../files/hash-file.js';
import { requireInside } from '../../../files/inside-folder.js';
import { pictureMediaType } from '../../../observations/pictures/picture-media-type.js';
import { pictureFile, pictureHead } from '../../stepwise/picture-file.js';

/**
 * A milestone's picture, looked at once so that one that is missing is said before a phone is asked for.
 *
 * @param folders where it may lie, the usual one first
 * @throws {DatasetError} where it is missing, outside of the data, or no picture
 */
export async function referencePicture(
  named: string,
  {
    dataDirectory,
    folders,
    place,
    signal,
  }: {
    readonly dataDirectory: string;
    readonly folders: readonly string[];
    readonly place: FilePlace;
    readonly signal: AbortSignal;
  },
): Promise<ScreenContent> {
  const file = folders.map((folder) => join(folder, named)).find((one) => existsSync(one));
  if (file === undefined) {
    throw new DatasetError(`the reference picture ${JSON.stringify(named)} is not there`, {
      place,
      hint: `"screenshot" names a file of ${basename(dataDirectory)}.`,
    });
  }
  requireInside(dataDirectory, file);
  const mediaType = pictureMediaType(await pictureHead(file, dataDirectory));
  if (mediaType === null) {
    throw new DatasetError(`the reference picture ${JSON.stringify(named)} is no PNG, JPEG or WebP`, {
      place,
    });
  }
  const hash = await hashFile(file, { maxBytes: FILE_LIMITS.picture, within: dataDirectory, signal });
  return { ...pictureFile(dataDirectory, () => file, mediaType), hash };
}
