import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../../formats/read-json-file.js';

const RunMetaSchema = z.object({
  success: z.boolean(),
  /** Actions carried out. */
  length: z.int().nonnegative(),
  /** `none`, or the name of a Python exception, its message and a stack. */
  error_message: z.string(),
});

/** How a saved run ended, as the reference code's `meta.json` says. */
export interface RunMeta {
  readonly success: boolean;
  /** Actions carried out. */
  readonly length: number;
  /** Name of the exception that ended the run; null when none did. */
  readonly exception: string | null;
}

/** The end of a saved run. @throws {DatasetError} naming file and place, also when the run never ended. */
export async function readRunMeta(
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<RunMeta> {
  const meta = await readJsonFile(join(folder, 'meta.json'), RunMetaSchema, options);
  const { success, length, error_message: message } = meta;
  return { success, length, exception: message === 'none' ? null : (message.split(':', 1)[0] ?? '').trim() };
}
