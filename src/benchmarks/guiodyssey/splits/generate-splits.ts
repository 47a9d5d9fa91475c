import { compareText } from '../../../domain/collections/compare-text.js';
import { randomStream } from '../../../domain/random.js';

/** What decides on which side of a split an episode stands. */
export interface SplitEpisode {
  readonly id: string;
  readonly category: string;
  readonly metaTask: string;
  readonly device: string;
  readonly apps: readonly string[];
}

/** Both sides, each in the order of the ids; `notes` says what a reader should know of the outcome. */
export interface MadeSplit {
  readonly train: readonly string[];
  readonly test: readonly string[];
  readonly notes: readonly string[];
}

const RANDOM_TRAIN_SHARE = 0.8;
const TASK_TEST_SHARE = 1 / 7;
const APP_TEST_SHARE = 0.15;

/** The first 80 % of a shuffled list are for training. Source: GUIOdyssey paper, random split. */
export function randomSplit(episodes: readonly SplitEpisode[], seed: number): MadeSplit {
  const order = shuffle(sorted(episodes), 'random', seed);
  const train = new Set(order.slice(0, Math.floor(RANDOM_TRAIN_SHARE * order.length)));
  return divide(episodes, (episode) => !train.has(episode));
}

/**
 * In each category, shuffled meta tasks are for testing until they hold a seventh of its episodes; no meta task is on both sides.
 * A meta task that several categories share goes with the first of them.
 *
 * Source: GUIOdyssey paper, task split.
 */
export function taskSplit(episodes: readonly SplitEpisode[], seed: number): MadeSplit {
  const ordered = sorted(episodes);
  const sizes = new Map<string, { category: string; size: number }>();
  for (const { metaTask, category } of ordered) {
    const known = sizes.get(metaTask);
    if (known === undefined) sizes.set(metaTask, { category, size: 1 });
    else known.size += 1;
  }
  const tested = new Set<string>();
  for (const category of [...new Set([...sizes.values()].map((task) => task.category))].toSorted()) {
    const tasks = [...sizes].filter(([, task]) => task.category === category);
    const total = tasks.reduce((sum, [, { size }]) => sum + size, 0);
    let taken = 0;
    for (const [metaTask, { size }] of shuffle(tasks.toSorted(byName), 'task', seed, category)) {
      if (taken >= TASK_TEST_SHARE * total) break;
      tested.add(metaTask);
      taken += size;
    }
  }
  return divide(episodes, ({ metaTask }) => tested.has(metaTask));
}

/** Episodes of the named devices are for testing. Source: GUIOdyssey paper, device split (Pixel Tablet). */
export function deviceSplit(
  episodes: readonly SplitEpisode[],
  devices: readonly string[] = ['Pixel Tablet'],
): MadeSplit {
  return divide(episodes, ({ device }) => devices.includes(device));
}

/**
 * Going round the classes of apps, the least used app of each is for testing, until 15 % of the episodes use one; ties go by
 * seed. An app that `classes` lacks is a class of its own.
 *
 * Source: GUIOdyssey paper, app split; the authors' table of classes is not published.
 */
export function appSplit(
  episodes: readonly SplitEpisode[],
  { seed, classes }: { seed: number; classes: ReadonlyMap<string, string> },
): MadeSplit {
  const users = new Map<string, Set<SplitEpisode>>();
  for (const episode of sorted(episodes)) {
    for (const app of episode.apps) users.set(app, (users.get(app) ?? new Set()).add(episode));
  }
  const waiting = new Map<string, Set<SplitEpisode>[]>();
  const bySize = shuffle([...users].toSorted(byName), 'app', seed).toSorted((a, b) => a[1].size - b[1].size);
  for (const [app, using] of bySize) {
    const name = classes.get(app) ?? app;
    waiting.set(name, [...(waiting.get(name) ?? []), using]);
  }
  const rounds = [...waiting].toSorted(byName).map(([, apps]) => apps);
  const tested = new Set<SplitEpisode>();
  const isEnough = (): boolean => tested.size >= APP_TEST_SHARE * episodes.length;
  while (!isEnough() && rounds.some((apps) => apps.length > 0)) {
    for (const apps of rounds) {
      if (isEnough()) break;
      for (const episode of apps.shift() ?? []) tested.add(episode);
    }
  }
  const share = episodes.length === 0 ? 0 : (100 * tested.size) / episodes.length;
  const split = divide(episodes, (episode) => tested.has(episode));
  return { ...split, notes: [`${share.toFixed(2)} % of the episodes use an app that is for testing`] };
}

function divide(episodes: readonly SplitEpisode[], isTest: (episode: SplitEpisode) => boolean): MadeSplit {
  const train: string[] = [];
  const test: string[] = [];
  for (const episode of sorted(episodes)) (isTest(episode) ? test : train).push(episode.id);
  return { train, test, notes: [] };
}

function sorted(episodes: readonly SplitEpisode[]): SplitEpisode[] {
  return episodes.toSorted((a, b) => compareText(a.id, b.id));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return compareText(a[0], b[0]);
}

/** Fisher–Yates over Touchstone's own numbers. */
function shuffle<T>(list: readonly T[], ...key: (string | number)[]): T[] {
  const random = randomStream('guiodyssey-split', ...key);
  const rest = [...list];
  const order: T[] = [];
  while (rest.length > 0) {
    const index = random.below(rest.length);
    const last = rest.pop() as T;
    if (index === rest.length) order.push(last);
    else {
      order.push(rest[index] as T);
      rest[index] = last;
    }
  }
  return order;
}
