import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { encodeLine } from '../../../formats/run/journal/event-line.js';
import type { RunContent, RunStore } from '../../../storage/run-store.js';
import { openEmbeddedStore } from '../../../storage/embedded/open-store.js';
import { coordinate, dying, endLate, work } from '../../../../test/fixtures/distributed-fake-run.js';
import { MemoryRunQueue } from '../../../testing/queue/memory-run-queue.js';
import { RunIndexer } from './run-indexer.js';

let root = '';
let count = 0;
type Files = readonly (readonly [name: string, bytes: Buffer])[];
/** Files of a run, in the order in which they come to be: each as what is appended to which file. */
let files: Files = [];
/** Of a run whose main journal says what counts: of one item the end of another writer than the one that ended it last. */
let settled: Files = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-indexer-'));
  const source = join(root, 'source');
  await generateRun(source, { run: 'r', tasks: 4, repeats: 2, steps: 3, model: 'vl' });
  const journal = await readFile(join(source, 'journal-main.jsonl'));
  const scores = await readFile(join(source, 'scores-0001.jsonl'));
  files = [
    ['journal-main.jsonl', journal],
    // The same items once more, by somebody else.
    ['journal-a.jsonl', ofWriter(journal, 'a')],
    ['scores-0001.jsonl', scores],
    // Other tasks, by one who comes first in order and begins some of them when others have begun theirs.
    ['journal-Z.jsonl', ofWriter(journal, 'Z', 'other-')],
  ];
  settled = await settledRun(join(root, 'settled'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function ofWriter(journal: Buffer, writer: string, tasks = 'task-'): Buffer {
  const lines = journal.toString('utf8').replaceAll('task-', tasks).trimEnd().split('\n').slice(0, 60);
  return Buffer.from(
    lines
      .map((line, sequence) => {
        const event = JSON.parse(line) as Record<string, unknown>;
        delete event['sequence'];
        delete event['checksum'];
        const own = event['type'] === 'run-start' ? { ...event, writer } : event;
        return encodeLine(own as { type: string }, sequence);
      })
      .join(''),
  );
}

async function settledRun(run: string): Promise<Files> {
  await mkdir(run, { recursive: true });
  await using queue = new MemoryRunQueue();
  const world = { sequential: true, items: 4 };
  const coordinating = coordinate(run, queue, { world });
  await dying(run, queue, 'a', world);
  await work(run, queue, 'b', { world });
  await coordinating;
  await endLate(run, 'a');
  const names = ['journal-main.jsonl', 'journal-a.jsonl', 'journal-b.jsonl'];
  return Promise.all(names.map(async (name) => [name, await readFile(join(run, name))] as const));
}

async function newStore(): Promise<{ store: RunStore; run: string }> {
  count += 1;
  const run = join(root, `${count}`, 'r');
  await mkdir(run, { recursive: true });
  return { store: await openEmbeddedStore(join(root, `${count}`, 'index.db'), { isWriter: true }), run };
}

/** Without what says how often it was written. */
function comparable(content: RunContent | null): unknown {
  if (content === null) return null;
  return { ...content, run: { ...content.run, version: '', revision: 0 } };
}

describe('the index of a run', () => {
  it.each([
    ['', () => files],
    [' where the main journal says whose end counts', () => settled],
  ] as const)('is the same, read on as it is written or made anew%s', async (_, given) => {
    const parts = given();
    // In which order files grow, by how many bytes, and whether a crash tears what was written last.
    const growth = fc.array(
      fc.record({
        file: fc.nat(parts.length - 1),
        bytes: fc.integer({ min: 1, max: 9000 }),
        isTorn: fc.boolean(),
      }),
      { minLength: 1, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(growth, fc.boolean(), async (pieces, isWhole) => {
        const { store, run } = await newStore();
        await using _store = store;
        const at = parts.map(() => 0);
        let indexer = new RunIndexer(run);
        const grow = async (file: number, bytes: number): Promise<void> => {
          const [name, whole] = parts[file] ?? ['', Buffer.alloc(0)];
          const from = at[file] ?? 0;
          at[file] = Math.min(whole.length, from + bytes);
          await appendFile(join(run, name), whole.subarray(from, at[file]));
        };
        // A journal appears with its first event.
        await grow(0, 4000);
        for (const { file, bytes, isTorn } of pieces) {
          await grow(file, at[file] === 0 ? bytes + 4000 : bytes);
          try {
            await indexer.update(store, true);
          } catch {
            indexer = new RunIndexer(run);
          }
          if (!isTorn) continue;
          // What resuming does: the half line is cut off and written again.
          const [name, whole] = parts[file] ?? ['', Buffer.alloc(0)];
          at[file] = whole.subarray(0, at[file]).lastIndexOf(0x0a) + 1;
          await truncate(join(run, name), at[file]);
        }
        if (isWhole) for (const file of parts.keys()) await grow(file, 1_000_000);
        await indexer.update(store, false);
        const { store: other } = await newStore();
        await using _other = other;
        await new RunIndexer(run).update(other, false);
        expect(comparable(await store.content('r'))).toEqual(comparable(await other.content('r')));
        // Nobody writes it any more: its numbers are there with it.
        const { report } = (await store.listing('r')) ?? {};
        expect(report?.id).toMatch(/^(r|test-run)$/);
        expect(report).toEqual((await other.listing('r'))?.report);
        const items = (await store.content('r'))?.episodes ?? [];
        for (const { key } of items) {
          const [mine, anew] = [await store.episode('r', key), await other.episode('r', key)];
          expect(mine).toEqual(anew);
        }
        await rm(join(run, '..'), { recursive: true });
      }),
      { numRuns: 12 },
    );
  });

  it('keeps tasks in the order of their writers, whoever begins them last', async () => {
    const { store, run } = await newStore();
    await using _ = store;
    const indexer = new RunIndexer(run);
    const pieces = (file: number): readonly Buffer[] => {
      const [name, whole] = files[file] ?? ['', Buffer.alloc(0)];
      expect(name).not.toBe('');
      return [0, 1, 2, 3, 4, 5].map((part) =>
        whole.subarray((whole.length * part) / 6, (whole.length * (part + 1)) / 6),
      );
    };
    const [last, same, first] = [pieces(0), pieces(1), pieces(3)];
    for (const part of last.keys()) {
      await appendFile(join(run, 'journal-main.jsonl'), last[part] ?? '');
      await indexer.update(store, true);
      await appendFile(join(run, 'journal-Z.jsonl'), first[part] ?? '');
      await indexer.update(store, true);
    }
    for (const part of same) {
      // The tasks of one are then those of another who comes before it.
      await appendFile(join(run, 'journal-a.jsonl'), part);
      await indexer.update(store, true);
    }
    const { store: other } = await newStore();
    await using _other = other;
    await new RunIndexer(run).update(other, true);
    const content = await store.content('r');
    const ids = (prefix: string): readonly string[] => [1, 2, 3, 4].map((number) => `${prefix}-000${number}`);
    expect(content?.tasks.map(({ id }) => id)).toEqual([...ids('other'), ...ids('task')]);
    expect(comparable(content)).toEqual(comparable(await other.content('r')));
  });

  it('leaves no rows of a reading that was cut off', async () => {
    const { store, run } = await newStore();
    await using _ = store;
    await appendFile(join(run, 'journal-main.jsonl'), files[0]?.[1] ?? '');
    await new RunIndexer(run).update(store, false);
    const before = comparable(await store.content('r'));
    const [episode] = (await store.content('r'))?.episodes ?? [];
    if (episode === undefined) throw new Error('there is no episode');
    await store.stage('half', { episodes: [episode] });
    expect(comparable(await store.content('r'))).toEqual(before);
    await store.sweep();
    expect(comparable(await store.content('r'))).toEqual(before);
    expect((await readdir(join(run, '..'))).toSorted()).toContain('index.db');
  });
});
