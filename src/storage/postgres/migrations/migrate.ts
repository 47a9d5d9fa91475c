import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { DatabaseUnfitError } from '../../database-error.js';
import type { PostgresTables } from '../postgres-tables.js';
import { LISTINGS } from './0005-listings.js';
import { TASKS } from './0004-tasks.js';
import { CONTENT } from './0003-content.js';
import { DEVICES } from './0002-devices.js';
import { INDEX } from './0001-index.js';

/** In this order; one that was published is never changed, only followed by another. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-index': migration(INDEX),
  '0002-devices': migration(DEVICES),
  '0003-content': migration(CONTENT),
  '0004-tasks': migration(TASKS),
  '0005-listings': migration(LISTINGS),
};
const TABLES = {
  migrationTableSchema: 'touchstone',
  migrationTableName: 'migrations',
  migrationLockTableName: 'migration_lock',
};

/** Makes the tables, or brings them up to date. @throws {DatabaseUnfitError} where a newer version has made them */
export async function migrate(database: Kysely<PostgresTables>, shown: string): Promise<void> {
  const migrator = new Migrator({
    db: database.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    ...TABLES,
  });
  // Asked without a lock first: most who open it find all of it there, and some may only read.
  const known = await doneBefore(database);
  if (Object.keys(MIGRATIONS).every((name) => known.includes(name)) || known.some(isNewer)) {
    if (!known.some(isNewer)) return;
    throw new DatabaseUnfitError(`${shown} was set up by a newer version of Touchstone`, {
      hint: 'Use that version, or another database.',
    });
  }
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Two who make the schema at once: the one who came second finds it made.
  if (!isAlreadyThere(error)) throw error;
  const again = await migrator.migrateToLatest();
  if (again.error !== undefined) throw again.error;
}

async function doneBefore(database: Kysely<PostgresTables>): Promise<readonly string[]> {
  const { rows: there } = await sql<{ name: string | null }>`
    select to_regclass('touchstone.migrations')::text as name`.execute(database);
  if (there[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from touchstone.migrations`.execute(database);
  return rows.map(({ name }) => name);
}

function isAlreadyThere(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['23505', '42P06', '42P07'].includes(String(error.code))
  );
}

function isNewer(name: string): boolean {
  return !(name in MIGRATIONS);
}

function migration(statements: string): Migration {
  return { up: async (database) => void (await sql.raw(statements).execute(database)) };
}
