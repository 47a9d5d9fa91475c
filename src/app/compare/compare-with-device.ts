import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Mode } from '../../domain/mode.js';
import type { Task } from '../../domain/task.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { readDeviceResults } from '../../formats/device-results/read-device-results.js';
import type { DeviceComparison } from '../../formats/results/compare-document.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { deviceAgreement } from '../../metrics/device-agreement.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/tables/table.js';
import { deviceTables, type DeviceSide, type DeviceTask } from '../../report/comparison/device-tables.js';
import { whyNotPassed } from '../../report/html/why-not-passed.js';
import { scoredRows } from '../results/ensure-scored.js';
import { indexComparedRun } from './index-compared-run.js';

/** Most names in one sentence. */
const MOST_NAMED = 5;

export interface CompareWithDeviceOptions {
  /** Name of the run in tables. */
  readonly name: string;
  /** Absolute: a file of outcomes, or the folder of a run that was made on a device. */
  readonly device: string;
  readonly mode: Mode;
  readonly dataDirectory: string | null;
  readonly signal: AbortSignal;
}

/** A run next to a real device, as tables and for the document. */
export interface ComparedWithDevice {
  readonly tables: readonly Table[];
  readonly device: DeviceComparison;
  /** Of the whole run. */
  readonly rows: readonly ResultRow[];
}

/**
 * Sets a run next to what became of the same tasks on a real device: how often both agree, and why each failed.
 *
 * Source: ColorBench paper, section 5.2 and Table 6.
 *
 * @throws {UserError} where no task is in both, {DatasetError} for a file that cannot be read
 */
export async function compareWithDevice(
  index: RunIndex,
  options: CompareWithDeviceOptions,
): Promise<ComparedWithDevice> {
  const { name, device, mode, signal } = options;
  const { rows, tasks: here } = await attemptsOfRun(index, options);
  const onDevice = (await isFolder(device))
    ? await attemptsOnDeviceRun(device, here, {
        benchmark: index.start.identity.benchmark.name,
        mode,
        signal,
      })
    : await attemptsOfFile(device, here, { signal });
  const tasks: DeviceTask[] = [];
  for (const [task, { instruction, attempts }] of here) {
    const there = onDevice.byTask.get(task) ?? [];
    if (attempts.length === 0 || there.length === 0) continue;
    const judged = there.map(({ sameCause }) => sameCause).filter((same) => same !== null);
    tasks.push({
      task,
      instruction,
      here: sideOf(attempts),
      onDevice: sideOf(there),
      sameCause: judged.length === 0 ? null : judged.every(Boolean),
    });
  }
  if (tasks.length === 0) {
    throw new UserError(`${basename(device)} and ${name} have no judged task in common`, {
      hint: 'Name tasks by the ids that the run has for them, or by their instructions word for word.',
    });
  }
  const agreement = deviceAgreement(
    tasks.map((one) => ({ here: one.here.passed, onDevice: one.onDevice.passed, sameCause: one.sameCause })),
  );
  const notes = notesOn(tasks, here, onDevice.unknown, name);
  return {
    tables: deviceTables(tasks, agreement, { name, notes }),
    device: { source: device, ...agreement, tasks },
    rows,
  };
}

interface Attempt {
  readonly passed: boolean;
  readonly reason: string;
  readonly sameCause: boolean | null;
}

interface RunTask {
  readonly instruction: string;
  /** Judged ones alone. */
  readonly attempts: Attempt[];
}

/** By task, in the order of the run's results. */
type RunTasks = Map<string, RunTask & Pick<Task, 'instructions'>>;

async function attemptsOfRun(
  index: RunIndex,
  {
    mode,
    dataDirectory = null,
    signal,
  }: Pick<CompareWithDeviceOptions, 'mode' | 'signal'> & {
    readonly dataDirectory?: string | null;
  },
): Promise<{ readonly rows: readonly ResultRow[]; readonly tasks: RunTasks }> {
  // Scores the run where it has no scores in this mode yet.
  const rows = await scoredRows(index, { mode, dataDirectory, signal });
  const { language } = index.start.identity.benchmark;
  const tasks: RunTasks = new Map();
  for await (const result of readResults(index, mode, { signal })) {
    const { key, task, outcome } = result;
    const { instructions } = task;
    const shown = (language === null ? undefined : instructions[language]) ?? Object.values(instructions)[0];
    const known = tasks.get(key.item) ?? { instruction: shown ?? '', instructions, attempts: [] };
    tasks.set(key.item, known);
    if (outcome !== 'passed' && outcome !== 'failed') continue;
    known.attempts.push({ passed: outcome === 'passed', reason: whyNotPassed(result), sameCause: null });
  }
  return { rows, tasks };
}

interface DeviceAttempts {
  readonly byTask: ReadonlyMap<string, readonly Attempt[]>;
  /** Tasks that the run does not have. */
  readonly unknown: readonly string[];
}

async function attemptsOfFile(
  file: string,
  here: RunTasks,
  options: { readonly signal: AbortSignal },
): Promise<DeviceAttempts> {
  const named = [...(await readDeviceResults(file, options))].map(
    (attempt) => [attempt.task, attempt] as const,
  );
  return byTaskOf(named, tasksByName(here, true));
}

async function attemptsOnDeviceRun(
  directory: string,
  here: RunTasks,
  {
    benchmark,
    mode,
    signal,
  }: Pick<CompareWithDeviceOptions, 'mode' | 'signal'> & { readonly benchmark: string },
): Promise<DeviceAttempts> {
  const index = await indexComparedRun(directory, { signal });
  const { tasks: there } = await attemptsOfRun(index, { mode, signal });
  const names = tasksByName(here, index.start.identity.benchmark.name === benchmark);
  // Ids of another benchmark may stand for other tasks, instructions cannot.
  const named = [...there].flatMap(([task, { instructions, attempts }]) => {
    const name = Object.values(instructions).find((text) => names.has(plain(text))) ?? task;
    return attempts.map((attempt) => [name, attempt] as const);
  });
  return byTaskOf(named, names);
}

/** Tasks of a run by their ids, where these are meant, and by their instructions in every language. */
function tasksByName(here: RunTasks, byId: boolean): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [task, { instructions }] of here) {
    for (const text of Object.values(instructions)) names.set(plain(text), task);
  }
  if (byId) for (const task of here.keys()) names.set(task, task);
  return names;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function byTaskOf(
  named: readonly (readonly [name: string, attempt: Attempt])[],
  names: ReadonlyMap<string, string>,
): DeviceAttempts {
  const byTask = new Map<string, Attempt[]>();
  const unknown = new Set<string>();
  for (const [name, attempt] of named) {
    const task = names.get(plain(name));
    if (task === undefined) unknown.add(name);
    else byTask.set(task, [...(byTask.get(task) ?? []), attempt]);
  }
  return { byTask, unknown: [...unknown] };
}

/** More than half of the attempts must pass. */
function sideOf(attempts: readonly Attempt[]): DeviceSide {
  const passes = attempts.filter(({ passed }) => passed).length;
  const reason = attempts.find(({ passed, reason: why }) => !passed && why !== '')?.reason ?? '';
  return { passed: passes * 2 > attempts.length, passes, attempts: attempts.length, reason };
}

function notesOn(
  tasks: readonly DeviceTask[],
  here: RunTasks,
  unknown: readonly string[],
  name: string,
): readonly string[] {
  const alone = here.size - tasks.length;
  return [
    ...(alone === 0
      ? []
      : [
          `${plural(alone, 'task')} of ${name} ${alone === 1 ? 'is' : 'are'} left out: not tried on the device, or not judged in the run.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `Not in the run, and left out: ${unknown.slice(0, MOST_NAMED).join('; ')}${unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''}.`,
        ]),
  ];
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
