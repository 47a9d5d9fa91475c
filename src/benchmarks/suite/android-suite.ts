import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { Milestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import type { EnvironmentProvider } from '../../environments/environment-provider.js';
import type { SetupContext } from '../../environments/android/android-environment.js';
import { DeviceTaskSchema, type DeviceTask } from '../../environments/android/device-task.js';
import { resetAccount } from '../../environments/android/login/reset-account.js';
import { runLogin } from '../../environments/android/login/run-login.js';
import { Secrets } from '../../environments/android/login/secrets.js';
import type { AndroidDevices } from '../../environments/android/pool/android-devices.js';
import { openAndroidDevices } from '../../environments/android/pool/open-android-devices.js';
import { BugError, UserError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import type { AndroidApp } from '../../formats/android/android-file.js';
import {
  findAndroidApp,
  guardedOf,
  readAndroid,
  type AndroidWorld,
} from '../../formats/android/read-android.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions, PhoneAccess } from '../benchmark.js';
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

/** Apps of `android.json` that a task is about: where it starts, and those it names. */
function appsOf(task: Task, apps: readonly AndroidApp[]): readonly AndroidApp[] {
  const names = [...(task.start === undefined ? [] : [task.start]), ...task.apps];
  return [...new Set(names.flatMap((name) => findAndroidApp(apps, name) ?? []))];
}

/** What a phone has to be like when the task begins. */
export function deviceTask(task: Task, apps: readonly AndroidApp[]): DeviceTask {
  const own = appsOf(task, apps);
  const start = task.start === undefined ? null : findAndroidApp(apps, task.start);
  const isOpened = start !== null && start.setup?.start !== false;
  return DeviceTaskSchema.parse({
    id: task.id,
    apps: own.map((app) => app.package),
    clear: own.filter((app) => app.setup?.clear === true).map((app) => app.package),
    grant: own.flatMap((app) =>
      (app.setup?.grant ?? []).map((permission) => ({ package: app.package, permission })),
    ),
    start: isOpened ? { package: start.package, activity: start.activity ?? null } : null,
  });
}

interface OpenedPhones {
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  /** Serials that lack a package, by package. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly close: () => Promise<void>;
}

async function openPhones(
  world: AndroidWorld,
  tasks: readonly Task[],
  options: OpenBenchmarkOptions,
): Promise<OpenedPhones> {
  const phones = options.environment?.phones;
  if (phones === undefined) return { environments: NO_PHONES, missing: new Map(), close: async () => {} };
  const guarded = guardedOf(world);
  if (guarded.length > 0) await phones.requireTrust(world.file, guarded, world.hash);
  const secrets = new Secrets(phones.variables);
  const { keyboard, settle } = world;
  const provider: AndroidDevices<BenchmarkItem> = await openAndroidDevices({
    devices: options.environment?.devices ?? [],
    ...phones,
    tasks: new Map(tasks.map((task) => [task.id, deviceTask(task, world.apps)])),
    ...(keyboard === undefined ? {} : { keyboard }),
    settle: Object.fromEntries(Object.entries(settle ?? {}).filter(([, value]) => value !== undefined)),
    apps: new Map(
      world.apps.flatMap((app) =>
        [app.name, ...(app.aliases ?? [])].map((name) => [name.toLowerCase(), app.package] as const),
      ),
    ),
    prepare: async (task, context) => await setUpApps(task, context, { world, secrets, phones }),
    nameOf: ({ id }) => id,
    redact: secrets.redact,
    signal: options.signal,
  });
  try {
    const packages = world.apps.map((app) => app.package);
    const missing = await provider.missingApps(packages, options.signal);
    return { environments: provider, missing, close: () => provider[Symbol.asyncDispose]() };
  } catch (error) {
    await provider[Symbol.asyncDispose]();
    throw error;
  }
}

/** Scoring and showing a run of phones takes none. */
const NO_PHONES: EnvironmentProvider<BenchmarkItem> = {
  identity: { kind: 'android' },
  capacity: 1,
  lend: async () => {
    throw new BugError('phones were not opened, and one was asked for');
  },
};

/** Puts accounts back and signs in, app by app. */
async function setUpApps(
  task: DeviceTask,
  context: SetupContext,
  {
    world,
    secrets,
    phones: { server, variables },
  }: {
    readonly world: AndroidWorld;
    readonly secrets: Secrets;
    readonly phones: PhoneAccess;
  },
): Promise<void> {
  for (const name of task.apps) {
    const app = findAndroidApp(world.apps, name);
    if (app === null) continue;
    if (app.reset !== undefined) {
      await resetAccount(app.reset, {
        folder: dirname(world.file),
        app: app.name,
        package: app.package,
        serial: context.device.serial,
        server,
        environment: variables,
        redact: secrets.redact,
        signal: context.signal,
      });
    }
    if (app.login !== undefined) await runLogin(app, app.login, { apps: world.apps, secrets, context });
  }
}
