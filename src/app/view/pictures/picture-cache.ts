import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileError } from '../../../files/file-errors.js';
import { TouchstoneError } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';

/** Bytes of pictures that are kept. */
const MOST_BYTES = 256 * 1024 * 1024;
const NAME = /^[0-9a-f]{64}-\d{1,5}\.webp$/;

/**
 * Scaled pictures on disk, within a bound, those that were asked for last the longest. Derived: the folder can be deleted at any
 * time, and several viewers may use it. One that cannot be written keeps nothing, and says nothing.
 */
export class PictureCache {
  readonly #directory: string;
  readonly #mostBytes: number;
  /** Bytes by name, oldest first; null before the folder was looked at. */
  #kept: Promise<Map<string, number>> | null = null;

  constructor(directory: string, { mostBytes = MOST_BYTES }: { readonly mostBytes?: number } = {}) {
    this.#directory = directory;
    this.#mostBytes = mostBytes;
  }

  /** @param hash SHA-256 of the picture that was scaled @param width in pixels */
  async get(hash: string, width: number): Promise<Uint8Array | null> {
    const name = nameOf(hash, width);
    const file = join(this.#directory, name);
    try {
      const bytes = await readBytes(file, { maxBytes: FILE_LIMITS.picture, within: this.#directory });
      const now = new Date();
      await utimes(file, now, now);
      const kept = await this.#files();
      kept.delete(name);
      kept.set(name, bytes.length);
      return bytes;
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /** Keeps a picture, and removes the oldest that are then too many. */
  async put(hash: string, width: number, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#mostBytes) return;
    try {
      await mkdir(this.#directory, { recursive: true });
      const kept = await this.#files();
      const name = nameOf(hash, width);
      await writeWholeFile(join(this.#directory, name), bytes);
      kept.delete(name);
      kept.set(name, bytes.length);
      let sum = [...kept.values()].reduce((all, one) => all + one, 0);
      for (const [oldest, size] of kept) {
        if (sum <= this.#mostBytes) break;
        kept.delete(oldest);
        sum -= size;
        await rm(join(this.#directory, oldest), { force: true });
      }
    } catch (error) {
      if (!isAbsence(error)) throw error;
    }
  }

  #files(): Promise<Map<string, number>> {
    this.#kept ??= this.#look();
    return this.#kept;
  }

  async #look(): Promise<Map<string, number>> {
    const names = await readdir(this.#directory).catch(() => []);
    const found: { name: string; size: number; at: number }[] = [];
    for (const name of names.filter((one) => NAME.test(one))) {
      const file = await stat(join(this.#directory, name)).catch(() => null);
      if (file !== null) found.push({ name, size: file.size, at: file.mtimeMs });
    }
    return new Map(found.toSorted((a, b) => a.at - b.at).map(({ name, size }) => [name, size]));
  }
}

function nameOf(hash: string, width: number): string {
  return `${hash}-${width}.webp`;
}

/** It is not there, or the disk does not let us: pictures are then scaled as if nothing was kept. */
function isAbsence(error: unknown): boolean {
  return error instanceof TouchstoneError || isFileError(error);
}
