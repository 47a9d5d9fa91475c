import { instructionOf } from '../../domain/task.js';
import type { EnvironmentIdentity } from '../../domain/run.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { DeviceTaskSchema } from '../../environments/android/device-task.js';
import { openAndroidDevices } from '../../environments/android/pool/open-android-devices.js';
import { ChromiumEnvironments } from '../../environments/chromium/chromium-environments.js';
import type { Environment } from '../../environments/environment.js';
import { UserError } from '../../errors.js';
import type { AppContext } from '../app-context.js';
import { chosenServer, devicesFolder, phoneAccess } from '../devices/phone-access.js';
import { openBenchmark } from '../run/prepare-run.js';
import type { Settings } from '../settings/setting.js';

/** Which phone a person is to operate. */
export type RecordedPhoneChoice =
  /** Where a benchmark's tasks are done; null: its first task. */
  | { readonly type: 'benchmark'; readonly name: string; readonly task: string | null }
  /** A web app by its address, on a live phone. */
  | { readonly type: 'url'; readonly url: string }
  /** A phone of the adb server; null: the only one. */
  | { readonly type: 'device'; readonly serial: string | null };

/** A phone that is up and has not begun its task. */
export interface RecordedPhone extends AsyncDisposable {
  /** Whoever records closes it. */
  readonly environment: Environment;
  readonly identity: EnvironmentIdentity;
  /** Id that the environment knows the task by. */
  readonly task: string;
  /** Whether the task is one of a suite. */
  readonly isOfSuite: boolean;
  readonly instruction: string;
  readonly language: string;
}

/** Where things are, and what stops it. */
interface OpenPhoneOptions {
  readonly workingDirectory: string;
  /** Variables: where the adb server is, and the user's folder. */
  readonly environment: AppContext['environment'];
  readonly signal: AbortSignal;
}

/** Task of a phone that is not a benchmark's. */
const TASK = 'recording';
/** What is said where nobody has said what is done. */
const INSTRUCTION = 'As recorded.';

/** @throws {UserError} for a task that there is not, or no address */
export async function openRecordedPhone(
  choice: RecordedPhoneChoice,
  settings: Settings,
  options: OpenPhoneOptions,
): Promise<RecordedPhone> {
  switch (choice.type) {
    case 'benchmark':
      return ofBenchmark(choice, settings, options);
    case 'url':
      return ofAddress(choice.url, settings, options.signal);
    case 'device':
      return ofDevice(choice.serial, settings, options);
    default:
      return choice satisfies never;
  }
}

async function ofBenchmark(
  { name, task: named }: Extract<RecordedPhoneChoice, { type: 'benchmark' }>,
  settings: Settings,
  options: OpenPhoneOptions,
): Promise<RecordedPhone> {
  const { signal } = options;
  // A person knows what they do: nothing is refused.
  const lifted: Settings = { ...settings, forbid: [] };
  const benchmark = await openBenchmark(name, lifted, { ...options, phones: phoneAccess(settings, options) });
  try {
    const ids: string[] = [];
    for await (const item of benchmark.items.list()) {
      ids.push(item.id);
      if (named === null ? item.invalid !== undefined : item.id !== named) continue;
      if (item.invalid !== undefined) throw new UserError(item.invalid);
      const { environments } = benchmark.items;
      const languages = Object.keys(item.task.instructions);
      const { language } = settings;
      return {
        environment: await environments.lend(item, { signal }),
        identity: environments.identity,
        task: item.task.id,
        isOfSuite: true,
        instruction: instructionOf(item.task, language ?? undefined),
        language: language !== null && languages.includes(language) ? language : (languages[0] ?? 'en'),
        [Symbol.asyncDispose]: () => benchmark[Symbol.asyncDispose](),
      };
    }
    if (named === null) throw new UserError(`${name} has no task`);
    throw new UserError(`${name} has no task "${named}"`, {
      hint: `${didYouMean(named, ids)}Its first tasks: ${ids.slice(0, 5).join(', ')}.`,
    });
  } catch (error) {
    await benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

async function ofAddress(url: string, settings: Settings, signal: AbortSignal): Promise<RecordedPhone> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UserError(`--url: ${JSON.stringify(url)} is no address of a web app`, {
      hint: 'Write it whole, such as --url http://localhost:8080/.',
    });
  }
  const app = { name: new URL(url).host, package: 'web.app', url };
  const environments = new ChromiumEnvironments({
    apps: [app],
    startOf: (task) => (task === TASK ? { app } : undefined),
    capacity: 1,
  });
  return {
    environment: await environments.lend(null, { signal }),
    identity: environments.identity,
    ...free(settings),
    [Symbol.asyncDispose]: () => environments[Symbol.asyncDispose](),
  };
}

async function ofDevice(
  serial: string | null,
  settings: Settings,
  options: OpenPhoneOptions,
): Promise<RecordedPhone> {
  const { environment: variables, signal } = options;
  const phones = await openAndroidDevices({
    devices: serial === null ? [] : [serial],
    server: chosenServer(settings, variables),
    folder: devicesFolder(variables),
    tasks: new Map([[TASK, DeviceTaskSchema.parse({ id: TASK })]]),
    signal,
  });
  try {
    return {
      environment: await phones.lend(null, { signal }),
      identity: phones.identity,
      ...free(settings),
      [Symbol.asyncDispose]: () => phones[Symbol.asyncDispose](),
    };
  } catch (error) {
    await phones[Symbol.asyncDispose]();
    throw error;
  }
}

function free({
  language,
}: Settings): Pick<RecordedPhone, 'task' | 'isOfSuite' | 'instruction' | 'language'> {
  return { task: TASK, isOfSuite: false, instruction: INSTRUCTION, language: language ?? 'en' };
}
