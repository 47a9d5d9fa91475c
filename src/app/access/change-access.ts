import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AccessRole } from '../../domain/access/access-role.js';
import { UserError } from '../../errors.js';
import { FileWriteError } from '../../files/file-write-error.js';
import { isThere } from '../../files/is-there.js';
import {
  AccessUserSchema,
  AUDIT_LIMITS,
  TeamNameSchema,
  UserNameSchema,
  type AccessFile,
  type AccessUser,
} from '../../formats/access/access-file.js';
import type { AuditLine } from '../../formats/access/audit-line.js';
import { readAccessFile, writeAccessFile } from '../../formats/access/read-access-file.js';
import { JournalWriteError, RunLockedError } from '../../formats/run/run-errors.js';
import { RunLock } from '../../formats/run/run-lock.js';
import { newToken, tokenDigest } from './access-token.js';
import { auditFile, AuditLog } from './audit-log.js';

/** A user with the token, which is nowhere else. */
export interface TokenOfUser {
  readonly user: AccessUser;
  readonly token: string;
}

/** Somebody who is to be let in. */
export interface NewUser {
  readonly name: string;
  readonly role: AccessRole;
  /** Null for an operator. */
  readonly team: string | null;
}

interface ChangeOptions {
  readonly now?: () => Date;
}

type Action = Extract<AuditLine, { type: 'access' }>['action'];

const LOCK = 'access';
const TRIES = 40;
const RETRY_MS = 50;

/**
 * Lets somebody in; makes the file where there is none.
 *
 * @param file absolute
 * @throws {UserError} for a name that does not fit or is taken, and for a role without its team
 * @throws {DatasetError} where the file cannot be read; {FileWriteError | AuditLogError} where it or the audit log cannot be written
 */
export async function addUser(
  file: string,
  { name, role, team }: NewUser,
  options: ChangeOptions = {},
): Promise<TokenOfUser> {
  requireName(UserNameSchema, name, 'the user');
  if (team !== null) requireName(TeamNameSchema, team, 'the team');
  if ((role === 'operator') !== (team === null)) {
    throw new UserError(role === 'operator' ? 'an operator is of no team' : `a ${role} is of a team`, {
      hint: role === 'operator' ? 'Leave --team out.' : 'Name it with --team.',
    });
  }
  return await change(file, 'add', options, (users, now) => {
    if (users.some((user) => user.name === name)) {
      throw new UserError(`there is a user ${name} already`, {
        hint: '`touchstone access renew` gives them another token.',
      });
    }
    const token = newToken();
    const since = now.toISOString();
    const tokenSha256 = tokenDigest(token).toString('hex');
    const user = AccessUserSchema.parse({ name, role, team, tokenSha256, since });
    return { users: [...users, user], result: { user, token } };
  });
}

/** Gives somebody another token; the one before holds no longer. @throws as `addUser` */
export async function renewUser(
  file: string,
  name: string,
  options: ChangeOptions = {},
): Promise<TokenOfUser> {
  return await change(file, 'renew', options, (users, now) => {
    const token = newToken();
    const tokenSha256 = tokenDigest(token).toString('hex');
    const user = { ...requireUser(users, name, file), tokenSha256, since: now.toISOString() };
    return { users: users.map((one) => (one.name === name ? user : one)), result: { user, token } };
  });
}

/** Lets somebody in no more. @throws as `addUser` */
export async function removeUser(
  file: string,
  name: string,
  options: ChangeOptions = {},
): Promise<{ readonly user: AccessUser }> {
  return await change(file, 'remove', options, (users) => {
    const user = requireUser(users, name, file);
    return { users: users.filter((one) => one !== user), result: { user } };
  });
}

function requireUser(users: readonly AccessUser[], name: string, file: string): AccessUser {
  const found = users.find((user) => user.name === name);
  if (found !== undefined) return found;
  throw new UserError(`there is no user ${JSON.stringify(name)}`, {
    place: { file },
    hint: '`touchstone access list` shows them.',
  });
}

function requireName(schema: typeof UserNameSchema, name: string, whose: string): void {
  const { error } = schema.safeParse(name);
  if (error === undefined) return;
  throw new UserError(`the name of ${whose} does not fit: ${error.issues[0]?.message ?? ''}`);
}

/** Reads, changes and writes the file, one who does at a time; written down before it holds. */
async function change<T extends { readonly user: AccessUser }>(
  file: string,
  action: Action,
  { now = () => new Date() }: ChangeOptions,
  make: (
    users: readonly AccessUser[],
    now: Date,
  ) => { readonly users: readonly AccessUser[]; readonly result: T },
): Promise<T> {
  await using _lock = await lock(file);
  const mayBeNew = action === 'add' && !(await isThere(file));
  const before: AccessFile = mayBeNew ? { formatVersion: 1, users: [] } : await readAccessFile(file);
  const { users, result } = make(before.users, now());
  const { name, role, team } = result.user;
  const limits = before.audit ?? AUDIT_LIMITS;
  await new AuditLog(auditFile(file), { now, limits: () => limits }).write({
    type: 'access',
    action,
    user: name,
    role,
    team,
    by: accountName(),
  });
  await writeAccessFile(file, { ...before, users }).catch((error: unknown) => {
    throw new FileWriteError(file, error);
  });
  return result;
}

async function lock(file: string): Promise<AsyncDisposable> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await RunLock.acquire(dirname(file), { writer: LOCK });
    } catch (error) {
      if (error instanceof JournalWriteError) throw new FileWriteError(file, error.cause);
      if (!(error instanceof RunLockedError)) throw error;
      if (tries === TRIES) {
        throw new UserError('another process is changing the users', { place: { file }, cause: error });
      }
      await wait(RETRY_MS);
    }
  }
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return String(process.getuid?.() ?? 'unknown');
  }
}
