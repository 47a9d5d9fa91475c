import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';
import { listJournals } from '../../../formats/run/run-folder.js';
import { writersHere } from '../../../formats/run/run-lock.js';
import { BENCHMARKS } from '../../../registry/benchmarks.js';
import { isModule } from '../../../registry/plugins/load-module.js';
import { checkRunId, newRunId } from '../../run/run-id.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { SETTINGS, type SettingKey } from '../../settings/setting.js';
import { guardedSettings, listWords } from '../../trust/guarded-settings.js';
import { UntrustedError } from '../../trust/untrusted-error.js';
import { NotRunningError } from './not-running-error.js';
import { runDirectory } from '../run-directory.js';
import { flagsOf } from './setting-flags.js';
import type { ResumeRun, RunControl, StartRun } from './run-control.js';

/** Where runs are started from. */
export interface ControlOptions {
  /** That runs are kept in; absolute. */
  readonly folder: string;
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** This program, as it is started: executable and arguments. */
  readonly program: readonly string[];
  readonly signal: AbortSignal;
}

/** Runs of a folder, started and stopped as processes of their own. */
export function controlRuns(options: ControlOptions): RunControl {
  return {
    start: (request) => startRun(request, options),
    resume: (run, request) => resumeRun(run, request, options),
    stop: (run) => stopRun(run, options),
  };
}

/** How long a run may take to begin before nobody waits for it any more; it goes on all the same. */
const LONGEST_START_MS = 60_000;
const LOOK_AGAIN_MS = 100;
/** Characters of what a program said before it gave up. */
const MOST_WORDS = 2_000;

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
  const { folder, workingDirectory } = control;
  refuseUnknown(settings);
  const { values, origins } = resolveSettings({ flags: settings, environment: {}, config: null });
  const given = Object.fromEntries((Object.keys(settings) as SettingKey[]).map((key) => [key, values[key]]));
  const guarded = guardedSettings(given, workingDirectory);
  if (guarded.length > 0) {
    throw new UntrustedError(`a page may not name ${listWords(guarded)}`, {
      hint: 'Set it in touchstone.config.json or in the environment that the viewer is started in.',
    });
  }
  requireBenchmark(benchmark, workingDirectory);
  const agent = origins.agent === 'default' ? 'agent' : values.agent;
  const run = runId === undefined ? newRunId(nameOf(benchmark), agent, new Date()) : checkRunId(runId);
  const directory = join(folder, run);
  if (await hasBegun(directory)) throw new UserError(`there is a run ${JSON.stringify(run)} already`);
  const args = ['run', ...flagsOf(settings), `--runs=${folder}`, `--run-id=${run}`, '--', benchmark];
  await launch(args, control, () => hasBegun(directory));
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
  await launch(args, control, async () => (await writersHere(directory)).length > 0);
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
  const writers = (await writersHere(directory)).filter((pid) => pid !== process.pid);
  if (writers.length === 0) {
    throw new NotRunningError(`no process of this machine writes the run ${JSON.stringify(run)}`, {
      hint: 'It has ended, or it runs on another machine: stop it there.',
    });
  }
  for (const pid of writers) interrupt(pid);
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
  if (BENCHMARKS.has(name)) return;
  if (isModule(name)) {
    throw new UntrustedError('a page may not name a module', {
      hint: 'Start it with `touchstone run`.',
    });
  }
  if (statSync(resolve(workingDirectory, name), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UserError(`there is no benchmark or folder ${JSON.stringify(name)}`, {
    hint: `${didYouMean(name, [...BENCHMARKS.keys()])}\`touchstone list benchmarks\` lists them.`,
  });
}

function nameOf(benchmark: string): string {
  return BENCHMARKS.has(benchmark)
    ? benchmark
    : relative(resolve(benchmark, '..'), resolve(benchmark)) || 'world';
}

async function hasBegun(directory: string): Promise<boolean> {
  return listJournals(directory).then(
    (journals) => journals.length > 0,
    () => false,
  );
}

/** Starts the program again and waits until it is up. No shell reads its arguments. @throws {UserError} */
async function launch(
  args: readonly string[],
  { program, workingDirectory, environment, signal }: ControlOptions,
  isUp: () => Promise<boolean>,
): Promise<void> {
  const [executable = process.execPath, ...own] = program;
  const child = spawn(executable, [...own, ...args], {
    cwd: workingDirectory,
    env: { ...environment, NO_COLOR: '1' },
    // Ctrl-C in the viewer's terminal is not for the run.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  // Read to the end: a full pipe would hold the run up.
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString('utf8')).slice(-MOST_WORDS);
  });
  let ended: { readonly code: number | null } | null = null;
  child.once('error', (error) => {
    said = error.message;
    ended = { code: null };
  });
  child.once('close', (code) => {
    ended ??= { code };
  });
  // Neither keeps the viewer from ending.
  child.unref();
  (child.stderr as unknown as { unref?(): void }).unref?.();
  for (let waited = 0; waited < LONGEST_START_MS; waited += LOOK_AGAIN_MS) {
    await wait(LOOK_AGAIN_MS, undefined, { signal });
    // Set by the events, which the compiler does not see.
    const end = ended as { readonly code: number | null } | null;
    if (end?.code === 0 || (await isUp())) return;
    if (end !== null) {
      throw new UserError(said.trim() === '' ? 'the run could not begin' : said.trim(), {
        hint: `The same on the command line: touchstone ${args[0] ?? ''}.`,
      });
    }
  }
}
