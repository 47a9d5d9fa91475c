import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireFiles, requireRoles, type PlannedRun } from '../app/reproduce/plan-runs.js';
import { openingSignal, type OpeningSignal } from '../app/run/opening-signal.js';
import { prepareRun, type PreparedRun } from '../app/run/prepare-run.js';
import { newSession, requireSameRun, resumeSession, type SessionControls } from '../app/run/session.js';
import { loadSettings } from '../app/settings/load-settings.js';
import type { SettingOrigins, Settings } from '../app/settings/setting.js';
import type { RunSummary } from '../engine/run.js';
import { UserError } from '../errors.js';
import { isAccountedFor } from '../app/results/planned-results.js';
import { indexRun, isVoidEnd, type RunIndex } from '../formats/run/run-index.js';
import { askBeforeRun } from './ask-before-run.js';
import { beforeRun } from './before-run.js';
import { carryOut } from './carry-out.js';
import type { CommandContext } from './command-context.js';
import { EXIT, exitCodeOfFault } from './exit-code.js';
import { countsText } from './finish-run.js';
import { outcomesToTell, progressPrinter } from './output/progress.js';

/** What goes on when a run was kept from beginning, or ended before its time. */
const GO_ON = 'The same command goes on from here.';

/** A planned run with its settings. */
interface SettledRun {
  readonly planned: PlannedRun;
  readonly settings: Settings;
  readonly origins: SettingOrigins;
  readonly directory: string;
}

/**
 * Runs what rows of a table need, one after the other. A run that is there goes on where it ended; one that is finished
 * is left as it is. All are opened and checked before the first begins, so that nothing is run where a later one cannot.
 *
 * @param options flags of the command: `config`, `preflight`, `events`, `retryVoided`, `verbose`
 * @returns whether all are finished; what kept one from it is printed, and the exit code set
 * @throws {UserError | DatasetError} for anything that keeps one from beginning
 */
export async function runPlanned(
  planned: readonly PlannedRun[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<boolean> {
  const runs: SettledRun[] = [];
  for (const one of planned) runs.push(await settle(one, options, context));
  for (const run of runs) {
    using opening = openingSignal(context);
    const prepared = await prepare(run, opening, context);
    if (prepared === null) return false;
    await using _ = prepared.benchmark;
    if (existsSync(run.directory)) await requireOwnRun(prepared, run);
  }
  for (const [index, run] of runs.entries()) {
    const about = `run ${index + 1} of ${runs.length}: ${run.planned.runId}`;
    if (!(await carryOutRun(run, { about, options, context }))) return false;
  }
  return true;
}

async function settle(
  planned: PlannedRun,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<SettledRun> {
  requireRoles(planned);
  requireFiles(planned);
  const { values, origins } = await loadSettings({ ...planned.settings, config: options['config'] }, context);
  const directory = join(resolve(context.workingDirectory, values.runs), planned.runId);
  return { planned, settings: values, origins, directory };
}

function prepare(
  { planned, settings, origins, directory }: SettledRun,
  opening: OpeningSignal,
  context: CommandContext,
): Promise<PreparedRun | null> {
  const { workingDirectory, environment } = context;
  return beforeRun(
    () =>
      prepareRun(planned.recipe.benchmark, settings, {
        workingDirectory,
        environment,
        origins,
        goesOnIn: directory,
        signal: opening.signal,
      }),
    { context, kept: GO_ON },
  );
}

/** @throws {UserError} with what to do, where the folder holds another run than is wanted */
async function requireOwnRun(prepared: PreparedRun, { planned, directory }: SettledRun): Promise<RunIndex> {
  const index = await indexRun(directory);
  try {
    requireSameRun(prepared, index);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${directory} is another run than ${planned.runId} is to be. ${error.message}`, {
      cause: error,
      hint: 'Give this one another name with --label, or another folder with --runs.',
    });
  }
  return index;
}

async function carryOutRun(
  run: SettledRun,
  {
    about,
    options,
    context,
  }: {
    readonly about: string;
    readonly options: Readonly<Record<string, unknown>>;
    readonly context: CommandContext;
  },
): Promise<boolean> {
  const { stderr, interrupted, killed, workingDirectory, environment } = context;
  using opening = openingSignal(context);
  const prepared = await prepare(run, opening, context);
  if (prepared === null) return false;
  await using _ = prepared.benchmark;
  const known = existsSync(run.directory) ? await requireOwnRun(prepared, run) : null;
  const retryVoided = options['retryVoided'] === true && known !== null && hasVoided(known);
  if (known !== null && isAccountedFor(known) && known.skipped.size === 0 && !retryVoided) {
    stderr.write(`${about} is finished\n`);
    return true;
  }
  stderr.write(`${about}${known === null ? '' : ' goes on'}\n`);
  const preflight = await askBeforeRun(prepared, run.settings, options, { context, kept: GO_ON });
  if (preflight === null) return false;
  opening.opened();
  const shown = { context, events: options['events'] === true };
  const session = async (controls: SessionControls): Promise<RunSummary> => {
    if (known !== null) {
      return resumeSession(prepared, { directory: run.directory, retryVoided, preflight }, controls);
    }
    const { start } = await newSession(prepared, {
      run: run.planned.runId,
      runsFolder: resolve(workingDirectory, run.settings.runs),
      request: { benchmark: run.planned.recipe.benchmark, workingDirectory, settings: run.settings },
      environment,
      preflight,
    });
    return start(controls);
  };
  const tellsOutcomesUpTo = outcomesToTell(shown);
  const summary = await carryOut(
    (onEvent) => session({ onEvent, tellsOutcomesUpTo, stop: interrupted, signal: killed }),
    {
      directory: run.directory,
      again: [],
      context,
      verbose: options['verbose'] === true,
      show: progressPrinter(shown),
    },
  );
  return summary !== null && sayEnd(summary, context);
}

function hasVoided({ items }: RunIndex): boolean {
  return [...items.values()].some(({ end }) => isVoidEnd(end));
}

/** Says how a session ended; true where the run is finished. */
function sayEnd(summary: RunSummary, context: CommandContext): boolean {
  const { stderr } = context;
  stderr.write(`${countsText(summary, summary.voided)}\n`);
  if (summary.status === 'complete') return true;
  const { stoppedBy } = summary;
  stderr.write(`\nNot finished${stoppedBy === null ? '' : `: ${stoppedBy.message}`}. ${GO_ON}\n`);
  const isInterrupted = summary.status === 'interrupted' || summary.status === 'aborted';
  if (stoppedBy !== null) context.setExitCode(exitCodeOfFault(stoppedBy.fault));
  else if (isInterrupted) context.setExitCode(EXIT.interrupted);
  return false;
}
