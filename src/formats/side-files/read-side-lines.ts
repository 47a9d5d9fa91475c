import type { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { whyUnreadable } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';

/** Some hundred thousand lines. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The lines of a side-file of a run, in order; none where there is no such file. Lines that cannot be read (half-written, or by a
 * newer version) are passed over: what people say of a run is no reason to refuse it. So is a file that cannot be read at all.
 *
 * @param within the run's folder: a link out of it is not followed
 */
export async function readSideLines<T>(
  file: string,
  schema: z.ZodType<T>,
  within: string,
): Promise<readonly T[]> {
  let bytes: Buffer;
  try {
    bytes = await readBytes(file, { maxBytes: MOST_BYTES, within });
  } catch (error) {
    if (error instanceof DatasetError || whyUnreadable(error) === 'ENOENT') return [];
    throw error;
  }
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((text) => valueOf(text, schema));
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
