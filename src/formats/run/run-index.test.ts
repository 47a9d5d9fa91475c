import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resumeRun } from '../../engine/run.js';
import { TouchstoneError } from '../../errors.js';
import { eventsOf, finishedRun, JOURNAL, partsFor } from '../../testing/run-cuts.js';
import { buildRun, temporaryFolder } from '../../testing/run-fake.js';
import type { JournalEvent } from './event.js';
import { encodeLine } from './event-line.js';
import { readEpisodes } from './read-episodes.js';
import { readResults } from './read-results.js';
import { indexOpenRun, indexRun } from './run-index.js';

async function write(directory: string, events: readonly JournalEvent[], file = JOURNAL): Promise<void> {
  await writeFile(join(directory, file), events.map((event, index) => encodeLine(event, index)).join(''));
}

describe('indexRun', () => {
  it('knows what each item came to and what it cost, without its steps', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({}, 'step'));
    const index = await indexRun(folder.path);
    expect(index).toMatchObject({
      status: 'complete',
      start: { planned: 4 },
      cost: { calls: 20, unpriced: 20 },
    });
    expect([...index.tasks.keys()]).toEqual(['walk-0', 'walk-1']);
    expect([...index.items.keys()].sort()).toEqual(['walk-0#0', 'walk-0#1', 'walk-1#0', 'walk-1#1']);
    expect(index.items.get('walk-1#1')).toMatchObject({
      steps: 5,
      attempt: 1,
      writer: 'main',
      cost: { calls: 5 },
    });
    expect(index.activeMs).toBeGreaterThanOrEqual(0);
  });

  it('prefers an attempt that is not voided, else the newest', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({}, 'step'));
    const events = await eventsOf(folder.path);
    const voided = { reason: 'model_error', fault: 'model' } as const;
    const first = events.map((event) => (event.type === 'item-end' ? { ...event, end: voided } : event));
    await write(folder.path, first);
    const second = events.map((event) =>
      event.type === 'run-start' ? { ...event, writer: 'second' } : event,
    );
    await write(folder.path, second, 'journal-second.jsonl');
    const third = first.map((event) => (event.type === 'run-start' ? { ...event, writer: 'third' } : event));
    await write(folder.path, third, 'journal-third.jsonl');
    const { items } = await indexRun(folder.path);
    expect(new Set([...items.values()].map(({ writer }) => writer))).toEqual(new Set(['second']));
    await write(folder.path, second.slice(0, 1), 'journal-second.jsonl');
    const voids = await indexRun(folder.path);
    expect(new Set([...voids.items.values()].map(({ writer }) => writer))).toEqual(new Set(['third']));
  });

  it('answers a journal whose events were lost, repeated or moved with a run or a typed error', async () => {
    await using folder = await temporaryFolder();
    const parts = partsFor({}, 'step');
    const { events } = await finishedRun(folder.path, parts);
    const [start, ...rest] = events;
    if (start === undefined) throw new Error('no first event');
    const directory = folder.path;
    const uses = [
      async () => {
        const index = await indexRun(directory);
        for await (const { episode } of readEpisodes(index)) expect(episode.trajectory.steps).toBeDefined();
        for await (const { outcome } of readResults(index, 'corrected')) expect(outcome).toBeDefined();
      },
      async () => {
        await indexOpenRun(directory, 'main');
        await resumeRun(buildRun(directory, parts()));
      },
    ];
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('drop', 'repeat', 'move'), fc.nat(), fc.nat()), { maxLength: 3 }),
        async (changes) => {
          const changed = [...rest];
          for (const [change, from, to] of changes) {
            const [event] =
              change === 'repeat'
                ? [changed[from % changed.length]]
                : changed.splice(from % changed.length, 1);
            if (change !== 'drop' && event !== undefined) changed.splice(to % changed.length, 0, event);
          }
          await write(directory, [start, ...changed]);
          for (const use of uses) {
            const error: unknown = await use().catch((thrown: unknown) => thrown);
            if (error === undefined) continue;
            expect(error).toBeInstanceOf(TouchstoneError);
            expect(error).toMatchObject({ fault: 'dataset' });
            refused += 1;
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(refused).toBeGreaterThan(10);
  });
});
