import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { Task } from '../../domain/task.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { readFirstSteps, type StepEvent } from '../../formats/run/read-first-steps.js';
import type { IndexedItem, RunIndex } from '../../formats/run/run-index.js';

/** What a run is to be forked from is not in it: the item, the repeat, or the step. */
export class ForkOriginError extends UserError {
  override readonly code = 'FORK_ORIGIN';
}

/** Where a fork begins. */
export interface ForkOrigin {
  readonly index: RunIndex;
  readonly item: IndexedItem;
  readonly task: Task;
  /** First step of the fork's own, from 0. */
  readonly step: number;
  /** What was recorded before it, and what was to be seen at it. */
  readonly events: readonly StepEvent[];
}

/**
 * Finds the step of a run that is to be forked.
 *
 * @param place.item null: the only item of the run
 * @param place.step from 0
 * @throws {ForkOriginError} where the run has no such item, repeat or step, or the episode was over before it
 */
export async function findOrigin(
  index: RunIndex,
  place: { readonly item: string | null; readonly repeat: number; readonly step: number },
  { signal }: { readonly signal: AbortSignal },
): Promise<ForkOrigin> {
  const { step } = place;
  const item = findItem(index, { item: place.item ?? onlyItem(index), repeat: place.repeat });
  const task = index.tasks.get(item.task);
  if (task === undefined) throw new ForkOriginError(`The run does not hold task ${item.task} in full`);
  const events = await readFirstSteps(
    journalPath(index.directory, item.writer),
    { ...item.key, attempt: item.attempt },
    { before: step, range: item.lines, signal },
  );
  const complete = events.filter(({ type }) => type === 'transition').length;
  const isSeen = events.some((event) => event.type === 'observation' && event.step === step);
  // Step 1 is there however little of it is recorded.
  if (complete < step || (step > 0 && !isSeen)) {
    const last = events.filter(({ type }) => type === 'decision').length;
    throw new ForkOriginError(
      `${item.key.item} has no step ${step + 1}: its episode ended with step ${last} (${item.end.reason})`,
      { hint: last === 0 ? 'Fork it from step 1.' : `Name a step from 1 to ${last}.` },
    );
  }
  return { index, item, task, step, events };
}

function onlyItem({ items }: RunIndex): string {
  const names = [...new Set([...items.values()].map(({ key }) => key.item))];
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new ForkOriginError(
    names.length === 0
      ? 'No episode of the run is done yet'
      : `The run is about ${plural(names.length, 'task')}`,
    { hint: names.length === 0 ? 'Go on with it first.' : `Name one: --item ${names[0] ?? 'ID'}.` },
  );
}

function findItem({ items, start }: RunIndex, key: ItemKey): IndexedItem {
  const found = items.get(itemKeyText(key));
  if (found !== undefined) return found;
  const all = [...items.values()].map((one) => one.key);
  const repeats = all.filter(({ item }) => item === key.item).map(({ repeat }) => repeat + 1);
  if (repeats.length > 0) {
    throw new ForkOriginError(`Repeat ${key.repeat + 1} of ${key.item} is not done in run ${start.run}`, {
      hint: `Done are: ${repeats.toSorted((a, b) => a - b).join(', ')}.`,
    });
  }
  const names = new Set(all.map(({ item }) => item));
  throw new ForkOriginError(`No episode of ${key.item} is done in run ${start.run}`, {
    hint: `${didYouMean(key.item, names)}Its tasks are named like ${[...names].slice(0, 3).join(', ') || 'none'}.`,
  });
}
