import { UserError } from '../../errors.js';

/** Where a PostgreSQL is. */
export interface PostgresAddress {
  /** As it was given, with a password where one is in it. */
  readonly url: string;
  /** The same for people: without password and settings. */
  readonly shown: string;
}

/** Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. What cannot be read is not repeated. @throws {UserError} */
export function parsePostgresAddress(url: string): PostgresAddress {
  if (!URL.canParse(url)) throw refused();
  const parsed = new URL(url);
  if (parsed.protocol !== 'postgres:' && parsed.protocol !== 'postgresql:') throw refused();
  const user = parsed.username === '' ? '' : `${parsed.username}@`;
  return { url, shown: `postgres://${user}${parsed.host}${parsed.pathname}` };
}

function refused(): UserError {
  return new UserError('that is no address of a PostgreSQL', {
    hint: 'Write postgres://USER@HOST:PORT/DATABASE; the password may be in PGPASSWORD or in ~/.pgpass.',
  });
}
