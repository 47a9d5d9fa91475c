import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG file of one shade of grey, 0–255; few bytes for any size.
 *
 * @param kind `grey`: a byte a pixel; `rgba`: four, alpha as the shade, as `screencap -p` writes it
 */
export function smallPng(
  { width, height }: { readonly width: number; readonly height: number },
  shade = 128,
  kind: 'grey' | 'rgba' = 'grey',
): Buffer {
  const rowBytes = width * (kind === 'rgba' ? 4 : 1) + 1;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(kind === 'rgba' ? 6 : 0, 9);
  const rows = Buffer.alloc(rowBytes * height, shade);
  // The first byte of a row names its filter: none.
  for (let row = 0; row < height; row += 1) rows.writeUInt8(0, row * rowBytes);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
