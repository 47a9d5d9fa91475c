import { dirname } from 'node:path';
import type { Task } from '../../domain/task.js';
import type { EnvironmentProvider } from '../../environments/environment-provider.js';
import type { AdbServerAddress } from '../../environments/android/adb/adb-server-of.js';
import type { SetupContext } from '../../environments/android/android-environment.js';
import { DeviceTaskSchema, type DeviceTask } from '../../environments/android/device-task.js';
import { resetAccount } from '../../environments/android/login/reset-account.js';
import { runLogin } from '../../environments/android/login/run-login.js';
import { Secrets } from '../../environments/android/login/secrets.js';
import type { AndroidDevices } from '../../environments/android/pool/android-devices.js';
import { openAndroidDevices } from '../../environments/android/pool/open-android-devices.js';
import { BugError } from '../../errors.js';
import type { AndroidApp } from '../../formats/android/android-file.js';
import { findAndroidApp, guardedOf, type AndroidWorld } from '../../formats/android/read-android.js';
import type { BenchmarkItem, OpenBenchmarkOptions, PhoneAccess } from '../benchmark.js';

/** Apps of `android.json` that a task is about: where it starts, and those it names. */
export function appsOf(task: Task, apps: readonly AndroidApp[]): readonly AndroidApp[] {
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

/** Phones that the tasks of a folder are done on. */
export interface OpenedPhones {
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  /** Serials that lack a package, by package. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly close: () => Promise<void>;
}

/**
 * Takes the phones that tasks are done on, and looks which of the apps are there. Without access to phones, such as for scoring,
 * none is taken.
 *
 * @throws {DeviceFaultError | NoDeviceError | UserError} where there is no phone to run on
 */
export async function openPhones(
  world: AndroidWorld,
  tasks: readonly Task[],
  options: Pick<OpenBenchmarkOptions, 'environment' | 'signal'>,
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
  context: SetupContext & { readonly server?: AdbServerAddress },
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
        server: context.server ?? server,
        environment: variables,
        redact: secrets.redact,
        signal: context.signal,
      });
    }
    if (app.login !== undefined) await runLogin(app, app.login, { apps: world.apps, secrets, context });
  }
}
