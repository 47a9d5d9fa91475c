import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readdir, rename, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { JournalWriteError, RunLockedError } from './run-errors.js';

const LOCK_FILE = 'lock';
/** The drafts of locks have a token behind a dot. */
const LOCK_NAME = /^lock(?:-[^.]+)?$/;
/** A lock is one line of a hundred characters or so. */
const MAX_LOCK_BYTES = 64 * 1024;

const LockSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /**
   * Start of the process, in clock ticks since boot, where the system gives it; distinguishes a reused pid from the old
   * one.
   */
  started: z.string().nullable(),
  token: z.string(),
});
type Lock = z.infer<typeof LockSchema>;

export interface RunLockOptions {
  /** Name of the writer whose journal it is the right to; null for the one writer of a run. */
  readonly writer?: string | null;
  /** How a second name is given to a file, where that is not for the file system to say. */
  readonly hardLink?: typeof link;
}

/**
 * The right to write a run's journal, held by one process at a time. A lock left by a process of this machine that no longer runs
 * is taken over; one of another machine cannot be judged and is refused.
 */
export class RunLock implements AsyncDisposable {
  readonly #file: string;
  readonly #token: string;
  #released = false;

  private constructor(file: string, token: string) {
    this.#file = file;
    this.#token = token;
  }

  /**
   * @throws {RunLockedError} when another process holds it
   * @throws {JournalWriteError} when the folder cannot be written
   */
  static async acquire(
    directory: string,
    { writer = null, hardLink = link }: RunLockOptions = {},
  ): Promise<RunLock> {
    const file = join(directory, writer === null ? LOCK_FILE : `${LOCK_FILE}-${writer}`);
    try {
      return await RunLock.#take(file, hardLink);
    } catch (error) {
      throw error instanceof RunLockedError ? error : new JournalWriteError(file, error);
    }
  }

  static async #take(file: string, hardLink: typeof link): Promise<RunLock> {
    const token = randomUUID();
    const lock: Lock = {
      pid: process.pid,
      host: hostname(),
      started: processStatus(process.pid)?.started ?? null,
      token,
    };
    // The second try follows the removal of a stale lock; a third means that somebody else was faster.
    for (let tries = 0; tries < 3; tries += 1) {
      if (await createWith(file, JSON.stringify(lock), token, hardLink)) return new RunLock(file, token);
      await removeIfStale(file, token);
    }
    throw locked(file, 'another process takes it at this moment');
  }

  /** Gives the lock back. Doing it twice is harmless. */
  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    const lock = await readLock(this.#file);
    if (lock !== null && lock !== 'unreadable' && lock.token === this.#token) await unlinkIfThere(this.#file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

/** Whether some process writes the run now; null where that cannot be told from here. */
export async function isBeingWritten(directory: string): Promise<boolean | null> {
  let isUnknown = false;
  for (const name of await readdir(directory)) {
    if (!LOCK_NAME.test(name)) continue;
    const lock = await readLock(join(directory, name));
    if (lock === null) continue;
    if (lock === 'unreadable' || lock.host !== hostname()) isUnknown = true;
    else if (isRunning(lock)) return true;
  }
  return isUnknown ? null : false;
}

/** Which process holds the lock of a writer; null where none that runs does. A lock of another machine counts as held. */
export async function lockHolder(
  directory: string,
  writer: string,
): Promise<{ readonly pid: number; readonly host: string } | null> {
  const lock = await readLock(join(directory, `${LOCK_FILE}-${writer}`));
  if (lock === null || lock === 'unreadable') return null;
  const { pid, host } = lock;
  return host !== hostname() || isRunning(lock) ? { pid, host } : null;
}

/** A process of this machine that writes a run. */
export interface WriterHere {
  readonly pid: number;
  /** As of {@link RunLockOptions}. */
  readonly writer: string | null;
}

/**
 * Processes of this machine that write a run now, by the locks that they hold. A lock that does not say when its process
 * started is believed only where the system does not tell either: it may have been put there for a process that never wrote.
 */
export async function writersHere(directory: string): Promise<readonly WriterHere[]> {
  const found: WriterHere[] = [];
  for (const name of await readdir(directory)) {
    if (!LOCK_NAME.test(name)) continue;
    const lock = await readLock(join(directory, name));
    if (lock === null || lock === 'unreadable' || lock.host !== hostname()) continue;
    const started = processStatus(lock.pid)?.started ?? null;
    if (!isRunning(lock) || (started !== null && started !== lock.started)) continue;
    found.push({ pid: lock.pid, writer: name === LOCK_FILE ? null : name.slice(LOCK_FILE.length + 1) });
  }
  return found;
}

/** Creates the file with its content in one motion, so that nobody reads half a lock; false when it is there already. */
async function createWith(
  file: string,
  content: string,
  token: string,
  hardLink: typeof link,
): Promise<boolean> {
  const draft = `${file}.${token}`;
  try {
    await writeFile(draft, content, { flush: true });
    await hardLink(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errorCode(error))) throw error;
  } finally {
    await unlinkIfThere(draft);
  }
  let handle: FileHandle;
  try {
    handle = await open(file, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await handle.writeFile(content);
    await handle.sync();
    return true;
  } catch (error) {
    // On a full disk an empty lock of an unknown owner would stay.
    await unlinkIfThere(file);
    throw error;
  } finally {
    await handle.close();
  }
}

/** What file systems without hard links answer. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL']);

async function removeIfStale(file: string, token: string): Promise<void> {
  const lock = await readLock(file);
  if (lock === null) return;
  if (lock === 'unreadable') throw locked(file, 'the lock cannot be read');
  if (lock.host !== hostname()) throw locked(file, `process ${lock.pid} on ${lock.host} holds it`);
  if (isRunning(lock)) throw locked(file, `process ${lock.pid} writes it`);
  // Moved away first and read again: what was moved may be the lock of a process that was faster.
  const moved = `${file}.${token}.stale`;
  try {
    await rename(file, moved);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const found = await readLock(moved);
  const isOther = found !== null && found !== 'unreadable' && found.token !== lock.token;
  if (isOther) await link(moved, file).catch(() => undefined);
  await unlinkIfThere(moved);
  if (isOther) throw locked(file, `process ${found.pid} writes it`);
}

async function readLock(file: string): Promise<Lock | 'unreadable' | null> {
  let text: string;
  try {
    text = (await readBytes(file, { maxBytes: MAX_LOCK_BYTES })).toString('utf8');
  } catch (error) {
    if (error instanceof Error && errorCode(error.cause) === 'ENOENT') return null;
    // A pipe, or more than any lock holds: nobody's of ours, and not to be removed.
    if (error instanceof DatasetError) return 'unreadable';
    throw error;
  }
  try {
    const parsed = LockSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isRunning(lock: Lock): boolean {
  try {
    process.kill(lock.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if (errorCode(error) === 'ESRCH') return false;
  }
  const found = processStatus(lock.pid);
  // Killed, and not yet collected by its parent: it writes nothing any more.
  if (found !== null && ENDED.has(found.state)) return false;
  const started = found?.started ?? null;
  return lock.started === null || started === null || started === lock.started;
}

/** States of `/proc/PID/stat` in which a process has ended: zombie, dead. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X', 'x']);

/**
 * State of a process as one letter, and its start in clock ticks since boot; null where the system does not say.
 *
 * Source: proc_pid_stat(5), fields 3 and 22.
 */
function processStatus(pid: number): { readonly state: string; readonly started: string | null } | null {
  try {
    // The command name in brackets may hold spaces; what counts comes after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? null };
  } catch {
    return null;
  }
}

async function unlinkIfThere(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function locked(file: string, why: string): RunLockedError {
  return new RunLockedError(`The run is being written: ${why}`, {
    place: { file },
    hint: 'Wait for that process or stop it; if none is left, delete the lock file.',
  });
}
