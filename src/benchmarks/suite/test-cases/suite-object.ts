import { z } from 'zod';
import { upgradeFormat } from '../../../formats/format-version.js';
import { checkSchema, parseJson } from '../../../formats/read-json-file.js';
import { SUITE_FORMAT, SuiteFileSchema } from '../../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';

/** A task as it stands in a file: what this version does not know is kept. */
export type TaskObject = Readonly<Record<string, unknown>>;

/** A suite as it stands in a file. */
export interface SuiteObject {
  readonly languages: readonly string[];
  readonly tasks: readonly TaskObject[];
  readonly [key: string]: unknown;
}

/** A suite as far as it is rewritten; its tasks may be broken, and are kept. */
const FrameSchema = SuiteFileSchema.extend({ tasks: z.array(z.record(z.string(), z.unknown())) });

/**
 * The text of a suite as it stands.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when the file as a whole cannot be used
 */
export function parseSuiteObject(text: string, file: string): SuiteObject {
  const value = parseJson(text, file);
  // Checked in the newest form, kept as it stands.
  checkSchema(upgradeFormat(value, SUITE_FORMAT, { file }), FrameSchema, { file, text });
  return value as SuiteObject;
}

/** Writes a suite whole or not at all. */
export async function writeSuiteObject(
  file: string,
  suite: SuiteObject,
  options: { readonly signal: AbortSignal },
): Promise<void> {
  // A suite of an older version stays one.
  const schema = FrameSchema.extend({ formatVersion: z.union([z.literal(1), z.literal(2)]) });
  await writeJsonFile<unknown>(file, suite, schema, options);
}
