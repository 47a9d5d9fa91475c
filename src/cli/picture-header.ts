import { open } from 'node:fs/promises';
import type { Size } from '../domain/geometry.js';
import type { ScreenContent } from '../domain/screen.js';
import { faultOf } from '../errors.js';
import { pictureSize } from '../observations/picture-size.js';

/** A PNG's size is in its first 24 bytes; a JPEG may have its previews and colours before it. */
const HEADER_BYTES = [64, 65_536];

/**
 * Size that a picture's own header says, reading no more of its file than that; null where it is missing, or neither PNG nor
 * JPEG.
 */
export async function readPictureSize(
  picture: ScreenContent,
  { signal }: { readonly signal: AbortSignal },
): Promise<Size | null> {
  try {
    if (picture.locate === undefined) return pictureSize(await picture.load({ signal }));
    await using file = await open(await picture.locate(), 'r');
    for (const most of HEADER_BYTES) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(most), 0, most, 0);
      const size = pictureSize(buffer.subarray(0, bytesRead));
      if (size !== null) return size;
    }
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (isOfFile(error) || faultOf(error) === 'dataset') return null;
    throw error;
  }
}

/** Errors of the file system name what they concern. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
