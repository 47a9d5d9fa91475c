import { access } from 'node:fs/promises';
import type { z } from 'zod';
import { DatasetError, formatPlace } from '../../errors.js';
import { readJsonFile } from '../../formats/read-json-file.js';

/** The value of a JSON file, or, as a sentence, why it is none of that shape; `not there` when the file is missing. */
export async function shapeOfJson<T extends object>(file: string, schema: z.ZodType<T>): Promise<T | string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'not there';
  try {
    return await readJsonFile(file, schema);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const { place } = error;
    if (place === undefined) return error.message;
    const message = error.message.slice(formatPlace(place).length + 2);
    return place.line === undefined ? message : `line ${place.line}: ${message}`;
  }
}
