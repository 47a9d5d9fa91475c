import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../errors.js';
import {
  JournalEventSchema,
  type JournalEvent,
  type JournalEventOf,
  type JournalEventType,
} from './journal/event.js';
import { ScoreFileEventSchema, type ScoreFileEvent } from './scores/score-event.js';
import {
  readEventBatches,
  readEvents,
  type EventFileEnd,
  type PlacedEvent,
  type ReadEventsOptions,
} from './journal/read-events.js';
import type { FileRange } from './journal/read-lines.js';
import { JournalWriteError, NotARunError } from './run-errors.js';
import { makeDirectory } from '../../files/sync-directory.js';

const WRITER = /^[a-z0-9][a-z0-9_-]{0,63}$/i;
const JOURNAL = /^journal-([a-z0-9][a-z0-9_-]{0,63})\.jsonl$/i;
/** `scores-0001.jsonl` is the benchmark's own, `scores-PASS-0001.jsonl` that of an additional pass. */
const SCORES = /^scores-(?:(.+)-)?(\d{4,9})\.jsonl$/;

const JOURNAL_TYPES: ReadonlySet<string> = new Set<JournalEventType>([
  'run-start',
  'run-resume',
  'preflight',
  'task',
  'item-start',
  'item-resume',
  'observation',
  'model-call',
  'decision',
  'transition',
  'item-retry',
  'item-end',
  'item-settle',
  'item-skip',
  'item-spare',
  'run-end',
]);
const SCORE_TYPES: ReadonlySet<string> = new Set<ScoreFileEvent['type']>([
  'score-start',
  'score',
  'score-end',
]);

/** A journal of a run and who writes it. */
export interface JournalFile {
  readonly file: string;
  readonly writer: string;
}

/** Path of a writer's journal. @throws {UserError} when the name would not be one plain file name. */
export function journalPath(runDirectory: string, writer: string): string {
  if (!WRITER.test(writer)) {
    throw new UserError(`${JSON.stringify(writer)} cannot name a journal's writer`, {
      hint: 'Use up to 64 letters, digits, "-" and "_", a letter or digit first.',
    });
  }
  return join(runDirectory, `journal-${writer}.jsonl`);
}

/**
 * Makes the folder of a new run.
 *
 * @param hint what to do where there is a run in it; that of `touchstone run` unless given
 * @throws {UserError} when it cannot be made, or there is a run in it already
 */
export async function createRunFolder(runDirectory: string, hint?: string): Promise<void> {
  try {
    await makeDirectory(runDirectory);
  } catch (error) {
    throw new UserError('The folder of the run cannot be made', {
      cause: error,
      place: { file: runDirectory },
      hint: 'Choose a place for runs where you may write.',
    });
  }
  await requireNoRun(runDirectory, hint);
}

/**
 * Refuses a folder that holds a run; one that is not there holds none.
 *
 * @param hint as of {@link createRunFolder}
 * @throws {UserError}
 */
export async function requireNoRun(
  runDirectory: string,
  hint = `Go on with it: touchstone resume ${basename(runDirectory)}; or give the new run another name (--run-id).`,
): Promise<void> {
  const names = await readdir(runDirectory).catch(() => []);
  if (names.some((name) => JOURNAL.test(name))) {
    throw new UserError(`${runDirectory} already holds a run`, { hint });
  }
}

/** The journals of a run, by writer. @throws {NotARunError} when there is none. */
export async function listJournals(runDirectory: string): Promise<readonly JournalFile[]> {
  const found: JournalFile[] = [];
  for (const name of await namesIn(runDirectory)) {
    const writer = JOURNAL.exec(name)?.[1];
    if (writer !== undefined) found.push({ file: join(runDirectory, name), writer });
  }
  if (found.length === 0) {
    throw new NotARunError('The folder holds no journal', {
      place: { file: runDirectory },
      hint: 'Name the folder of a run: the one with a journal-*.jsonl file in it.',
    });
  }
  return found.sort((a, b) => (a.writer < b.writer ? -1 : 1));
}

/** The score files of a run by the benchmark's own rules, oldest first. */
export async function listScoreFiles(runDirectory: string): Promise<readonly string[]> {
  return (await scoreFilesByPass(runDirectory)).get('') ?? [];
}

/** The score files of additional passes (not the benchmark's own rules): for each pass its files, oldest first. */
export async function listPassFiles(runDirectory: string): Promise<readonly (readonly string[])[]> {
  const files = await scoreFilesByPass(runDirectory);
  files.delete('');
  return [...files.keys()].toSorted().map((pass) => files.get(pass) ?? []);
}

/** Path of the next score file; `pass` names an additional pass, null is the benchmark's own rules. */
export async function nextScoreFile(runDirectory: string, pass: string | null = null): Promise<string> {
  // A plain file name for any name of the pass.
  const series = pass === null ? '' : encodeURIComponent(pass);
  const last = (await scoreFilesByPass(runDirectory)).get(series)?.at(-1);
  const number = last === undefined ? 0 : Number(/(\d+)\.jsonl$/.exec(last)?.[1] ?? 0);
  const name = series === '' ? 'scores' : `scores-${series}`;
  return join(runDirectory, `${name}-${String(number + 1).padStart(4, '0')}.jsonl`);
}

/** By the name of the pass as files have it, '' for the benchmark's own; oldest first. */
async function scoreFilesByPass(runDirectory: string): Promise<Map<string, string[]>> {
  const found: { name: string; pass: string; number: number }[] = [];
  for (const name of await namesIn(runDirectory)) {
    const match = SCORES.exec(name);
    if (match !== null) found.push({ name, pass: match[1] ?? '', number: Number(match[2]) });
  }
  const files = new Map<string, string[]>();
  for (const { name, pass } of found.sort((a, b) => a.number - b.number)) {
    const file = join(runDirectory, name);
    const known = files.get(pass);
    if (known === undefined) files.set(pass, [file]);
    else known.push(file);
  }
  return files;
}

export interface ReadFileOptions {
  readonly signal?: AbortSignal;
  readonly onEnd?: (end: EventFileEnd) => void;
}

export interface ReadJournalOptions<T extends JournalEventType> extends ReadFileOptions {
  /** Events of other types are checked against their checksum only. */
  readonly types?: readonly T[];
  /** Events about other items are passed over. */
  readonly wantsItem?: (item: string) => boolean;
  /** Only these lines of it, which are behind the first. */
  readonly range?: FileRange;
}

/**
 * Events of a journal, in order.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} see {@link readEvents}
 */
export function readJournal<T extends JournalEventType = JournalEventType>(
  file: string,
  options: ReadJournalOptions<T> = {},
): AsyncGenerator<PlacedEvent<JournalEventOf<T>>> {
  // `wanted` lets no other types through, and without it T is every type.
  return readEvents(file, journalReading(options)) as AsyncGenerator<PlacedEvent<JournalEventOf<T>>>;
}

/** The same, many at once. */
export function readJournalBatches<T extends JournalEventType = JournalEventType>(
  file: string,
  options: ReadJournalOptions<T> = {},
): AsyncGenerator<readonly PlacedEvent<JournalEventOf<T>>[]> {
  // As above.
  return readEventBatches(file, journalReading(options)) as AsyncGenerator<
    readonly PlacedEvent<JournalEventOf<T>>[]
  >;
}

function journalReading<T extends JournalEventType>({
  types,
  ...rest
}: ReadJournalOptions<T>): ReadEventsOptions<JournalEvent> {
  const wanted = types === undefined ? {} : { wanted: new Set<string>(types) };
  return { ...rest, ...wanted, schema: JournalEventSchema, known: JOURNAL_TYPES, first: 'run-start' };
}

/**
 * Events of a score file, in order; those of modes that are not wanted are checked against their checksum only.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export function readScoreFile(
  file: string,
  options: ReadFileOptions & { readonly wantsMode?: (mode: string) => boolean } = {},
): AsyncGenerator<PlacedEvent<ScoreFileEvent>> {
  return readEvents(file, {
    ...options,
    schema: ScoreFileEventSchema,
    known: SCORE_TYPES,
    first: 'score-start',
  });
}

/** First event of a score file; null where it holds nothing whole. */
export async function readScoreStart(
  file: string,
  options: ReadFileOptions = {},
): Promise<Extract<ScoreFileEvent, { type: 'score-start' }> | null> {
  for await (const { event } of readScoreFile(file, options)) {
    return event.type === 'score-start' ? event : null;
  }
  return null;
}

/** Writes `run.json`, a readable copy of the first event for people; nothing reads it back. */
export async function writeRunNote(runDirectory: string, start: JournalEventOf<'run-start'>): Promise<void> {
  const file = join(runDirectory, 'run.json');
  try {
    await writeFile(file, `${JSON.stringify(start, null, 2)}\n`);
  } catch (error) {
    throw new JournalWriteError(file, error);
  }
}

async function namesIn(runDirectory: string): Promise<readonly string[]> {
  try {
    if ((await stat(runDirectory)).isDirectory()) return await readdir(runDirectory);
  } catch (error) {
    throw new NotARunError('The folder cannot be read', {
      cause: error,
      place: { file: runDirectory },
      hint: 'Check the path.',
    });
  }
  throw new NotARunError('This is a file, not the folder of a run', {
    place: { file: runDirectory },
    hint: 'Name the folder that holds the journal.',
  });
}
