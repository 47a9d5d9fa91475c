import { stat, type FileHandle } from 'node:fs/promises';
import type { Outcome } from '../../domain/episode.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { FileStore } from '../../formats/run/file-store.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import {
  NO_PICTURE,
  pictureKey,
  storedPath,
  type PicturePlace,
  type PictureRun,
  type PictureSource,
  type ReportPictures,
} from './picture-store.js';

/** A picture scaled down to be mailed. */
export interface SmallPicture {
  readonly bytes: Uint8Array;
  /** Of the source, which marks are placed in. */
  readonly width: number;
  readonly height: number;
}

/** Makes a small WebP picture of any; rejects for what is no picture. */
export type PictureScaler = (bytes: Uint8Array) => Promise<SmallPicture>;

/** What pictures came to. */
export interface EmbeddedSize {
  readonly embedded: number;
  readonly leftOut: number;
  readonly bytes: number;
  /** All of them, those left out by the mean of the others. */
  readonly wholeBytes: number;
}

/** Pictures scaled at the same time; the scaler has threads of its own. */
const AT_ONCE = 4;

/** Episodes whose pictures come first where not all fit: those that somebody looks into. */
const ORDER: Readonly<Record<Outcome, number>> = {
  failed: 0,
  agent_error: 0,
  judge_unknown: 1,
  model_error: 1,
  environment_error: 1,
  user_error: 1,
  invalid_task: 1,
  bug: 1,
  not_run: 1,
  passed: 2,
};

interface Entry {
  readonly number: number;
  readonly source: PictureSource;
  /** Folder that the source has to lie in. */
  readonly within: string | undefined;
  rank: number;
}

/**
 * Pictures of a report that is one file: noted first, then scaled and written one after the other, those of failed episodes
 * first, until no more fit. In memory are a line per picture and the few being scaled.
 */
export class EmbeddedPictures implements ReportPictures {
  readonly copied = 0;
  readonly folders: readonly string[] = [];
  readonly #isWithheld: boolean;
  readonly #scale: PictureScaler;
  readonly #known = new Map<string, Promise<Entry | PicturePlace>>();
  readonly #entries: Entry[] = [];
  #missing = 0;

  constructor(options: { readonly pictures: 'auto' | 'none'; readonly scale: PictureScaler }) {
    this.#isWithheld = options.pictures === 'none';
    this.#scale = options.scale;
  }

  get missing(): number {
    return this.#missing;
  }

  async place(screen: ScreenRecord, run: PictureRun, outcome: Outcome): Promise<PicturePlace> {
    if (screen.picture === null) return NO_PICTURE.none;
    if (this.#isWithheld || run.isPrivate) return NO_PICTURE.withheld;
    const key = pictureKey(screen, run);
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#find(screen, run);
      this.#known.set(key, known);
    }
    const found = await known;
    if (!('number' in found)) return found;
    found.rank = Math.min(found.rank, ORDER[outcome]);
    return { address: `#${blockId(found.number)}`, why: null };
  }

  /** Writes the pictures as blocks, as many as fit into so many bytes of the file. */
  async write(
    file: FileHandle,
    room: number,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): Promise<EmbeddedSize> {
    const entries = this.#entries.toSorted((a, b) => a.rank - b.rank || a.number - b.number);
    let [bytes, embedded, position] = [0, 0, 0];
    for (let isFull = false; position < entries.length && !isFull;) {
      signal?.throwIfAborted();
      const batch = entries.slice(position, position + AT_ONCE);
      const blocks = await Promise.all(batch.map((entry) => this.#block(entry)));
      for (const block of blocks) {
        if (block !== null && bytes + block.length > room) {
          isFull = true;
          break;
        }
        position += 1;
        if (block === null) continue;
        await file.appendFile(block);
        bytes += block.length;
        embedded += 1;
      }
    }
    const leftOut = entries.length - position;
    const mean = embedded === 0 ? 0 : bytes / embedded;
    return { embedded, leftOut, bytes, wholeBytes: Math.round(bytes + leftOut * mean) };
  }

  async discard(): Promise<void> {
    // Nothing lies outside the file that was not written.
  }

  async #find(screen: ScreenRecord, run: PictureRun): Promise<Entry | PicturePlace> {
    const { picture, id } = screen;
    if (picture !== null && picture.stored && picture.hash !== null) {
      const file = storedPath(run.directory, picture.hash);
      if (await isFile(file)) return this.#add({ file }, run.directory);
      const files = new FileStore(run.directory);
      const { hash, mediaType } = picture;
      return (await files.hasStores())
        ? this.#add({ mediaType, load: () => files.get(hash) }, undefined)
        : this.#lost();
    }
    // Without the recorded world there is nothing to look for.
    if (run.find === undefined) return NO_PICTURE.none;
    try {
      const source = await run.find(id);
      return source === null ? this.#lost() : this.#add(source, undefined);
    } catch {
      return this.#lost();
    }
  }

  #add(source: PictureSource, within: string | undefined): Entry {
    const entry: Entry = { number: this.#entries.length, source, within, rank: Number.MAX_SAFE_INTEGER };
    this.#entries.push(entry);
    return entry;
  }

  #lost(): PicturePlace {
    this.#missing += 1;
    return NO_PICTURE.missing;
  }

  /** Null for a picture that cannot be read: its steps say that it is missing. */
  async #block({ number, source, within }: Entry): Promise<string | null> {
    const small = await this.#scaled(source, within);
    if (small === null) {
      this.#missing += 1;
      return null;
    }
    const { bytes, width, height } = small;
    const text = Buffer.from(bytes).toString('base64');
    return `<script type="text/plain" id="${blockId(number)}" data-size="${width} ${height}">${text}</script>\n`;
  }

  async #scaled(source: PictureSource, within: string | undefined): Promise<SmallPicture | null> {
    try {
      const bytes =
        'file' in source
          ? await readBytes(source.file, { maxBytes: FILE_LIMITS.picture, within })
          : await source.load();
      return await this.#scale(bytes);
    } catch {
      return null;
    }
  }
}

function blockId(number: number): string {
  return `picture-${number}`;
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
