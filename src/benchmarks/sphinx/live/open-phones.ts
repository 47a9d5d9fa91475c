import type { Mode } from '../../../domain/mode.js';
import type { Gestures } from '../../../environments/android/perform-action.js';
import { DeviceTaskSchema, type DeviceTask } from '../../../environments/android/device-task.js';
import { Secrets } from '../../../environments/android/login/secrets.js';
import { openAndroidDevices } from '../../../environments/android/pool/open-android-devices.js';
import type { EnvironmentProvider } from '../../../environments/environment-provider.js';
import type { BenchmarkItem, PhoneAccess } from '../../benchmark.js';
import type { SphinxApp } from '../recordings/apk-info.js';
import { pairId } from '../saved-runs/pair.js';
import { AppAgentGestures } from './appagent-gestures.js';
import type { PhonePair, Reset } from './phone-items.js';
import { RepetitionEnvironment } from './repetition.js';
import { signIn, startAfresh } from './sign-in.js';

/** Milliseconds that the published harness waits behind each action, and between its halves. */
const WAIT_MS = 2000;
/** Milliseconds of a swipe and of a long press. Source: SPHINX reference code, controller. */
const GESTURES = { swipeMs: 100, longPressMs: 2000 } as const;

export interface OpenPhonesOptions {
  readonly phones: PhoneAccess;
  /** Serials; empty: every phone that is ready. */
  readonly devices: readonly string[];
  readonly pairs: readonly PhonePair[];
  readonly mode: Mode;
  readonly reset: Reset;
  /** Which phone an item goes to, by its id. */
  readonly laneOf: (id: string) => string | null;
  readonly signal: AbortSignal;
}

export interface OpenedPhones {
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  /** How many phones there are. */
  readonly count: number;
  /** Serials that lack a package, by package. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly close: () => Promise<void>;
}

/**
 * Takes the phones that SPHINX's tasks are done on, and looks which of the apps are there.
 *
 * @throws {DeviceFaultError | NoDeviceError | UserError} where there is no phone to run on
 */
export async function openPhones(options: OpenPhonesOptions): Promise<OpenedPhones> {
  const { phones, devices, pairs, mode, reset, laneOf, signal } = options;
  const secrets = new Secrets(phones.variables);
  const byItem = new Map(pairs.map((found) => [`navigation/${pairId(found.pair)}`, found]));
  const packages = new Set(pairs.flatMap(({ app }) => app?.package ?? []));
  const provider = await openAndroidDevices<BenchmarkItem>({
    devices,
    ...phones,
    tasks: deviceTasks(byItem),
    ...(mode === 'reference' ? { settle: { firstMs: WAIT_MS } } : {}),
    prepare: async (task, context) => {
      const { app = null, login = null } = byItem.get(task.id) ?? {};
      if (reset === 'restart' || app === null) return;
      if (login === null) return await startAfresh(app, context);
      const gestures = gesturesOf(app, mode);
      await signIn(app, login, { mode, gestures, secrets, variables: phones.variables, context });
    },
    groupOf: ({ id }) => laneOf(id),
    nameOf: ({ id }) => id,
    gesturesOf: ({ id }) => gesturesOf(byItem.get(id)?.app ?? null, mode),
    redact: secrets.redact,
    signal,
  });
  try {
    const missing = await provider.missingApps([...packages], signal);
    return {
      environments: inHarness(provider, { mode, reset }),
      count: provider.capacity,
      missing,
      close: () => provider[Symbol.asyncDispose](),
    };
  } catch (error) {
    await provider[Symbol.asyncDispose]();
    throw error;
  }
}

/** An app is stopped before each of its tasks, and started. */
function deviceTasks(pairs: ReadonlyMap<string, PhonePair>): ReadonlyMap<string, DeviceTask> {
  const tasks = new Map<string, DeviceTask>();
  for (const [id, { app }] of pairs) {
    if (app === null) continue;
    const start = { package: app.package };
    tasks.set(id, DeviceTaskSchema.parse({ id, apps: [app.package], start }));
  }
  return tasks;
}

function gesturesOf(app: SphinxApp | null, mode: Mode): Gestures {
  return {
    ...GESTURES,
    ...(app === null ? {} : { homeRestarts: app.package }),
    ...(mode === 'reference' ? { pauseMs: WAIT_MS } : {}),
  };
}

/** What the published harness lays around a phone; how apps are reset is part of what a run is. */
function inHarness(
  provider: EnvironmentProvider<BenchmarkItem>,
  { mode, reset }: { readonly mode: Mode; readonly reset: Reset },
): EnvironmentProvider<BenchmarkItem> {
  const { identity } = provider;
  return {
    identity: { ...identity, settings: { ...identity.settings, reset } },
    get capacity() {
      return provider.capacity;
    },
    lend: async (item, options) => {
      const lent = new AppAgentGestures(await provider.lend(item, options));
      return mode === 'reference' ? new RepetitionEnvironment(lent) : lent;
    },
  };
}
