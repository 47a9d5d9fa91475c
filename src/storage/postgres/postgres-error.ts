import { TouchstoneError } from '../../errors.js';
import { DatabaseAwayError, DatabaseUnfitError } from '../database-error.js';

/** Classes and codes of PostgreSQL after which the same question may be answered later. Source: PostgreSQL, appendix A. */
const AWAY: readonly (readonly [RegExp, string])[] = [
  [/^53100$/, 'its disk is full'],
  [/^53[0-9A-Z]{3}$/, 'it has no room for this just now'],
  [/^57P/, 'it is being shut down or started'],
  [/^08/, 'the connection broke off'],
  [/^(?:40001|40P01|55P03|25P03|57014)$/, 'it gave up a question'],
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
  const away = AWAY.find(([pattern]) => pattern.test(code));
  if (away !== undefined || isOfTheWay(code, said)) {
    const why = away?.[1] ?? 'it cannot be reached';
    return new DatabaseAwayError(`${shown}: ${why} (${said || code})`, {
      hint: 'See whether it runs, and whether this machine may reach it.',
      cause: error,
    });
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
