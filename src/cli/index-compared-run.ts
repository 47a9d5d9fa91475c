import { relative } from 'node:path';
import { UserError } from '../errors.js';
import { indexRun } from '../formats/run/run-index.js';
import type { RunIndex } from '../formats/run/run-index.js';

/** A run without a single finished episode. */
export class RunEmptyError extends UserError {
  override readonly code = 'RUN_EMPTY';
}

/**
 * What a run did, where there is something to compare.
 *
 * @throws {RunEmptyError} when no episode of it is done
 * @throws {NotARunError | RunVersionError | JournalDamagedError} when it cannot be read
 */
export async function indexComparedRun(
  directory: string,
  options: { readonly signal: AbortSignal },
): Promise<RunIndex> {
  const index = await indexRun(directory, options);
  if (index.items.size > 0) return index;
  throw new RunEmptyError(`Run ${index.start.run} holds no finished episode`, {
    place: { file: directory },
    hint: `Go on with it: touchstone resume ${directory}`,
  });
}

/** Says that a run is not finished, or null when it is. */
export function unfinishedNote(index: RunIndex, name: string, workingDirectory: string): string | null {
  const { items, skipped, start, status, directory } = index;
  if (items.size >= start.planned) return null;
  const why =
    status === null
      ? 'it is under way or was killed'
      : skipped.size > 0
        ? 'a budget ran out'
        : `it was ${status}`;
  const shown = relative(workingDirectory, directory) || directory;
  return (
    `${name} is not finished (${why}): ${items.size} of ${start.planned} episodes are compared. ` +
    `Go on with: touchstone resume ${shown}`
  );
}
