import { readdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { UserError } from '../../../errors.js';
import { FileUnreadableError } from '../../../files/file-errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { gitBlobHash, withUnixLines } from './git-blob.js';

/** A file of a checkout. */
export interface SourceFile {
  /** Where it lies. */
  readonly file: string;
  /** UTF-8. */
  readonly text: string;
  /** Git's hash of its bytes, lines ending in LF as Git keeps them. */
  readonly blob: string;
  /** Git's hash of its bytes as they are; another one where lines end in CR LF. */
  readonly rawBlob: string;
}

/** A folder that may be a checkout, or files that were named one by one. Nothing in it is written. */
export class SourceRoot {
  /** Null for single files. */
  readonly folder: string | null;
  readonly #find: (path: string) => Promise<string | null>;
  readonly #signal: AbortSignal | undefined;
  readonly #files = new Map<string, Promise<SourceFile | null>>();
  readonly #places = new Map<string, Promise<string | null>>();

  private constructor(
    folder: string | null,
    find: (path: string) => Promise<string | null>,
    signal: AbortSignal | undefined,
  ) {
    this.folder = folder;
    this.#find = find;
    this.#signal = signal;
  }

  static ofFolder(folder: string, signal?: AbortSignal): SourceRoot {
    return new SourceRoot(
      folder,
      async (path) => {
        const file = join(folder, ...path.split('/'));
        return (await isFile(file)) ? file : null;
      },
      signal,
    );
  }

  /** A path is the file that ends as it does, its name at least; the more folders agree, the better. */
  static ofFiles(files: readonly string[], signal?: AbortSignal): SourceRoot {
    const paths = files.map((file) => ({ file, parts: resolve(file).split(sep) }));
    return new SourceRoot(
      null,
      async (path) => {
        const wanted = path.split('/');
        const ranked = paths
          .map(({ file, parts }) => ({ file, agreeing: commonEnd(parts, wanted) }))
          .filter(({ agreeing }) => agreeing > 0)
          .toSorted((a, b) => b.agreeing - a.agreeing);
        return ranked[0]?.file ?? null;
      },
      signal,
    );
  }

  /** Where a path of the repository lies; null where there is no such file. */
  place(path: string): Promise<string | null> {
    return remembered(this.#places, path, () => this.#find(path));
  }

  /**
   * A file by its path within the repository; null where there is none.
   *
   * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
   */
  file(path: string): Promise<SourceFile | null> {
    return remembered(this.#files, path, async () => {
      const file = await this.place(path);
      return file === null ? null : this.#read(file);
    });
  }

  async #read(file: string): Promise<SourceFile> {
    const raw = await readBytes(file, {
      maxBytes: FILE_LIMITS.json,
      ...(this.folder === null ? {} : { within: this.folder }),
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    });
    const bytes = withUnixLines(raw);
    const rawBlob = gitBlobHash(raw);
    const blob = bytes === raw ? rawBlob : gitBlobHash(bytes);
    return { file, text: textOf(bytes, file), blob, rawBlob };
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileUnreadableError('it is not UTF-8', { cause: error, place: { file } });
  }
}

/** Parts at the end that agree. */
function commonEnd(parts: readonly string[], wanted: readonly string[]): number {
  let agreeing = 0;
  while (agreeing < wanted.length && parts.at(-1 - agreeing) === wanted.at(-1 - agreeing)) agreeing += 1;
  return agreeing;
}

/**
 * Where checkouts may be: each folder itself and the folders directly in it, and the files that were named one by one.
 *
 * @throws {UserError} for a place that is not there
 */
export async function sourceRoots(places: readonly string[], signal?: AbortSignal): Promise<SourceRoot[]> {
  const roots: SourceRoot[] = [];
  const files: string[] = [];
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    if (found === null) {
      throw new UserError(`${place}: there is no such file or folder`, {
        hint: 'Name a clone of a repository that the catalogue lists, a folder of such clones, or single files of them.',
      });
    }
    if (found.isDirectory()) roots.push(...(await rootsIn(place, signal)));
    else files.push(place);
  }
  return files.length === 0 ? roots : [...roots, SourceRoot.ofFiles(files, signal)];
}

async function rootsIn(folder: string, signal?: AbortSignal): Promise<SourceRoot[]> {
  const entries = await readdir(folder).catch(() => []);
  const roots = [SourceRoot.ofFolder(folder, signal)];
  for (const name of entries.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() === true) roots.push(SourceRoot.ofFolder(path, signal));
  }
  return roots;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true;
}
