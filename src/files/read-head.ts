import { closeSync, readSync } from 'node:fs';
import { openPlainFile, openPlainFileSync, unreadable, type PlainFileOptions } from './open-plain-file.js';

/**
 * The first bytes of a plain file; fewer where it has no more.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function readHead(file: string, length: number, options: PlainFileOptions): Promise<Buffer> {
  await using opened = await openPlainFile(file, options);
  try {
    const head = Buffer.alloc(length);
    const { bytesRead } = await opened.handle.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The same at once. @throws as `readHead` */
export function readHeadSync(file: string, length: number, options: PlainFileOptions): Buffer {
  const { descriptor } = openPlainFileSync(file, options);
  try {
    const head = Buffer.alloc(length);
    return head.subarray(0, readSync(descriptor, head, 0, length, 0));
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    closeSync(descriptor);
  }
}
