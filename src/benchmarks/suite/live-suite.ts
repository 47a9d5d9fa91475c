import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findApp } from '../../domain/live/live-app.js';
import type { Task } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readLive, type LiveWorld } from '../../formats/live/read-live.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { liveEnvironments } from './live-environments.js';
import { suiteIn, type SuitePlace } from './suite-benchmark.js';

/**
 * Tasks in web apps that run live in Chromium. A task starts in the app that its `start` names, by name or package, or on the
 * home screen; `screen` milestones name states that the app tells of itself.
 *
 * @throws {DatasetError} with file and place when `live.json` or `suite.json` cannot be used
 * @throws {UserError} when split, language or a setting name nothing
 */
export async function openLiveSuite(folder: string, options: OpenBenchmarkOptions): Promise<Benchmark> {
  const directory = resolve(folder);
  if (options.settings?.['dimensions'] !== undefined) {
    throw new UserError('a live world is not asked about in dimensions', { hint: 'Leave --dimensions out.' });
  }
  const live = await readLive(directory, options);
  const suiteFile = join(directory, 'suite.json');
  const read = await readSuite(suiteFile, options);
  const suiteHash = await hashFile(suiteFile, { maxBytes: FILE_LIMITS.json, signal: options.signal });
  return suiteIn(
    {
      ...(await livePlace(live, read.suite.tasks)),
      dataHash: createHash('sha256').update(`${live.hash}\n${suiteHash}`).digest('hex'),
    },
    read,
    options,
  );
}

/** The web apps of a `live.json`, ready for tasks; its hash is theirs. */
export async function livePlace(live: LiveWorld, tasks: readonly Task[]): Promise<SuitePlace> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const environments = await liveEnvironments(live, (id) => {
    const task = byId.get(id);
    return task === undefined ? undefined : { app: startApp(task, live) };
  });
  return {
    dataHash: live.hash,
    whyImpossible: (task) =>
      task.start === undefined || startApp(task, live) !== null
        ? null
        : `task "${task.id}" starts in "${task.start}", which is no app of live.json`,
    warnings: [],
    environments,
    close: () => environments[Symbol.asyncDispose](),
  };
}

function startApp({ start }: Task, { apps }: LiveWorld) {
  return start === undefined ? null : findApp(apps, start);
}
