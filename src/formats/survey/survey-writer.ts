import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../errors.js';
import { sha256 } from '../run/canonical-json.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { EventFileWriter } from '../run/journal/event-file-writer.js';
import { readEvents, type EventFileEnd } from '../run/journal/read-events.js';
import { JournalDamagedError } from '../run/run-errors.js';
import { SurveyEventSchema, type SurveyCapture, type SurveyEvent, type SurveyStart } from './survey-event.js';

/** Name of the file in the folder of a survey. */
export const SURVEY_FILE = 'survey.jsonl';

const TYPES: ReadonlySet<string> = new Set(
  SurveyEventSchema.options.map((option) => option.shape.type.value),
);

/** A screen whose bytes are at hand. */
export interface CapturedScreen {
  readonly size: SurveyCapture['size'];
  readonly activity: SurveyCapture['activity'];
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
  readonly hierarchy: Uint8Array | null;
}

type Unwritten<E extends SurveyEvent> = E extends SurveyEvent ? Omit<E, 'at'> : never;

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Appends to a survey; what `commit` has waited for survives a power cut. */
export class SurveyWriter implements AsyncDisposable {
  readonly folder: string;
  readonly #writer: EventFileWriter<SurveyEvent>;
  readonly #files = new Set<string>();
  #captures: number;

  private constructor(folder: string, writer: EventFileWriter<SurveyEvent>, captures: number) {
    this.folder = folder;
    this.#writer = writer;
    this.#captures = captures;
  }

  /**
   * Begins a survey in the folder, or goes on with the one that is there; its events come to `onEvent` one by one. A line that a
   * crash cut off is removed.
   *
   * @throws {UserError} where the survey is another one @throws {JournalDamagedError} where it cannot be read
   */
  static async open(
    folder: string,
    start: Omit<SurveyStart, 'at' | 'type' | 'formatVersion'>,
    { onEvent, signal }: { readonly onEvent: (event: SurveyEvent) => void; readonly signal: AbortSignal },
  ): Promise<SurveyWriter> {
    await mkdir(join(folder, 'screens'), { recursive: true });
    const file = join(folder, SURVEY_FILE);
    if (!(await isThere(file))) {
      const at = new Date().toISOString();
      const first: SurveyEvent = { type: 'survey-start', at, formatVersion: 1, ...start };
      const writer = await EventFileWriter.create<SurveyEvent>(file, first);
      onEvent(first);
      return new SurveyWriter(folder, writer, 0);
    }
    let end: EventFileEnd | null = null;
    let captures = 0;
    for await (const { event, line } of readEvents(file, {
      schema: SurveyEventSchema,
      known: TYPES,
      first: 'survey-start',
      signal,
      onEnd: (found) => {
        end = found;
      },
    })) {
      if (event.type === 'survey-start' && event.identity !== start.identity) {
        throw new UserError('the folder holds another survey: of another app, or begun with other options', {
          place: { file, line },
          hint: 'Go on with those, or name another folder with --out.',
        });
      }
      if (event.type === 'capture') captures = event.capture + 1;
      onEvent(event);
    }
    const found = end as EventFileEnd | null;
    if (found === null) throw new JournalDamagedError('The file holds nothing whole', { file });
    return new SurveyWriter(folder, await EventFileWriter.continue<SurveyEvent>(file, found), captures);
  }

  /** Keeps the screen's files and its event. Returns the capture's number. @throws {JournalWriteError | FileWriteError} */
  async capture({ size, activity, picture, hierarchy }: CapturedScreen): Promise<SurveyCapture> {
    const pictureHash = picture === null ? null : sha256(picture.bytes);
    const file = picture === null ? null : `${pictureHash}.${ENDINGS[picture.mediaType] ?? 'png'}`;
    if (picture !== null && file !== null) await this.#keep(file, picture.bytes);
    const hierarchyHash = hierarchy === null ? null : sha256(hierarchy);
    if (hierarchy !== null) await this.#keep(`${hierarchyHash}.xml`, hierarchy);
    const event: SurveyCapture = {
      type: 'capture',
      at: new Date().toISOString(),
      capture: this.#captures,
      size,
      activity,
      picture: pictureHash,
      ...(file === null || file.endsWith('.png') ? {} : { file }),
      hierarchy: hierarchyHash,
    };
    this.#captures += 1;
    this.#writer.append(event);
    return event;
  }

  append(event: Unwritten<SurveyEvent>): void {
    this.#writer.append({ ...event, at: new Date().toISOString() });
  }

  /** Resolves when everything so far is on disk. */
  commit(): Promise<void> {
    return this.#writer.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]();
  }

  async #keep(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#files.has(name)) return;
    const path = join(this.folder, 'screens', name);
    if (!(await isThere(path))) await writeWholeFile(path, bytes);
    this.#files.add(name);
  }
}
