import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../../files/is-there.js';
import { openPlainFile } from '../../../files/open-plain-file.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from '../model-cost.js';
import { EventFileWriter } from '../journal/event-file-writer.js';
import { decodeLine } from '../journal/event-line.js';
import { RUN_FORMAT_VERSION } from '../journal/event.js';
import { readEvents, type EventFileEnd } from '../journal/read-events.js';
import { JournalDamagedError } from '../run-errors.js';
import { JudgeCallEventSchema, JudgeCallSchema, type JudgeCall, type JudgeCallEvent } from './judge-call.js';

const TYPES: ReadonlySet<string> = new Set(['judge-calls-start', 'judge-call']);

export interface JudgeCallLogOptions {
  /** Hash of what is judged; calls about anything else are refused. */
  readonly judged: string;
  /** Name of the pass. */
  readonly pass: string;
  readonly signal?: AbortSignal;
}

/**
 * The questions that a judge's pass has asked, with their answers. An answer that is there is never asked for again. Only
 * the places of answers are held, not their texts.
 */
export class JudgeCallLog implements AsyncDisposable {
  readonly file: string;
  readonly #writer: EventFileWriter<JudgeCallEvent>;
  readonly #places: Map<string, { readonly offset: number; readonly length: number }>;
  #reader: Promise<FileHandle> | null = null;
  #cost: ModelCost;

  private constructor(
    file: string,
    writer: EventFileWriter<JudgeCallEvent>,
    read: { readonly places: Map<string, { offset: number; length: number }>; readonly cost: ModelCost },
  ) {
    this.file = file;
    this.#writer = writer;
    this.#places = read.places;
    this.#cost = read.cost;
  }

  /**
   * Opens the log of a pass in the folder, or begins it. A line that a crash cut off is removed.
   *
   * @throws {JournalDamagedError | RunVersionError | JournalWriteError}
   */
  static async open(directory: string, options: JudgeCallLogOptions): Promise<JudgeCallLog> {
    const { judged, pass, signal } = options;
    const file = join(directory, `judge-calls-${encodeURIComponent(pass)}.jsonl`);
    const places = new Map<string, { offset: number; length: number }>();
    let cost = NO_COST;
    if (!(await isThere(file))) {
      const at = new Date().toISOString();
      const start = {
        type: 'judge-calls-start',
        at,
        formatVersion: RUN_FORMAT_VERSION,
        judged,
        pass,
      } as const;
      return new JudgeCallLog(file, await EventFileWriter.create<JudgeCallEvent>(file, start), {
        places,
        cost,
      });
    }
    let end: EventFileEnd | null = null;
    const reading = { schema: JudgeCallEventSchema, known: TYPES, first: 'judge-calls-start' };
    const onEnd = (found: EventFileEnd): void => {
      end = found;
    };
    for await (const { event, line, offset, length } of readEvents(file, {
      ...reading,
      onEnd,
      ...(signal === undefined ? {} : { signal }),
    })) {
      if (event.type === 'judge-calls-start') {
        if (event.judged === judged) continue;
        throw new JournalDamagedError('These calls are about something else', { file, line });
      }
      cost = addCosts(cost, costOfCall(event));
      if (event.answer !== null) places.set(event.key, { offset, length });
    }
    // Set by the reader once it is through.
    const found = end as EventFileEnd | null;
    if (found === null) throw new JournalDamagedError('The file holds nothing whole', { file });
    const writer = await EventFileWriter.continue<JudgeCallEvent>(file, found);
    return new JudgeCallLog(file, writer, { places, cost });
  }

  /** What all calls of the pass have used, those of earlier sessions included. */
  get cost(): ModelCost {
    return this.#cost;
  }

  /** The call with an answer that has this key; null where it was not asked, or in this session alone. */
  async find(key: string): Promise<JudgeCall | null> {
    const place = this.#places.get(key);
    if (place === undefined) return null;
    this.#reader ??= openPlainFile(this.file, { maxBytes: Infinity }).then(({ handle }) => handle);
    const reader = await this.#reader;
    const bytes = Buffer.allocUnsafe(place.length);
    const { bytesRead } = await reader.read(bytes, 0, place.length, place.offset);
    const decoded = decodeLine(bytes.subarray(0, bytesRead), () => true);
    const parsed = typeof decoded === 'string' ? null : JudgeCallSchema.safeParse(decoded.value);
    if (parsed?.success === true) return parsed.data;
    throw new JournalDamagedError('The call has changed since it was first read', { file: this.file });
  }

  /** Keeps a call; on disk when it resolves. */
  async add(call: JudgeCall): Promise<void> {
    this.#cost = addCosts(this.#cost, costOfCall(call));
    this.#writer.append(call);
    await this.#writer.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#reader)?.close();
    await this.#writer[Symbol.asyncDispose]();
  }
}
