import { sql, type Kysely } from 'kysely';
import type {
  DeviceHolding,
  DeviceLease,
  DeviceLeases,
  SharedDevice,
} from '../../environments/leases/device-leases.js';
import { postgresError } from './postgres-error.js';
import { PostgresServer, SCHEMA } from './postgres-server.js';
import type { PostgresTables } from './postgres-tables.js';

/**
 * Phones of many hosts in a PostgreSQL. Its clock is the only one: a lease ends by it, whatever the hosts' own say.
 *
 * @throws {DatabaseAwayError | UserError} where the database cannot be used
 */
export async function openPostgresLeases(url: string): Promise<DeviceLeases> {
  return new PostgresLeases(await PostgresServer.open(url));
}

const DEVICES = sql.table(`${SCHEMA}.devices`);

class PostgresLeases implements DeviceLeases {
  readonly #server: PostgresServer;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async register({ name, server, serial, model, android }: SharedDevice): Promise<void> {
    await this.#ask((database) =>
      sql`
        insert into ${DEVICES} (name, server, serial, model, android)
        values (${name}, ${server}, ${serial}, ${model}, ${android})
        on conflict (name) do update set server = excluded.server, serial = excluded.serial,
          model = excluded.model, android = excluded.android, seen_at = clock_timestamp()`.execute(database),
    );
  }

  async take(
    name: string,
    { holder, forMs }: { readonly holder: string; readonly forMs: number },
  ): Promise<DeviceLease | null> {
    const { rows } = await this.#ask((database) =>
      sql<DeviceRow>`
        update ${DEVICES} set fence = fence + 1, holder = ${holder}, expires_at = ${inTime(forMs)}
        where name = ${name} and (holder is null or expires_at <= clock_timestamp())
        returning ${COLUMNS}`.execute(database),
    );
    const [row] = rows;
    return row === undefined ? null : { device: deviceOf(row), holder, fence: row.fence };
  }

  async renew({ device, fence }: DeviceLease, forMs: number): Promise<boolean> {
    const { numAffectedRows } = await this.#ask((database) =>
      sql`
        update ${DEVICES} set expires_at = ${inTime(forMs)}
        where name = ${device.name} and ${counts(fence)}`.execute(database),
    );
    return numAffectedRows === 1n;
  }

  async holds({ device, fence }: DeviceLease): Promise<boolean> {
    const { rows } = await this.#ask((database) =>
      sql`select 1 from ${DEVICES} where name = ${device.name} and ${counts(fence)}`.execute(database),
    );
    return rows.length === 1;
  }

  async release({ device, fence }: DeviceLease): Promise<void> {
    await this.#ask((database) =>
      sql`
        update ${DEVICES} set holder = null, expires_at = null
        where name = ${device.name} and fence = ${fence}`.execute(database),
    );
  }

  async list(): Promise<readonly DeviceHolding[]> {
    const { rows } = await this.#ask((database) =>
      sql<DeviceRow & { holder: string | null; left_ms: number | null; seen_ms: number }>`
        select ${COLUMNS}, ${msSince(sql`clock_timestamp()`, sql`seen_at`)} as seen_ms,
          case when expires_at > clock_timestamp() then holder end as holder,
          case when holder is not null and expires_at > clock_timestamp()
            then ${msSince(sql`expires_at`, sql`clock_timestamp()`)} end as left_ms
        from ${DEVICES} order by name`.execute(database),
    );
    return rows.map((row) => ({
      device: deviceOf(row),
      fence: row.fence,
      holder: row.holder,
      leftMs: row.left_ms,
      seenMs: row.seen_ms,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  async #ask<T>(question: (database: Kysely<PostgresTables>) => Promise<T>): Promise<T> {
    try {
      return await question(this.#server.database);
    } catch (error) {
      throw postgresError(this.#server.shown, error);
    }
  }
}

type DeviceRow = SharedDevice & { readonly fence: number };

const COLUMNS = sql`name, server, serial, model, android, fence`;

function deviceOf({ name, server, serial, model, android }: DeviceRow): SharedDevice {
  return { name, server, serial, model, android };
}

/** Now and a length of time, by the clock of the database. */
function inTime(ms: number) {
  return sql`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;
}

/** Whether a lease is the last one and has not run out. */
function counts(fence: number) {
  return sql`fence = ${fence} and holder is not null and expires_at > clock_timestamp()`;
}

function msSince(late: ReturnType<typeof sql>, early: ReturnType<typeof sql>) {
  return sql`(extract(epoch from (${late} - ${early})) * 1000)::double precision`;
}
