import { dirname } from 'node:path';
import type { z } from 'zod';
import { RUN_FORMAT_VERSION } from './event.js';
import { decodeLine, type DecodedLine, type LineStart } from './event-line.js';
import { FileUnreadableError, isFileError, whyUnreadable } from '../../../files/file-errors.js';
import { NOT_QUICK, quickParser, type QuickParser } from '../../quick-parser.js';
import { readLines, type FileLine, type FileRange } from './read-lines.js';
import { JournalDamagedError, NotARunError, RunVersionError } from '../run-errors.js';

/** Lines longer than this are refused: no event of ours comes near it. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Where the good part of an event file ends. */
export interface EventFileEnd {
  /** Bytes up to and including the last good line. */
  readonly goodBytes: number;
  /** Bytes after it, left by a write that a crash cut short. */
  readonly tornBytes: number;
  /** Good lines; also the sequence number of the next. */
  readonly lines: number;
  /** Events of kinds that this version does not know, passed over. */
  readonly unknown: number;
}

export interface ReadEventsOptions<T> {
  readonly schema: z.ZodType<T>;
  /** Types the schema knows. */
  readonly known: ReadonlySet<string>;
  /** Type of the first event, which carries `formatVersion`. */
  readonly first: string;
  /** Types to yield; all when absent. The others are checked against their checksum only. */
  readonly wanted?: ReadonlySet<string>;
  /** Events about other items than these are passed over, too, where their line's beginning names the item. */
  readonly wantsItem?: (item: string) => boolean;
  /** So are scores of other modes. */
  readonly wantsMode?: (mode: string) => boolean;
  /** Only these lines, which are behind the first event. */
  readonly range?: FileRange;
  readonly maxLineBytes?: number;
  readonly signal?: AbortSignal;
  /** Called once, after the last event. */
  readonly onEnd?: (end: EventFileEnd) => void;
}

/** An event and where it stands: its line, counted from 1, and the bytes of that line without its newline. */
export interface PlacedEvent<T> {
  readonly event: T;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Events of a journal or score file, in order, one chunk in memory at a time.
 *
 * Bad lines at the end with no good one after them are what a crash leaves behind: they are cut off. A bad line before a
 * good one is damage.
 *
 * @throws {NotARunError} when it is no such file or is missing
 * @throws {RunVersionError} when a newer Touchstone wrote it
 * @throws {JournalDamagedError} with file and line
 */
export async function* readEvents<T>(
  file: string,
  options: ReadEventsOptions<T>,
): AsyncGenerator<PlacedEvent<T>> {
  for await (const batch of readEventBatches(file, options)) {
    for (const event of batch) yield event;
  }
}

/** The same, all events of a chunk at once: going through a million of them one by one takes as long as reading them. */
export async function* readEventBatches<T>(
  file: string,
  options: ReadEventsOptions<T>,
): AsyncGenerator<readonly PlacedEvent<T>[]> {
  const reader = new EventReader(file, options);
  for await (const lines of linesOf(file, reader.maxLineBytes, options)) {
    const { events, error } = reader.read(lines);
    if (events.length > 0) yield events;
    // What comes before a damaged line is heard of first.
    if (error !== null) throw error;
  }
  const end = reader.end();
  options.onEnd?.(end);
}

class EventReader<T> {
  readonly maxLineBytes: number;
  readonly #file: string;
  readonly #options: ReadEventsOptions<T>;
  readonly #parseQuickly: QuickParser;
  #bad: { readonly line: FileLine; readonly problem: string } | null = null;
  /** Number of the next event; in a good file its line, counted from 0. */
  #expected: number;
  #goodBytes: number;
  #allBytes: number;
  #unknown = 0;

  constructor(file: string, options: ReadEventsOptions<T>) {
    this.maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#file = file;
    this.#options = options;
    this.#parseQuickly = quickParser(options.schema);
    this.#expected = (options.range?.line ?? 1) - 1;
    this.#goodBytes = this.#allBytes = options.range?.offset ?? 0;
  }

  /** The events of these lines, up to the first that is damaged. */
  read(lines: readonly FileLine[]): { readonly events: PlacedEvent<T>[]; readonly error: unknown } {
    const events: PlacedEvent<T>[] = [];
    try {
      for (const line of lines) {
        const event = this.#eventOf(line);
        if (event !== null) events.push(event);
      }
    } catch (error) {
      return { events, error };
    }
    return { events, error: null };
  }

  /** @throws {NotARunError} when there was no event at all */
  end(): EventFileEnd {
    if (this.#expected === 0) {
      throw new NotARunError('The file holds no complete event', {
        place: { file: this.#file },
        hint: 'The run stopped before anything was saved: start it again.',
      });
    }
    return {
      goodBytes: this.#goodBytes,
      tornBytes: this.#allBytes - this.#goodBytes,
      lines: this.#expected,
      unknown: this.#unknown,
    };
  }

  readonly #isWanted = (type: string, start: LineStart): boolean => {
    const { first, wanted, wantsItem, wantsMode } = this.#options;
    if (type === first) return true;
    if (wanted?.has(type) === false) return false;
    const item = wantsItem === undefined ? null : start.item();
    if (item !== null && wantsItem?.(item) === false) return false;
    const mode = wantsMode === undefined ? null : start.mode();
    return mode === null || wantsMode?.(mode) !== false;
  };

  /** Checks the line and gives its event; null where there is none that is wanted. */
  #eventOf(line: FileLine): PlacedEvent<T> | null {
    const { first, wanted, known } = this.#options;
    const { offset, length } = line;
    this.#allBytes = offset + length + (line.ended ? 1 : 0);
    const decoded = decode(line, this.maxLineBytes, this.#isWanted);
    if (typeof decoded === 'string') {
      if (line.number === 1) refuseForeignFile(line, this.#file, first);
      this.#bad ??= { line, problem: decoded };
      return null;
    }
    if (this.#bad !== null) {
      throw new JournalDamagedError(`Line ${this.#bad.problem}`, {
        file: this.#file,
        line: this.#bad.line.number,
      });
    }
    const place = { file: this.#file, line: line.number };
    if (decoded.sequence !== this.#expected) {
      throw new JournalDamagedError(
        `Event ${decoded.sequence} stands where event ${this.#expected} belongs: lines are missing or were moved`,
        place,
      );
    }
    if (this.#expected === 0) checkFirst(decoded, first, place);
    else if (decoded.type === first) throw new JournalDamagedError(`A second ${first} event`, place);
    this.#expected += 1;
    this.#goodBytes = this.#allBytes;
    if (decoded.value === undefined || !(wanted?.has(decoded.type) ?? true)) return null;
    if (!known.has(decoded.type)) {
      this.#unknown += 1;
      return null;
    }
    const quick = this.#parseQuickly(decoded.value);
    // The schema made the parser: what that takes is of its type.
    const event = quick === NOT_QUICK ? parseEvent(decoded, this.#options.schema, place) : (quick as T);
    return { event, line: line.number, offset, length };
  }
}

async function* linesOf(
  file: string,
  maxLineBytes: number,
  { range, signal }: { readonly range?: FileRange; readonly signal?: AbortSignal },
): AsyncGenerator<readonly FileLine[]> {
  try {
    yield* readLines(file, { maxLineBytes, within: dirname(file), range, signal });
  } catch (error) {
    if (!(error instanceof FileUnreadableError) && !isFileError(error)) throw error;
    throw new NotARunError(`The file cannot be read (${whyUnreadable(error)})`, {
      cause: error,
      place: { file },
      hint: 'Name the folder of a run: the one with a journal-*.jsonl file in it.',
    });
  }
}

function decode(
  line: FileLine,
  maxLineBytes: number,
  isWanted: (type: string, start: LineStart) => boolean,
): DecodedLine | string {
  if (line.buffer === null) return `is longer than ${maxLineBytes} bytes`;
  if (!line.ended) return 'has no end';
  return decodeLine(line.buffer, isWanted, line);
}

/** A first line that is whole but no event of ours: another format, or one of a later version. */
function refuseForeignFile(line: FileLine, file: string, first: string): void {
  if (!line.ended) return;
  const place = { file, line: 1 };
  try {
    const value: unknown = JSON.parse(line.buffer?.toString('utf8', line.start, line.end) ?? '');
    if (typeof value === 'object' && value !== null && 'formatVersion' in value) {
      const version = value.formatVersion;
      if (typeof version === 'number' && version > RUN_FORMAT_VERSION) {
        throw new RunVersionError(version, RUN_FORMAT_VERSION, place);
      }
    }
  } catch (error) {
    if (error instanceof RunVersionError) throw error;
  }
  throw new NotARunError(`The first line is no ${first} event`, {
    place,
    hint: notItsFirst(first),
  });
}

function checkFirst(decoded: DecodedLine, first: string, place: { file: string; line: number }): void {
  const version = decoded.value?.['formatVersion'];
  if (typeof version === 'number' && version > RUN_FORMAT_VERSION) {
    throw new RunVersionError(version, RUN_FORMAT_VERSION, place);
  }
  if (decoded.type !== first) {
    throw new NotARunError(`The first event is ${decoded.type}, not ${first}`, {
      place,
      hint: notItsFirst(first),
    });
  }
}

function notItsFirst(first: string): string {
  return first === 'run-start'
    ? 'Name the folder of a run made by `touchstone run`.'
    : 'The file is another one, or its first line is altered: restore it from a copy, or name another folder.';
}

function parseEvent<T>(decoded: DecodedLine, schema: z.ZodType<T>, place: { file: string; line: number }): T {
  let problem: { message: string; path: PropertyKey[] } | undefined;
  try {
    const parsed = schema.safeParse(decoded.value);
    if (parsed.success) return parsed.data;
    problem = parsed.error.issues[0];
  } catch (error) {
    // Groups nested without end exhaust the stack of the recursive schema.
    throw new JournalDamagedError(`The ${decoded.type} event cannot be read`, place, { cause: error });
  }
  const path = (problem?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  throw new JournalDamagedError(
    `The ${decoded.type} event is not as it must be: ${problem?.message ?? 'unknown problem'}`,
    { ...place, path },
  );
}
