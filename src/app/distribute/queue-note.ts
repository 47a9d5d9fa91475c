import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { FileUnreadableError, whyUnreadable } from '../../files/file-errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';

const FILE = 'queue.json';

/** What queues know a run by, which no other run has, be it of the same name. */
const QueueNoteSchema = z.object({
  formatVersion: z.literal(1),
  /** Name of the run and random letters. */
  run: z.string().min(1).max(200),
});

/** What queues know the run of a folder by; null where it was never given to one. @throws {DatasetError} for a broken file */
export async function queuedName(directory: string): Promise<string | null> {
  try {
    return (await readJsonFile(join(directory, FILE), QueueNoteSchema, { within: directory })).run;
  } catch (error) {
    if (error instanceof FileUnreadableError && whyUnreadable(error) === 'ENOENT') return null;
    throw error;
  }
}

/** As {@link queuedName}, given now where it never was. */
export async function nameForQueue(directory: string): Promise<string> {
  const before = await queuedName(directory);
  if (before !== null) return before;
  const run = `${basename(directory)}~${randomBytes(4).toString('hex')}`;
  await writeJsonFile(join(directory, FILE), { formatVersion: 1, run }, QueueNoteSchema);
  return run;
}
