import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import { CONTENT_VERSION } from '../tables/content-version.js';
import type { EpisodeRow, Tables } from '../tables/tables.js';

/** Makes the tables. */
export async function createTables(database: Kysely<Tables>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('runs')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('card', 'text', (column) => column.notNull())
    .addColumn('facts', 'text')
    .addPrimaryKeyConstraint('runs_key', ['folder', 'name'])
    .execute();
  await schema
    .createTable('versions')
    .addColumn('version', 'text', (column) => column.primaryKey())
    .addColumn('folder', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('pruned')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pruned_key', ['folder', 'name'])
    .execute();
  await schema
    .createTable('tasks')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('task', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tasks_key', ['version', 'id'])
    .execute();
  let episodes: CreateTableBuilder<'episodes', string> = schema
    .createTable('episodes')
    .addColumn('version', 'text', (column) => column.notNull());
  for (const [name, type] of EPISODE_COLUMNS) episodes = episodes.addColumn(name, sql.raw(type));
  await episodes.addPrimaryKeyConstraint('episodes_key', ['version', 'item', 'repeat']).execute();
  await schema
    .createTable('listings')
    .addColumn('version', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('tasks', 'text', (column) => column.notNull())
    .addColumn('episodes', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('verdicts')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('repeat', 'integer', (column) => column.notNull())
    .addColumn('is_own', 'integer', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('verdicts_key', ['version', 'item', 'repeat', 'is_own'])
    .execute();
  // Last: tables without it are those of a process that was killed while it made them.
  await database
    .insertInto('meta')
    .values({ key: 'schema', value: String(CONTENT_VERSION) })
    .execute();
}

/** Columns of an episode besides its version; long texts last, so that lists need not read past them. */
const EPISODE_COLUMNS = [
  ['item', 'text not null'],
  ['repeat', 'integer not null'],
  ['revision', 'integer not null'],
  ['task', 'text not null'],
  ['outcome', 'text not null'],
  ['reason', 'text'],
  ['steps', 'integer not null'],
  ['completion', 'double precision'],
  ['metric', 'text'],
  ['duration_ms', 'double precision not null'],
  ['cost_usd', 'double precision'],
  ['tokens', 'bigint'],
  ['format_errors', 'integer not null'],
  ['findings', 'text not null'],
  ['attempts', 'integer not null'],
  ['why', 'text not null'],
  ['other_mode', 'integer'],
  ['is_scored', 'integer not null'],
  ['is_open', 'integer not null'],
  ['started_at', 'text'],
  ['ended_at', 'text'],
  ['writer', 'text'],
  ['attempt', 'integer'],
  ['line', 'bigint'],
  ['line_offset', 'bigint'],
  ['line_end', 'bigint'],
  ['model_ms', 'double precision not null'],
  ['device_ms', 'double precision not null'],
  ['milestones', 'text not null'],
  ['path', 'text not null'],
] as const satisfies readonly (readonly [keyof EpisodeRow, string])[];
