import { isFileError } from '../../files/file-errors.js';
import type { Size } from '../../domain/geometry.js';
import type { ScreenContent } from '../../domain/screen.js';
import { faultOf } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readHead } from '../../files/read-head.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';

/** A PNG's size is in its first 24 bytes; a JPEG may have its previews and colours before it. */
const HEADER_BYTES = [64, 65_536];

/**
 * Size in a picture's own header, reading no more of its file than that; null where it is missing, or neither PNG nor
 * JPEG.
 */
export async function readPictureSize(
  picture: ScreenContent,
  { signal }: { readonly signal: AbortSignal },
): Promise<Size | null> {
  try {
    if (picture.locate === undefined) return pictureSize(await picture.load({ signal }));
    const file = await picture.locate();
    for (const most of HEADER_BYTES) {
      const size = pictureSize(await readHead(file, most, { maxBytes: FILE_LIMITS.picture }));
      if (size !== null) return size;
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (isFileError(error) || faultOf(error) === 'dataset') return null;
    throw error;
  }
}
