import type { FailureCauses } from '../../../domain/scores/failure-causes.js';
import { UserError } from '../../../errors.js';
import { readFailureCauses } from '../../../formats/labels/read-failure-causes.js';
import { PUBLISHED_CAUSES } from '../../../registry/part-notes.js';

/**
 * Sets of causes of the user's own files, in their order.
 *
 * @param files absolute
 * @throws {UserError} for the id of another set: labels name their set by it
 * @throws {DatasetError} for a file that cannot be read
 */
export async function ownCauses(
  files: readonly string[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly FailureCauses[]> {
  const sets: FailureCauses[] = [];
  const taken = new Set(PUBLISHED_CAUSES.map(({ id }) => id));
  for (const file of files) {
    for (const set of await readFailureCauses(file, options)) {
      if (taken.has(set.id)) {
        throw new UserError(`there is another set of causes "${set.id}"`, {
          place: { file },
          hint: 'Give it an id of its own: labels name the set that they are of by it.',
        });
      }
      taken.add(set.id);
      sets.push(set);
    }
  }
  return sets;
}
