import { dirname } from 'node:path';
import type { z } from 'zod';
import { RUN_FORMAT_VERSION } from './event.js';
import { decodeLine, type DecodedLine } from './event-line.js';
import { FileUnreadableError, whyUnreadable } from '../../../files/file-errors.js';
import { NOT_QUICK, quickParser } from '../../quick-parser.js';
import { readLines, type FileLine } from './read-lines.js';
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
  const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  const { wanted, wantsItem } = options;
  const isWanted = (type: string, itemOf: () => string | null): boolean => {
    if (type === options.first) return true;
    if (wanted?.has(type) === false) return false;
    const item = wantsItem === undefined ? null : itemOf();
    return item === null || wantsItem?.(item) !== false;
  };
  const parseQuickly = quickParser(options.schema);
  let bad: { line: FileLine; problem: string } | null = null;
  let expected = 0;
  let goodBytes = 0;
  let allBytes = 0;
  let unknown = 0;

  for await (const batch of linesOf(file, maxLineBytes, options.signal)) {
    for (const line of batch) {
      const length = line.bytes?.length ?? 0;
      allBytes = line.offset + length + (line.ended ? 1 : 0);
      const decoded = decode(line, maxLineBytes, isWanted);
      if (typeof decoded === 'string') {
        if (line.number === 1) refuseForeignFile(line, file, options.first);
        bad ??= { line, problem: decoded };
        continue;
      }
      if (bad !== null) throw new JournalDamagedError(`Line ${bad.problem}`, { file, line: bad.line.number });
      const place = { file, line: line.number };
      if (decoded.sequence !== expected) {
        throw new JournalDamagedError(
          `Event ${decoded.sequence} stands where event ${expected} belongs: lines are missing or were moved`,
          place,
        );
      }
      if (expected === 0) checkFirst(decoded, options.first, place);
      else if (decoded.type === options.first) {
        throw new JournalDamagedError(`A second ${options.first} event`, place);
      }
      expected += 1;
      goodBytes = allBytes;
      if (decoded.value === undefined || !(wanted?.has(decoded.type) ?? true)) continue;
      if (!options.known.has(decoded.type)) {
        unknown += 1;
        continue;
      }
      const quick = parseQuickly(decoded.value);
      // The schema made the parser: what that takes is of its type.
      const event = quick === NOT_QUICK ? parseEvent(decoded, options.schema, place) : (quick as T);
      yield { event, line: line.number, offset: line.offset, length };
    }
  }
  if (expected === 0) {
    throw new NotARunError('The file holds no complete event', {
      place: { file },
      hint: 'The run stopped before anything was saved: start it again.',
    });
  }
  options.onEnd?.({ goodBytes, tornBytes: allBytes - goodBytes, lines: expected, unknown });
}

async function* linesOf(
  file: string,
  maxLineBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly FileLine[]> {
  try {
    yield* readLines(file, { maxLineBytes, within: dirname(file), signal });
  } catch (error) {
    if (!(error instanceof FileUnreadableError) && !isFileError(error)) throw error;
    throw new NotARunError(`The file cannot be read (${whyUnreadable(error)})`, {
      cause: error,
      place: { file },
      hint: 'Name the folder of a run: the one with a journal-*.jsonl file in it.',
    });
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function decode(
  line: FileLine,
  maxLineBytes: number,
  isWanted: (type: string, itemOf: () => string | null) => boolean,
): DecodedLine | string {
  if (line.bytes === null) return `is longer than ${maxLineBytes} bytes`;
  if (!line.ended) return 'has no end';
  return decodeLine(line.bytes, isWanted);
}

/** A first line that is whole but no event of ours: another format, or one of a later version. */
function refuseForeignFile(line: FileLine, file: string, first: string): void {
  if (!line.ended) return;
  const place = { file, line: 1 };
  try {
    const value: unknown = JSON.parse(line.bytes?.toString('utf8') ?? '');
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
    hint: 'Name the folder of a run made by `touchstone run`.',
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
      hint: 'Name the folder of a run made by `touchstone run`.',
    });
  }
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
