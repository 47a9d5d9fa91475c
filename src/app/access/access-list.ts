import { timingSafeEqual } from 'node:crypto';
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BugError } from '../../errors.js';
import { FileUnreadableError, whyUnreadable } from '../../files/file-errors.js';
import { AUDIT_LIMITS, type AccessUser, type AuditLimits } from '../../formats/access/access-file.js';
import { readAccessFile } from '../../formats/access/read-access-file.js';
import { tokenDigest } from './access-token.js';

/** Milliseconds between two looks at the file while somebody is followed, where the file system says nothing. */
const POLL_MS = 1_000;

/** Print of a file that was not read to its end. */
const UNREAD = '';

interface Known {
  /** Of the file as it was read. */
  readonly print: string;
  readonly users: readonly { readonly user: AccessUser; readonly digest: Buffer }[];
  /** Why it could not be read: nobody may come then. */
  readonly error: Error | null;
}

interface Follower {
  readonly user: AccessUser;
  readonly onGone: () => void;
}

export interface AccessListOptions {
  /**
   * Hears why the file cannot be read, once for each change of it, and null once it can be again. The file is looked at all the
   * time then, also while nobody asks.
   */
  readonly onProblem?: (problem: Error | null) => void;
}

/**
 * The users of a server, as their file is at the time of each question: whoever is removed from it is out at once. Where the file
 * is gone or broken nobody may come.
 */
export class AccessList implements Disposable {
  readonly file: string;
  readonly #followers = new Set<Follower>();
  #known: Known = { print: '', users: [], error: null };
  #auditLimits: AuditLimits = AUDIT_LIMITS;
  #onProblem: ((problem: Error | null) => void) | null = null;
  /** What was told last; null while the file is sound. */
  #problem: string | null = null;
  #reading: Promise<void> | null = null;
  #stopLooking: (() => void) | null = null;

  /** @param file absolute */
  private constructor(file: string) {
    this.file = file;
  }

  /** @throws {DatasetError} where the file cannot be read */
  static async open(file: string, { onProblem }: AccessListOptions = {}): Promise<AccessList> {
    const list = new AccessList(file);
    await list.#users();
    if (onProblem !== undefined) {
      list.#onProblem = onProblem;
      list.#look();
    }
    return list;
  }

  /** How much of the audit log is kept, by the file as it was when it could last be read. */
  get auditLimits(): AuditLimits {
    return this.#auditLimits;
  }

  /** Teams that somebody is of, each once. @throws {DatasetError} where the file cannot be read */
  async teams(): Promise<readonly string[]> {
    const teams = (await this.#users()).flatMap(({ user }) => (user.team === null ? [] : [user.team]));
    return [...new Set(teams)].toSorted();
  }

  /** Whose token it is; null where nobody has it. @throws {DatasetError} where the file cannot be read */
  async userOf(token: string): Promise<AccessUser | null> {
    const given = tokenDigest(token);
    let found: AccessUser | null = null;
    // All of them, however soon one is found: how long it takes says nothing of whose it is.
    for (const { user, digest } of await this.#users()) if (timingSafeEqual(given, digest)) found = user;
    return found;
  }

  /** @throws {DatasetError} where the file cannot be read */
  async named(name: string): Promise<AccessUser | null> {
    return (await this.#users()).find(({ user }) => user.name === name)?.user ?? null;
  }

  /** Calls back once the user is removed, or is another than now: has another token, team or role. Returns what ends that. */
  follow(user: AccessUser, onGone: () => void): () => void {
    const follower = { user, onGone };
    this.#followers.add(follower);
    this.#look();
    // Removed since they were let in.
    if (!this.#includes(user)) queueMicrotask(() => this.#tell(follower));
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#rest();
    };
  }

  [Symbol.dispose](): void {
    this.#followers.clear();
    this.#onProblem = null;
    this.#rest();
  }

  async #users(): Promise<Known['users']> {
    // Again, until what is known is of the file as it is now: somebody may have written it meanwhile.
    for (
      let print = await printOf(this.file);
      this.#known.print !== print;
      print = await printOf(this.file)
    ) {
      await (this.#reading ??= this.#read());
      if (this.#known.print === UNREAD) break;
    }
    if (this.#known.error !== null) throw this.#known.error;
    return this.#known.users;
  }

  async #read(): Promise<void> {
    const print = await printOf(this.file);
    try {
      const { users, audit = AUDIT_LIMITS } = await readAccessFile(this.file);
      this.#auditLimits = audit;
      const known = users.map((user) => ({ user, digest: Buffer.from(user.tokenSha256, 'hex') }));
      this.#known = { print, users: known, error: null };
    } catch (error) {
      // A file that is sound, and could not be read just now, is read again the next time.
      const isOfContent = !(error instanceof FileUnreadableError) || whyUnreadable(error) === 'ENOENT';
      this.#known = { print: isOfContent ? print : UNREAD, users: [], error: asError(error) };
    }
    this.#reading = null;
    this.#say(print);
    for (const follower of this.#followers) if (!this.#includes(follower.user)) this.#tell(follower);
  }

  #say(print: string): void {
    const { error } = this.#known;
    const problem = error === null ? null : `${print} ${error.message}`;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#onProblem?.(error);
  }

  #includes(user: AccessUser): boolean {
    return this.#known.users.some((one) => isDeepStrictEqual(one.user, user));
  }

  #tell(follower: Follower): void {
    if (!this.#followers.delete(follower)) return;
    if (this.#followers.size === 0) this.#rest();
    follower.onGone();
  }

  #look(): void {
    if (this.#stopLooking !== null) return;
    const look = (): void => void this.#users().catch(() => undefined);
    const timer = setInterval(look, POLL_MS).unref();
    let stopWatching = (): void => undefined;
    try {
      // Its folder: a file that is written whole is another one each time.
      const watcher = watch(dirname(this.file), { persistent: false }, look);
      watcher.on('error', () => watcher.close());
      stopWatching = () => watcher.close();
    } catch {
      // Looking each second suffices.
    }
    this.#stopLooking = () => {
      clearInterval(timer);
      stopWatching();
    };
  }

  #rest(): void {
    if (this.#onProblem !== null) return;
    this.#stopLooking?.();
    this.#stopLooking = null;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new BugError('the users cannot be read', { cause: error });
}

/** Another one for every file that was ever there, and for none. */
async function printOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found === null
    ? 'none'
    : `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}
