import { fdatasync, writeSync } from 'node:fs';
import { access, link, open, rename, stat, truncate, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BugError } from '../../../errors.js';
import { encodeLine } from './event-line.js';
import type { EventFileEnd } from './read-events.js';
import { JournalWriteError } from '../run-errors.js';
import { syncDirectory } from '../../../files/sync-directory.js';

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends events to one file: `append` holds an event in memory, `writeSoon` passes what is held to the operating
 * system (it survives the end of this process), `commit` also waits until it is on disk (it survives a power cut). One
 * sync serves everybody who waits at the time, so a thousand episodes at once cost no more syncs than one.
 *
 * After a failed write nothing is accepted any more: what the file then holds is unknown until it is read again.
 */
export class EventFileWriter<E extends { readonly type: string }> implements AsyncDisposable {
  readonly file: string;
  readonly #handle: FileHandle;
  #sequence: number;
  #held: string[] = [];
  #waiting: Waiting | null = null;
  #syncing: Promise<void> | null = null;
  #failure: JournalWriteError | null = null;
  #closed = false;
  #syncs = 0;
  #isWriting = false;
  /** Whether something was appended since the last sync. */
  #isBehind = false;

  private constructor(file: string, handle: FileHandle, sequence: number) {
    this.file = file;
    this.#handle = handle;
    this.#sequence = sequence;
  }

  /**
   * Makes a file that must not exist yet, with its first event, and others that belong to its beginning. It appears under its
   * name only once these are on disk, so that a file that is there has begun.
   */
  static async create<E extends { readonly type: string }>(
    file: string,
    first: E,
    others: readonly E[] = [],
  ): Promise<EventFileWriter<E>> {
    const draft = `${file}.${process.pid}.new`;
    try {
      const writer = new EventFileWriter<E>(file, await open(draft, 'w'), 0);
      try {
        for (const event of [first, ...others]) writer.append(event);
        await writer.commit();
        await nameIt(draft, file);
        await syncDirectory(dirname(file));
        return writer;
      } catch (error) {
        await writer.close();
        await unlink(draft);
        throw error;
      }
    } catch (error) {
      throw error instanceof JournalWriteError ? error : new JournalWriteError(file, error);
    }
  }

  /** Continues a file after its last good line; anything after that is cut off. */
  static async continue<E extends { readonly type: string }>(
    file: string,
    end: Pick<EventFileEnd, 'goodBytes' | 'tornBytes' | 'lines'>,
  ): Promise<EventFileWriter<E>> {
    try {
      if (end.tornBytes > 0) await truncate(file, end.goodBytes);
      return new EventFileWriter<E>(file, await open(file, 'a'), end.lines);
    } catch (error) {
      throw new JournalWriteError(file, error);
    }
  }

  /** Syncs so far, for measurements. */
  get syncs(): number {
    return this.#syncs;
  }

  /**
   * Whether the file is still under its name: the operating system goes on writing to one that was removed or replaced, and
   * says nothing.
   */
  async isStillThere(): Promise<boolean> {
    const [named, held] = await Promise.all([
      stat(this.file, { bigint: true }).catch(() => null),
      this.#handle.stat({ bigint: true }),
    ]);
    return named !== null && named.ino === held.ino && named.dev === held.dev;
  }

  /** @throws {JournalWriteError} when an earlier write failed. */
  append(event: E): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#closed) throw new BugError(`${this.file} was closed before the last event`);
    this.#held.push(encodeLine(event, this.#sequence));
    this.#sequence += 1;
    this.#isBehind = true;
  }

  /** Writes what is held at the end of this round of the event loop; a failure shows at the next call. */
  writeSoon(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    setImmediate(() => {
      this.#isWriting = false;
      try {
        if (this.#failure === null && !this.#closed) this.#write();
      } catch {
        // Kept as the writer's failure.
      }
    });
  }

  /** Resolves when everything appended so far is on disk. Rejects with {@link JournalWriteError}. */
  commit(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#waiting ??= newWaiting();
    const { promise } = this.#waiting;
    this.#syncing ??= this.#syncUntilDone();
    return promise;
  }

  /** Commits and closes. Doing it twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      if (this.#failure === null && this.#isBehind) await this.commit();
      await this.#syncing;
    } finally {
      await this.#handle.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #write(): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#held.length === 0) return;
    const bytes = Buffer.from(this.#held.join(''));
    this.#held = [];
    try {
      for (let from = 0; from < bytes.length;) from += writeSync(this.#handle.fd, bytes, from);
    } catch (error) {
      this.#failure = new JournalWriteError(this.file, error);
      throw this.#failure;
    }
  }

  async #syncUntilDone(): Promise<void> {
    // Never rejects: each waiting caller gets the error through its own promise.
    while (this.#waiting !== null) {
      // Everybody whose turn it is in this round of the event loop gets to append first.
      await new Promise((resolve) => setImmediate(resolve));
      const waiting: Waiting = this.#waiting;
      this.#waiting = null;
      try {
        this.#write();
        this.#isBehind = false;
        await sync(this.#handle.fd);
        this.#syncs += 1;
        waiting.resolve();
      } catch (error) {
        this.#failure ??= new JournalWriteError(this.file, error);
        waiting.reject(this.#failure);
      }
    }
    this.#syncing = null;
  }
}

/** Gives the draft its name unless that is taken. */
async function nameIt(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await unlink(draft);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error;
    // A file system without hard links.
    const isTaken = await access(file).then(
      () => true,
      () => false,
    );
    if (isTaken) throw error;
    await rename(draft, file);
  }
}

function newWaiting(): Waiting {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function sync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
