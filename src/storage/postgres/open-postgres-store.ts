import { sql, type Kysely } from 'kysely';
import type { Client } from 'pg';
import type { RunStore } from '../run-store.js';
import type { ListingSyntax } from '../tables/list-episodes.js';
import { SqlRunStore } from '../tables/sql-run-store.js';
import type { Tables } from '../tables/tables.js';
import { CONTENT_MARK, requireSameContent } from './content-mark.js';
import { postgresError } from './postgres-error.js';
import { databaseOver, PostgresServer } from './postgres-server.js';
import { SingleConnection } from './single-connection.js';
import { textOfStored } from '../tables/stored-text.js';

/** On which changes of the index are told; what is said is the name of the folder. */
const CHANNEL = 'touchstone_index';

/** The index of one folder in a PostgreSQL, as this process has it open. */
export interface PostgresStore {
  readonly store: RunStore;
  /** Whether this process writes it. Of a folder one does at a time; when it is gone, the next who opens it. */
  readonly isWriter: boolean;
  /** Address of the database, without password. */
  readonly place: string;
  /** Whether what makes it live still is: the right to write, and being told. */
  readonly isConnected: () => boolean;
  /** Calls back when anybody has changed what is kept of the folder. */
  readonly listen: (onChange: () => void) => void;
}

/**
 * Opens the index of a folder.
 *
 * @param folder names it in that database, equal on every machine
 * @throws {DatabaseAwayError | UserError} where the database cannot be used
 */
export async function openPostgresStore(url: string, folder: string): Promise<PostgresStore> {
  const server = await PostgresServer.open(url);
  const { shown } = server;
  try {
    const client = await server.connectAlone();
    const connection = new SingleConnection(client);
    const isWriter = await takeTurn(client, folder);
    const listeners = new Set<() => void>();
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL && payload === folder) for (const onChange of listeners) onChange();
    });
    // Not while the connection writes: what is told there is told by the one who wrote.
    await client.query(`listen ${CHANNEL}`);
    // The tables of the index are some of those that are there.
    const reading = server.database as unknown as Kysely<Tables>;
    const writing = isWriter
      ? (databaseOver({
          connect: () => connection.connect(),
          end: async () => undefined,
        }) as unknown as Kysely<Tables>)
      : reading;
    const store = new SqlRunStore({
      place: shown,
      folder,
      reading,
      writing,
      listing: LISTING,
      atOneMoment: (database) =>
        database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
      tell: async (database) => {
        const { rows } = await sql<{ mark: string | null }>`
          select pg_notify(${CHANNEL}, ${folder}), ${CONTENT_MARK} as mark`.execute(database);
        requireSameContent(rows[0]?.mark, shown);
      },
      errorOf: (error) => postgresError(shown, error),
      close: () => server[Symbol.asyncDispose](),
    });
    return {
      store,
      isWriter,
      place: shown,
      isConnected: () => !connection.isBroken,
      listen: (onChange) => void listeners.add(onChange),
    };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw postgresError(shown, error);
  }
}

/** Takes the right to write the folder's index, which ends with the connection. */
async function takeTurn(client: Client, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [`touchstone index ${folder}`],
  );
  return rows[0]?.taken === true;
}

const LISTING: ListingSyntax = {
  collected: (column) => sql<string>`coalesce(json_agg(${column}), '[]')::text`,
  textOf: textOfStored,
};
