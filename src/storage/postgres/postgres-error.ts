import { TouchstoneError } from '../../errors.js';
import { DatabaseAwayError, DatabaseUnfitError } from '../database-error.js';

interface Passing {
  readonly codes: RegExp;
  readonly why: string;
  readonly hint: string;
}

const LOOK = 'See whether it runs, and whether this machine may reach it.';

/** Classes and codes of PostgreSQL after which the same question may be answered later. Source: PostgreSQL, appendix A. */
const AWAY: readonly Passing[] = [
  {
    codes: /^53100$/,
    why: 'its disk is full',
    hint: 'Make room there; nothing is lost, the index follows the journals once it can be written again.',
  },
  {
    codes: /^53300$/,
    why: 'it takes no more connections just now',
    hint: 'Raise its max_connections, or close programs that use it; each viewer, run and worker holds a few.',
  },
  {
    codes: /^53[0-9A-Z]{3}$/,
    why: 'it has no room for this just now',
    hint: 'See its log for what it lacks.',
  },
  { codes: /^57P/, why: 'it is being shut down or started', hint: LOOK },
  { codes: /^08/, why: 'the connection broke off', hint: LOOK },
  {
    codes: /^25006$/,
    why: 'it can only be read just now',
    hint: 'It may be a standby that has not taken over yet: name the server that writes.',
  },
  {
    codes: /^(?:3F000|42P01)$/,
    why: 'tables of ours are gone',
    hint: 'They are made anew; the index follows from the journals.',
  },
  { codes: /^(?:40001|40P01|55P03|25P03|57014)$/, why: 'it gave up a question', hint: LOOK },
];

/** What keeps us out until somebody acts, and what to do. */
const UNFIT: Readonly<Record<string, readonly [string, string]>> = {
  '28P01': [
    'it refuses the password',
    'Give the right one in PGPASSWORD, in ~/.pgpass, or in the address; it is never printed.',
  ],
  '28000': ['it does not let this user in', 'See pg_hba.conf of the server.'],
  '3D000': ['it has no such database', 'Make it with `createdb`.'],
  '42501': [
    'this user may not do that there',
    'Let the user create a schema in the database: `grant create on database NAME to USER`.',
  ],
};

/** What went wrong with a PostgreSQL, in the terms of this program. @param shown its address, without password */
export function postgresError(shown: string, error: unknown): Error {
  if (error instanceof TouchstoneError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said = error instanceof Error ? error.message : String(error);
  const unfit = UNFIT[code];
  if (unfit !== undefined) {
    const [why, hint] = unfit;
    return new DatabaseUnfitError(`${shown}: ${why}`, { hint, cause: error });
  }
  if (/client password must be/.test(said)) {
    return new DatabaseUnfitError(`${shown}: it asks for a password, and none was given`, {
      hint: 'Give it in PGPASSWORD or in ~/.pgpass; it is never printed.',
    });
  }
  const away = AWAY.find(({ codes }) => codes.test(code));
  if (away !== undefined || isOfTheWay(code, said)) {
    const { why, hint } = away ?? { why: 'it cannot be reached', hint: LOOK };
    return new DatabaseAwayError(`${shown}: ${why} (${said || code})`, { hint, cause: error });
  }
  return error instanceof Error ? error : new Error(said);
}

/** Whether the connection is what is wrong; its library has no codes for most of that. */
function isOfTheWay(code: string, said: string): boolean {
  return (
    /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|ENOENT)/.test(code) ||
    /connection (?:terminated|ended|error)|timeout|not queryable|client was closed|after calling end/i.test(
      said,
    )
  );
}
