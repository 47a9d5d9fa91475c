import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Outcome } from '../../domain/episode.js';
import { DatasetError } from '../../errors.js';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { isThere } from '../../files/is-there.js';
import { FileStore } from '../../formats/run/file-store.js';
import { hashFile } from '../../files/hash-file.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import type { NoPicture } from '../view/report-episode.js';

/**
 * `auto` links pictures that lie next to the report and copies others to it, and leaves out those of benchmarks whose
 * recordings show people's data; `link` links all pictures on disk where they are; `none` leaves all out.
 */
export type PicturePolicy = 'auto' | 'none' | 'link';

/** Where the picture of a recorded screen is: a file, or something that gives its bytes. */
export type PictureSource =
  | { readonly file: string }
  | { readonly mediaType: string; load(): Promise<Uint8Array> };

export type PictureFinder = (screenId: string) => PictureSource | null | Promise<PictureSource | null>;

/** What a step shows. */
export interface PicturePlace {
  /** Address relative to the report. */
  readonly address: string | null;
  readonly why: NoPicture | null;
}

export const NO_PICTURE = {
  none: { address: null, why: 'none' },
  withheld: { address: null, why: 'withheld' },
  missing: { address: null, why: 'missing' },
} as const satisfies Record<string, PicturePlace>;

/** The run that a screen was recorded by, as far as its pictures go. */
export interface PictureRun {
  readonly directory: string;
  /** Its screens show people's data. */
  readonly isPrivate: boolean;
  readonly find: PictureFinder | undefined;
}

/** Where the pictures of a report come from and go to. */
export interface ReportPictures {
  /** The picture of a screen that a run recorded, shown in an episode that ended so. */
  place(screen: ScreenRecord, run: PictureRun, outcome: Outcome): Promise<PicturePlace>;
  /** Distinct pictures that were not where they should be. */
  readonly missing: number;
  /** Those that were copied. */
  readonly copied: number;
  /** Folders that the report needs next to it, relative to it. */
  readonly folders: readonly string[];
  /** Removes what was made: the report that it was made for is not written. */
  discard(): Promise<void>;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
};

/** Finds the pictures that a report refers to, and copies those that would be out of its reach. */
export class PictureStore implements ReportPictures {
  readonly #reportFolder: string;
  /** Folder for copies, next to the report and named after it. */
  readonly #copies: string;
  readonly #policy: PicturePolicy;
  /** Recorded screens met so far, by run and id or hash. */
  readonly #known = new Map<string, Promise<PicturePlace>>();
  /** Copies that were not there before. */
  readonly #made = new Set<string>();
  readonly #folders = new Set<string>();
  #missing = 0;
  #copied = 0;

  constructor(report: string, policy: PicturePolicy) {
    const file = resolve(report);
    this.#reportFolder = dirname(file);
    this.#copies = picturesFolder(file);
    this.#policy = policy;
  }

  /** Distinct pictures that were not where they should be. */
  get missing(): number {
    return this.#missing;
  }

  get copied(): number {
    return this.#copied;
  }

  get folders(): readonly string[] {
    return [...this.#folders].toSorted();
  }

  /** A private one stays out unless it was asked for. */
  async place(screen: ScreenRecord, run: PictureRun): Promise<PicturePlace> {
    const { picture } = screen;
    if (picture === null) return NO_PICTURE.none;
    if (this.#policy === 'none' || (this.#policy === 'auto' && run.isPrivate)) return NO_PICTURE.withheld;
    const isStored = picture.stored && picture.hash !== null;
    const key = pictureKey(screen, run);
    let place = this.#known.get(key);
    if (place === undefined) {
      place = isStored
        ? this.#ofRun(run.directory, picture.hash ?? '', picture.mediaType)
        : this.#ofWorld(screen.id, run.find);
      this.#known.set(key, place);
    }
    return place;
  }

  /** A picture that is not in the folder of its run comes from the run's store, as a copy. */
  async #ofRun(directory: string, hash: string, mediaType: string): Promise<PicturePlace> {
    const file = storedPath(directory, hash);
    if (await isThere(file)) return this.#ofFile(file, mediaType, directory);
    const files = new FileStore(directory);
    if (!(await files.hasStores())) return this.#lost();
    try {
      return await this.#copyBytes(await files.get(hash), mediaType);
    } catch (error) {
      if (error instanceof DatasetError) return this.#lost();
      throw error;
    }
  }

  async #ofWorld(screenId: string, find: PictureFinder | undefined): Promise<PicturePlace> {
    let source: PictureSource | null;
    let bytes: Uint8Array | null = null;
    try {
      source = (await find?.(screenId)) ?? null;
      if (source !== null && 'load' in source) bytes = await source.load();
    } catch {
      return this.#lost();
    }
    // Without the recorded world there is nothing to look for.
    if (source === null) return find === undefined ? NO_PICTURE.none : this.#lost();
    if ('file' in source) return this.#ofFile(source.file, mediaTypeOf(source.file));
    return bytes === null ? this.#lost() : this.#copyBytes(bytes, source.mediaType);
  }

  async #ofFile(file: string, mediaType: string, within?: string): Promise<PicturePlace> {
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) return this.#lost();
    const path = relative(this.#reportFolder, resolve(file));
    const isBeside =
      path !== '' && !path.startsWith('..') && resolve(this.#reportFolder, path) === resolve(file);
    if (isBeside || this.#policy === 'link') return this.#linked(path);
    const bounds = { maxBytes: FILE_LIMITS.picture, within };
    try {
      const target = await this.#newCopy(await hashFile(file, bounds), mediaType);
      await copyPlainFile(file, target, bounds);
      return this.#copyMade(target);
    } catch (error) {
      if (error instanceof DatasetError) return this.#lost();
      throw error;
    }
  }

  async #copyBytes(bytes: Uint8Array, mediaType: string): Promise<PicturePlace> {
    const target = await this.#newCopy(createHash('sha256').update(bytes).digest('hex'), mediaType);
    await writeWholeFile(target, bytes);
    return this.#copyMade(target);
  }

  /** Removes the copies that were not there before: the report they were made for is not written. */
  async discard(): Promise<void> {
    for (const target of this.#made) await rm(target, { force: true }).catch(() => undefined);
    const folders = new Set([...this.#made].map((target) => dirname(target)));
    // Folders that hold other reports' copies stay.
    for (const folder of [...folders, this.#copies]) await rmdir(folder).catch(() => undefined);
  }

  /** Where a copy goes; its folder is made. */
  async #newCopy(hash: string, mediaType: string): Promise<string> {
    const target = this.#target(hash, mediaType);
    if (!existsSync(target)) this.#made.add(target);
    await mkdir(dirname(target), { recursive: true });
    return target;
  }

  #target(hash: string, mediaType: string): string {
    return join(this.#copies, hash.slice(0, 2), `${hash}${EXTENSIONS[mediaType] ?? ''}`);
  }

  #copyMade(target: string): PicturePlace {
    this.#copied += 1;
    return this.#linked(relative(this.#reportFolder, target));
  }

  #linked(path: string): PicturePlace {
    this.#folders.add(folderOf(path));
    return { address: addressOf(path), why: null };
  }

  #lost(): PicturePlace {
    this.#missing += 1;
    return NO_PICTURE.missing;
  }
}

/** The folder of copies: its name begins with the report's whole file name, so that a listing keeps the two together. */
function picturesFolder(report: string): string {
  return `${report}-pictures`;
}

/** The folder of a picture, without those that its hash divides it into. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return /^[0-9a-f]{2}$/.test(basename(folder)) ? dirname(folder) : folder;
}

/** What is one picture, however many steps show it. */
export function pictureKey({ id, picture }: ScreenRecord, { directory }: PictureRun): string {
  const isStored = picture !== null && picture.stored && picture.hash !== null;
  return isStored ? `${directory}\n${picture.hash}` : `${directory}\nscreen\n${id}`;
}

/** Where a run keeps a picture of its own. */
export function storedPath(directory: string, hash: string): string {
  return join(directory, 'files', hash.slice(0, 2), hash);
}

/** A relative path as a browser wants it. The leading `./` keeps a colon in the first name from looking like a scheme. */
function addressOf(path: string): string {
  const address = path.split(sep).map(encodeURIComponent).join('/');
  return address.startsWith('..') ? address : `./${address}`;
}

function mediaTypeOf(file: string): string {
  const extension = /\.[a-z]+$/i.exec(file)?.[0].toLowerCase() ?? '';
  if (extension === '.jpeg') return 'image/jpeg';
  return Object.entries(EXTENSIONS).find(([, known]) => known === extension)?.[0] ?? '';
}
