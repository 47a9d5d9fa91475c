import { rename, rm, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import { checkSchema } from './read-json-file.js';

/**
 * Checks a value and writes it as indented JSON. The file appears whole or not at all.
 *
 * @throws {FileSchemaError} when the value does not fit the schema.
 */
export async function writeJsonFile<T>(
  file: string,
  value: T,
  schema: z.ZodType<T>,
  options: {
    signal?: AbortSignal;
    /** Who may read and write it; whoever the process lets, unless given. */
    mode?: number;
  } = {},
): Promise<void> {
  checkSchema(value, schema, { file });
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const partial = `${file}.${process.pid}.partial`;
  try {
    await writeFile(partial, text, options);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
