import { join } from 'node:path';
import type { EnvironmentProvider } from '../../../environments/environment-provider.js';
import { AppsMissingError } from '../../../environments/android/pool/device-errors.js';
import { BugError, UserError } from '../../../errors.js';
import type { BenchmarkItem, OpenBenchmarkOptions } from '../../benchmark.js';
import type { DimensionFile, DimensionItem, DimensionSource } from '../../dimensions/dimension-source.js';
import { layAround } from '../../suite/lay-around.js';
import { readApps } from '../recordings/apk-info.js';
import { readTaskInfo } from '../recordings/task-info.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { splitPairs, type SphinxSplit } from '../splits.js';
import { orderByApp, type PlacedPair } from './app-order.js';
import { readLoginScript, type LoginScript } from './login-script.js';
import { openPhones } from './open-phones.js';
import { chosenReset, phoneItem, type PhoneFacts, type PhonePair, type Reset } from './phone-items.js';
import { scoreLive } from './score-live.js';

/** Navigation on phones: a dimension whose items happen on devices of the adb server. */
export interface LiveNavigation {
  /** Its items app by app, whatever the phones. */
  readonly source: DimensionSource;
  /** The same items, each phone in its turn. */
  readonly plan: readonly BenchmarkItem[];
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  readonly close: () => Promise<void>;
}

type LiveOptions = Pick<OpenBenchmarkOptions, 'mode' | 'environment' | 'around' | 'settings' | 'signal'> & {
  readonly dataDirectory: string;
  readonly split: SphinxSplit;
};

/** Scoring and showing a run of phones takes none. */
const NO_PHONES: EnvironmentProvider<BenchmarkItem> = {
  identity: { kind: 'android' },
  capacity: 1,
  lend: async () => {
    throw new BugError('phones were not opened, and one was asked for');
  },
};

/**
 * SPHINX's navigation as its paper measured it: tasks on apps that run on phones or emulators, batched by app.
 *
 * Source: SPHINX paper, section 3.3.1; reference code, environment and batch runner.
 *
 * @throws {DatasetError} with file and place when tasks, packages or login scripts cannot be read
 * @throws {AppsMissingError} where none of the apps is on the phones
 * @throws {DeviceFaultError | NoDeviceError | UserError} where there is no phone to run on
 */
export async function openLiveNavigation(options: LiveOptions): Promise<LiveNavigation> {
  const { dataDirectory, mode, environment, around, signal } = options;
  const reset = chosenReset(optionsOf(options.settings)['reset']);
  const pairs = await readPairs(options, reset);
  const lanes = new Map<string, string>();
  const phones = environment?.phones;
  const opened =
    phones === undefined
      ? null
      : await openPhones({
          phones,
          devices: environment?.devices ?? [],
          pairs,
          mode,
          reset,
          laneOf: (id) => lanes.get(id) ?? null,
          signal,
        });
  const facts = opened === null ? null : { missing: opened.missing, variables: phones?.variables ?? {} };
  try {
    if (facts !== null) requireAnApp(pairs, facts, opened?.count ?? 0);
    const { items, plan } = inBatches(pairs, opened?.count ?? 1, {
      lanes,
      makeItem: (found) => phoneItem(found, dataDirectory, facts),
    });
    const environments = layAround(opened?.environments ?? NO_PHONES, 'android', around);
    return {
      source: sourceOf(items, pairs, { dataDirectory, environments, reset, signal }),
      plan,
      environments,
      close: opened?.close ?? (async () => {}),
    };
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

function optionsOf(settings: OpenBenchmarkOptions['settings']): Readonly<Record<string, unknown>> {
  const given = settings?.['options'];
  return typeof given === 'object' && given !== null ? { ...given } : {};
}

async function readPairs(
  { dataDirectory, split, signal }: LiveOptions,
  reset: Reset,
): Promise<readonly PhonePair[]> {
  const apps = await readApps(dataDirectory, { signal });
  const goals = new Map<number, string>();
  for (const { id, description } of await readTaskInfo(dataDirectory, 'all', { signal })) {
    goals.set(id, description);
  }
  const logins = new Map<string, LoginScript | null>();
  const pairs: PhonePair[] = [];
  for await (const pair of splitPairs(dataDirectory, split, { signal })) {
    const { app, task } = pair;
    if (reset === 'clear' && !logins.has(app)) {
      logins.set(app, await readLoginScript(dataDirectory, app, { signal }));
    }
    pairs.push({
      pair,
      goal: goals.get(task) ?? null,
      app: apps.get(app) ?? null,
      login: logins.get(app) ?? null,
    });
  }
  return pairs;
}

/** @throws {AppsMissingError} where there is nothing to do: none of the apps is on any of the phones */
export function requireAnApp(
  pairs: readonly PhonePair[],
  { missing }: Pick<PhoneFacts, 'missing'>,
  phones: number,
): void {
  const packages = [...new Set(pairs.flatMap(({ app }) => app?.package ?? []))];
  const isSomewhere = (name: string): boolean => (missing.get(name)?.length ?? 0) < phones;
  if (packages.length === 0 || packages.some(isSomewhere)) return;
  const named = packages.slice(0, 3).join(', ');
  const more = packages.length > 3 ? ` and ${packages.length - 3} more` : '';
  throw new AppsMissingError(`none of the apps of these tasks is on the phones: ${named}${more}`, {
    hint: 'Install them (adb install FILE.apk); docs/benchmarks/sphinx.md says where they come from.',
  });
}

/**
 * Items in the order to choose from, which no number of phones changes, and the same in the order in which they are done. Where
 * each goes is noted by its id.
 */
export function inBatches(
  pairs: readonly PhonePair[],
  phones: number,
  parts: {
    readonly lanes: Map<string, string>;
    readonly makeItem: (found: PhonePair) => BenchmarkItem;
  },
): { readonly items: readonly BenchmarkItem[]; readonly plan: readonly BenchmarkItem[] } {
  const made = new Map(pairs.map((found) => [found.pair, parts.makeItem(found)]));
  const inOrder = (placed: readonly PlacedPair[]): readonly BenchmarkItem[] =>
    placed.flatMap(({ pair }) => made.get(pair) ?? []);
  const placed = orderByApp([...made.keys()], phones);
  for (const { pair, lane } of placed) parts.lanes.set(itemId(pair), String(lane));
  return { items: inOrder(orderByApp([...made.keys()], 1)), plan: inOrder(placed) };
}

function itemId(pair: SphinxPair): string {
  return `navigation/${pairId(pair)}`;
}

interface SourceOptions {
  readonly dataDirectory: string;
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  readonly reset: Reset;
  readonly signal: AbortSignal;
}

function sourceOf(
  items: readonly BenchmarkItem[],
  pairs: readonly PhonePair[],
  { dataDirectory, environments, reset, signal }: SourceOptions,
): DimensionSource {
  const byId = new Map(pairs.map(({ pair }) => [itemId(pair), pair]));
  const lacking = items.flatMap(({ id, invalid, invalidBy }) =>
    invalidBy === 'user' ? [`${id} is left out: ${invalid ?? ''}`] : [],
  );
  const kept =
    reset === 'restart'
      ? [
          'Apps keep their data from task to task; --benchmark-option reset=clear removes them, as the paper did.',
        ]
      : [];
  return {
    dimension: 'navigation',
    warnings: [...kept, ...lacking],
    files: () => filesOf(pairs, dataDirectory),
    async *items(): AsyncGenerator<DimensionItem> {
      for (const item of items) {
        const pair = byId.get(item.id);
        if (pair === undefined) throw new BugError(`the item ${item.id} is of no pair`);
        yield {
          item,
          open: () => environments.lend(item, { signal }),
          score: (episode, mode) => scoreLive(pair, episode, mode, { dataDirectory, signal }),
        };
      }
    },
  };
}

function* filesOf(pairs: readonly PhonePair[], dataDirectory: string): Generator<DimensionFile> {
  const file = (name: string): DimensionFile => ({
    path: join(dataDirectory, name),
    name,
    counts: 'content',
  });
  yield file('task_info_all.json');
  yield file('apk-info.csv');
  const apps = new Set<string>();
  for (const { pair, login } of pairs) {
    yield file(`groundtruth/${pairId(pair)}/evaluator.json`);
    if (login === null || apps.has(pair.app)) continue;
    apps.add(pair.app);
    yield file(`login_script/${pair.app}.json`);
    yield file(`login_check/${pair.app}.json`);
  }
}

/** @throws {UserError} for what nobody is asked on a phone */
export function requireNavigation(dimensions: unknown): void {
  if (dimensions === undefined || dimensions === 'navigation') return;
  throw new UserError('on a phone only navigation is measured', {
    hint: 'Name --dimensions navigation, or leave --env android out.',
  });
}
