import type { Size } from '../geometry.js';

/** First bytes of a PNG file, then the length and name of its first chunk. Source: PNG specification, sections 5.2 and 11.2.2. */
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/**
 * Size in pixels of a PNG or JPEG file, from its header alone; null for other formats and for headers that
 * are broken, cut off, or leave a side at zero. Never throws.
 */
export function pictureSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (PNG_START.every((byte, index) => bytes[index] === byte)) {
    return bytes.length < 24 ? null : sizeOf(view.getUint32(16), view.getUint32(20));
  }
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(view) : null;
}

/** The first frame header has the size. Source: ITU-T T.81, sections B.1.1 and B.2.2. */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Any number of 0xff may stand before a marker; some markers have no segment.
    const isFill = marker === 0xff;
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (isFill || isBare) {
      at += isFill ? 1 : 2;
      continue;
    }
    if (isFrame(marker)) {
      return at + 9 > view.byteLength ? null : sizeOf(view.getUint16(at + 7), view.getUint16(at + 5));
    }
    // After the start of a scan comes data that no marker divides, and after the end comes nothing.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15; the three numbers among them that are no frames are tables and reserved. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function sizeOf(width: number, height: number): Size | null {
  return width === 0 || height === 0 ? null : { width, height };
}
