import type { Size } from '../../domain/geometry.js';

/** First bytes of a PNG file up to its size. Source: PNG specification, sections 5.2 and 11.2.2. */
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const HEADER_BYTES = 24;

/**
 * Bytes that stand for a picture while a prompt is built: the header of a PNG of its size, which is all that building
 * reads. Each is an array of its own, so that the picture it stands for can be found again.
 */
export function pictureStandIn(size: Size | null): Uint8Array {
  if (size === null) return new Uint8Array(1);
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(PNG_START);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, size.width);
  view.setUint32(20, size.height);
  return bytes;
}
