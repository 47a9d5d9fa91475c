import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SequentialRule } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import type { BudgetLedger } from '../../engine/budget-ledger.js';
import type { ItemQueue } from '../../engine/item-queue.js';
import type { EngineListener } from '../../engine/engine-event.js';
import { resumeRun, startRun, type RunSummary } from '../../engine/run.js';
import type { JournalEvent, PreflightRecord } from '../../formats/run/journal/event.js';
import { addPicturePlace } from '../../formats/run/picture-places.js';
import { journalPath, requireNoRun } from '../../formats/run/run-folder.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { requireSameIdentity } from '../../engine/run-identity.js';
import { requireFolder } from '../settings/require-folder.js';
import { guardedOfRun } from '../trust/trust-run.js';
import type { PreparedRun } from './prepare-run.js';
import { checkRunId, newRunId } from './run-id.js';
import { writeRunRequest, type RunRequest } from './run-settings-file.js';

/** Who follows a session of a run, and how it is stopped. */
export interface SessionControls {
  readonly onEvent: EngineListener;
  /** As of the engine. */
  readonly tellsOutcomesUpTo?: number;
  /** Aborted: finish the step in flight, save, stop. */
  readonly stop: AbortSignal;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** As of the engine: where others do the items. */
  readonly queue?: ItemQueue;
  readonly ledger?: BudgetLedger;
}

/** A run that has a folder, and has not begun. */
export interface NewSession {
  readonly directory: string;
  /** Why the run will not be known as this user's, where that matters for resuming; else null. */
  readonly unkept: Error | null;
  readonly start: (controls: SessionControls) => Promise<RunSummary>;
}

/**
 * Makes the folder of a new run and writes down how it is asked for.
 *
 * @param options.run its name; null: by time, benchmark and agent
 * @throws {UserError} for a name that is none, a folder that cannot be made, and one that anything is in: a run's name is its own
 */
export async function newSession(
  prepared: PreparedRun,
  options: {
    readonly run: string | null;
    readonly runsFolder: string;
    readonly request: RunRequest;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** What asking the models before has shown. */
    readonly preflight: readonly PreflightRecord[];
    /** What its journal begins with, see `startRun`. */
    readonly beginning?: readonly JournalEvent[];
  },
): Promise<NewSession> {
  const { runsFolder, request, environment, preflight, beginning = [] } = options;
  const { benchmark, agent } = prepared;
  const run =
    options.run === null ? newRunId(benchmark.name, agent.name, new Date()) : checkRunId(options.run);
  const directory = join(runsFolder, run);
  await requireNewFolder(directory);
  const failure = await writeRunRequest(directory, request, environment);
  if (prepared.pictures !== null) await addPicturePlace(directory, prepared.pictures.place);
  return {
    directory,
    unkept: guardedOfRun(request.settings).length === 0 ? null : failure,
    start: (controls) => startRun({ ...prepared, preflight, beginning, directory, run, ...controls }),
  };
}

/**
 * Refuses a name for a new run that another one has, before anything is opened or asked for it; makes nothing.
 *
 * @param run null where the new run is to have a name of its own
 * @throws {UserError} as {@link newSession} does
 */
export async function requireFreeName(run: string | null, runsFolder: string): Promise<void> {
  if (run !== null) await requireNothingIn(join(runsFolder, checkRunId(run)));
}

/** Nothing is written into a folder that something is in: not even the settings of a run that fails right after. */
async function requireNewFolder(directory: string): Promise<void> {
  await requireFolder(directory, '--runs');
  await requireNothingIn(directory);
}

/** One that is not there has nothing in it. */
async function requireNothingIn(directory: string): Promise<void> {
  await requireNoRun(directory);
  if ((await readdir(directory).catch(() => [])).length === 0) return;
  throw new UserError(`${directory} is not empty`, {
    hint: 'It may be of a run that is beginning, or that never began: give the new run another name (--run-id), or remove it.',
  });
}

/** The run, to be ended once its gate is decided; as it is without a rule. */
export function watchedBy(prepared: PreparedRun, rule: SequentialRule | null): PreparedRun {
  if (rule === null) return prepared;
  const { identity, operation } = prepared.configuration;
  return { ...prepared, configuration: { identity, operation: { ...operation, sequential: rule } } };
}

/**
 * Refuses a run that is not the one that was prepared, before anything is asked for it; resuming refuses it as well.
 *
 * @throws {RunDiffersError} naming what differs
 */
export function requireSameRun({ configuration }: PreparedRun, { directory, start }: RunIndex): void {
  requireSameIdentity(start.identity, configuration.identity, journalPath(directory, start.writer));
}

/**
 * Resumes the run of a folder.
 *
 * @throws {RunDiffersError} when it is not the run that was prepared
 */
export async function resumeSession(
  prepared: PreparedRun,
  options: {
    readonly directory: string;
    readonly retryVoided: boolean;
    readonly preflight: readonly PreflightRecord[];
  },
  controls: SessionControls,
): Promise<RunSummary> {
  // Before the journal names what is kept there.
  if (prepared.pictures !== null) await addPicturePlace(options.directory, prepared.pictures.place);
  return resumeRun({ ...prepared, ...options, ...controls });
}
