import type { FileFault, FileStat } from '../files/virtual-files.js';

/** Bytes of a `DATA` block. Source: AOSP `adb/SYNC.TXT`. */
export const LARGEST_DATA = 64 * 1024;

/** Error numbers of Linux. */
const ERRNO: Readonly<Record<FileFault, number>> = {
  ENOENT: 2,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  ENOSPC: 28,
  ENAMETOOLONG: 36,
  ENOTEMPTY: 39,
};

/** Group of the shared storage (`sdcard_rw`), as files on a phone have it. */
const GROUP = 1015;

/** A name of four letters, and a number. */
export function messageOf(id: string, value: number, data: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.alloc(8 + data.length);
  bytes.write(id, 0, 'latin1');
  bytes.writeUInt32LE(value >>> 0, 4);
  bytes.set(data, 8);
  return bytes;
}

export function failureOf(text: string): Buffer {
  const data = Buffer.from(text);
  return messageOf('FAIL', data.length, data);
}

/** Answer to `STAT`: mode, size and time of change, all 0 for what is not there. */
export function statOf(stat: FileStat | FileFault): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write('STAT', 0, 'latin1');
  if (typeof stat !== 'string') writeStat(bytes, 4, stat);
  return bytes;
}

/** Answer to `STA2` and `LST2`, 72 bytes. */
export function stat2Of(id: string, stat: FileStat | FileFault): Buffer {
  const bytes = Buffer.alloc(72);
  bytes.write(id, 0, 'latin1');
  if (typeof stat === 'string') bytes.writeUInt32LE(ERRNO[stat], 4);
  else writeStat2(bytes, stat);
  return bytes;
}

/** One entry of a folder; `id` is `DENT` or `DNT2`. */
export function entryOf(id: 'DENT' | 'DNT2', name: string, stat: FileStat): Buffer {
  const data = Buffer.from(name);
  const size = lengthOfEntry(id);
  const bytes = Buffer.alloc(size + data.length);
  bytes.write(id, 0, 'latin1');
  if (id === 'DENT') writeStat(bytes, 4, stat);
  else writeStat2(bytes, stat);
  bytes.writeUInt32LE(data.length, size - 4);
  bytes.set(data, size);
  return bytes;
}

/** What ends a list: as long as an entry without a name. */
export function endOfList(id: 'DENT' | 'DNT2'): Buffer {
  const bytes = Buffer.alloc(lengthOfEntry(id));
  bytes.write('DONE', 0, 'latin1');
  return bytes;
}

function lengthOfEntry(id: 'DENT' | 'DNT2'): number {
  return id === 'DENT' ? 20 : 76;
}

function writeStat(bytes: Buffer, position: number, stat: FileStat): void {
  bytes.writeUInt32LE(stat.mode >>> 0, position);
  bytes.writeUInt32LE(stat.size >>> 0, position + 4);
  bytes.writeUInt32LE(stat.mtime >>> 0, position + 8);
}

function writeStat2(bytes: Buffer, stat: FileStat): void {
  bytes.writeBigUInt64LE(1n, 8);
  bytes.writeBigUInt64LE(1n, 16);
  bytes.writeUInt32LE(stat.mode >>> 0, 24);
  bytes.writeUInt32LE(1, 28);
  bytes.writeUInt32LE(0, 32);
  bytes.writeUInt32LE(GROUP, 36);
  bytes.writeBigUInt64LE(BigInt(stat.size), 40);
  for (const position of [48, 56, 64]) bytes.writeBigInt64LE(BigInt(Math.trunc(stat.mtime)), position);
}
