import { BugError } from '../../errors.js';
import { itemKeyText, type Episode } from '../../domain/episode.js';
import type { Screen, ScreenContent } from '../../domain/screen.js';
import type { Task } from '../../domain/task.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import { AttemptRecord, type JournalStep } from './attempt-record.js';
import type { ContentRecord, JournalEvent, ScreenRecord } from './journal/event.js';
import type { PlacedEvent } from './journal/read-events.js';
import type { FileRange } from './journal/read-lines.js';
import { FileStore } from './file-store.js';
import { JournalDamagedError, StoredFileError } from './run-errors.js';
import { readJournal, type JournalFile } from './run-folder.js';
import type { IndexedItem, RunIndex } from './run-index.js';

/** An episode as the journal holds it. */
export interface RecordedEpisode {
  readonly item: IndexedItem;
  readonly task: Task;
  readonly episode: Episode;
  /** Every recorded step with model calls and durations, for viewers. */
  readonly record: AttemptRecord;
}

export interface ReadEpisodesOptions {
  /** Finds a screen of a recorded world; its contents are not in the run. */
  readonly screen?: (id: string) => Screen | null;
  /** Only these, by item key text; of the journals only the lines are read where they are. */
  readonly items?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** The complete episodes of a run, one at a time, each item once (see {@link RunIndex}). */
export async function* readEpisodes(
  index: RunIndex,
  options: ReadEpisodesOptions = {},
): AsyncGenerator<RecordedEpisode> {
  const screenOf = screenReader(index.directory, options.screen);
  let left = options.items?.size ?? Number.POSITIVE_INFINITY;
  for (const { file, writer } of index.journals) {
    if (left === 0) return;
    const open = new Map<string, AttemptRecord>();
    for await (const { event, line } of linesOf(index, { file, writer }, options)) {
      if (!('attempt' in event)) continue;
      const key = itemKeyText(event);
      if (options.items?.has(key) === false) continue;
      const item = index.items.get(key);
      // Attempts that do not count are passed over.
      if (item?.writer !== writer || item.attempt !== event.attempt) continue;
      let record = open.get(key);
      if (record === undefined) {
        record = new AttemptRecord(item.key, { attemptsBefore: event.attempt - 1, keepCalls: true });
        open.set(key, record);
      }
      const problem = record.apply(event);
      if (problem !== null) {
        throw new JournalDamagedError(
          `The ${event.type} event of item ${key} contradicts the journal: ${problem}`,
          { file, line },
        );
      }
      if (record.end === null) continue;
      open.delete(key);
      const task = index.tasks.get(record.task);
      if (task === undefined) {
        throw new JournalDamagedError(`The journal lacks task ${record.task} of item ${key}`, { file, line });
      }
      yield {
        item,
        task,
        episode: { key: item.key, trajectory: trajectoryOf(record, screenOf), end: record.end },
        record,
      };
      left -= 1;
      if (left === 0) return;
    }
  }
}

/** The events of one journal; where only some items are asked for, those of the lines where they are. */
async function* linesOf(
  index: RunIndex,
  { file, writer }: JournalFile,
  { items, signal }: ReadEpisodesOptions,
): AsyncGenerator<PlacedEvent<JournalEvent>> {
  const reading = signal === undefined ? {} : { signal };
  if (items === undefined) {
    yield* readJournal(file, reading);
    return;
  }
  const wanted = [...items].flatMap((key) => index.items.get(key) ?? []);
  const names = new Set(wanted.map(({ key }) => key.item));
  for (const range of joinRanges(wanted.filter((item) => item.writer === writer).map(({ lines }) => lines))) {
    yield* readJournal(file, { ...reading, range, wantsItem: (item) => names.has(item) });
  }
}

/** Opening a file again takes as long as reading so many bytes that nobody wants. */
const NEAR_BYTES = 64 * 1024;

/** The ranges in order, near and overlapping ones as one. */
function joinRanges(ranges: readonly FileRange[]): readonly FileRange[] {
  const joined: FileRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1);
    if (last === undefined || range.offset > last.end + NEAR_BYTES) joined.push(range);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return joined;
}

/** The steps of an attempt as scoring sees them. A decision that was never carried out is no action. */
export function trajectoryOf(
  record: Pick<AttemptRecord, 'steps'>,
  screenOf: (screen: ScreenRecord) => Screen,
): Trajectory {
  return { steps: record.steps.map((step) => trajectoryStep(step, screenOf)) };
}

function trajectoryStep(step: JournalStep, screenOf: (screen: ScreenRecord) => Screen): TrajectoryStep {
  if (step.observation === null) throw new BugError('A step without an observation was let through');
  const { state, screen } = step.observation;
  const decision = step.decision?.decision;
  const done = step.transition;
  return {
    screen: screenOf(screen),
    state,
    action: decision?.type === 'action' && done !== null ? decision.action : null,
    ...(decision?.type === 'format_error' ? { formatError: decision.error } : {}),
    ...(decision?.type === 'action' && decision.repaired !== undefined
      ? { repaired: decision.repaired }
      : {}),
    ...(decision?.thought === undefined ? {} : { thought: decision.thought }),
    ...(done === null ? {} : { transition: done.transition }),
    ...(done?.answer === undefined ? {} : { answer: done.answer }),
  };
}

/** Turns recorded screens back into screens whose contents load from the run's files or from the recorded world. */
export function screenReader(
  runDirectory: string,
  worldScreen: ((id: string) => Screen | null) | undefined,
): (record: ScreenRecord) => Screen {
  const files = new FileStore(runDirectory);
  return (record) => {
    const { id, size, activity } = record;
    let known: Screen | null | undefined;
    const contentOf = (
      content: ContentRecord | null,
      part: 'picture' | 'hierarchy',
    ): ScreenContent | null => {
      if (content === null) return null;
      const { mediaType, hash } = content;
      const inWorld = (): ScreenContent => {
        known ??= worldScreen?.(id) ?? null;
        const found = known?.[part];
        if (found === undefined || found === null) throw notHere(id, part);
        return found;
      };
      if (content.stored && hash !== null) {
        return {
          mediaType,
          hash,
          load: (options) => files.get(hash, options),
          locate: () => files.file(hash),
        };
      }
      return {
        mediaType,
        ...(hash === null ? {} : { hash }),
        load: async (options) => inWorld().load(options),
        // Whether the world's contents lie in files is known before any of them is read.
        ...(worldScreen?.(id)?.[part]?.locate === undefined
          ? {}
          : { locate: async () => placeOf(inWorld()) }),
      };
    };
    return {
      id,
      size,
      activity,
      picture: contentOf(record.picture, 'picture'),
      hierarchy: contentOf(record.hierarchy, 'hierarchy'),
    };
  };
}

async function placeOf(content: ScreenContent): Promise<string> {
  if (content.locate === undefined) throw new BugError('A content without a file was asked for its place');
  return content.locate();
}

function notHere(id: string, part: string): StoredFileError {
  return new StoredFileError(`The ${part} of screen ${id} is not in the run`, {
    hint: 'It belongs to the recorded world: name its folder with `--data`.',
  });
}
