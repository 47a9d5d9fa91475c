import type { Sharp } from 'sharp';

/** First bytes of a PNG file. Source: PNG specification, section 5.2. */
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bytes to the end of the header chunk. */
const HEADER_END = 33;

const TRUECOLOUR_WITH_ALPHA = 6;

/** Fast for what it saves; phones take a higher one, and their files are about as long. */
const COMPRESSION = 2;

/**
 * A picture of a whole screen that has fewer bytes is compressed less: clients take files of less than 10 KiB for broken.
 * Source: midscene, its limit for screenshots.
 */
const FEWEST_BYTES = 16 * 1024;
const LITTLE_COMPRESSION = 1;

/**
 * A recording of more bytes is most likely a photograph: compressing its picture more takes twice as long and saves a quarter,
 * where a drawn screen costs the same and comes out far smaller.
 */
const PHOTOGRAPH_BYTES = 256 * 1024;

export function isPng(bytes: Uint8Array): boolean {
  return PNG_START.every((byte, index) => bytes[index] === byte);
}

/**
 * Whether a PNG file is of the kind that `screencap -p` writes: 8 bits each of red, green, blue and alpha, not interlaced.
 * The header alone says it. Source: PNG specification, 11.2.2.
 */
export function isPhonePng(bytes: Uint8Array): boolean {
  const [depth, colourType, interlace] = [bytes[24], bytes[25], bytes[28]];
  return isPng(bytes) && depth === 8 && colourType === TRUECOLOUR_WITH_ALPHA && interlace === 0;
}

/**
 * A picture as `screencap -p` writes it, pixel by pixel the same: 8-bit RGBA, opaque where it has no alpha. Values are taken
 * as they are; a colour profile in the file changes none, since no client would have applied it.
 */
export async function encodePhonePng(
  picture: Sharp,
  { recordedBytes = 0 }: { readonly recordedBytes?: number } = {},
): Promise<Uint8Array> {
  const encode = (compressionLevel: number): Promise<Uint8Array> =>
    picture
      .clone()
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel, palette: false, adaptiveFiltering: false })
      .toBuffer();
  if (recordedBytes > PHOTOGRAPH_BYTES) return withoutDensity(await encode(LITTLE_COMPRESSION));
  const bytes = await encode(COMPRESSION);
  return withoutDensity(bytes.byteLength < FEWEST_BYTES ? await encode(LITTLE_COMPRESSION) : bytes);
}

/** Without the chunk on pixels per metre, which follows the header and is the encoder's invention. */
function withoutDensity(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = String.fromCharCode(...bytes.subarray(HEADER_END + 4, HEADER_END + 8));
  if (name !== 'pHYs') return bytes;
  const end = HEADER_END + 12 + view.getUint32(HEADER_END);
  const shorter = new Uint8Array(bytes.byteLength - (end - HEADER_END));
  shorter.set(bytes.subarray(0, HEADER_END));
  shorter.set(bytes.subarray(end), HEADER_END);
  return shorter;
}
