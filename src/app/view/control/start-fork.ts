import { join } from 'node:path';
import { UserError } from '../../../errors.js';
import { readRunStart } from '../../../formats/run/run-index.js';
import { parseChanges, readChanges } from '../../fork/fork-changes.js';
import { newRunId } from '../../run/run-id.js';
import { guardedSettings, listWords } from '../../trust/guarded-settings.js';
import { UntrustedError } from '../../trust/untrusted-error.js';
import { hasBegun, launchRun, type ControlOptions } from './launch-run.js';
import type { StartFork } from './run-control.js';
import { requireTeamPaths } from './require-team-paths.js';
import { runDirectory } from '../run-directory.js';

/**
 * Forks an episode of a run, as `touchstone fork` does, as a process of its own. What only the user may name is not taken
 * from here.
 *
 * @returns the fork's name, once its journal has begun
 * @throws {NotThereError} for a run that is not there
 * @throws {UntrustedError}
 * @throws {UserError} for changes that there are not or do not fit, and with the words of a fork that could not begin
 */
export async function startFork(
  run: string,
  { item, repeat, step, set, times }: StartFork,
  control: ControlOptions,
): Promise<{ readonly run: string }> {
  const { folder, workingDirectory, teams, signal } = control;
  const directory = await runDirectory(folder, run);
  const pairs = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  // As the command will read them: what is looked at is what it gets.
  const { settings } = parseChanges(readChanges(pairs), workingDirectory);
  const guarded = guardedSettings(settings, teams === null ? workingDirectory : null);
  if (guarded.length > 0) {
    throw new UntrustedError(`a request may not name ${listWords(guarded)}`, {
      hint: 'Fork the run with `touchstone fork`.',
    });
  }
  // As it was written, and as it is read: relative names have been made whole by then.
  if (teams !== null) {
    requireTeamPaths(set, { folder, workingDirectory, teams });
    requireTeamPaths(settings, { folder, workingDirectory, teams });
  }
  const start = await readRunStart(directory, { signal });
  if (start === null) throw new UserError(`the run ${JSON.stringify(run)} has not begun`);
  const { benchmark, agent } = start.identity;
  const fork = newRunId(`fork-${benchmark.name}`, settings.agent ?? agent.name, new Date());
  const args = [
    'fork',
    `--item=${item}`,
    `--repeat=${repeat + 1}`,
    `--step=${step + 1}`,
    ...pairs.map((pair) => `--set=${pair}`),
    `--times=${times}`,
    `--runs=${folder}`,
    `--run-id=${fork}`,
    '--',
    directory,
  ];
  await launchRun(args, control, () => hasBegun(join(folder, fork)));
  return { run: fork };
}
