import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DatasetError } from '../../errors.js';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { hashFile } from '../../files/hash-file.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import type { NoPicture } from './report-data.js';

/**
 * `auto` links pictures that lie next to the report and copies others to it, and leaves out those of benchmarks whose
 * recordings show people's data; `link` links all pictures on disk where they are; `none` leaves all out.
 */
export type PicturePolicy = 'auto' | 'none' | 'link';

/** Where the picture of a recorded screen is: a file, or something that gives its bytes. */
export type PictureSource =
  { readonly file: string } | { readonly mediaType: string; load(): Promise<Uint8Array> };

export type PictureFinder = (screenId: string) => PictureSource | null | Promise<PictureSource | null>;

/** What a step shows. */
export interface PicturePlace {
  /** Address relative to the report. */
  readonly address: string | null;
  readonly why: NoPicture | null;
}

const NONE: PicturePlace = { address: null, why: 'none' };
const WITHHELD: PicturePlace = { address: null, why: 'withheld' };
const MISSING: PicturePlace = { address: null, why: 'missing' };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
};

/** Finds the pictures that a report refers to, and copies those that would be out of its reach. */
export class PictureStore {
  readonly #reportFolder: string;
  /** Folder for copies, next to the report and named after it. */
  readonly #copies: string;
  readonly #policy: PicturePolicy;
  /** Recorded screens met so far, by run and id or hash. */
  readonly #known = new Map<string, Promise<PicturePlace>>();
  /** Copies that were not there before. */
  readonly #made = new Set<string>();
  #missing = 0;
  #copied = 0;

  constructor(report: string, policy: PicturePolicy) {
    const file = resolve(report);
    this.#reportFolder = dirname(file);
    this.#copies = `${file.replace(/\.html?$/i, '')}-files`;
    this.#policy = policy;
  }

  /** Distinct pictures that were not where they should be. */
  get missing(): number {
    return this.#missing;
  }

  get copied(): number {
    return this.#copied;
  }

  /** The picture of a screen that a run recorded. `isPrivate` keeps it out unless it was asked for. */
  async place(
    screen: ScreenRecord,
    run: {
      readonly directory: string;
      readonly isPrivate: boolean;
      readonly find: PictureFinder | undefined;
    },
  ): Promise<PicturePlace> {
    const { picture } = screen;
    if (picture === null) return NONE;
    if (this.#policy === 'none' || (this.#policy === 'auto' && run.isPrivate)) return WITHHELD;
    const isStored = picture.stored && picture.hash !== null;
    const key = isStored ? `${run.directory}\n${picture.hash}` : `${run.directory}\nscreen\n${screen.id}`;
    let place = this.#known.get(key);
    if (place === undefined) {
      place = isStored
        ? this.#ofFile(storedPath(run.directory, picture.hash ?? ''), picture.mediaType, run.directory)
        : this.#ofWorld(screen.id, run.find);
      this.#known.set(key, place);
    }
    return place;
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
    if (source === null) return find === undefined ? NONE : this.#lost();
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
    if (isBeside || this.#policy === 'link') return { address: addressOf(path), why: null };
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
    return { address: addressOf(relative(this.#reportFolder, target)), why: null };
  }

  #lost(): PicturePlace {
    this.#missing += 1;
    return MISSING;
  }
}

/** Where a run keeps a picture of its own. */
function storedPath(directory: string, hash: string): string {
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
