import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildProgram } from '../../cli/program.js';
import type { ItemKey } from '../../domain/episode.js';
import type { RunIdentity } from '../../domain/run.js';
import { identityHash } from '../../engine/run-identity.js';
import { EventFileWriter } from '../../formats/run/journal/event-file-writer.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { indexRun, readRunStart } from '../../formats/run/run-index.js';
import { commandContext } from '../../testing/command-context.js';
import type { WorkerNeed } from '../../queue/run-queue.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { workOnRuns, type WorkEvent } from './work-on-runs.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const environment = (): Record<string, string> => ({ TOUCHSTONE_HOME: join(folder.path, 'home') });

beforeAll(async () => {
  folder = await temporaryFolder();
  const { context } = commandContext({ workingDirectory: folder.path, environment: environment() });
  const words = ['run', 'pocket', '--agent', 'oracle', '--limit', '1', '--run-id', 'one'];
  const program = await buildProgram(context, words);
  await program.parseAsync(['node', 'touchstone', ...words]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A queue that has the run with an item to do. */
async function queueWithRun(needs: readonly WorkerNeed[] = [], given?: ItemKey) {
  const directory = join(folder.path, 'runs', 'one');
  const start = await readRunStart(directory);
  const [first] = [...(await indexRun(directory)).items.values()].map((item) => item.key);
  const key = given ?? first;
  if (start === null || key === undefined) throw new Error('the run has an item');
  const queue = new MemoryRunQueue();
  await queue.add('one', [{ key }]);
  await queue.announce(
    {
      run: 'one',
      folder: 'one',
      benchmark: 'pocket',
      agent: 'oracle',
      identityHash: start.identityHash,
      planned: 1,
      needs,
      budgets: { seconds: null, tokens: null, money: null },
    },
    new Map(),
  );
  return queue;
}

/** Works until there is nothing more to do; gives what is said of it. */
async function work(
  queue: MemoryRunQueue,
  given: {
    readonly home?: string;
    readonly has?: ReadonlySet<WorkerNeed>;
    readonly interrupted?: AbortSignal;
  } = {},
): Promise<readonly WorkEvent[]> {
  const events: WorkEvent[] = [];
  const never = new AbortController().signal;
  await workOnRuns({
    queue,
    runsFolder: join(folder.path, 'runs'),
    environment: { ...environment(), ...(given.home === undefined ? {} : { TOUCHSTONE_HOME: given.home }) },
    name: 'w',
    concurrency: 1,
    has: given.has ?? null,
    once: true,
    trustsSettings: false,
    leaseMs: 30_000,
    drainMs: 1_000,
    interrupted: given.interrupted ?? never,
    killed: never,
    onWork: (event) => events.push(event),
  });
  return events;
}

/** Has a file of the run say something else for a while. */
async function changed(
  file: string,
  change: (text: string) => string,
  body: () => Promise<void>,
): Promise<void> {
  const path = join(folder.path, 'runs', 'one', file);
  const text = await readFile(path, 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(path, change(text));
  try {
    await body();
  } finally {
    await writeFile(path, text);
  }
}

describe('a worker', () => {
  it('refuses what is not the run, with the difference, until it is told to try again', async () => {
    await changed(
      'settings.json',
      (text) => {
        const request = JSON.parse(text) as { settings: Record<string, unknown> };
        return JSON.stringify({ ...request, settings: { ...request.settings, seed: 77 } });
      },
      async () => {
        await using queue = await queueWithRun();
        const events = await work(queue);
        expect(events.map(({ type }) => type)).toEqual(['run-join', 'run-refuse']);
        const [run] = await queue.runs();
        expect(run?.counts).toEqual({ waiting: 1, active: 0, failed: 0 });
        expect(run?.refused).toMatchObject([
          { worker: 'w', reason: expect.stringContaining('77') as unknown },
        ]);
      },
    );
  });

  it.each([
    ['version', 'touchstone', (identity: RunIdentity) => ({ ...identity, touchstone: '0.0.1' })],
    [
      'data',
      'dataHash',
      (identity: RunIdentity) => ({
        ...identity,
        benchmark: { ...identity.benchmark, dataHash: '0'.repeat(64) },
      }),
    ],
  ])('of another %s refuses with the difference', async (_, field, change) => {
    const file = join(folder.path, 'runs', 'one', 'journal-main.jsonl');
    const [text, start] = [await readFile(file), await readRunStart(join(folder.path, 'runs', 'one'))];
    const key = { item: 'any', repeat: 0 };
    if (start === null) throw new Error('the run has begun');
    const identity = change(start.identity);
    await rm(file);
    try {
      const other = { ...start, identity, identityHash: identityHash(identity) };
      await (await EventFileWriter.create<JournalEvent>(file, other))[Symbol.asyncDispose]();
      await using queue = await queueWithRun([], key);
      await work(queue);
      const [run] = await queue.runs();
      expect(run?.refused[0]?.reason).toMatch(new RegExp(`${field}: "0[.0-9]+" in the run, ".+" now`));
    } finally {
      await writeFile(file, text);
    }
  });

  it('ends when it is told to though the queue does not answer', async () => {
    for (const asks of ['runs', 'join', 'ledger'] as const) {
      await using queue = await queueWithRun();
      const end = new AbortController();
      vi.spyOn(queue, asks).mockImplementation(() => {
        setImmediate(() => end.abort());
        return new Promise<never>(() => undefined);
      });
      await work(queue, { interrupted: end.signal });
    }
  });

  it('of other needs ends where it is to, beside a run that is not for it', async () => {
    await using queue = await queueWithRun(['device']);
    expect(await work(queue, { has: new Set(['pictures']) })).toEqual([]);
  });

  it('refuses settings of somebody else that name an endpoint', async () => {
    await changed(
      'settings.json',
      (text) => {
        const request = JSON.parse(text) as { settings: Record<string, unknown> };
        return JSON.stringify({
          ...request,
          settings: { ...request.settings, baseUrl: 'http://elsewhere.example/v1' },
        });
      },
      async () => {
        await using queue = await queueWithRun();
        await work(queue, { home: join(folder.path, 'another home') });
        const [run] = await queue.runs();
        expect(run?.refused[0]?.reason).toContain(
          'nobody began this run on this machine as this user, and it names an endpoint',
        );
        // A worker has no flag in place of what a run names.
        expect(run?.refused[0]?.reason).toContain('only by `touchstone worker --trust-settings`');
        expect(run?.refused[0]?.reason).not.toContain('flags of yours');
      },
    );
  });
});
