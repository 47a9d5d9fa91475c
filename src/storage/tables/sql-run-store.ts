import type { Kysely, Transaction, TransactionBuilder } from 'kysely';
import type { ItemKey } from '../../domain/episode.js';
import type { Task } from '../../domain/task.js';
import { nameOfPortable, portableName } from '../../domain/text/portable-name.js';
import type { ReportVerdict } from '../../report/view/report-verdict.js';
import type { RunFacts } from '../../report/html/report-run.js';
import type { RunCard } from '../../report/view/run-card.js';
import type {
  EpisodeChange,
  EpisodeContent,
  RunChange,
  RunContent,
  RunListing,
  RunRevision,
  RunStore,
  StoredEpisode,
  StoredPath,
  StoredRun,
} from '../run-store.js';
import { StoreBrokenError } from '../store-broken-error.js';
import { keepListing, readListing, tasksOf, taskTexts } from './kept-listing.js';
import type { ListingSyntax } from './list-episodes.js';
import { episodeOfRow, pathOfRow, rowOfEpisode } from './episode-row.js';
import type { EpisodeRow, Tables } from './tables.js';

type Connection = Kysely<Tables> | Transaction<Tables>;

/** Rows of one statement: databases bound the values of each. */
const MOST_ROWS = 100;

/** A database that the index is in. */
export interface SqlDatabase {
  /** For messages; nothing in it is secret. */
  readonly place: string;
  /** Name of the folder of runs; empty where the database is of one. */
  readonly folder: string;
  readonly reading: Kysely<Tables>;
  /** Of the one process that writes; others ask it by way of `reading`. */
  readonly writing: Kysely<Tables>;
  readonly listing: ListingSyntax;
  /** Has a transaction see what was there when it began, where that is not so anyway. */
  readonly atOneMoment?: (database: Kysely<Tables>) => TransactionBuilder<Tables>;
  /** Tells others, once the transaction is through. */
  readonly tell?: (database: Connection) => Promise<void>;
  /** Does some writing in one motion, where a plain transaction does not do. */
  readonly transact?: <T>(
    database: Kysely<Tables>,
    write: (connection: Kysely<Tables>) => Promise<T>,
  ) => Promise<T>;
  readonly errorOf: (error: unknown) => Error;
  readonly close: () => Promise<void>;
}

/** The index in a database of tables. What it holds was written under this version of them. */
export class SqlRunStore implements RunStore {
  readonly #at: SqlDatabase;
  #isClosed = false;

  constructor(at: SqlDatabase) {
    this.#at = at;
  }

  async runs(): Promise<readonly StoredRun[]> {
    return this.#guard(async ({ reading: database }) => {
      const rows = await database
        .selectFrom('runs')
        .selectAll()
        .where('folder', '=', this.#at.folder)
        .orderBy('name')
        .execute();
      return rows.map(runOfRow);
    });
  }

  async revisions(): Promise<readonly RunRevision[]> {
    return this.#guard(({ reading: database }) =>
      database
        .selectFrom('runs')
        .select(['name', 'version', 'revision', 'fingerprint'])
        .where('folder', '=', this.#at.folder)
        .execute(),
    );
  }

  async run(name: string): Promise<StoredRun | null> {
    return this.#guard(({ reading: database }) => this.#named(database, name));
  }

  async content(name: string): Promise<RunContent | null> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return null;
      const { version } = run;
      const episodes = await database
        .selectFrom('episodes')
        .selectAll()
        .where('version', '=', version)
        .orderBy('item')
        .orderBy('repeat')
        .execute();
      const tasks = tasksOf(await taskTexts(database, version));
      return { run, tasks, episodes: episodes.map(episodeOfRow) };
    });
  }

  async listing(name: string): Promise<RunListing | null> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return null;
      return { run, ...(await readListing(database, run, this.#at.listing)) };
    });
  }

  async paths(name: string, task: string): Promise<readonly StoredPath[]> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return [];
      const rows = await database
        .selectFrom('episodes')
        .select(['item', 'repeat', 'outcome', 'path'])
        .where('version', '=', run.version)
        .where('task', '=', portableName(task))
        .where('path', '!=', '[]')
        .orderBy('item')
        .orderBy('repeat')
        .execute();
      return rows.map(pathOfRow);
    });
  }

  async task(name: string, id: string): Promise<Task | null> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return null;
      const [row] = await database
        .selectFrom('tasks')
        .select('task')
        .where('version', '=', run.version)
        .where('id', '=', portableName(id))
        .execute();
      // Written by `put` and `stage` as it was made.
      return row === undefined ? null : (JSON.parse(row.task) as Task);
    });
  }

  async episode(name: string, { item, repeat }: ItemKey): Promise<EpisodeContent | null> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return null;
      const [row] = await database
        .selectFrom('episodes')
        .selectAll()
        .where('version', '=', run.version)
        .where('item', '=', portableName(item))
        .where('repeat', '=', repeat)
        .execute();
      if (row === undefined) return null;
      const verdicts = await database
        .selectFrom('verdicts')
        .select(['is_own', 'verdict'])
        .where('version', '=', run.version)
        .where('item', '=', portableName(item))
        .where('repeat', '=', repeat)
        .execute();
      const verdictOf = (isOwn: number): ReportVerdict | null => {
        const found = verdicts.find(({ is_own: own }) => own === isOwn);
        // Written by `put` and `stage` as it was made.
        return found === undefined ? null : (JSON.parse(found.verdict) as ReportVerdict);
      };
      return { episode: episodeOfRow(row), verdict: verdictOf(1), otherVerdict: verdictOf(0) };
    });
  }

  async changed(name: string, revision: number): Promise<readonly EpisodeChange[]> {
    return this.#atOneMoment(async (database) => {
      const run = await this.#named(database, name);
      if (run === null) return [];
      const rows = await database
        .selectFrom('episodes')
        .select(['item', 'repeat', 'steps', 'is_open'])
        .where('version', '=', run.version)
        .where('revision', '>', revision)
        .execute();
      return rows.map(({ item, repeat, steps, is_open: isOpen }) => ({
        key: { item: nameOfPortable(item), repeat },
        steps,
        isOpen: isOpen === 1,
      }));
    });
  }

  async stage(
    version: string,
    { episodes = [], verdicts = [], tasks = [] }: Partial<Pick<RunChange, 'episodes' | 'verdicts' | 'tasks'>>,
  ): Promise<void> {
    await this.#inOneMotion(async (database) => {
      await this.#own(database, version);
      await putRows(database, version, 0, { episodes, verdicts, tasks });
    });
  }

  async put(change: RunChange): Promise<void> {
    const { run } = change;
    const { name, version } = run;
    const { folder } = this.#at;
    const before = await this.#inOneMotion(async (database) => {
      const known = await this.#named(database, name);
      const revision = (known?.revision ?? 0) + 1;
      if (known?.version !== version) await this.#own(database, version);
      for (const { item, repeat } of change.gone) {
        await database
          .deleteFrom('episodes')
          .where('version', '=', version)
          .where('item', '=', portableName(item))
          .where('repeat', '=', repeat)
          .execute();
      }
      await putRows(database, version, revision, change);
      const row = {
        folder,
        name,
        version,
        revision,
        // What is to be read again, as `outdate` says, stays so until it was, which gives it another version.
        fingerprint: known?.fingerprint === '' && known.version === version ? '' : run.fingerprint,
        card: JSON.stringify(run.card),
        facts: run.facts === null ? null : JSON.stringify(run.facts),
      };
      await database
        .insertInto('runs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['folder', 'name']).doUpdateSet(row))
        .execute();
      const { report } = change;
      if (report !== null) await keepListing(database, { version, revision, report }, this.#at.listing);
      await this.#forgetPruned(database, name);
      await this.#at.tell?.(database);
      return known === null || known.version === version ? null : known.version;
    });
    if (before !== null) await this.#forget(before);
  }

  async remove(name: string): Promise<void> {
    const known = await this.run(name);
    await this.#inOneMotion(async (database) => {
      await this.#delete(database, name);
      await this.#forgetPruned(database, name);
      await this.#at.tell?.(database);
    });
    if (known !== null) await this.#forget(known.version);
  }

  async outdate(): Promise<void> {
    const { folder } = this.#at;
    await this.#inOneMotion(async (database) => {
      await database.updateTable('runs').set({ fingerprint: '' }).where('folder', '=', folder).execute();
      await database.deleteFrom('pruned').where('folder', '=', folder).execute();
      await this.#at.tell?.(database);
    });
  }

  async prune(name: string): Promise<void> {
    const known = await this.run(name);
    if (known === null) return;
    const { folder } = this.#at;
    const { fingerprint, version } = known;
    await this.#inOneMotion(async (database) => {
      await this.#delete(database, name);
      await database
        .insertInto('pruned')
        .values({ folder, name, fingerprint })
        .onConflict((conflict) => conflict.columns(['folder', 'name']).doUpdateSet({ fingerprint }))
        .execute();
      await this.#at.tell?.(database);
    });
    await this.#forget(version);
  }

  async pruned(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#guard(({ reading }) =>
      reading
        .selectFrom('pruned')
        .select(['name', 'fingerprint'])
        .where('folder', '=', this.#at.folder)
        .execute(),
    );
    return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
  }

  async sweep(): Promise<void> {
    const { folder } = this.#at;
    const left = await this.#guard(({ reading }) =>
      reading
        .selectFrom('versions')
        .select('version')
        .where('folder', '=', folder)
        .where('version', 'not in', (builder) =>
          builder.selectFrom('runs').select('version').where('folder', '=', folder),
        )
        .execute(),
    );
    for (const { version } of left) await this.#forget(version);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#at.close();
  }

  /** Notes whose rows those of a version are. */
  async #own(database: Connection, version: string): Promise<void> {
    const { folder } = this.#at;
    await database
      .insertInto('versions')
      .values({ version, folder })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute();
  }

  async #named(database: Connection, name: string): Promise<StoredRun | null> {
    const [row] = await database
      .selectFrom('runs')
      .selectAll()
      .where('folder', '=', this.#at.folder)
      .where('name', '=', name)
      .execute();
    return row === undefined ? null : runOfRow(row);
  }

  async #delete(database: Connection, name: string): Promise<void> {
    await database
      .deleteFrom('runs')
      .where('folder', '=', this.#at.folder)
      .where('name', '=', name)
      .execute();
  }

  async #forgetPruned(database: Connection, name: string): Promise<void> {
    await database
      .deleteFrom('pruned')
      .where('folder', '=', this.#at.folder)
      .where('name', '=', name)
      .execute();
  }

  async #forget(version: string): Promise<void> {
    // The last one says that there may be others.
    for (const table of ['episodes', 'verdicts', 'tasks', 'listings', 'versions'] as const) {
      await this.#inOneMotion(async (database) => {
        await database.deleteFrom(table).where('version', '=', version).execute();
      });
    }
  }

  #atOneMoment<T>(read: (database: Connection) => Promise<T>): Promise<T> {
    return this.#guard(({ reading, atOneMoment }) =>
      (atOneMoment?.(reading) ?? reading.transaction()).execute(read),
    );
  }

  #inOneMotion<T>(write: (database: Connection) => Promise<T>): Promise<T> {
    return this.#guard(({ writing, transact }) =>
      transact === undefined ? writing.transaction().execute(write) : transact(writing, write),
    );
  }

  async #guard<T>(work: (at: SqlDatabase) => Promise<T>): Promise<T> {
    const { place, errorOf } = this.#at;
    if (this.#isClosed) throw new StoreBrokenError('The index was closed', { place: { file: place } });
    try {
      return await work(this.#at);
    } catch (error) {
      throw errorOf(error);
    }
  }
}

/** What stands there was written by `put` of this version of the tables. */
function runOfRow({ card, facts, folder: _folder, ...row }: Tables['runs']): StoredRun {
  return {
    ...row,
    card: JSON.parse(card) as RunCard,
    facts: facts === null ? null : (JSON.parse(facts) as RunFacts),
  };
}

async function putRows(
  database: Connection,
  version: string,
  revision: number,
  { episodes, verdicts, tasks }: Pick<RunChange, 'episodes' | 'verdicts' | 'tasks'>,
): Promise<void> {
  for (const part of parts(tasks)) {
    await database
      .insertInto('tasks')
      .values(
        part.map(({ writer, place, task }) => ({
          version,
          id: portableName(task.id),
          writer,
          place,
          task: JSON.stringify(task),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['version', 'id']).doUpdateSet((builder) => ({
          writer: builder.ref('excluded.writer'),
          place: builder.ref('excluded.place'),
          task: builder.ref('excluded.task'),
        })),
      )
      .execute();
  }
  for (const part of parts(verdicts)) {
    await database
      .insertInto('verdicts')
      .values(
        part.map(({ key, isOwn, verdict }) => ({
          version,
          item: portableName(key.item),
          repeat: key.repeat,
          is_own: Number(isOwn),
          verdict: JSON.stringify(verdict),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['version', 'item', 'repeat', 'is_own'])
          .doUpdateSet((builder) => ({ verdict: builder.ref('excluded.verdict') })),
      )
      .execute();
  }
  for (const part of parts(episodes)) await putEpisodes(database, version, revision, part);
}

async function putEpisodes(
  database: Connection,
  version: string,
  revision: number,
  episodes: readonly StoredEpisode[],
): Promise<void> {
  const rows = episodes.map((episode) => rowOfEpisode(version, revision, episode));
  const [first] = rows;
  if (first === undefined) return;
  const key = ['version', 'item', 'repeat'] as const;
  const others = Object.keys(first).filter((name) => !(key as readonly string[]).includes(name));
  await database
    .insertInto('episodes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet((builder) =>
        // The names are those of a row.
        Object.fromEntries(others.map((name) => [name, builder.ref(`excluded.${name as keyof EpisodeRow}`)])),
      ),
    )
    .execute();
}

function parts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / MOST_ROWS);
  return Array.from({ length: count }, (_, index) => all.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS));
}
