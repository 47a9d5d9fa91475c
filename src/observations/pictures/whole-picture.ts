const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Whether a picture file reaches to its end: a PNG to its last chunk, a JPEG to its end marker, a WebP as far as it says. Nothing is
 * decoded. True for other formats. Never throws.
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, PNG.length).equals(PNG)) return isWholePng(buffer);
  if (buffer.length >= 2 && buffer[0] === 0xff && buffer[1] === 0xd8) {
    // Some cameras and tools write a little more behind it.
    return buffer.lastIndexOf(Buffer.from([0xff, 0xd9])) >= 2;
  }
  if (buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP') {
    return buffer.length >= 8 + buffer.readUInt32LE(4);
  }
  return buffer.length > 0;
}

/** Source: PNG specification, section 5.3: length, name, data and check of each chunk; the last is IEND. */
function isWholePng(buffer: Buffer): boolean {
  let at = PNG.length;
  while (at + 12 <= buffer.length) {
    const length = buffer.readUInt32BE(at);
    if (buffer.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at += 12 + length;
  }
  return false;
}
