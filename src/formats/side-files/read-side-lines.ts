import type { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { FileUnreadableError, PathOutsideFolderError, whyUnreadable } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';

/** Some hundred thousand lines. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The lines of a side-file of a run, in order; none where there is no such file. Lines that cannot be read (half-written, or by a
 * newer version) are passed over: what people say of a run is no reason to refuse it.
 *
 * @param options.within the run's folder: a link out of it is not followed, and counts as no file
 * @param options.mayBeUnread a file that is there and cannot be read counts as none
 * @throws {DatasetError} for such a file
 */
export async function readSideLines<T>(
  file: string,
  schema: z.ZodType<T>,
  { within, mayBeUnread }: { readonly within: string; readonly mayBeUnread: boolean },
): Promise<readonly T[]> {
  let bytes: Buffer;
  try {
    bytes = await readBytes(file, { maxBytes: MOST_BYTES, within });
  } catch (error) {
    if (error instanceof DatasetError && (mayBeUnread || isNone(error))) return [];
    throw error;
  }
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((text) => valueOf(text, schema));
}

/** Nothing is there, or nothing of the run: a link to elsewhere, a folder. */
function isNone(error: DatasetError): boolean {
  if (error instanceof PathOutsideFolderError) return true;
  if (!(error instanceof FileUnreadableError)) return false;
  return error.cause === undefined || ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(whyUnreadable(error));
}

function valueOf<T>(text: string, schema: z.ZodType<T>): readonly T[] {
  if (text === '') return [];
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
