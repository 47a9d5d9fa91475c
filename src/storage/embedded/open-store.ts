import { rm } from 'node:fs/promises';
import Database from 'libsql';
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from 'kysely';
import { StoreBrokenError, StoreOlderError, StoreUnmadeError } from '../store-broken-error.js';
import { StoreNewerError } from '../store-newer-error.js';
import type { RunStore } from '../run-store.js';
import { CONTENT_VERSION } from '../tables/content-version.js';
import type { ListingSyntax } from '../tables/list-episodes.js';
import { storedText, textOfStored } from '../tables/stored-text.js';
import { SqlRunStore } from '../tables/sql-run-store.js';
import type { Tables } from '../tables/tables.js';
import { createTables } from './create-tables.js';

/** Milliseconds that one process waits for another that is writing; each writing takes a few. */
const BUSY_MS = 5000;

export interface OpenStoreOptions {
  /** Whether this process writes the index: it makes one that is not there, and replaces one that it cannot read. */
  readonly isWriter: boolean;
  /** Nothing of what is there is kept; only for the process that writes. */
  readonly isAnew?: boolean;
}

/**
 * Opens the index in a file; its folder is there.
 *
 * @throws {StoreBrokenError} where it cannot be read and this process does not write it; of those `StoreOlderError` where that is
 *   because an older version made it
 * @throws {StoreNewerError} where a newer version made it; it is left as it is
 */
export async function openEmbeddedStore(
  file: string,
  { isWriter, isAnew = false }: OpenStoreOptions,
): Promise<RunStore> {
  try {
    const store = await openAsItIs(file, isWriter);
    if (!isAnew || !isWriter) return store;
    await store[Symbol.asyncDispose]();
  } catch (error) {
    if (error instanceof StoreNewerError) throw error;
    if (!isWriter || isBusy(error)) throw StoreBrokenError.of(file, error);
  }
  // Everything in it can be read again: what is wrong with it does not matter.
  CHECKED.delete(file);
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true });
  try {
    return await openAsItIs(file, isWriter);
  } catch (error) {
    throw StoreBrokenError.of(file, error);
  }
}

const LISTING: ListingSyntax = {
  collected: (column, isExact) =>
    // JSON of the database would round to 15 digits.
    isExact
      ? sql<string>`json_group_array(case when ${column} is null then null else printf('%!.17g', ${column}) end)`
      : sql<string>`json_group_array(${column})`,
  textOf: textOfStored,
};

async function openAsItIs(file: string, isWriter: boolean): Promise<RunStore> {
  const raw = new Database(file, { timeout: BUSY_MS });
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: exactTexts(raw) }) });
  try {
    await sql`pragma journal_mode = wal`.execute(database);
    await sql`pragma synchronous = normal`.execute(database);
    if (!(await hasTables(database))) {
      if (!isWriter) {
        throw new StoreUnmadeError('The index has not been made yet', {
          place: { file },
          hint: 'Try again in a moment.',
        });
      }
      await database.transaction().execute(createTables);
    }
    const found = await database.selectFrom('meta').select('value').where('key', '=', 'schema').execute();
    requireKnown(file, Number(found[0]?.value));
    if (isWriter && !CHECKED.has(file)) {
      await requireWhole(database);
      CHECKED.add(file);
    }
    return new SqlRunStore({
      place: file,
      folder: '',
      reading: database,
      writing: database,
      listing: LISTING,
      transact,
      errorOf: (error) => {
        CHECKED.delete(file);
        return StoreBrokenError.of(file, error);
      },
      close: () => database.destroy(),
    });
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** @throws {StoreNewerError | StoreOlderError} for another version than this one's */
function requireKnown(file: string, found: number): void {
  if (found === CONTENT_VERSION) return;
  if (found > CONTENT_VERSION) throw StoreNewerError.of(file, { found, known: CONTENT_VERSION });
  throw new StoreOlderError(`The index is of an older format (${found})`, {
    place: { file },
    hint: 'It is made once more by whoever keeps it; end programs of the older version that do.',
  });
}

/** Files that this process has read through, and that have not failed since: that takes long, and stops everything else meanwhile. */
const CHECKED = new Set<string>();

/** Begun as a writer: one that reads first is refused at once, not made to wait, when another process writes in between. */
function transact<T>(
  database: Kysely<Tables>,
  write: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      const value = await write(connection);
      await sql`commit`.execute(connection);
      return value;
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/** The same database, which stores any text. */
function exactTexts(raw: Database.Database): SqliteDatabase {
  const stored = (values: readonly unknown[]): unknown[] =>
    values.map((value) => (typeof value === 'string' ? storedText(value) : value));
  const given = (row: unknown): unknown => {
    // Rows are plain objects by the names of columns.
    const values = row as Record<string, unknown>;
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') values[name] = textOfStored(value);
    }
    return values;
  };
  return {
    close: () => void raw.close(),
    prepare: (text) => {
      const statement = raw.prepare(text);
      return {
        reader: statement.reader,
        all: (values) => statement.all(stored(values)).map(given),
        run: (values) => statement.run(stored(values)),
        iterate: (values) => statement.iterate(stored(values)),
      };
    },
  };
}

async function hasTables(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select name from sqlite_master limit 1`.execute(database);
  return rows.length > 0;
}

async function requireWhole(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`pragma quick_check(1)`.execute(database);
  const [answer] = rows.map((row) => Object.values(row)[0]);
  if (answer !== 'ok') throw new Error(String(answer));
}

/** Somebody else is at it for longer than one waits; what is in it may be sound. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:BUSY|LOCKED)/.test(String(error.code));
}
