import { readRunStart } from '../../../formats/run/run-index.js';
import { listForks } from '../../fork/list-forks.js';
import type { RunFork } from '../../../report/view/run-fork.js';
import { runDirectory } from '../run-directory.js';

/**
 * The forks of a run in its folder of runs, oldest first; none of a run that has not begun.
 *
 * @throws {NotThereError} for a run that is not there
 */
export async function forksOfRun(folder: string, run: string): Promise<readonly RunFork[]> {
  const start = await readRunStart(await runDirectory(folder, run));
  if (start === null) return [];
  const forks = await listForks(folder, start);
  return forks.map(({ id, startedAt, times, fork: { item, repeat, step, changes, action } }) => ({
    id,
    startedAt,
    times,
    item,
    repeat,
    step,
    changes,
    action: action ?? null,
  }));
}
