import { createHash } from 'node:crypto';
import { link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import type { Screen, ScreenContent } from '../../domain/screen.js';
import { UserError } from '../../errors.js';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { readHead } from '../../files/read-head.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import { LatestKept } from './latest-kept.js';
import { pictureStandIn } from './picture-stand-in.js';

/**
 * Which pictures records name: `prepared` those that the model is sent, sized and encoded by its family's rule; `original`
 * copies of those recorded; `link` hard links to them; `reference` the recorded files where they lie.
 */
export const PICTURE_USES = ['prepared', 'original', 'link', 'reference'] as const;
export type PictureUse = (typeof PICTURE_USES)[number];

/** A picture that records can name. */
export interface ShelvedPicture {
  /** As records name it. */
  readonly path: string;
  readonly size: Size | null;
  /** A few bytes that stand for the picture within a prompt that is being built. */
  readonly standIn: Uint8Array;
}

export interface PictureShelfOptions {
  /** The export's folder; pictures lie in `images` below it. */
  readonly directory: string;
  /** What paths in records begin with in place of that folder; empty for paths relative to it. */
  readonly writtenDirectory?: string;
  readonly use: PictureUse;
  readonly rule: PictureRule;
  readonly signal: AbortSignal;
}

/** Folder of the pictures within the export. */
const IMAGES = 'images';
/** Pictures that are remembered beyond their episode: worlds show the same ones again and again. */
const KEPT = 20_000;
/** Enough for the header of any screenshot; a JPEG with more before its size is read whole. */
const HEADER_BYTES = 64 * 1024;

/**
 * The pictures of an export, each content once however often it is shown. Files are named by the hash of what was recorded,
 * so that no name of the source's can do harm, and appear whole or not at all.
 */
export class PictureShelf {
  readonly #options: PictureShelfOptions;
  /** By what a prompt holds in place of the picture. */
  readonly #standIns = new WeakMap<Uint8Array, ShelvedPicture>();
  /** By the hash of the recorded bytes, or the path of a file named where it lies. */
  readonly #known = new LatestKept<Promise<ShelvedPicture>>(KEPT);
  #files = 0;
  #bytes = 0;

  constructor(options: PictureShelfOptions) {
    this.#options = options;
  }

  /** Files written or linked so far. */
  get files(): number {
    return this.#files;
  }

  /** Bytes of those files. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Puts the picture of a screen where records can name it; null where the screen has none.
   *
   * @throws {TouchstoneError} when the picture is missing or is no picture
   * @throws {UserError} when it lies in no file of its own and is to be linked or named where it lies
   */
  async place({ id, picture }: Screen): Promise<ShelvedPicture | null> {
    if (picture === null) return null;
    const { use } = this.#options;
    if (use === 'reference') {
      const file = await locate(picture, use);
      return this.#once(file, () => this.#referred(file));
    }
    const { hash } = picture;
    if (hash !== undefined) return this.#once(hash, async () => this.#stored(id, picture, hash, null));
    const bytes = await picture.load(this.#options);
    const found = sha256(bytes);
    return this.#once(found, async () => this.#stored(id, picture, found, bytes));
  }

  /** The picture that a part of a prompt stands for; bytes that were made for the prompt (marks) are kept as they are. */
  async ofPart({
    data,
    mediaType,
  }: {
    readonly data: Uint8Array;
    readonly mediaType: string;
  }): Promise<string> {
    const known = this.#standIns.get(data);
    if (known !== undefined) return known.path;
    const hash = sha256(data);
    const made = await this.#once(hash, async () => {
      const name = fileName(hash, '', mediaType);
      await this.#write(name, data);
      return this.#shelve(this.#written(name), pictureSize(data));
    });
    return made.path;
  }

  #once(key: string, make: () => Promise<ShelvedPicture>): Promise<ShelvedPicture> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const making = make();
    this.#known.set(key, making);
    // Whoever waits for it gets the error; a later step may try again.
    making.catch(() => this.#known.delete(key));
    return making;
  }

  async #referred(file: string): Promise<ShelvedPicture> {
    return this.#shelve(file, await sizeOfFile(file));
  }

  async #stored(
    id: string,
    picture: ScreenContent,
    hash: string,
    loaded: Uint8Array | null,
  ): Promise<ShelvedPicture> {
    const { use, rule, signal } = this.#options;
    const bytes = loaded ?? (await picture.load({ signal }));
    if (use === 'prepared') {
      const prepared = await preparePicture({ mediaType: picture.mediaType, data: bytes }, rule, {
        file: id,
      });
      const mark = prepared.size === null ? 'sent' : `${prepared.size.width}x${prepared.size.height}`;
      const name = fileName(hash, prepared.data === bytes ? '' : `-${mark}`, prepared.mediaType);
      await this.#write(name, prepared.data);
      return this.#shelve(this.#written(name), prepared.size);
    }
    const name = fileName(hash, '', picture.mediaType);
    if (use === 'link') await this.#link(await locate(picture, use), name, bytes.length);
    else await this.#write(name, bytes);
    return this.#shelve(this.#written(name), pictureSize(bytes));
  }

  #shelve(path: string, size: Size | null): ShelvedPicture {
    const shelved = { path, size, standIn: pictureStandIn(size) };
    this.#standIns.set(shelved.standIn, shelved);
    return shelved;
  }

  /** A path within the export as records name it. */
  #written(name: string): string {
    const { directory, writtenDirectory } = this.#options;
    if (writtenDirectory === undefined) return join(resolve(directory), name);
    return writtenDirectory === '' ? name : `${writtenDirectory.replace(/\/+$/, '')}/${name}`;
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#fresh(name);
    if (file === null) return;
    const partial = `${file}.${process.pid}.partial`;
    try {
      await writeFile(partial, bytes);
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    this.#files += 1;
    this.#bytes += bytes.length;
  }

  async #link(source: string, name: string, length: number): Promise<void> {
    const file = await this.#fresh(name);
    if (file === null) return;
    try {
      await link(source, file);
    } catch {
      // On another file system, or on one without links: a copy is what is left.
      await copyPlainFile(source, file, { maxBytes: FILE_LIMITS.picture });
    }
    this.#files += 1;
    this.#bytes += length;
  }

  /** Path of a file that is still to be made, its folder there; null when the file is there already. */
  async #fresh(name: string): Promise<string | null> {
    const file = join(this.#options.directory, name);
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isThere) return null;
    await mkdir(dirname(file), { recursive: true });
    return file;
  }
}

async function locate(picture: ScreenContent, use: PictureUse): Promise<string> {
  if (picture.locate !== undefined) return picture.locate();
  throw new UserError(`these pictures lie in no files of their own, so there is nothing to ${use}`, {
    hint: 'Choose --pictures prepared or --pictures original.',
  });
}

async function sizeOfFile(file: string): Promise<Size | null> {
  const bounds = { maxBytes: FILE_LIMITS.picture };
  const head = await readHead(file, HEADER_BYTES, bounds);
  const size = pictureSize(head);
  return size !== null || head.length < HEADER_BYTES ? size : pictureSize(await readBytes(file, bounds));
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
};

function fileName(hash: string, mark: string, mediaType: string): string {
  return `${IMAGES}/${hash.slice(0, 2)}/${hash}${mark}${ENDINGS[mediaType] ?? '.img'}`;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
