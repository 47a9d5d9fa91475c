import { closeSync, readSync } from 'node:fs';
import {
  openPlainFile,
  openPlainFileSync,
  tooLarge,
  unreadable,
  type PlainFile,
  type PlainFileOptions,
} from './open-plain-file.js';

export interface ReadBytesOptions extends PlainFileOptions {
  readonly signal?: AbortSignal;
}

/** Files up to this size are read in one go: for a screen of 60 kB that takes a tenth of the time. */
const AT_ONCE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * A whole plain file, never more than `maxBytes` of it in memory.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function readBytes(file: string, options: ReadBytesOptions): Promise<Buffer> {
  return readWhole(
    file,
    options,
    (size) => Buffer.allocUnsafe(size),
    (bytes) => bytes,
  );
}

/** The same at once, for callers that cannot wait. @throws as `readBytes` */
export function readBytesSync(file: string, options: PlainFileOptions): Buffer {
  const { descriptor, size } = openPlainFileSync(file, options);
  try {
    return readAtOnce(descriptor, Buffer.allocUnsafe(size));
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a whole plain file into memory from `memoryOf` and returns the result of `take`; small files are read
 * synchronously.
 */
export async function readWhole<T>(
  file: string,
  options: ReadBytesOptions,
  memoryOf: (size: number) => Buffer,
  take: (bytes: Buffer) => T,
): Promise<T> {
  options.signal?.throwIfAborted();
  return take(readSmall(file, options, memoryOf) ?? (await readLarge(file, options)));
}

/** A file of at most a megabyte, at once; null when it must be read piece by piece. @throws as `readBytes` */
export function readSmall(
  file: string,
  options: PlainFileOptions,
  memoryOf: (size: number) => Buffer,
): Buffer | null {
  const { descriptor, size } = openPlainFileSync(file, options);
  try {
    // Files without a size, such as those of /proc, say only on reading what they hold.
    return size === 0 || size > AT_ONCE_BYTES ? null : readAtOnce(descriptor, memoryOf(size));
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function readAtOnce(descriptor: number, bytes: Buffer): Buffer {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

async function readLarge(file: string, options: ReadBytesOptions): Promise<Buffer> {
  await using opened = await openPlainFile(file, options);
  try {
    return await readOpened(file, opened, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw unreadable(file, error);
  }
}

/** As many bytes as the file said, and what it has gained since, up to the limit. */
async function readOpened(
  file: string,
  { handle, size }: PlainFile,
  options: ReadBytesOptions,
): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(size === 0 ? CHUNK_BYTES : size + 1);
  let length = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(length)]);
    const wanted = Math.min(bytes.length - length, READ_BYTES);
    const { bytesRead } = await handle.read(bytes, length, wanted, null);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > options.maxBytes) throw tooLarge(file, null, options);
  }
}

/** Most bytes asked for at a time, so that an abort is heard in between. */
const READ_BYTES = 8 * 1024 * 1024;
