import { openByteStream, type ByteStream } from './byte-stream.js';
import { MAX_RECORD_BYTES, nextRecord } from './read-tfrecords.js';
import { TfRecordError, type RecordPlace } from './tfrecord-error.js';

export interface TfRecordShardsOptions {
  readonly maxBytes?: number;
  /** Most bytes of records kept for whoever asks for the same one next; 64 MiB unless given. */
  readonly keptBytes?: number;
  readonly signal: AbortSignal;
}

const KEPT_BYTES = 64 * 1024 * 1024;
/** Packed files held open, each with its place. */
const MOST_OPEN = 8;

/**
 * Records by file and offset. A plain file is read at the offset; a packed one is unpacked up to it, from the last
 * offset where that comes before, so that reading in order unpacks each file once.
 */
export class TfRecordShards implements AsyncDisposable {
  readonly #options: TfRecordShardsOptions;
  /** Packed files by path, the one used longest ago first. */
  readonly #open = new Map<string, ByteStream>();
  /** Records by place, the one used longest ago first. */
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;
  /** Readers wait for each other: a packed file has one place. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: TfRecordShardsOptions) {
    this.#options = options;
  }

  /**
   * The bytes of the record that begins at a place; they are shared, and must not be changed.
   *
   * @throws {TfRecordError | FileUnreadableError}
   */
  async read(place: RecordPlace): Promise<Buffer> {
    const key = `${place.offset} ${place.file}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const reading = this.#last.then(() => this.#readNow(place));
    this.#last = reading.catch(() => undefined);
    const bytes = await reading;
    this.#keep(key, bytes);
    return bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    this.#kept.clear();
    this.#keptBytes = 0;
    for (const stream of this.#open.values()) await stream[Symbol.asyncDispose]();
    this.#open.clear();
  }

  async #readNow(place: RecordPlace): Promise<Buffer> {
    const stream = await this.#streamAt(place);
    const entry = await nextRecord(stream, place.file, this.#options.maxBytes ?? MAX_RECORD_BYTES);
    if (entry?.type === 'record') return entry.bytes;
    throw entry?.error ?? new TfRecordError('truncated', 'the file ends before it', place);
  }

  async #streamAt({ file, offset }: RecordPlace): Promise<ByteStream> {
    let stream = this.#open.get(file);
    this.#open.delete(file);
    if (stream !== undefined && stream.position > offset) {
      await stream[Symbol.asyncDispose]();
      stream = undefined;
    }
    stream ??= await openByteStream(file, this.#options);
    this.#open.set(file, stream);
    if (this.#open.size > MOST_OPEN) {
      for (const [oldest, unused] of this.#open) {
        this.#open.delete(oldest);
        await unused[Symbol.asyncDispose]();
        break;
      }
    }
    await stream.skip(offset - stream.position);
    return stream;
  }

  #keep(key: string, bytes: Buffer): void {
    const limit = this.#options.keptBytes ?? KEPT_BYTES;
    if (bytes.length > limit || this.#kept.has(key)) return;
    this.#kept.set(key, bytes);
    this.#keptBytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= limit) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }
}
