import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportIndex } from '../src/app/view/indexing/export-index.js';
import { openIndex } from '../src/app/view/indexing/open-index.js';
import { openResultsFolder } from '../src/app/view/open-results-folder.js';
import { pruneIndex } from '../src/app/view/indexing/prune-index.js';
import { rebuildIndex } from '../src/app/view/indexing/rebuild-index.js';
import { HeldDevice } from '../src/environments/leases/held-device.js';
import { openPostgresLeases } from '../src/storage/postgres/postgres-leases.js';
import { deviceLeasesContract } from '../src/testing/contracts/device-leases-contract.js';
import { openEmbeddedStore } from '../src/storage/embedded/open-store.js';
import { openPostgresStore } from '../src/storage/postgres/open-postgres-store.js';
import { PostgresServer } from '../src/storage/postgres/postgres-server.js';
import { CONTENT_VERSION } from '../src/storage/tables/content-version.js';
import type { RunStore, StoredEpisode } from '../src/storage/run-store.js';
import { runChange, runStoreContract, STORED_EPISODE } from '../src/testing/contracts/run-store-contract.js';
import { generateRun } from './fixtures/generated-run.js';
import { NOTES_TASKS, notesRun } from './fixtures/notes-run.js';
import { phonesOfTwoHosts } from './fixtures/phones-of-two-hosts.js';
import { asked, NO_POSTGRES, startPostgres, type OwnPostgres } from './fixtures/postgres-server.js';
import { NO_REDIS, startRedis } from './fixtures/redis-server.js';

const SKIP = NO_POSTGRES;
if (SKIP !== null) console.warn(SKIP);

// One server for all: making one takes longer than the tests.
describe.skipIf(SKIP !== null)('PostgreSQL', () => {
  let postgres: OwnPostgres;
  let folder = '';
  let made = 0;
  const fresh = (): string => `folder ${(made += 1)}`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-postgres-test-'));
    postgres = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  describe('the index', () => {
    const create = async () => (await openPostgresStore(postgres.url, fresh())).store;
    it.each(runStoreContract({ create }))('$name', ({ run }) => run());

    it('answers as the embedded one after any sequence of changes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(CHANGE, { minLength: 1, maxLength: 8 }), async (changes) => {
          await using one = await openEmbeddedStore(join(folder, `${(made += 1)}.db`), { isWriter: true });
          await using other = await create();
          const mark = `${(made += 1)}`;
          for (const [place, change] of changes.entries()) {
            const at = { place, mark };
            await apply(one, change, at);
            await apply(other, change, at);
          }
          expect(await answers(other)).toEqual(await answers(one));
        }),
        { numRuns: 15 },
      );
    });

    it('is written by one at a time, keeps folders apart, and tells others of changes', async () => {
      const name = fresh();
      const writer = await openPostgresStore(postgres.url, name);
      const reader = await openPostgresStore(postgres.url, name);
      const other = await openPostgresStore(postgres.url, fresh());
      expect([writer.isWriter, reader.isWriter, other.isWriter]).toEqual([true, false, true]);
      let told = 0;
      reader.listen(() => (told += 1));
      let toldOther = 0;
      other.listen(() => (toldOther += 1));
      await other.store.stage('of other', { episodes: [STORED_EPISODE] });
      await writer.store.put(runChange('r', 'of writer'));
      await vi.waitFor(() => expect(told).toBe(1));
      await writer.store.sweep();
      await other.store.put(runChange('r', 'of other'));
      expect((await other.store.content('r'))?.episodes).toHaveLength(1);
      expect((await reader.store.content('r'))?.episodes).toHaveLength(0);
      await vi.waitFor(() => expect(toldOther).toBe(1));
      expect(told).toBe(1);
      await writer.store[Symbol.asyncDispose]();
      const next = await openPostgresStore(postgres.url, name);
      expect(next.isWriter).toBe(true);
      for (const { store } of [reader, other, next]) await store[Symbol.asyncDispose]();
    });

    it('takes the right to write from whoever lost the connection that held it', async () => {
      const name = fresh();
      const { store, isConnected } = await openPostgresStore(postgres.url, name);
      await store.put(runChange('r', 'v1'));
      await asked(postgres.url, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");
      await vi.waitFor(() => expect(isConnected()).toBe(false));
      await using next = (await openPostgresStore(postgres.url, name)).store;
      await next.put(runChange('r', 'v2'));
      await expect(store.put(runChange('r', 'v1'))).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
      // What was read is asked for on other connections.
      expect((await store.run('r'))?.version).toBe('v2');
      await store[Symbol.asyncDispose]();
    });
  });

  describe('folders of runs', () => {
    const signal = new AbortController().signal;
    const rebuild = (path: string, index: string | null) =>
      rebuildIndex(path, { environment: { TOUCHSTONE_HOME: join(path, 'home') }, index, signal });

    it('have the index there that they have in a file; runs can be left out of it, and it can be exported', async () => {
      const runs = join(folder, 'equal');
      await generateRun(join(runs, 'one'), { run: 'one', tasks: 4, repeats: 2, isScored: true });
      await generateRun(join(runs, 'two'), { run: 'two', tasks: 3, seed: 7, crashAfter: 2 });
      const environment = { TOUCHSTONE_HOME: join(runs, 'home') };
      const index = await postgres.database('equal');
      const inFile = await rebuild(runs, null);
      const rebuilt = await rebuild(runs, index);
      expect({ ...rebuilt, database: '' }).toEqual({ ...inFile, database: '' });
      expect(rebuilt.database).toBe(`postgres://postgres@127.0.0.1:${postgres.port}/equal`);
      const held = await heldBy(runs, null);
      expect(held.map(({ episodes }) => episodes.length)).toEqual([8, 3]);
      expect(await heldBy(runs, index)).toEqual(held);

      const texts = await Promise.all(
        [null, index].map(async (at, place) => {
          const out = join(folder, `rows-${place}.jsonl`);
          expect(await exportIndex(runs, { environment, index: at, out, signal })).toBe(11);
          return readFile(out, 'utf8');
        }),
      );
      expect(texts[1]).toBe(texts[0]);
      expect(JSON.parse(texts[0]?.split('\n')[0] ?? '')).toMatchObject({ run: 'one', repeat: 0 });

      const prune = (now: string, isTrial = false) =>
        pruneIndex(runs, { environment, index, signal, keepMs: 1000, isTrial, now: () => new Date(now) });
      expect(await prune('2026-01-01T00:00:00Z')).toEqual([]);
      const late = '2030-01-01T00:00:00Z';
      expect((await prune(late, true)).map(({ run }) => run)).toEqual(['one', 'two']);
      expect(await heldBy(runs, index)).toHaveLength(2);
      await prune(late);
      await using results = await openResultsFolder(runs, { environment, index });
      await results.settled();
      expect(await results.runs()).toEqual([]);
      await results[Symbol.asyncDispose]();
      await rebuild(runs, index);
      expect(await heldBy(runs, index)).toEqual(held);
    });

    it('are followed by two at once, and through a time without the database', async () => {
      const runs = join(folder, 'followed');
      await generateRun(join(runs, 'one'), { run: 'one', tasks: 2 });
      const environment = { TOUCHSTONE_HOME: join(runs, 'home') };
      const index = await postgres.database('followed');
      const said: (string | null)[] = [];
      const onAway = (why: Error | null): void => void said.push(why?.message ?? null);
      await using writer = await openResultsFolder(runs, { environment, index, pollMs: 50 });
      await using reader = await openResultsFolder(runs, { environment, index, pollMs: 50, onAway });
      expect([writer.isWriter, reader.isWriter]).toEqual([true, false]);
      await writer.settled();
      await vi.waitFor(async () => expect(await reader.runs()).toHaveLength(1), 10_000);
      const told: string[] = [];
      reader.listen((event) => {
        if (event.type === 'run') told.push(event.run.id);
      });
      await generateRun(join(runs, 'two'), { run: 'two', tasks: 2 });
      await vi.waitFor(() => expect(told).toContain('two'), 10_000);

      await postgres.stop();
      await vi.waitFor(() => expect(said).toHaveLength(1), 10_000);
      expect(said[0]).toContain(`postgres://postgres@127.0.0.1:${postgres.port}/followed: it `);
      await expect(reader.runs()).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
      await postgres.start();
      await vi.waitFor(() => expect(said).toEqual([said[0], null]), 10_000);
      await vi.waitFor(async () => expect(await reader.runs()).toHaveLength(2), 10_000);
      await generateRun(join(runs, 'three'), { run: 'three', tasks: 2 });
      await vi.waitFor(() => expect(told).toContain('three'), 10_000);
      await rebuild(runs, null);
      expect(await heldBy(runs, index)).toEqual(await heldBy(runs, null));
    });

    it('lose nothing by a full disk, nor by a connection that breaks off in the middle of a writing', async () => {
      const runs = join(folder, 'cut');
      await mkdir(runs);
      const environment = { TOUCHSTONE_HOME: join(runs, 'home') };
      const index = await postgres.database('cut');
      const said: (string | null)[] = [];
      const onAway = (why: Error | null): void => void said.push(why?.message ?? null);
      await using writer = await openResultsFolder(runs, { environment, index, pollMs: 50, onAway });
      await asked(index, onWriting("raise exception 'could not extend file' using errcode = '53100'"));
      // There at once: of one that grows, a row without episodes would be written before.
      await generateRun(join(folder, 'whole'), { run: 'one', tasks: 3 });
      await rename(join(folder, 'whole'), join(runs, 'one'));
      await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('its disk is full')]), 10_000);
      // The disk is no fault of the run.
      expect(await asked(index, 'select name from touchstone.runs')).toEqual([]);
      const cut = "if nextval('cuts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if";
      await asked(index, `create sequence cuts; ${onWriting(cut)}`);
      await vi.waitFor(() => expect(said).toEqual([said[0], null]), 10_000);
      await writer.settled();
      const [cuts] = await asked(index, 'select last_value::int from cuts');
      expect(cuts?.['last_value']).toBeGreaterThan(1);
      expect(await asked(index, 'select count(*)::int from touchstone.versions')).toEqual([{ count: 1 }]);
      await rebuild(runs, null);
      expect(await heldBy(runs, index)).toEqual(await heldBy(runs, null));
    });
  });

  it('is asked once more after a connection that broke off between two questions of one change', async () => {
    await using server = await PostgresServer.open(postgres.url);
    const { database } = server;
    const changing = database.transaction().execute(async (change) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(change);
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(database);
      // Time for it to be heard of, while nothing is asked.
      await sleep(200);
      await sql`select 1`.execute(change);
    });
    await expect(changing).rejects.toThrow(/terminat|not queryable|closed/i);
    expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
  });

  describe('phones of many hosts', () => {
    const create = async () =>
      [await openPostgresLeases(postgres.url), await openPostgresLeases(postgres.url)] as const;
    it.each(deviceLeasesContract({ create, pass: (ms) => sleep(ms) }))('$name', ({ run }) => run());

    it('stay with their holder while the database is away for a moment', async () => {
      const device = { name: 'kept', server: 'lab:5037', serial: 'R58', model: 'M', android: '14' };
      await using leases = await openPostgresLeases(postgres.url);
      await leases.register(device);
      await using held = await HeldDevice.take(leases, 'kept', { holder: 'a', forMs: 60_000, renews: false });
      await held?.check(true);
      await postgres.stop();
      await held?.check(true);
      await expect(held?.renew()).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
      await postgres.start();
      await held?.renew();
      await held?.check(true);
      await asked(postgres.url, "update touchstone.devices set fence = fence + 1 where name = 'kept'");
      await expect(held?.check(true)).rejects.toMatchObject({ code: 'DEVICE_LEASE_LOST' });
    });
  });

  describe('runs on phones of many hosts', () => {
    const held = () =>
      asked(postgres.url, 'select name, fence::int, holder from touchstone.devices order by server');
    const fences = async () => (await held()).map(({ fence }) => Number(fence));

    it('take and give back phones by its leases alone, for the run and for each episode of a worker', async () => {
      await asked(postgres.url, 'drop schema if exists touchstone cascade');
      await using hosts = await phonesOfTwoHosts();
      const place = join(folder, 'phones');
      await mkdir(place);
      const notes = await notesRun(place);
      for (const port of hosts.ports) {
        const share = [
          'devices',
          'share',
          '--leases',
          postgres.url,
          '--address',
          `127.0.0.1:${port}`,
          '--once',
        ];
        await notes.call(share, { environment: { ANDROID_ADB_SERVER_PORT: String(port) } });
      }
      expect(await held()).toMatchObject([
        { fence: 0, holder: null },
        { fence: 0, holder: null },
      ]);
      // No adb server of its own: whatever it has, it has from the database.
      const environment = { TOUCHSTONE_LEASES: postgres.url, ANDROID_ADB_SERVER_PORT: '1' };
      const run = async (...more: string[]) =>
        JSON.parse((await notes.call([...notes.run, ...more], { environment })).out) as Record<
          string,
          unknown
        >;
      const local = await run('--run-id', 'whole');
      expect(local).toMatchObject({ status: 'complete', finished: NOTES_TASKS, voided: 0 });
      expect(await fences()).toEqual([1, 1]);

      await using leases = await openPostgresLeases(postgres.url);
      const others = (await leases.list()).map(({ device }) => device.name);
      const taken = [];
      for (const name of others) taken.push(await leases.take(name, { holder: 'another', forMs: 60_000 }));
      await expect(run('--run-id', 'refused')).rejects.toMatchObject({ code: 'NO_DEVICE' });
      for (const lease of taken) if (lease !== null) await leases.release(lease);
      expect(await fences()).toEqual([2, 2]);

      if (NO_REDIS !== null) return;
      await using redis = await startRedis();
      const leave = new AbortController();
      const worker = notes.call(['worker', '--queue', redis.url, '--name', 'a', '--drain', '0'], {
        environment,
        interrupted: leave.signal,
      });
      const many = await run('--run-id', 'many', '--queue', redis.url);
      leave.abort();
      expect((await worker).err).not.toContain('does not do');
      expect(many['tables']).toEqual(local['tables']);
      const now = await fences();
      expect(now.reduce((sum, fence) => sum + fence, 0)).toBe(4 + NOTES_TASKS);
      expect((await held()).map(({ holder }) => holder)).toEqual([null, null]);
    }, 120_000);
  });

  it('says what keeps it out, and never a password', async () => {
    const { port } = postgres;
    await asked(postgres.url, "create role guarded login password 'right'");
    await expect(
      openPostgresStore(`postgres://guarded:wrong-secret@127.0.0.1:${port}/postgres`, 'f'),
    ).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: `postgres://guarded@127.0.0.1:${port}/postgres: it refuses the password`,
    });
    const none = `postgres://guarded@127.0.0.1:${port}/postgres`;
    await expect(openPostgresStore(none, 'f')).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: `${none}: it asks for a password, and none was given`,
    });
    await expect(openPostgresStore(`${postgres.url}2`, 'f')).rejects.toThrow('no such database');
    await expect(openPostgresStore('http://u:secret@h/x', 'f')).rejects.toThrow(/^that is no address/);
    const nobody = `postgres://u:secret@127.0.0.1:1/x`;
    const away = await openPostgresStore(nobody, 'f').catch((error: unknown) => error);
    expect(away).toMatchObject({ code: 'DATABASE_AWAY' });
    expect(String(away)).not.toContain('secret');
  });

  describe('rows of another version of Touchstone', () => {
    const MARK = "select value from touchstone.meta where key = 'content'";
    const count = async (url: string): Promise<unknown> =>
      (await asked(url, 'select count(*)::int as runs from touchstone.runs'))[0]?.['runs'];
    /** A database with a run in it, as another version left it. */
    const left = async (name: string, change: string): Promise<string> => {
      const url = await postgres.database(name);
      await using store = (await openPostgresStore(url, 'f')).store;
      await store.put(runChange('r', 'v', { episodes: [STORED_EPISODE] }));
      await asked(url, change);
      return url;
    };

    it('are made once more where it is older, by one of two that begin at once', async () => {
      const url = await left(
        'older_rows',
        "drop table touchstone.meta, touchstone.listings; delete from touchstone.migrations where name >= '0003-content'",
      );
      const both = await Promise.all([openPostgresStore(url, 'f'), openPostgresStore(url, 'g')]);
      expect(await asked(url, MARK)).toEqual([{ value: String(CONTENT_VERSION) }]);
      expect(await count(url)).toBe(0);
      // Not once more by who comes later.
      await both[0].store.put(runChange('r', 'v2'));
      await using third = (await openPostgresStore(url, 'h')).store;
      expect(await third.runs()).toEqual([]);
      expect(await count(url)).toBe(1);
      for (const { store } of both) await store[Symbol.asyncDispose]();
    });

    it('are refused where it is newer, also by who has them open, and stay', async () => {
      const url = await left('later_rows', 'select 1');
      await using open = (await openPostgresStore(url, 'f')).store;
      await asked(url, `update touchstone.meta set value = '${CONTENT_VERSION + 1}' where key = 'content'`);
      await expect(openPostgresStore(url, 'f')).rejects.toMatchObject({
        code: 'DATABASE_UNFIT',
        message: expect.stringContaining(`format ${CONTENT_VERSION + 1}`) as unknown,
      });
      await expect(open.put(runChange('other', 'v2'))).rejects.toMatchObject({ code: 'DATABASE_UNFIT' });
      expect(await count(url)).toBe(1);
    });
  });

  it('is not used where it is too old, or keeps few texts', async () => {
    const old = await postgres.database('older');
    await asked(
      old,
      `create schema before; create function before.current_setting(text) returns text language sql as $$
        select case when $1 = 'server_version_num' then '120019' else pg_catalog.current_setting($1) end $$`,
    );
    const first = `options=${encodeURIComponent('-c search_path=before,pg_catalog')}`;
    await expect(openPostgresStore(`${old}?${first}`, 'f')).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: `${old} is PostgreSQL 12`,
      hint: 'Use PostgreSQL 13 or later.',
    });
    await asked(postgres.url, "create database latin template template0 encoding 'LATIN1' locale 'C'");
    await expect(openPostgresStore(postgres.url.replace(/postgres$/, 'latin'), 'f')).rejects.toThrow(
      'keeps texts as LATIN1',
    );
  });

  it('is not used where another version of Touchstone has set it up', async () => {
    const index = await postgres.database('newer');
    await (await openPostgresStore(index, 'f')).store[Symbol.asyncDispose]();
    await asked(index, "insert into touchstone.migrations values ('9999-later', '2099-01-01')");
    await expect(openPostgresStore(index, 'f')).rejects.toThrow('newer version');
  });
});

/** Has a statement be done at the first row of each writing of episodes, in its transaction. */
function onWriting(statement: string): string {
  return `
    create or replace function on_writing() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$;
    drop trigger if exists on_writing on touchstone.episodes;
    create trigger on_writing before insert on touchstone.episodes execute function on_writing()`;
}

/** All that an index has of a folder, without what is of one reading alone. */
async function heldBy(path: string, index: string | null) {
  await using opened = await openIndex(path, { environment: { TOUCHSTONE_HOME: join(path, 'home') }, index });
  const all = [];
  for (const { name } of (await opened?.store.runs()) ?? []) {
    const content = await opened?.store.content(name);
    const { version: _, revision: __, ...run } = content?.run ?? {};
    const episodes = [];
    for (const { key } of content?.episodes ?? []) episodes.push(await opened?.store.episode(name, key));
    all.push({ run, tasks: content?.tasks, episodes });
  }
  return all;
}

type Change =
  | {
      readonly type: 'put' | 'stage';
      readonly run: string;
      readonly version: number;
      readonly episodes: readonly StoredEpisode[];
    }
  | { readonly type: 'remove' | 'prune'; readonly run: string }
  | { readonly type: 'outdate' | 'sweep' };

const text = fc.string({ unit: 'binary', maxLength: 6 });
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const EPISODE: fc.Arbitrary<StoredEpisode> = fc
  .record({
    key: fc.record({ item: fc.oneof(text, fc.constantFrom('a', 'B', 'é')), repeat: fc.nat(2) }),
    reason: fc.option(text),
    why: text,
    steps: fc.nat(1000),
    completion: fc.option(double),
    durationMs: double,
    costUsd: fc.option(double),
    tokens: fc.option(fc.maxSafeNat()),
    isOpen: fc.boolean(),
    otherMode: fc.option(fc.boolean()),
    path: fc.array(text, { maxLength: 2 }),
  })
  .map((values) => ({ ...STORED_EPISODE, ...values }));
const RUN = fc.constantFrom('a', 'B', 'c');
const CHANGE: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    type: fc.constantFrom('put' as const, 'put' as const, 'stage' as const),
    run: RUN,
    version: fc.nat(2),
    episodes: fc.uniqueArray(EPISODE, {
      maxLength: 4,
      selector: ({ key }) => JSON.stringify(key),
    }),
  }),
  fc.record({ type: fc.constantFrom('remove' as const, 'prune' as const), run: RUN }),
  fc.record({ type: fc.constantFrom('outdate' as const, 'sweep' as const) }),
);

async function apply(
  store: RunStore,
  change: Change,
  { place, mark }: { readonly place: number; readonly mark: string },
): Promise<void> {
  switch (change.type) {
    case 'put':
    case 'stage': {
      // A version is of one run.
      const version = `${change.run} ${change.version} ${mark}`;
      if (change.type === 'stage') return store.stage(version, { episodes: change.episodes });
      return store.put(
        runChange(change.run, version, { episodes: change.episodes, fingerprint: `at ${place}` }),
      );
    }
    case 'remove':
      return store.remove(change.run);
    case 'prune':
      return store.prune(change.run);
    case 'outdate':
      return store.outdate();
    case 'sweep':
      return store.sweep();
    default:
      return change satisfies never;
  }
}

async function answers(store: RunStore) {
  const names = ['a', 'B', 'c'];
  return {
    runs: await store.runs(),
    pruned: Object.fromEntries(await store.pruned()),
    of: await Promise.all(
      names.map(async (name) => ({
        content: await store.content(name),
        listing: await store.listing(name),
        paths: await store.paths(name, STORED_EPISODE.task),
        changed: (await store.changed(name, 1)).toSorted((a, b) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
        ),
      })),
    ),
  };
}
