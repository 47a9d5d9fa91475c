import { sql, type Kysely, type Transaction } from 'kysely';
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
import { listEpisodes } from './list-episodes.js';
import { episodeOfRow, pathOfRow, rowOfEpisode } from './episode-row.js';
import type { EpisodeRow, Tables } from './schema.js';

type Connection = Kysely<Tables> | Transaction<Tables>;

/** Rows of one statement: databases bound the values of each. */
const MOST_ROWS = 100;

/** The index in a file of this machine. What it holds it has written itself, under this version of its tables. */
export class EmbeddedRunStore implements RunStore {
  readonly #file: string;
  readonly #database: Kysely<Tables>;
  readonly #onBroken: () => void;
  #isClosed = false;

  /** @param onBroken called with every failure to read or write it */
  constructor(file: string, database: Kysely<Tables>, onBroken: () => void = () => undefined) {
    this.#file = file;
    this.#database = database;
    this.#onBroken = onBroken;
  }

  async runs(): Promise<readonly StoredRun[]> {
    return this.#guard(async (database) => {
      const rows = await database.selectFrom('runs').selectAll().orderBy('name').execute();
      return rows.map(runOfRow);
    });
  }

  async revisions(): Promise<readonly RunRevision[]> {
    return this.#guard((database) =>
      database.selectFrom('runs').select(['name', 'version', 'revision', 'fingerprint']).execute(),
    );
  }

  async run(name: string): Promise<StoredRun | null> {
    return this.#guard((database) => runNamed(database, name));
  }

  async content(name: string): Promise<RunContent | null> {
    return this.#atOneMoment(async (database) => {
      const run = await runNamed(database, name);
      if (run === null) return null;
      const { version } = run;
      const episodes = await database
        .selectFrom('episodes')
        .selectAll()
        .where('version', '=', version)
        .orderBy('item')
        .orderBy('repeat')
        .execute();
      return { run, tasks: await tasksOf(database, version), episodes: episodes.map(episodeOfRow) };
    });
  }

  async listing(name: string): Promise<RunListing | null> {
    return this.#atOneMoment(async (database) => {
      const run = await runNamed(database, name);
      if (run === null) return null;
      const { version } = run;
      return {
        run,
        tasks: await tasksOf(database, version),
        episodes: await listEpisodes(database, version),
      };
    });
  }

  async paths(name: string, task: string): Promise<readonly StoredPath[]> {
    return this.#atOneMoment(async (database) => {
      const run = await runNamed(database, name);
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
      const run = await runNamed(database, name);
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
      const run = await runNamed(database, name);
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
      const run = await runNamed(database, name);
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
    { episodes = [], verdicts = [], tasks }: Partial<Pick<RunChange, 'episodes' | 'verdicts' | 'tasks'>>,
  ): Promise<void> {
    await this.#inOneMotion(async (database) => {
      await putRows(database, version, 0, { episodes, verdicts, tasks: tasks ?? { from: 0, tasks: [] } });
    });
  }

  async put(change: RunChange): Promise<void> {
    const { run } = change;
    const { name, version } = run;
    const before = await this.#inOneMotion(async (database) => {
      const known = await runNamed(database, name);
      const revision = (known?.revision ?? 0) + 1;
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
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      return known === null || known.version === version ? null : known.version;
    });
    if (before !== null) await this.#forget(before);
  }

  async remove(name: string): Promise<void> {
    const known = await this.run(name);
    await this.#inOneMotion(async (database) => {
      await database.deleteFrom('runs').where('name', '=', name).execute();
    });
    if (known !== null) await this.#forget(known.version);
  }

  async outdate(): Promise<void> {
    await this.#inOneMotion(async (database) => {
      await database.updateTable('runs').set({ fingerprint: '' }).execute();
    });
  }

  async sweep(): Promise<void> {
    const left = await this.#guard((database) =>
      database
        .selectFrom('episodes')
        .select('version')
        .distinct()
        .union(database.selectFrom('tasks').select('version').distinct())
        .union(database.selectFrom('verdicts').select('version').distinct())
        .execute(),
    );
    const shown = new Set((await this.revisions()).map(({ version }) => version));
    for (const { version } of left) if (!shown.has(version)) await this.#forget(version);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#database.destroy();
  }

  async #forget(version: string): Promise<void> {
    for (const table of ['episodes', 'verdicts', 'tasks'] as const) {
      await this.#inOneMotion(async (database) => {
        await database.deleteFrom(table).where('version', '=', version).execute();
      });
    }
  }

  #atOneMoment<T>(read: (database: Connection) => Promise<T>): Promise<T> {
    return this.#guard((database) => database.transaction().execute(read));
  }

  #inOneMotion<T>(write: (database: Connection) => Promise<T>): Promise<T> {
    // Begun as a writer: one that reads first is refused at once, not made to wait, when another process writes in between.
    return this.#guard((database) =>
      database.connection().execute(async (connection) => {
        await sql`begin immediate`.execute(connection);
        try {
          const value = await write(connection);
          await sql`commit`.execute(connection);
          return value;
        } catch (error) {
          await sql`rollback`.execute(connection).catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  async #guard<T>(work: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreBrokenError('The index was closed', { place: { file: this.#file } });
    try {
      return await work(this.#database);
    } catch (error) {
      this.#onBroken();
      throw StoreBrokenError.of(this.#file, error);
    }
  }
}

async function tasksOf(database: Connection, version: string): Promise<readonly Task[]> {
  const tasks = await database
    .selectFrom('tasks')
    .select('task')
    .where('version', '=', version)
    .orderBy('place')
    .execute();
  // Read from a journal and checked there.
  return tasks.map(({ task }) => JSON.parse(task) as Task);
}

async function runNamed(database: Connection, name: string): Promise<StoredRun | null> {
  const [row] = await database.selectFrom('runs').selectAll().where('name', '=', name).execute();
  return row === undefined ? null : runOfRow(row);
}

/** What stands there was written by `put` of this version of the tables. */
function runOfRow({ card, facts, ...row }: Tables['runs']): StoredRun {
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
  for (const part of parts(tasks.tasks.map((task, index) => ({ task, place: tasks.from + index })))) {
    await database
      .insertInto('tasks')
      .values(
        part.map(({ task, place }) => ({
          version,
          place,
          id: portableName(task.id),
          task: JSON.stringify(task),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['version', 'place'])
          .doUpdateSet((builder) => ({ id: builder.ref('excluded.id'), task: builder.ref('excluded.task') })),
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
