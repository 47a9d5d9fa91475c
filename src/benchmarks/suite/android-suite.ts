import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Milestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { findAndroidApp, readAndroid, type AndroidWorld } from '../../formats/android/read-android.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { appsOf, openPhones } from './android-phones.js';
import { deviceScoringFailure } from './device-hierarchy-error.js';
import { suiteIn, type SuitePlace } from './suite-benchmark.js';

/**
 * Tasks on phones and emulators of the adb server. A task starts in the app that its `start` names, by name or package, or on
 * the home screen. Rules alone decide: no app of a phone tells of its state.
 *
 * @throws {DatasetError} with file and place when `android.json` or `suite.json` cannot be used
 * @throws {UserError} when split, language or a setting name nothing, or no task can be done on a phone
 * @throws {DeviceFaultError | NoDeviceError} when there is no phone to run on
 */
export async function openAndroidSuite(folder: string, options: OpenBenchmarkOptions): Promise<Benchmark> {
  const directory = resolve(folder);
  if (options.settings?.['dimensions'] !== undefined) {
    throw new UserError('a phone is not asked about in dimensions', { hint: 'Leave --dimensions out.' });
  }
  const world = await readAndroid(join(directory, 'android.json'), options);
  const suiteFile = join(directory, 'suite.json');
  const read = await readSuite(suiteFile, options);
  refuseGraphs(read.suite.tasks);
  const suiteHash = await hashFile(suiteFile, { maxBytes: FILE_LIMITS.json, signal: options.signal });
  const place = await androidPlace(world, read.suite.tasks, options);
  return suiteIn(
    { ...place, dataHash: createHash('sha256').update(`${world.hash}\n${suiteHash}`).digest('hex') },
    read,
    options,
  );
}

/**
 * The phones of an `android.json`, made ready for tasks; its hash is that of the file.
 *
 * @throws {DeviceFaultError | NoDeviceError} when there is no phone to run on
 */
export async function androidPlace(
  world: AndroidWorld,
  tasks: readonly Task[],
  options: OpenBenchmarkOptions,
): Promise<SuitePlace> {
  const { environments, missing, close } = await openPhones(world, tasks, options);
  return {
    dataHash: world.hash,
    whyImpossible: (task) => whyImpossible(task, world, missing),
    warnings: [],
    environments,
    scoringFailure: deviceScoringFailure,
    close,
  };
}

/** @throws {UserError} where nothing of a suite can be done on a phone */
function refuseGraphs(tasks: readonly Task[]): void {
  if (tasks.length === 0 || !tasks.every((task) => stateMilestone(task) !== null)) return;
  throw new UserError('every task of the suite names states, and apps of a phone tell of none', {
    hint: 'Give tasks rules (docs/tree-rules.md), or run them with --env recorded or --env chromium.',
  });
}

/** Id of what of a task names a state of an app, a milestone or a demand; null where nothing does. */
function stateMilestone(task: Task): string | null {
  const { preconditions = [], prohibitions = [], obligations = [] } = task;
  if (preconditions.some(({ type }) => type === 'state')) return 'preconditions';
  const demand = [...prohibitions, ...obligations].find(({ type }) => type === 'state');
  if (demand !== undefined) return demand.id;
  const waiting: Milestone[] = [...task.milestones];
  for (let milestone = waiting.pop(); milestone !== undefined; milestone = waiting.pop()) {
    if (milestone.type === 'group') waiting.push(...milestone.children);
    if (milestone.type === 'screen') return milestone.id;
  }
  return null;
}

function whyImpossible(
  task: Task,
  { apps }: AndroidWorld,
  missing: ReadonlyMap<string, readonly string[]>,
): string | null {
  const milestone = stateMilestone(task);
  if (milestone !== null) {
    return `task "${task.id}": "${milestone}" names a state, and apps of a phone tell of none; give it rules`;
  }
  if (task.start !== undefined && findAndroidApp(apps, task.start) === null) {
    return `task "${task.id}" starts in "${task.start}", which is no app of android.json`;
  }
  for (const app of appsOf(task, apps)) {
    const [serial] = missing.get(app.package) ?? [];
    if (serial !== undefined) return `task "${task.id}": ${app.package} is not installed on ${serial}`;
  }
  return null;
}
