import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEmbeddedStore } from '../src/storage/embedded/open-store.js';
import { openPostgresStore } from '../src/storage/postgres/open-postgres-store.js';
import type { RunStore, StoredEpisode } from '../src/storage/run-store.js';
import { runChange, runStoreContract, STORED_EPISODE } from '../src/testing/contracts/run-store-contract.js';
import { asked, NO_POSTGRES, startPostgres, type OwnPostgres } from './fixtures/postgres-server.js';

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
  });
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
});

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
    pruned: [...(await store.pruned())].toSorted(),
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
