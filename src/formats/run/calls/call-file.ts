import type { FileHandle } from 'node:fs/promises';
import type { z } from 'zod';
import type { FilePlace, TouchstoneError } from '../../../errors.js';
import { isThere } from '../../../files/is-there.js';
import { openPlainFile } from '../../../files/open-plain-file.js';
import { EventFileWriter } from '../journal/event-file-writer.js';
import { decodeLine } from '../journal/event-line.js';
import { readEvents, type EventFileEnd } from '../journal/read-events.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from '../model-cost.js';
import { JournalDamagedError } from '../run-errors.js';
import type { RecordedCall } from './recorded-call.js';

/** What a file of calls holds. */
export interface CallFileKind<Start extends { readonly type: string }, Call extends RecordedCall> {
  readonly event: z.ZodType<Start | (Call & { readonly type: string })>;
  readonly call: z.ZodType<Call & { readonly type: string }>;
  /** Type of the first event, and of calls. */
  readonly types: { readonly start: string; readonly call: string };
  /** Whether a file with this first event is continued; another one is refused. */
  readonly isSame: (found: Start) => boolean;
  /** What says so. */
  readonly refusal: (place: FilePlace) => TouchstoneError;
}

/**
 * Questions to models with their answers, one file. An answer that is there is never asked for again. Only the places of
 * answers are held, not their texts.
 */
export class CallFile<
  Start extends { readonly type: string },
  Call extends RecordedCall,
> implements AsyncDisposable {
  readonly file: string;
  readonly #kind: CallFileKind<Start, Call>;
  readonly #writer: EventFileWriter<Start | (Call & { readonly type: string })>;
  readonly #places: Map<string, { readonly offset: number; readonly length: number }>;
  #reader: Promise<FileHandle> | null = null;
  #cost: ModelCost;

  private constructor(
    kind: CallFileKind<Start, Call>,
    writer: EventFileWriter<Start | (Call & { readonly type: string })>,
    read: { readonly places: Map<string, { offset: number; length: number }>; readonly cost: ModelCost },
  ) {
    this.file = writer.file;
    this.#kind = kind;
    this.#writer = writer;
    this.#places = read.places;
    this.#cost = read.cost;
  }

  /**
   * Opens the file, or begins it. A line that a crash cut off is removed.
   *
   * @throws {JournalDamagedError | RunVersionError | JournalWriteError}, and the refusal of another file
   */
  static async open<Start extends { readonly type: string }, Call extends RecordedCall>(
    file: string,
    {
      start,
      kind,
      signal,
    }: {
      readonly start: Start;
      readonly kind: CallFileKind<Start, Call>;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<CallFile<Start, Call>> {
    type Event = Start | (Call & { readonly type: string });
    const places = new Map<string, { offset: number; length: number }>();
    let cost = NO_COST;
    if (!(await isThere(file))) {
      return new CallFile(kind, await EventFileWriter.create<Event>(file, start), { places, cost });
    }
    let end: EventFileEnd | null = null;
    const { types } = kind;
    for await (const { event, line, offset, length } of readEvents(file, {
      schema: kind.event,
      known: new Set([types.start, types.call]),
      first: types.start,
      onEnd: (found) => {
        end = found;
      },
      ...(signal === undefined ? {} : { signal }),
    })) {
      if (event.type === types.start) {
        if (kind.isSame(event as Start)) continue;
        throw kind.refusal({ file, line });
      }
      const call = event as Call;
      cost = addCosts(cost, costOfCall(call));
      if (call.answer !== null) places.set(call.key, { offset, length });
    }
    // Set by the reader once it is through.
    const found = end as EventFileEnd | null;
    if (found === null) throw new JournalDamagedError('The file holds nothing whole', { file });
    return new CallFile(kind, await EventFileWriter.continue<Event>(file, found), { places, cost });
  }

  /** What all calls of the file have used, those of earlier sessions included. */
  get cost(): ModelCost {
    return this.#cost;
  }

  /** The call with an answer that has this key; null where it was not asked, or in this session alone. */
  async find(key: string): Promise<Call | null> {
    const place = this.#places.get(key);
    if (place === undefined) return null;
    this.#reader ??= openPlainFile(this.file, { maxBytes: Infinity }).then(({ handle }) => handle);
    const reader = await this.#reader;
    const bytes = Buffer.allocUnsafe(place.length);
    const { bytesRead } = await reader.read(bytes, 0, place.length, place.offset);
    const decoded = decodeLine(bytes.subarray(0, bytesRead), () => true);
    const parsed = typeof decoded === 'string' ? null : this.#kind.call.safeParse(decoded.value);
    if (parsed?.success === true) return parsed.data;
    throw new JournalDamagedError('The call has changed since it was first read', { file: this.file });
  }

  /** Keeps a call; on disk when it resolves. */
  async add(call: Call & { readonly type: string }): Promise<void> {
    this.#cost = addCosts(this.#cost, costOfCall(call));
    this.#writer.append(call);
    await this.#writer.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#reader)?.close();
    await this.#writer[Symbol.asyncDispose]();
  }
}
