import type { Kysely, Transaction } from 'kysely';
import type { Task } from '../../domain/task.js';
import type { ReportRun } from '../../report/view/report-run.js';
import type { RunListing, StoredRun } from '../run-store.js';
import { episodesOf, listColumns, type ListedColumns, type ListingSyntax } from './list-episodes.js';
import type { Tables } from './tables.js';

type Connection = Kysely<Tables> | Transaction<Tables>;

/**
 * Keeps what lists need of a version ready, as its rows are: to collect it from ten thousand rows takes longer than all that
 * follows, and a run that is over is listed often.
 */
export async function keepListing(
  database: Connection,
  { version, revision, report }: Pick<StoredRun, 'version' | 'revision'> & { readonly report: ReportRun },
  syntax: ListingSyntax,
): Promise<void> {
  const row = {
    version,
    revision,
    report: JSON.stringify(report),
    tasks: await taskTexts(database, version),
    episodes: JSON.stringify(await listColumns(database, version, syntax)),
  };
  await database
    .insertInto('listings')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doUpdateSet(row))
    .execute();
}

/** What lists need of a run: what was kept with its last change, else collected now. */
export async function readListing(
  database: Connection,
  { version, revision }: Pick<StoredRun, 'version' | 'revision'>,
  syntax: ListingSyntax,
): Promise<Omit<RunListing, 'run'>> {
  const [kept] = await database
    .selectFrom('listings')
    .select(['report', 'tasks', 'episodes'])
    .where('version', '=', version)
    .where('revision', '=', revision)
    .execute();
  if (kept === undefined) {
    const tasks = tasksOf(await taskTexts(database, version));
    return { tasks, episodes: episodesOf(await listColumns(database, version, syntax)), report: null };
  }
  // Written by `keepListing` as it was made.
  return {
    tasks: tasksOf(kept.tasks),
    episodes: episodesOf(JSON.parse(kept.episodes) as ListedColumns),
    report: JSON.parse(kept.report) as ReportRun,
  };
}

/** The tasks of a version in their order, a JSON array. */
export async function taskTexts(database: Connection, version: string): Promise<string> {
  const tasks = await database
    .selectFrom('tasks')
    .select('task')
    .where('version', '=', version)
    .orderBy('writer')
    .orderBy('place')
    .execute();
  return `[${tasks.map(({ task }) => task).join(',')}]`;
}

/** The tasks that such a text holds. */
export function tasksOf(text: string): readonly Task[] {
  // Read from a journal and checked there.
  return JSON.parse(text) as Task[];
}
