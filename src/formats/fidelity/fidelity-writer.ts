import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { sha256 } from '../run/canonical-json.js';
import { EventFileWriter } from '../run/journal/event-file-writer.js';
import { RUN_FORMAT_VERSION } from '../run/journal/event.js';
import { readEvents, type EventFileEnd } from '../run/journal/read-events.js';
import { UserError, type FilePlace } from '../../errors.js';
import { JournalDamagedError } from '../run/run-errors.js';
import {
  FidelityEventSchema,
  type CheckedTransition,
  type FidelityEnd,
  type FidelityEvent,
  type FidelityStart,
  type LiveScreenSeen,
} from './fidelity-event.js';

/** Name of the file in the folder of a comparison. */
const FIDELITY_FILE = 'fidelity.jsonl';
const TYPES: ReadonlySet<string> = new Set(
  FidelityEventSchema.options.map((option) => option.shape.type.value),
);

/** Appends to the journal of a comparison with the live app. */
export class FidelityWriter implements AsyncDisposable {
  readonly file: string;
  readonly #folder: string;
  readonly #writer: EventFileWriter<FidelityEvent>;
  #screens: number;

  private constructor(folder: string, writer: EventFileWriter<FidelityEvent>, screens: number) {
    this.file = writer.file;
    this.#folder = folder;
    this.#writer = writer;
    this.#screens = screens;
  }

  /**
   * Begins a comparison in the folder, or goes on with the one that is there; its events come to `onEvent`.
   *
   * @throws {JournalDamagedError} where it is of another world or another recording of it
   */
  static async open(
    folder: string,
    start: Omit<FidelityStart, 'at' | 'type' | 'formatVersion'>,
    { onEvent, signal }: { readonly onEvent: (event: FidelityEvent) => void; readonly signal: AbortSignal },
  ): Promise<FidelityWriter> {
    const file = join(folder, FIDELITY_FILE);
    await mkdir(join(folder, 'screens'), { recursive: true });
    if (!(await isThere(file))) {
      const at = new Date().toISOString();
      const first: FidelityEvent = {
        type: 'fidelity-start',
        at,
        formatVersion: RUN_FORMAT_VERSION,
        ...start,
      };
      return new FidelityWriter(folder, await EventFileWriter.create<FidelityEvent>(file, first), 0);
    }
    let end: EventFileEnd | null = null;
    let screens = 0;
    let isComplete = false;
    for await (const { event, line } of readEvents(file, {
      schema: FidelityEventSchema,
      known: TYPES,
      first: 'fidelity-start',
      signal,
      onEnd: (found) => {
        end = found;
      },
    })) {
      if (event.type === 'fidelity-start') requireSame(event, start, { file, line });
      if (event.type === 'fidelity-end' && event.reason === 'complete') isComplete = true;
      if (event.type === 'screen') screens = event.screen + 1;
      onEvent(event);
    }
    if (isComplete) {
      throw new UserError('this comparison is complete', {
        place: { file },
        hint: 'Name another folder with --out to compare once more: the app may have changed since.',
      });
    }
    const found = end as EventFileEnd | null;
    if (found === null) throw new JournalDamagedError('The file holds nothing whole', { file });
    return new FidelityWriter(folder, await EventFileWriter.continue<FidelityEvent>(file, found), screens);
  }

  /** Keeps a live screen with its files. @throws {FileWriteError | JournalWriteError} */
  async screen(
    seen: Omit<LiveScreenSeen, 'at' | 'type' | 'screen' | 'picture' | 'hierarchy'>,
    { picture, hierarchy }: { readonly picture: Uint8Array | null; readonly hierarchy: Uint8Array | null },
  ): Promise<LiveScreenSeen> {
    const event: LiveScreenSeen = {
      type: 'screen',
      at: new Date().toISOString(),
      screen: this.#screens,
      ...seen,
      picture: picture === null ? null : await this.#keep(picture, 'png'),
      hierarchy: hierarchy === null ? null : await this.#keep(hierarchy, 'xml'),
    };
    this.#screens += 1;
    this.#writer.append(event);
    return event;
  }

  transition(checked: Omit<CheckedTransition, 'at' | 'type'>): CheckedTransition {
    const event: CheckedTransition = { type: 'transition', at: new Date().toISOString(), ...checked };
    this.#writer.append(event);
    return event;
  }

  end(reason: FidelityEnd['reason']): void {
    this.#writer.append({ type: 'fidelity-end', at: new Date().toISOString(), reason });
  }

  /** Resolves when everything so far is on disk. */
  commit(): Promise<void> {
    return this.#writer.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]();
  }

  async #keep(bytes: Uint8Array, ending: 'png' | 'xml'): Promise<string> {
    const hash = sha256(bytes);
    const path = join(this.#folder, 'screens', `${hash}.${ending}`);
    if (!(await isThere(path))) await writeWholeFile(path, bytes);
    return hash;
  }
}

/** @throws {UserError} naming what differs */
function requireSame(
  found: FidelityStart,
  start: Pick<FidelityStart, 'graph' | 'choice' | 'seed' | 'environment'>,
  place: FilePlace,
): void {
  const differs = [
    ...(found.graph === start.graph ? [] : ['world']),
    ...(found.choice === start.choice ? [] : ['phone or what is forbidden']),
    ...(found.seed === start.seed ? [] : ['seed']),
    ...(JSON.stringify(found.environment) === JSON.stringify(start.environment) ? [] : ['environment']),
  ];
  if (differs.length === 0) return;
  throw new UserError(`the folder holds another comparison: another ${differs.join(', ')}`, {
    place,
    hint: 'Name another folder with --out.',
  });
}
