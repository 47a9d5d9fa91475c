import { itemKeyText } from '../../domain/episode.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { firstDifference, type FirstDifference } from '../../metrics/comparison/first-difference.js';
import type { TaskPair } from '../../metrics/comparison/paired-comparison.js';
import { tellingAttempts, type TellingAttempts } from '../../metrics/telling-attempts.js';

/** Where the attempts of two runs at a task part, and which attempts those are. */
export interface TaskDifference {
  readonly attempts: TellingAttempts;
  /** null when both took the same steps. */
  readonly difference: FirstDifference | null;
}

/** Changed tasks of two runs, whose steps are to be set side by side. */
export interface DifferenceRequest {
  readonly a: RunIndex;
  readonly b: RunIndex;
  readonly tasks: readonly TaskPair[];
}

/**
 * For each request and task, where its two telling attempts part. Each journal is read once, as a stream; in memory are the
 * steps of the attempts asked for, no others.
 *
 * @throws {JournalDamagedError} when a journal contradicts itself
 */
export async function firstDifferences(
  requests: readonly DifferenceRequest[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<ReadonlyMap<string, TaskDifference>[]> {
  const wanted = new Map<RunIndex, Set<string>>();
  const want = (index: RunIndex, item: string): void => {
    const items = wanted.get(index);
    if (items === undefined) wanted.set(index, new Set([item]));
    else items.add(item);
  };
  const attemptsAt = requests.map(({ a, b, tasks }) => {
    const found = new Map<string, TellingAttempts>();
    for (const pair of tasks) {
      const attempts = tellingAttempts(pair);
      if (attempts === null) continue;
      found.set(pair.task, attempts);
      want(a, attempts.a);
      want(b, attempts.b);
    }
    return found;
  });
  const read = new Map<RunIndex, ReadonlyMap<string, Trajectory>>();
  for (const [index, items] of wanted) read.set(index, await trajectoriesOf(index, items, options));
  return requests.map(({ a, b }, request) => {
    const differences = new Map<string, TaskDifference>();
    for (const [task, attempts] of attemptsAt[request] ?? []) {
      const [left, right] = [read.get(a)?.get(attempts.a), read.get(b)?.get(attempts.b)];
      if (left === undefined || right === undefined) continue;
      differences.set(task, { attempts, difference: firstDifference(left, right) });
    }
    return differences;
  });
}

async function trajectoriesOf(
  index: RunIndex,
  items: ReadonlySet<string>,
  options: { readonly signal?: AbortSignal },
): Promise<ReadonlyMap<string, Trajectory>> {
  const found = new Map<string, Trajectory>();
  for await (const { item, episode } of readEpisodes(index, { ...options, items })) {
    found.set(itemKeyText(item.key), episode.trajectory);
  }
  return found;
}

/** `step 3: A tap (10, 20), B stop success`; steps count from 1. Attempts are named (`repeat 1`) where tasks were repeated. */
export function describeTaskDifference(
  { attempts, difference }: TaskDifference,
  options: { readonly repeated: boolean },
): string {
  const [a, b] = [repeatOf(attempts.a), repeatOf(attempts.b)];
  const which = !options.repeated ? '' : a === b ? `${a}, ` : `A ${a}, B ${b}, `;
  if (difference === null) return `${which}same steps`;
  const on = difference.kind === 'screen' ? 'on ' : '';
  return `${which}step ${difference.step + 1}: A ${on}${difference.a}, B ${on}${difference.b}`;
}

/** The repeat of an item key text as people count it, such as `repeat 1`. */
function repeatOf(item: string): string {
  return `repeat ${Number(item.slice(item.lastIndexOf('#') + 1)) + 1}`;
}
