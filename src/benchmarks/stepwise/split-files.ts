import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { readJsonFile, type ReadTextOptions } from '../../formats/read-json-file.js';

/** Lists of episodes by name: by side of a split, or by part of one. */
const SplitListsSchema = z.record(z.string(), z.array(z.union([z.int(), z.string()])));
export type SplitLists = z.infer<typeof SplitListsSchema>;

/** @throws {DatasetError} when the file is missing or broken */
export function readSplitLists(file: string, options: ReadTextOptions): Promise<SplitLists> {
  return readJsonFile(file, SplitListsSchema, options);
}

/** The first of the files that is there; null where none is. */
export async function firstFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const file = join(folder, name);
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

/** What lies in the data folder, in order. @throws {DatasetError} when there is no such folder */
export async function namesInData(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    throw new FileUnreadableError('the folder of the dataset cannot be read', {
      place: { file: folder },
      hint: 'Name the folder with --data.',
      cause: error,
    });
  }
}
