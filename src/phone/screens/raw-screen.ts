import type { Pixels } from './screen-pictures.js';

/** Colour space that Android calls sRGB, and pixel format `RGBA_8888`. Source: AOSP `screencap.cpp`, `PixelFormat.h`. */
const SRGB = 1;
const RGBA_8888 = 1;

/** Header and pixels, to be written one after the other: whoever asks for the same screen shares the pixels. */
export type RawScreen = readonly [header: Uint8Array, pixels: Uint8Array];

/** What `screencap` writes without `-p`: width, height, pixel format, colour space, then the pixels. */
export function rawScreencap({ width, height, data }: Pixels): RawScreen {
  return [wordsOf([width, height, RGBA_8888, SRGB]), data];
}

/**
 * What the service `framebuffer:` gives: a header of version 2, then the pixels. It passes on what `screencap` says, the
 * colour space too.
 *
 * Source: AOSP `adb/daemon/framebuffer_service.cpp`, Android 9 and newer.
 */
export function framebuffer({ width, height, data }: Pixels): RawScreen {
  const [version, bitsPerPixel] = [2, 32];
  // Offset and length in bits of red, blue, green and alpha, in this order.
  const channels = [0, 8, 16, 8, 8, 8, 24, 8];
  const header = [version, bitsPerPixel, SRGB, data.byteLength, width, height, ...channels];
  return [wordsOf(header), data];
}

function wordsOf(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true);
  return bytes;
}
