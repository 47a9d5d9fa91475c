import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';
import { listJournals } from '../../../formats/run/run-folder.js';
import { writersHere } from '../../../formats/run/run-lock.js';
import { BENCHMARK_NOTES } from '../../../registry/part-notes.js';
import { isModule } from '../../../registry/plugins/load-module.js';
import { checkRunId, newRunId } from '../../run/run-id.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { SETTINGS, type SettingKey } from '../../settings/setting.js';
import { guardedSettings, listWords } from '../../trust/guarded-settings.js';
import { UntrustedError } from '../../trust/untrusted-error.js';
import { NotRunningError } from './not-running-error.js';
import { hasBegun, launchRun, type ControlOptions } from './launch-run.js';
import { runDirectory } from '../run-directory.js';
import { requireTeamPaths, requireTeamWorld } from './require-team-paths.js';
import { asFlagsRead, flagsOf } from './setting-flags.js';
import type { ResumeRun, RunControl, StartRun } from './run-control.js';
import { startAgain } from './start-again.js';
import { startFork } from './start-fork.js';

/** Runs of a folder, started and stopped as processes of their own. */
export function controlRuns(options: ControlOptions): RunControl {
  return {
    start: (request) => startRun(request, options),
    startAgain: (run) => startAgain(run, options),
    fork: (run, request) => startFork(run, request, options),
    resume: (run, request) => resumeRun(run, request, options),
    stop: (run) => stopRun(run, options),
  };
}

/**
 * Starts a run as a process of its own, which goes on when the viewer ends. It reads configuration and environment as
 * `touchstone run` does; what only the user may name (a module, a command, an endpoint, a key, a phone) is not taken from
 * here.
 *
 * @returns the run's name, once its journal has begun
 * @throws {UserError} for settings that there are not or do not fit, and with the words of a run that could not begin
 * @throws {UntrustedError}
 */
async function startRun(
  { benchmark, settings, runId }: StartRun,
  control: ControlOptions,
): Promise<{ readonly run: string }> {
  const { folder, workingDirectory, teams } = control;
  refuseUnknown(settings);
  const { values, origins } = resolveSettings({
    flags: asFlagsRead(settings),
    environment: {},
    config: null,
  });
  const given = Object.fromEntries((Object.keys(settings) as SettingKey[]).map((key) => [key, values[key]]));
  // Of a folder that teams share nobody vouches for what one of them names.
  const guarded = guardedSettings(given, teams === null ? workingDirectory : null);
  if (guarded.length > 0) {
    throw new UntrustedError(`a request may not name ${listWords(guarded)}`, {
      hint: 'Set it in touchstone.config.json or in the environment that this program is started in.',
    });
  }
  requireBenchmark(benchmark, workingDirectory);
  if (teams !== null) {
    requireTeamPaths(given, { folder, workingDirectory, teams });
    if (!BENCHMARK_NOTES.has(benchmark)) requireTeamWorld(benchmark, { folder, workingDirectory, teams });
  }
  const agent = origins.agent === 'default' ? 'agent' : values.agent;
  const run = runId === undefined ? newRunId(nameOf(benchmark), agent, new Date()) : checkRunId(runId);
  const directory = join(folder, run);
  if (await hasBegun(directory)) throw new UserError(`there is a run ${JSON.stringify(run)} already`);
  const args = ['run', ...flagsOf(settings), `--runs=${folder}`, `--run-id=${run}`, '--', benchmark];
  await launchRun(args, control, () => hasBegun(directory));
  return { run };
}

/**
 * Goes on with a run, as `touchstone resume` does: one from elsewhere that names what only the user may name is refused.
 *
 * @throws {NotThereError} for a run that is not there
 * @throws {UserError} with the words of a run that could not go on
 */
async function resumeRun(
  run: string,
  { retryVoided }: ResumeRun,
  control: ControlOptions,
): Promise<{ readonly run: string }> {
  const directory = await runDirectory(control.folder, run);
  const args = ['resume', ...(retryVoided ? ['--retry-voided'] : []), '--', directory];
  await launchRun(args, control, async (pid) =>
    (await writersHere(directory)).some((one) => one.pid === pid),
  );
  return { run };
}

/**
 * Asks the process that writes a run to finish the step in flight, save and end, as Ctrl-C does. Asked again it stops at
 * once.
 *
 * @throws {NotThereError} for a run that is not there
 * @throws {NotRunningError} where no process of this machine writes it
 */
async function stopRun(
  run: string,
  { folder }: Pick<ControlOptions, 'folder'>,
): Promise<{ readonly run: string }> {
  const directory = await runDirectory(folder, run);
  const here = (await writersHere(directory)).filter(({ pid }) => pid !== process.pid);
  // Workers are told by the queue: they have other runs, too.
  const journals = await listJournals(directory).catch(() => []);
  const workers = new Set(journals.map(({ writer }) => writer));
  const found = here.filter(({ writer }) => writer === null || !workers.has(writer));
  if (found.length === 0) {
    throw new NotRunningError(`no process of this machine writes the run ${JSON.stringify(run)}`, {
      hint:
        here.length > 0
          ? `Workers do it, and who coordinates them is not here: touchstone queue pause ${run}`
          : 'It has ended, or it runs on another machine: stop it there.',
    });
  }
  for (const pid of new Set(found.map((one) => one.pid))) interrupt(pid);
  return { run };
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // It has just ended.
    if (code === 'ESRCH') return;
    throw new UserError(`process ${pid} cannot be stopped from here`, {
      cause: error,
      hint: 'It is of another user.',
    });
  }
}

/** @throws {UserError} */
function refuseUnknown(settings: StartRun['settings']): void {
  for (const key of Object.keys(settings)) {
    if (key === 'runs') {
      throw new UserError('runs that are started here are kept in the folder that is shown', {
        hint: 'Leave the setting runs out.',
      });
    }
    if (Object.hasOwn(SETTINGS, key)) continue;
    throw new UserError(`there is no setting ${JSON.stringify(key)}`, {
      hint: `${didYouMean(key, Object.keys(SETTINGS))}\`touchstone config\` lists them.`,
    });
  }
}

/** A module would run as code. @throws {UserError} for anything but a benchmark that there is, or a folder */
function requireBenchmark(name: string, workingDirectory: string): void {
  if (BENCHMARK_NOTES.has(name)) return;
  if (isModule(name)) {
    throw new UntrustedError('a request may not name a module', {
      hint: 'Start it with `touchstone run`.',
    });
  }
  if (statSync(resolve(workingDirectory, name), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UserError(`there is no benchmark or folder ${JSON.stringify(name)}`, {
    hint: `${didYouMean(name, [...BENCHMARK_NOTES.keys()])}\`touchstone list benchmarks\` lists them.`,
  });
}

function nameOf(benchmark: string): string {
  return BENCHMARK_NOTES.has(benchmark)
    ? benchmark
    : relative(resolve(benchmark, '..'), resolve(benchmark)) || 'world';
}
