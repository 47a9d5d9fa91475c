import { openByteStream, type ByteStream } from './byte-stream.js';
import { maskedCrc32c } from './crc32c.js';
import { TfRecordError, type RecordPlace } from './tfrecord-error.js';

/** A record, or why it cannot be read; the records after it are read all the same where they can be found. */
export type TfRecordEntry =
  | { readonly type: 'record'; readonly offset: number; readonly bytes: Buffer }
  | { readonly type: 'broken'; readonly offset: number; readonly error: TfRecordError };

export interface TfRecordOptions {
  /** Most bytes of one record; 256 MiB unless given. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

/** Many times the longest record of the public datasets. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** Bytes before a record's own: its length, eight bytes, and the checksum of those. */
export const RECORD_HEADER = 12;
/** Bytes after a record's own: their checksum. */
export const RECORD_FOOTER = 4;

/**
 * The records of a TFRecord file one by one, plain or gzip; one record is in memory at a time.
 *
 * @throws {FileUnreadableError} when there is no such file
 *
 * Source: TensorFlow, description of the TFRecord format.
 */
export async function* readTfRecords(file: string, options: TfRecordOptions): AsyncGenerator<TfRecordEntry> {
  await using stream = await openByteStream(file, options);
  for (;;) {
    const entry = await nextRecord(stream, file, options.maxBytes ?? MAX_RECORD_BYTES);
    if (entry === null) return;
    yield entry;
    if (entry.type === 'broken' && endsFile(entry.error)) return;
  }
}

/** Whether nothing can be found behind such a record. */
export function endsFile({ problem }: TfRecordError): boolean {
  return problem === 'truncated' || problem === 'length' || problem === 'compressed';
}

/** The record that the stream stands before; null at the end. */
export async function nextRecord(
  stream: ByteStream,
  file: string,
  maxBytes: number,
): Promise<TfRecordEntry | null> {
  const place = { file, offset: stream.position };
  const length = await nextLength(stream, place);
  if (length === null) return null;
  if (length instanceof TfRecordError) return { type: 'broken', offset: place.offset, error: length };
  const whole = length + RECORD_FOOTER;
  if (length > maxBytes) {
    const passed = await stream.skip(whole);
    const error =
      passed < whole
        ? cutOff(stream, place)
        : new TfRecordError('too_large', tooLarge(length, maxBytes), place);
    return { type: 'broken', offset: place.offset, error };
  }
  const stored = await stream.take(whole);
  if (stored.length < whole) return { type: 'broken', offset: place.offset, error: cutOff(stream, place) };
  const bytes = stored.subarray(0, length);
  if (maskedCrc32c(bytes) === stored.readUInt32LE(length)) {
    return { type: 'record', offset: place.offset, bytes };
  }
  const error = new TfRecordError('checksum', 'the bytes do not fit their checksum', place);
  return { type: 'broken', offset: place.offset, error };
}

/** Length of the record that the stream stands before, its header passed; null at the end of the file. */
export async function nextLength(
  stream: ByteStream,
  place: RecordPlace,
): Promise<number | TfRecordError | null> {
  const header = await stream.take(RECORD_HEADER);
  if (header.length === 0 && stream.failure === null) return null;
  if (header.length < RECORD_HEADER) return cutOff(stream, place);
  if (header.readUInt32LE(8) !== maskedCrc32c(header.subarray(0, 8))) {
    return new TfRecordError('length', 'the length does not fit its checksum', place);
  }
  return header.readUInt32LE(4) * 2 ** 32 + header.readUInt32LE(0);
}

/** Why the file is shorter than its record. */
export function cutOff({ failure }: ByteStream, place: RecordPlace): TfRecordError {
  if (failure === null) return new TfRecordError('truncated', 'the file ends too early', place);
  const isShort = failure.message.includes('unexpected end');
  return isShort
    ? new TfRecordError('truncated', 'the gzip file ends too early', place, failure)
    : new TfRecordError(
        'compressed',
        `the gzip file cannot be unpacked (${failure.message})`,
        place,
        failure,
      );
}

function tooLarge(length: number, maxBytes: number): string {
  return `the record has ${length} bytes, more than the ${maxBytes} that are read`;
}
