import { randomUUID } from 'node:crypto';
import { access, open, rename, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { sha256 } from './canonical-json.js';
import { Sha256Schema } from './journal/event.js';
import { JournalWriteError, StoredFileError } from './run-errors.js';
import { makeDirectory, syncDirectory } from './journal/sync-directory.js';

/** Pictures and UI hierarchies of a run, one file per content: `files/<first two digits>/<SHA-256>`. */
export class FileStore {
  readonly #directory: string;
  readonly #known = new Map<string, Promise<void>>();

  constructor(runDirectory: string) {
    this.#directory = join(runDirectory, 'files');
  }

  /**
   * Keeps the bytes, once however often they come; on disk when it resolves. Returns their SHA-256.
   *
   * @throws {JournalWriteError} when they cannot be kept
   */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes);
    let writing = this.#known.get(hash);
    if (writing === undefined) {
      writing = this.#write(hash, bytes).catch((error: unknown) => {
        throw new JournalWriteError(this.#path(hash), error);
      });
      this.#known.set(hash, writing);
      writing.catch(() => this.#known.delete(hash));
    }
    await writing;
    return hash;
  }

  /** @throws {StoredFileError} when the file is missing or its content does not match the hash in its name. */
  async get(hash: string): Promise<Uint8Array> {
    const file = this.#path(hash);
    let bytes: Buffer;
    try {
      bytes = await readBytes(file, { maxBytes: FILE_LIMITS.picture, within: this.#directory });
    } catch (error) {
      throw new StoredFileError('A file of the run cannot be read', {
        cause: error,
        place: { file },
        hint: 'Copy run folders as a whole, `files/` included.',
      });
    }
    if (sha256(bytes) !== hash) {
      throw new StoredFileError('The file does not have the content its name promises', {
        place: { file },
        hint: 'Restore it from a copy.',
      });
    }
    return bytes;
  }

  /** Absolute path of a kept file. @throws {StoredFileError} for what is no hash */
  locate(hash: string): string {
    return resolve(this.#path(hash));
  }

  #path(hash: string): string {
    if (!Sha256Schema.safeParse(hash).success) {
      throw new StoredFileError(`${JSON.stringify(hash)} is no SHA-256`, {
        hint: 'Restore the run from a copy.',
      });
    }
    return join(this.#directory, hash.slice(0, 2), hash);
  }

  async #write(hash: string, bytes: Uint8Array): Promise<void> {
    const file = this.#path(hash);
    const directory = join(this.#directory, hash.slice(0, 2));
    if (await exists(file)) return;
    await makeDirectory(directory);
    const draft = `${file}.${randomUUID()}`;
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } catch (error) {
      await unlink(draft).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
    // The name appears only once the content is on disk, so that a file that is there is whole.
    await rename(draft, file);
    await syncDirectory(directory);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
