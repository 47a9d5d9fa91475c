import { plural } from '../../domain/text/plural.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { resumeCommand } from '../results/run-command.js';

/** A run without a single finished episode. */
export class RunEmptyError extends UserError {
  override readonly code = 'RUN_EMPTY';
}

/** Two folders hold one run, or a run is to be measured against itself. */
export class RunRepeatedError extends UserError {
  override readonly code = 'RUN_REPEATED';
}

/** @throws {RunRepeatedError} since a run compared with its own copy looks like a second measurement */
export function requireDistinctRuns(indexes: readonly Pick<RunIndex, 'start' | 'directory'>[]): void {
  for (const [position, { start, directory }] of indexes.entries()) {
    const earlier = indexes.slice(0, position).find((other) => isSameRun(other, { start }));
    if (earlier === undefined) continue;
    throw new RunRepeatedError(
      directory === earlier.directory
        ? `Run ${start.run} is measured against itself`
        : `${earlier.directory} and ${directory} hold one run, ${start.run}: one is a copy of the other`,
      { hint: 'Compare runs that were made separately; `touchstone list runs` shows what there is.' },
    );
  }
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
  // Nothing of a comparison is about costs.
  const index = await indexRun(directory, { ...options, withoutCosts: true });
  if (index.items.size > 0) return index;
  throw new RunEmptyError(`Run ${index.start.run} holds no finished episode`, {
    place: { file: directory },
    hint: `Go on with it: touchstone resume ${quoteWord(directory)}`,
  });
}

/** A sentence that a run is not finished, or null when it is. */
export function unfinishedNote(index: RunIndex, name: string, workingDirectory: string): string | null {
  const { items, skipped, start, status, directory } = index;
  if (items.size >= start.planned) return null;
  const why =
    status === null
      ? 'it is under way or was killed'
      : skipped.size > 0
        ? 'a budget ran out'
        : `it was ${status}`;
  return (
    `${name} is not finished (${why}): ${items.size} of ${plural(start.planned, 'episode')} ${items.size === 1 ? 'is' : 'are'} compared. ` +
    `Go on with: ${resumeCommand(directory, workingDirectory)}`
  );
}
