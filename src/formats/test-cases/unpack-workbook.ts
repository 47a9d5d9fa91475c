import { crc32, inflateRawSync } from 'node:zlib';
import { FileTooLargeError } from '../../files/file-errors.js';
import { TestCaseFileError } from './test-case-file-error.js';

/** Most bytes that the parts of a workbook may have together once they are inflated. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 2000;

/** Signatures of the parts of a ZIP file. Source: PKWARE APPNOTE, section 4.3. */
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
/** Longest comment that may follow the end of the directory. */
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** What stands for a size that only a ZIP64 field has. */
const ELSEWHERE = 0xffffffff;

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * A workbook (.xlsx, a ZIP file of XML) with nothing packed and nothing but its XML: whoever reads it can inflate nothing any
 * more, whatever its headers claim.
 *
 * @throws {FileTooLargeError} for one that inflates to more than {@link MAX_INFLATED_BYTES}, however small it is
 * @throws {TestCaseFileError} for what is no workbook
 */
export function unpackWorkbook(bytes: Uint8Array, file: string): Uint8Array {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts: readonly Part[];
  try {
    parts = partsOf(zip, file);
  } catch (error) {
    // A field that lies outside of the file, or bytes that do not inflate.
    if (error instanceof RangeError || (error instanceof Error && 'code' in error && !('fault' in error)))
      throw noWorkbook(file, error);
    throw error;
  }
  if (!parts.some(({ name }) => name === 'xl/workbook.xml')) throw noWorkbook(file);
  return packed(parts);
}

function partsOf(zip: Buffer, file: string): readonly Part[] {
  let end = zip.byteLength - 22;
  const last = Math.max(0, end - LONGEST_COMMENT);
  while (end >= last && zip.readUInt32LE(end) !== DIRECTORY_END) end -= 1;
  if (end < last) throw noWorkbook(file);
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_PARTS) throw tooLarge(file, `it has ${count} parts`);
  let at = zip.readUInt32LE(end + 16);
  let left = MAX_INFLATED_BYTES;
  const parts: Part[] = [];
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw noWorkbook(file);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (/\.(?:xml|rels)$/.test(name)) {
      const content = contentOf(zip, at, { left, file });
      left -= content.byteLength;
      parts.push({ name, bytes: content });
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

function contentOf(
  zip: Buffer,
  entry: number,
  { left, file }: { readonly left: number; readonly file: string },
): Buffer {
  const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1;
  const method = zip.readUInt16LE(entry + 10);
  const size = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  if (isEncrypted || size === ELSEWHERE || header === ELSEWHERE) throw noWorkbook(file);
  if (zip.readUInt32LE(header) !== FILE_HEADER) throw noWorkbook(file);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  if (start + size > zip.byteLength) throw noWorkbook(file);
  const bytes = zip.subarray(start, start + size);
  if (method !== STORED && method !== DEFLATED) throw noWorkbook(file);
  // What it claims to inflate to is not believed.
  const content = method === STORED ? bytes : inflated(bytes, left, file);
  if (content.byteLength > left) throw tooLarge(file, 'its parts hold more');
  return content;
}

function inflated(bytes: Buffer, left: number, file: string): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(file, 'it inflates to more');
    }
    throw error;
  }
}

/** A ZIP file of stored parts. */
function packed(parts: readonly Part[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const encoded = Buffer.from(name);
    // Version, flags (the name is UTF-8), method, time, date; then what both headers have in common.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.byteLength, 14);
    common.writeUInt32LE(bytes.byteLength, 18);
    common.writeUInt16LE(encoded.byteLength, 22);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(FILE_HEADER, 0);
    const entryHead = Buffer.alloc(6);
    entryHead.writeUInt32LE(DIRECTORY_ENTRY, 0);
    entryHead.writeUInt16LE(20, 4);
    const entryTail = Buffer.alloc(14);
    entryTail.writeUInt32LE(offset, 10);
    pieces.push(head, common, encoded, bytes);
    directory.push(entryHead, common, entryTail, encoded);
    offset += 30 + encoded.byteLength + bytes.byteLength;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, piece) => sum + piece.byteLength, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  const all = [...pieces, ...directory, end];
  const whole = new Uint8Array(all.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

function noWorkbook(file: string, cause?: unknown): TestCaseFileError {
  return new TestCaseFileError('this is no .xlsx workbook', {
    place: { file },
    hint: 'Save it as .xlsx without a password, or as "CSV UTF-8"; the older .xls is not read.',
    ...(cause !== undefined && { cause }),
  });
}

function tooLarge(file: string, what: string): FileTooLargeError {
  return new FileTooLargeError(
    `${what} than a workbook of test cases may (${MAX_INFLATED_BYTES / 1024 / 1024} MiB inflated)`,
    {
      place: { file },
      hint: 'Divide it, or save the sheet with the cases as "CSV UTF-8".',
    },
  );
}
