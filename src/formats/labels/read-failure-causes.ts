import { z } from 'zod';
import { FailureCausesSchema, type FailureCauses } from '../../domain/scores/failure-causes.js';
import { readJsonFile } from '../read-json-file.js';

/** Sets of causes in a file of the user's own. */
const FailureCausesFileSchema = z.object({
  formatVersion: z.literal(1),
  sets: z
    .array(FailureCausesSchema)
    .min(1)
    .max(20)
    .refine((sets) => new Set(sets.map(({ id }) => id)).size === sets.length, {
      error: 'two sets have one id',
    })
    .readonly(),
});

/** Sets of causes of a JSON file (docs/formats.md). @throws {DatasetError} naming the place of what does not fit */
export async function readFailureCauses(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly FailureCauses[]> {
  return (await readJsonFile(file, FailureCausesFileSchema, options)).sets;
}
