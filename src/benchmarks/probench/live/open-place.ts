import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentProvider } from '../../../environments/environment-provider.js';
import { DatasetError } from '../../../errors.js';
import { findApp } from '../../../domain/live/live-app.js';
import { findAndroidApp, readAndroid, type AndroidWorld } from '../../../formats/android/read-android.js';
import { readLive } from '../../../formats/live/read-live.js';
import type { BenchmarkItem, OpenBenchmarkOptions } from '../../benchmark.js';
import { openPhones } from '../../suite/android-phones.js';
import { liveEnvironments } from '../../suite/live-environments.js';
import { probenchItem } from '../tasks/probench-item.js';
import type { ProbenchTasks } from '../tasks/read-tasks.js';
import type { ProbenchTask } from '../tasks/task-file.js';

/** Where tasks are done. */
export interface ProbenchPlace {
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  /** What keeps a task from being done there, and whose matter it is; null where it can be done. */
  readonly whyImpossible: (task: ProbenchTask) => Pick<BenchmarkItem, 'invalid' | 'invalidBy'> | null;
  /** Package of the task's app there; null where there is none. */
  readonly packageOf: (task: ProbenchTask) => string | null;
  /** SHA-256 (hex) of what describes it. */
  readonly hash: string;
  readonly warnings: readonly string[];
  readonly close: () => Promise<void>;
}

type OpenOptions = Pick<OpenBenchmarkOptions, 'environment' | 'signal'>;

/** Web apps of the folder's `live.json`. @throws {DatasetError} with file and place when it cannot be used */
export async function openChromium(
  folder: string,
  { tasks }: ProbenchTasks,
  options: OpenOptions,
): Promise<ProbenchPlace> {
  const live = await readLive(folder, options);
  const appOf = ({ app, appPackage }: ProbenchTask) =>
    findApp(live.apps, app) ?? (appPackage === undefined ? null : findApp(live.apps, appPackage));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const environments = await liveEnvironments(live, (id) => {
    const task = byId.get(id);
    return task === undefined ? undefined : { app: appOf(task) };
  });
  return {
    environments,
    whyImpossible: (task) => (appOf(task) === null ? unknownApp(task, 'live.json') : null),
    packageOf: (task) => appOf(task)?.package ?? null,
    hash: live.hash,
    warnings: [],
    close: () => environments[Symbol.asyncDispose](),
  };
}

/**
 * Phones of the adb server, with the apps of the folder's `android.json`, or else those that the task file names.
 *
 * @throws {DatasetError} with file and place when no file names packages
 * @throws {DeviceFaultError | NoDeviceError | UserError} where there is no phone to run on
 */
export async function openAndroid(
  folder: string,
  tasks: ProbenchTasks,
  options: OpenOptions,
): Promise<ProbenchPlace> {
  const file = join(folder, 'android.json');
  const isDescribed = existsSync(file);
  const world = isDescribed ? await readAndroid(file, options) : worldOf(tasks);
  const items = tasks.tasks.map((task) => probenchItem(task).task);
  const { environments, missing, close } = await openPhones(world, items, options);
  const packageOf = ({ app }: ProbenchTask) => findAndroidApp(world.apps, app)?.package ?? null;
  const source = isDescribed ? 'android.json' : 'the task file';
  return {
    environments,
    whyImpossible: (task) => {
      const name = packageOf(task);
      if (name === null) return unknownApp(task, source);
      const [serial] = missing.get(name) ?? [];
      if (serial === undefined) return null;
      return { invalid: `task "${task.id}": ${name} is not installed on ${serial}`, invalidBy: 'user' };
    },
    packageOf,
    hash: world.hash,
    warnings: isDescribed
      ? []
      : [
          'There is no android.json: apps are stopped and started before each task, and keep their data; the paper cleared their history. `setup.clear` and `reset` of android.json do that (docs/android.md).',
        ],
    close,
  };
}

function unknownApp({ id, app }: ProbenchTask, source: string): Pick<BenchmarkItem, 'invalid'> {
  return { invalid: `task "${id}" is of "${app}", which is no app of ${source}` };
}

/** A phone with the apps that the task file names. */
function worldOf({ apps, file, hash }: ProbenchTasks): AndroidWorld {
  if (apps.length === 0) {
    throw new DatasetError('nothing names the packages of the apps', {
      place: { file },
      hint: 'Put an android.json beside it, or name them as `apps.map` of the task file (docs/benchmarks/probench.md).',
    });
  }
  const named = createHash('sha256')
    .update(`${hash} ${JSON.stringify(apps)}`)
    .digest('hex');
  return { formatVersion: 1, apps: [...apps], file, hash: named };
}
