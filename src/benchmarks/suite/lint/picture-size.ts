import type { Size } from '../../../domain/geometry.js';

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;

/**
 * Decodes a picture as a whole.
 *
 * @returns its size in pixels, or why it cannot be decoded.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Size | string> {
  // Loaded here: looking at a world without pictures should not pay for it.
  const { default: sharp } = await import('sharp');
  try {
    const { info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}
