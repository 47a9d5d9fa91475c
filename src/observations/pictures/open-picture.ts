import type { Sharp } from 'sharp';
import type { FilePlace } from '../../errors.js';
import { PictureError } from './picture-error.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;

/**
 * Refuses a picture whose header names more pixels than any screen has, without decoding it.
 *
 * @throws {PictureError}
 */
export function refuseHuge(bytes: Uint8Array, place: FilePlace): void {
  const size = pictureSize(bytes);
  if (size === null || size.width * size.height <= MOST_PIXELS) return;
  throw new PictureError(`a picture of ${size.width} x ${size.height} pixels is larger than any screen`, {
    place,
    hint: `At most ${MOST_PIXELS / 1e6} million pixels are taken.`,
  });
}

/** Loads what decodes and encodes ahead of the first picture. Never rejects: whoever works on one is told what is wrong. */
export async function loadPictures(): Promise<void> {
  await import('sharp').catch(() => undefined);
}

/**
 * Works on a decoded picture, colours in sRGB.
 *
 * @throws {PictureError} naming the file, for anything the decoder or encoder refuses
 */
export async function withPicture<T>(
  bytes: Uint8Array,
  place: FilePlace,
  work: (picture: Sharp) => Promise<T>,
): Promise<T> {
  refuseHuge(bytes, place);
  // Loaded on first use: it is heavy, and most runs send pictures as they are.
  const { default: sharp } = await import('sharp');
  try {
    return await work(sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS }).toColourspace('srgb'));
  } catch (cause) {
    throw new PictureError('the picture cannot be decoded', {
      place,
      hint: 'Is the file complete? Touchstone reads PNG, JPEG and WebP.',
      cause,
    });
  }
}
