import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { RunIndex } from '../../formats/run/run-index.js';

/**
 * A run as if it had done one episode alone, for reports of it.
 *
 * @throws {UserError} where the run has no such episode that came to an end
 */
export function oneEpisode(index: RunIndex, key: ItemKey): RunIndex {
  const name = itemKeyText(key);
  const item = index.items.get(name);
  if (item === undefined) throw unknownEpisode(index, key);
  const task = index.tasks.get(item.task);
  return {
    ...index,
    start: { ...index.start, planned: 1 },
    tasks: new Map(task === undefined ? [] : [[item.task, task]]),
    items: new Map([[name, item]]),
    skipped: new Map(),
    costs: new Map(),
    cost: item.cost,
    measures: new Map(),
    activeMs: item.durationMs,
    // The episode is done, whether the run is or not.
    status: 'complete',
    stoppedBy: null,
  };
}

function unknownEpisode({ directory, items }: RunIndex, { item, repeat }: ItemKey): UserError {
  const keys = [...items.values()].map(({ key }) => key);
  const repeats = keys.filter((key) => key.item === item).map((key) => key.repeat + 1);
  const names = [...new Set(keys.map((key) => key.item))];
  const hint =
    repeats.length > 0
      ? `Repeats that are done: ${repeats.toSorted((a, b) => a - b).join(', ')}.`
      : `${didYouMean(item, names)}${names[0] === undefined ? 'None is done yet.' : `It has ${names[0]}, for one.`}`;
  return new UserError(`The run has no complete episode of ${item}, repeat ${repeat + 1}`, {
    place: { file: directory },
    hint,
  });
}
