import type * as pg from 'pg';
import type { Client, ClientConfig, Pool } from 'pg';
import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely';
import { UserError } from '../../errors.js';
import { DatabaseUnfitError } from '../database-error.js';
import { requireContent } from './content-mark.js';
import { migrate } from './migrations/migrate.js';
import { parsePostgresAddress } from './postgres-address.js';
import { postgresError } from './postgres-error.js';
import type { PostgresTables } from './postgres-tables.js';
import { storedText, textOfStored } from '../tables/stored-text.js';

/** All that is kept in a PostgreSQL is in a schema of this name. */
export const SCHEMA = 'touchstone';

/** Oldest version that works: floats to the last bit, keep-alive by the session. */
const OLDEST = 130_000;
const CONNECT_MS = 5000;
const QUERY_MS = 30_000;
const CLOSE_MS = 2000;
const MOST_READERS = 4;

type Driver = Pick<typeof pg, 'Client' | 'Pool' | 'types'>;

/** A PostgreSQL that this process has open. */
export class PostgresServer implements AsyncDisposable {
  /** Address without password. */
  readonly shown: string;
  readonly database: Kysely<PostgresTables>;
  readonly #driver: Driver;
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #alone = new Set<Client>();

  private constructor(driver: Driver, shown: string, config: ClientConfig) {
    this.shown = shown;
    this.#driver = driver;
    this.#config = config;
    this.#pool = new driver.Pool({ ...config, max: MOST_READERS, idleTimeoutMillis: 30_000 });
    // A connection that nobody uses just now broke off: the next question gets another one.
    this.#pool.on('error', () => undefined);
    // As may one that somebody has between two questions, which the pool then does not hear of: the next question fails.
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    const pool = this.#pool;
    this.database = databaseOver({
      connect: async () => exactTexts(await pool.connect()),
      end: () => within(pool.end()),
    });
  }

  /**
   * Connects, and makes or brings up to date the tables there.
   *
   * @throws {DatabaseAwayError} where it cannot be reached
   * @throws {UserError} where it does not let us in, is too old, or the driver is not installed
   */
  static async open(url: string): Promise<PostgresServer> {
    const { shown } = parsePostgresAddress(url);
    const driver = await loadDriver();
    const { builtins, getTypeParser } = driver.types;
    // Whole numbers of 64 bits and decimals would be texts.
    const parsers = new Map<number, (text: string) => unknown>([
      [builtins.INT8, Number],
      [builtins.NUMERIC, Number],
      [builtins.TEXT, textOfStored],
    ]);
    const config: ClientConfig = {
      connectionString: url,
      application_name: 'touchstone',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
      types: {
        // The library's own types name each parser for itself; ours are all from text.
        getTypeParser: ((id: number, format?: 'text' | 'binary') => {
          if (format === 'binary') return getTypeParser(id, 'binary');
          return parsers.get(id) ?? (getTypeParser(id) as unknown);
        }) as typeof getTypeParser,
      },
    };
    const server = new PostgresServer(driver, shown, config);
    try {
      await server.#requireFit();
      await migrate(server.database, shown);
      await requireContent(server.database, shown);
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw postgresError(shown, error);
    }
  }

  /** A connection of its own, for what lives as long as it does: a lock, or listening. */
  async connectAlone(): Promise<Client> {
    const client = new this.#driver.Client(this.#config);
    client.on('error', () => this.#alone.delete(client));
    client.on('end', () => this.#alone.delete(client));
    this.#alone.add(client);
    try {
      await client.connect();
      // So that the other side hears within half a minute of a host that is gone, and lets go of what it held.
      await client.query(
        'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
      );
      return client;
    } catch (error) {
      await this.closeAlone(client);
      throw postgresError(this.shown, error);
    }
  }

  async closeAlone(client: Client): Promise<void> {
    this.#alone.delete(client);
    await within(client.end());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#alone].map((client) => this.closeAlone(client)));
    await this.database.destroy();
    if (!this.#pool.ended && !this.#pool.ending) await within(this.#pool.end());
  }

  async #requireFit(): Promise<void> {
    const { rows } = await sql<{ version: string; encoding: string }>`
      select current_setting('server_version_num') as version,
        current_setting('server_encoding') as encoding`.execute(this.database);
    const version = Number(rows[0]?.version);
    if (!(version >= OLDEST)) {
      throw new DatabaseUnfitError(`${this.shown} is PostgreSQL ${Math.floor(version / 10_000)}`, {
        hint: 'Use PostgreSQL 13 or later.',
      });
    }
    const encoding = rows[0]?.encoding ?? '';
    if (encoding === 'UTF8') return;
    // Models write whatever they like.
    throw new DatabaseUnfitError(
      `${this.shown} keeps texts as ${encoding}, which has no place for most of them`,
      {
        hint: 'Make one that keeps them as UTF-8: `createdb -T template0 -E UTF8 NAME`.',
      },
    );
  }
}

/** A database over connections from somewhere, its tables in the schema of ours. */
export function databaseOver(pool: {
  readonly connect: () => Promise<PostgresPoolClient>;
  readonly end: () => Promise<void>;
}): Kysely<PostgresTables> {
  return new Kysely<PostgresTables>({ dialect: new PostgresDialect({ pool }) }).withSchema(SCHEMA);
}

/** The same connection, which stores any text. */
export function exactTexts(client: Pick<Client, 'query'> & { release(): void }): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
    client.query(
      text,
      values.map((value) => (typeof value === 'string' ? storedText(value) : value)),
    );
  // The dialect calls it with a text and values alone, where no cursor is given to it.
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}

async function loadDriver(): Promise<Driver> {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch (cause) {
    throw new UserError('PostgreSQL needs the package pg, which is not installed', {
      hint: 'Install it: npm install pg@8',
      cause,
    });
  }
}

/** Waits for an end, but not for ever: the other side may be gone. */
async function within(end: Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CLOSE_MS);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    end.then(settle, settle);
  });
}
