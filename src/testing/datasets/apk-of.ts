import { deflateRawSync } from 'node:zlib';

/** An APK that holds a compiled manifest and nothing else. */
export function apkOf(name: string): Buffer {
  const strings = ['manifest', 'package', name];
  const encoded = strings.map((text) => {
    const units = Buffer.alloc(4 + text.length * 2);
    units.writeUInt16LE(text.length, 0);
    units.write(text, 2, 'utf16le');
    return units;
  });
  const pool = Buffer.alloc(28 + 4 * strings.length);
  pool.writeUInt16LE(1, 0);
  pool.writeUInt16LE(28, 2);
  pool.writeUInt32LE(pool.byteLength + encoded.reduce((sum, one) => sum + one.byteLength, 0), 4);
  pool.writeUInt32LE(strings.length, 8);
  pool.writeUInt32LE(pool.byteLength, 20);
  let offset = 0;
  for (const [index, one] of encoded.entries()) {
    pool.writeUInt32LE(offset, 28 + index * 4);
    offset += one.byteLength;
  }
  const element = Buffer.alloc(16 + 20 + 20);
  element.writeUInt16LE(0x0102, 0);
  element.writeUInt16LE(16, 2);
  element.writeUInt32LE(element.byteLength, 4);
  element.writeUInt16LE(20, 24);
  element.writeUInt16LE(20, 26);
  element.writeUInt16LE(1, 28);
  element.writeUInt32LE(1, 40);
  element.writeUInt32LE(2, 44);
  const body = Buffer.concat([pool, ...encoded, element]);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(3, 0);
  head.writeUInt16LE(8, 2);
  head.writeUInt32LE(8 + body.byteLength, 4);
  return zipOf('AndroidManifest.xml', Buffer.concat([head, body]));
}

function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const file = Buffer.alloc(30);
  file.writeUInt32LE(0x04034b50, 0);
  file.writeUInt16LE(8, 8);
  file.writeUInt32LE(packed.byteLength, 18);
  file.writeUInt32LE(content.byteLength, 22);
  file.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.byteLength, 20);
  entry.writeUInt32LE(content.byteLength, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.byteLength, 16);
  return Buffer.concat([file, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}
