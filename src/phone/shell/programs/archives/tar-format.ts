/** A file or folder of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** With the bits of its type. */
  readonly mode: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** Null for a folder. */
  readonly bytes: Uint8Array | null;
}

const BLOCK = 512;
/** Archives are filled up to a multiple of this. Source: toybox `tar`. */
const RECORD = 10_240;
/** Longest name that a header has room for; of longer ones another entry tells before. */
const LONGEST_NAME = 100;
const LONG_NAME = '././@LongLink';
const OWNER = 2000;
const PERMISSIONS = 0o7777;
const [FOLDER_TYPE, FILE_TYPE] = [0o040000, 0o100000];

/** An archive of these entries. Source: POSIX.1-2017, ustar interchange format; GNU tar, long names. */
export function writeArchive(entries: readonly ArchiveEntry[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  const add = (
    name: string,
    type: string,
    entry: Pick<ArchiveEntry, 'mode' | 'mtime'>,
    bytes: Uint8Array,
  ): void => {
    blocks.push(headerOf(name, type, entry, bytes.length), bytes);
    if (bytes.length % BLOCK !== 0) blocks.push(new Uint8Array(BLOCK - (bytes.length % BLOCK)));
  };
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    if (name.length > LONGEST_NAME)
      add(LONG_NAME, 'L', { mode: 0, mtime: 0 }, Buffer.concat([name, Uint8Array.of(0)]));
    add(entry.name, entry.bytes === null ? '5' : '0', entry, entry.bytes ?? new Uint8Array());
  }
  const size = blocks.reduce((sum, block) => sum + block.length, 2 * BLOCK);
  blocks.push(new Uint8Array(2 * BLOCK + ((RECORD - (size % RECORD)) % RECORD)));
  return Buffer.concat(blocks);
}

function headerOf(
  name: string,
  type: string,
  { mode, mtime }: Pick<ArchiveEntry, 'mode' | 'mtime'>,
  size: number,
): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  Buffer.from(name).copy(header, 0, 0, LONGEST_NAME);
  octal(mode & PERMISSIONS, 100, 8);
  octal(OWNER, 108, 8);
  octal(OWNER, 116, 8);
  octal(size, 124, 12);
  octal(Math.max(0, Math.floor(mtime)), 136, 12);
  header.write(`        ${type}`, 148, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write('shell', 265, 'latin1');
  header.write('shell', 297, 'latin1');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Entries of an archive; null where it is none. Links and devices are left out. */
export function readArchive(archive: Uint8Array): readonly ArchiveEntry[] | null {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: ArchiveEntry[] = [];
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const text = (start: number, length: number): string =>
      header.toString('utf8', start, start + length).replace(/\0[\s\S]*$/, '');
    const number = (start: number, length: number): number =>
      Number.parseInt(text(start, length).trim() || '0', 8);
    if (number(148, 8) !== checksum(header)) return null;
    const size = number(124, 12);
    if (!Number.isSafeInteger(size) || at + BLOCK + size > bytes.length) return null;
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = text(156, 1) || '0';
    const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
    const name: string = longName ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`);
    longName = type === 'L' ? body.toString('utf8').replace(/\0[\s\S]*$/, '') : null;
    const mode = number(100, 8) & PERMISSIONS;
    const mtime = number(136, 12);
    if (type === '5') entries.push({ name, mode: mode | FOLDER_TYPE, mtime, bytes: null });
    else if (type === '0' || type === '7') entries.push({ name, mode: mode | FILE_TYPE, mtime, bytes: body });
  }
  return entries.length === 0 && bytes.some((byte) => byte !== 0) ? null : entries;
}

/** Sum of the bytes of a header, its own field taken for blanks. */
function checksum(header: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum;
}
