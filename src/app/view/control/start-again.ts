import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { newRunId } from '../../run/run-id.js';
import { readRunRequest } from '../../run/run-settings-file.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { SETTINGS, type SettingKey } from '../../settings/setting.js';
import { requireTrustedRun } from '../../trust/trust-run.js';
import { hasBegun, launchRun, type ControlOptions } from './launch-run.js';
import type { SettingValue } from './run-control.js';
import { runDirectory } from '../run-directory.js';
import { asFlagsRead, flagsOf } from './setting-flags.js';

/**
 * Starts a run of the benchmark and settings of another one, under a new name. What the other one has by default comes from
 * configuration and environment as they are now.
 *
 * @returns the new run's name, once its journal has begun
 * @throws {NotThereError} for a run that is not there
 * @throws {UntrustedError} for one that this user did not begin here, and that names what only the user may name
 * @throws {UserError} with the words of a run that could not begin
 */
export async function startAgain(run: string, control: ControlOptions): Promise<{ readonly run: string }> {
  const { folder, environment, signal } = control;
  const stored = await readRunRequest(await runDirectory(folder, run), signal);
  const { benchmark, settings } = stored;
  const own = (Object.keys(SETTINGS) as SettingKey[]).filter(
    (key) => key !== 'runs' && !isDeepStrictEqual(settings[key], SETTINGS[key].default),
  );
  // Values as a settings file has them.
  const given = Object.fromEntries(own.map((key) => [key, settings[key] as SettingValue]));
  const { values } = resolveSettings({ flags: asFlagsRead(given), environment: {}, config: null });
  await requireTrustedRun({ ...stored, settings: values }, {}, environment, 'viewer');
  // A run from elsewhere says of a place of this machine nothing that holds.
  const workingDirectory = (await stored.isOwn(environment))
    ? stored.workingDirectory
    : control.workingDirectory;
  const again = newRunId(basename(resolve(workingDirectory, benchmark)), settings.agent, new Date());
  const directory = join(folder, again);
  const args = ['run', ...flagsOf(given), `--runs=${folder}`, `--run-id=${again}`, '--', benchmark];
  await launchRun(args, { ...control, workingDirectory }, () => hasBegun(directory));
  return { run: again };
}
