import { openByteStream, type ByteStream } from './byte-stream.js';
import { ProtobufFault, ProtobufReader } from './protobuf.js';
import { asRecordError, readFeatureEntry, TfExample, type TfFeature } from './tf-example.js';
import { cutOff, endsFile, MAX_RECORD_BYTES, nextLength, RECORD_FOOTER } from './read-tfrecords.js';
import { TfRecordError, type RecordPlace } from './tfrecord-error.js';

/** A record's place and the few fields that were asked for; its checksum is given, not compared with its bytes. */
export type ScannedRecord =
  | {
      readonly type: 'record';
      readonly offset: number;
      readonly length: number;
      readonly checksum: number;
      readonly example: TfExample;
    }
  | { readonly type: 'broken'; readonly offset: number; readonly error: TfRecordError };

export interface ScanOptions {
  /** Fields to read; they must be small. */
  readonly fields: readonly string[];
  readonly maxBytes?: number;
  /** Called once, with whether the file is a gzip file. */
  readonly onOpen?: (file: { readonly isPacked: boolean }) => void;
  readonly signal: AbortSignal;
}

/** What is seen at once of a record. */
const WINDOW = 1 << 14;
/** A tag and a length. */
const MOST_PREFIX = 20;
/** A field asked for is not longer. */
const MAX_FIELD_BYTES = 1 << 20;
/** Tag of both levels above a field: field 1, with a length. */
const TAG = 0x0a;

/**
 * The records of a TFRecord file, of each only the fields asked for: what lies between is passed over, and in a plain file
 * not even read. For an index of ids; whoever reads a record then learns whether its bytes are sound.
 *
 * @throws {FileUnreadableError} when there is no such file
 */
export async function* scanTfRecords(file: string, options: ScanOptions): AsyncGenerator<ScannedRecord> {
  const { maxBytes = MAX_RECORD_BYTES } = options;
  const wanted = new Set(options.fields);
  await using stream = await openByteStream(file, options);
  options.onOpen?.(stream);
  for (;;) {
    const place = { file, offset: stream.position };
    const length = await nextLength(stream, place);
    if (length === null) return;
    const scanned =
      length instanceof TfRecordError
        ? { type: 'broken' as const, offset: place.offset, error: length }
        : await scanRecord(stream, { place, length, maxBytes, wanted });
    yield scanned;
    if (scanned.type === 'broken' && endsFile(scanned.error)) return;
  }
}

interface Task {
  readonly place: RecordPlace;
  readonly length: number;
  readonly maxBytes: number;
  readonly wanted: ReadonlySet<string>;
}

async function scanRecord(
  stream: ByteStream,
  { place, length, maxBytes, wanted }: Task,
): Promise<ScannedRecord> {
  const { offset } = place;
  const end = stream.position + length;
  let error: unknown = null;
  const features = new Map<string, TfFeature>();
  if (length > maxBytes) {
    const what = `the record has ${length} bytes, more than the ${maxBytes} that are read`;
    error = new TfRecordError('too_large', what, place);
  } else {
    try {
      await walk(stream, end, wanted, features);
    } catch (thrown) {
      error = asRecordError(thrown, place);
      if (!(error instanceof TfRecordError)) throw thrown;
    }
  }
  const rest = end - stream.position;
  const passed = await stream.skip(rest);
  const footer = passed < rest ? null : await stream.take(RECORD_FOOTER);
  if (footer === null || footer.length < RECORD_FOOTER) {
    return { type: 'broken', offset, error: cutOff(stream, place) };
  }
  if (error instanceof TfRecordError) return { type: 'broken', offset, error };
  return {
    type: 'record',
    offset,
    length,
    checksum: footer.readUInt32LE(0),
    example: new TfExample(features, place),
  };
}

/** Goes through the fields of an example up to `end`; stops early where all that is wanted is found. */
async function walk(
  stream: ByteStream,
  end: number,
  wanted: ReadonlySet<string>,
  features: Map<string, TfFeature>,
): Promise<void> {
  let listEnd = stream.position;
  while (stream.position < end && features.size < wanted.size) {
    const window = await windowOf(stream, end);
    // The file ends within the record; the code that skips the rest reports it.
    if (window.length < Math.min(WINDOW, end - stream.position)) return;
    let at = 0;
    while (at < window.length && features.size < wanted.size) {
      const isTop = stream.position + at >= listEnd;
      const rest = window.subarray(at);
      const prefix = prefixOf(rest, stream.position + rest.length + at >= end);
      // The prefix is cut by the end of the window: look again from here.
      if (prefix === null) break;
      const { size, length } = prefix;
      if (stream.position + at + size + length > end) {
        throw new ProtobufFault('a field is longer than the record', at);
      }
      if (isTop) {
        listEnd = stream.position + at + size + length;
        at += size;
        continue;
      }
      if (size + length <= rest.length) {
        addWanted(rest.subarray(size, size + length), wanted, features);
        at += size + length;
        continue;
      }
      // Longer than what is seen. A name comes first, as everybody writes it; if it is not wanted, the value is passed over.
      await stream.skip(at);
      at = 0;
      await takeLong(stream, { size, length, end }, wanted, features);
      break;
    }
    if (at > 0) await stream.skip(at);
  }
}

async function takeLong(
  stream: ByteStream,
  { size, length, end }: { size: number; length: number; end: number },
  wanted: ReadonlySet<string>,
  features: Map<string, TfFeature>,
): Promise<void> {
  const window = await windowOf(stream, end);
  const name = nameOf(window.subarray(size));
  if (name !== null && (!wanted.has(name) || length > MAX_FIELD_BYTES)) {
    await stream.skip(size + length);
    return;
  }
  if (length > MAX_FIELD_BYTES) {
    await stream.skip(size + length);
    return;
  }
  const bytes = await stream.take(size + length);
  addWanted(bytes.subarray(size), wanted, features);
}

async function windowOf(stream: ByteStream, end: number): Promise<Buffer> {
  const left = end - stream.position;
  const window = await stream.peek(Math.min(WINDOW, left));
  return window.length > left ? window.subarray(0, left) : window;
}

/** Size of a tag with its length, and that length; null where more must be seen. */
function prefixOf(bytes: Buffer, isAll: boolean): { size: number; length: number } | null {
  if (!isAll && bytes.length < MOST_PREFIX) return null;
  if (bytes[0] !== TAG) throw new ProtobufFault('this is no tf.train.Example', 0);
  const reader = new ProtobufReader(bytes);
  reader.next();
  const length = reader.varint();
  return { size: reader.position, length };
}

function addWanted(bytes: Buffer, wanted: ReadonlySet<string>, features: Map<string, TfFeature>): void {
  const name = nameOf(bytes);
  if (name !== null && !wanted.has(name)) return;
  // A copy: the window is not kept for the sake of a few bytes.
  const [own, feature] = readFeatureEntry(Uint8Array.from(bytes));
  if (wanted.has(own)) features.set(own, feature);
}

/** Name of a field from its first bytes; null where the name does not come first. */
function nameOf(bytes: Buffer): string | null {
  if (bytes[0] !== TAG) return null;
  const reader = new ProtobufReader(bytes);
  reader.next();
  return new TextDecoder().decode(reader.bytes());
}
