import { showValue } from '../../domain/text/show-value.js';
import { FileUnreadableError, isFileError, whyUnreadable } from '../../files/file-errors.js';
import { readLines, type FileLine } from '../run/journal/read-lines.js';
import {
  PHONE_EVENT_KINDS,
  PHONE_LOG_VERSION,
  PhoneEventSchema,
  PhoneLogHeaderSchema,
  type PhoneEvent,
  type PhoneLogHeader,
} from './phone-event.js';
import { NotAPhoneLogError, PhoneLogDamagedError, PhoneLogVersionError } from './phone-log-errors.js';

/** Longest line: a command line of a mebibyte, each of its bytes escaped. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A line of a log. */
export type PhoneLogLine =
  | { readonly type: 'header'; readonly header: PhoneLogHeader }
  | { readonly type: 'event'; readonly event: PhoneEvent; readonly line: number }
  /** The last line was cut off by a crash; its content is lost. */
  | { readonly type: 'torn'; readonly bytes: number };

/**
 * The event log of a phone, line by line: its header first, then its events in order, holding one line at a time. Events of
 * kinds that this version does not know are passed over.
 *
 * @throws {NotAPhoneLogError} when it is no such file or is missing
 * @throws {PhoneLogVersionError} when a newer Touchstone wrote it
 * @throws {PhoneLogDamagedError} with file and line
 */
export async function* readPhoneLog(
  file: string,
  options: { readonly signal?: AbortSignal; readonly maxLineBytes?: number } = {},
): AsyncGenerator<PhoneLogLine> {
  const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  let expected = 0;
  let hasHeader = false;
  for await (const batch of linesOf(file, maxLineBytes, options.signal)) {
    for (const line of batch) {
      const place = { file, line: line.number };
      const value = valueOf(line, maxLineBytes);
      if ('problem' in value) {
        if (!hasHeader) throw notALog(file, value.problem);
        // A line without an end is the last one, and what a crash leaves behind.
        if (line.ended) throw new PhoneLogDamagedError(`Line ${value.problem}`, place);
        yield { type: 'torn', bytes: line.buffer === null ? 0 : line.length };
        return;
      }
      if (!hasHeader) {
        yield { type: 'header', header: headerOf(value.value, file) };
        hasHeader = true;
        continue;
      }
      const { seq, kind } = value.value;
      if (seq !== expected) {
        const found = typeof seq === 'number' ? `Event ${seq}` : 'A line without a number';
        throw new PhoneLogDamagedError(
          `${found} stands where event ${expected} belongs: lines are missing or were moved`,
          place,
        );
      }
      expected += 1;
      if (typeof kind === 'string' && !PHONE_EVENT_KINDS.has(kind)) continue;
      yield { type: 'event', event: eventOf(value.value, place), line: line.number };
    }
  }
  if (!hasHeader) throw notALog(file, 'is empty');
}

/** A whole log in memory. Throws as {@link readPhoneLog} does. */
export async function loadPhoneLog(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly header: PhoneLogHeader; readonly events: readonly PhoneEvent[] }> {
  let header: PhoneLogHeader | null = null;
  const events: PhoneEvent[] = [];
  for await (const line of readPhoneLog(file, options)) {
    if (line.type === 'header') header = line.header;
    else if (line.type === 'event') events.push(line.event);
  }
  if (header === null) throw notALog(file, 'is empty');
  return { header, events };
}

async function* linesOf(
  file: string,
  maxLineBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly FileLine[]> {
  try {
    yield* readLines(file, { maxLineBytes, signal });
  } catch (error) {
    if (!(error instanceof FileUnreadableError) && !isFileError(error)) throw error;
    throw new NotAPhoneLogError(`The file cannot be read (${whyUnreadable(error)})`, {
      cause: error,
      place: { file },
      hint: 'Name the event log of a phone.',
    });
  }
}

function valueOf(
  line: FileLine,
  maxLineBytes: number,
): { readonly value: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  if (line.buffer === null) return { problem: `is longer than ${maxLineBytes} bytes` };
  try {
    const value: unknown = JSON.parse(line.buffer.toString('utf8', line.start, line.end));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'is no object' };
    return { value: value as Readonly<Record<string, unknown>> };
  } catch {
    return { problem: 'is not JSON' };
  }
}

function headerOf(value: Readonly<Record<string, unknown>>, file: string): PhoneLogHeader {
  const { format, formatVersion: version } = value;
  if (format === 'touchstone-phone' && typeof version === 'number' && version > PHONE_LOG_VERSION) {
    throw new PhoneLogVersionError(version, { file, line: 1 });
  }
  const parsed = PhoneLogHeaderSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw notALog(
    file,
    `is no header of a phone's log: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

function eventOf(
  value: Readonly<Record<string, unknown>>,
  place: { readonly file: string; readonly line: number },
): PhoneEvent {
  const parsed = PhoneEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  throw new PhoneLogDamagedError(
    `The ${showValue(value['kind'])} event is not as it must be: ${issue?.message ?? 'unknown problem'}`,
    { ...place, path },
  );
}

function notALog(file: string, problem: string): NotAPhoneLogError {
  return new NotAPhoneLogError(`The first line ${problem}`, {
    place: { file, line: 1 },
    hint: 'Name the event log of a phone, as `touchstone phone` writes it.',
  });
}
