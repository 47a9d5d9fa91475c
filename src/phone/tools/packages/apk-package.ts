import { inflateRawSync } from 'node:zlib';

const MANIFEST = 'AndroidManifest.xml';

/** Signatures of the parts of a ZIP file. Source: PKWARE APPNOTE, section 4.3. */
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;

/** Longest comment that may follow the end of the directory. */
const LONGEST_COMMENT = 0xffff;
const MOST_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Parts of a compiled XML file. Source: AOSP `androidfw/ResourceTypes.h`. */
const STRING_POOL = 0x0001;
const START_ELEMENT = 0x0102;
const UTF8_STRINGS = 1 << 8;

/** The package that an APK says it is; null for what is no APK. Never throws. */
export function apkPackage(apk: Uint8Array): string | null {
  try {
    const manifest = manifestOf(Buffer.from(apk.buffer, apk.byteOffset, apk.byteLength));
    return manifest === null ? null : packageOf(manifest);
  } catch (error) {
    // A file with an entry outside it, or one that cannot be inflated, is no APK.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return null;
    throw error;
  }
}

function manifestOf(zip: Buffer): Buffer | null {
  let end = zip.byteLength - 22;
  const last = Math.max(0, end - LONGEST_COMMENT);
  while (end >= last && zip.readUInt32LE(end) !== DIRECTORY_END) end -= 1;
  if (end < last) return null;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (name === MANIFEST) return contentOf(zip, at);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return null;
}

function contentOf(zip: Buffer, entry: number): Buffer | null {
  const isStored = zip.readUInt16LE(entry + 10) === 0;
  const size = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(header) !== FILE_HEADER) return null;
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(start, start + size);
  return isStored ? bytes : inflateRawSync(bytes, { maxOutputLength: MOST_MANIFEST_BYTES });
}

/** Value of the attribute `package` of the first element. */
function packageOf(xml: Buffer): string | null {
  let pool = -1;
  let at = xml.readUInt16LE(2);
  while (at + 8 <= xml.byteLength) {
    const type = xml.readUInt16LE(at);
    if (type === STRING_POOL) pool = at;
    if (type === START_ELEMENT && pool >= 0) return attribute(xml, at, pool, 'package');
    const size = xml.readUInt32LE(at + 4);
    if (size < 8) return null;
    at += size;
  }
  return null;
}

function attribute(xml: Buffer, element: number, pool: number, wanted: string): string | null {
  const start = element + 16;
  const first = start + xml.readUInt16LE(start + 8);
  const step = xml.readUInt16LE(start + 10);
  const count = xml.readUInt16LE(start + 12);
  for (let index = 0; index < count; index += 1) {
    const at = first + index * step;
    if (poolString(xml, pool, xml.readUInt32LE(at + 4)) === wanted)
      return poolString(xml, pool, xml.readUInt32LE(at + 8));
  }
  return null;
}

/** A string of the pool; lengths of more than a unit have their first bit set. */
function poolString(xml: Buffer, pool: number, index: number): string | null {
  if (index >= xml.readUInt32LE(pool + 8)) return null;
  const headerSize = xml.readUInt16LE(pool + 2);
  let at = pool + xml.readUInt32LE(pool + 20) + xml.readUInt32LE(pool + headerSize + index * 4);
  if ((xml.readUInt32LE(pool + 16) & UTF8_STRINGS) === 0) {
    let length = xml.readUInt16LE(at);
    at += 2;
    if (length & 0x8000) {
      length = ((length & 0x7fff) << 16) | xml.readUInt16LE(at);
      at += 2;
    }
    return xml.toString('utf16le', at, at + length * 2);
  }
  // First the count of characters, then that of bytes.
  at += xml.readUInt8(at) & 0x80 ? 2 : 1;
  let length = xml.readUInt8(at);
  at += 1;
  if (length & 0x80) {
    length = ((length & 0x7f) << 8) | xml.readUInt8(at);
    at += 1;
  }
  return xml.toString('utf8', at, at + length);
}
