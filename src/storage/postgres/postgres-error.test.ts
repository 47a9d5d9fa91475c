import { expect, it } from 'vitest';
import { DatabaseAwayError } from '../database-error.js';
import { postgresError } from './postgres-error.js';

const AT = 'postgres://bench@db/touchstone';

function failed(code: string): Error {
  return Object.assign(new Error('as the server says it'), { code });
}

it.each([
  ['53100', 'its disk is full', 'Make room there'],
  ['53200', 'it has no room for this just now', 'See its log'],
  ['53300', 'it takes no more connections just now', 'max_connections'],
  ['57P03', 'it is being shut down or started', 'See whether it runs'],
  ['08006', 'the connection broke off', 'See whether it runs'],
  ['25006', 'it can only be read just now', 'standby'],
  ['42P01', 'tables of ours are gone', 'made anew'],
  ['ECONNREFUSED', 'it cannot be reached', 'See whether it runs'],
])('may be asked again after %s', (code, why, hint) => {
  expect(postgresError(AT, failed(code))).toMatchObject({
    code: 'DATABASE_AWAY',
    fault: 'environment',
    retryable: true,
    message: `${AT}: ${why} (as the server says it)`,
    hint: expect.stringContaining(hint) as unknown,
  });
});

it.each([
  ['28P01', 'it refuses the password', 'PGPASSWORD'],
  ['28000', 'it does not let this user in', 'pg_hba.conf'],
  ['3D000', 'it has no such database', 'createdb'],
  ['42501', 'this user may not do that there', 'grant create'],
])('is of no use after %s until somebody acts', (code, why, hint) => {
  expect(postgresError(AT, failed(code))).toMatchObject({
    code: 'DATABASE_UNFIT',
    fault: 'user',
    message: `${AT}: ${why}`,
    hint: expect.stringContaining(hint) as unknown,
  });
});

it('leaves what it does not know, and what has been said already, as it is', () => {
  const bug = failed('22P02');
  expect(postgresError(AT, bug)).toBe(bug);
  const said = new DatabaseAwayError('away');
  expect(postgresError(AT, said)).toBe(said);
});
