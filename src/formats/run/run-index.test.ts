import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpisodeEnd } from '../../domain/episode.js';
import { resumeRun } from '../../engine/run.js';
import { TouchstoneError } from '../../errors.js';
import { attemptEvents, atSecond, taskEvent, writeJournal } from '../../testing/run-fakes/journal-fake.js';
import { runStartEvent } from '../../testing/run-fakes/run-events.js';
import { eventsOf, finishedRun, JOURNAL, partsFor } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { JournalEvent } from './journal/event.js';
import { encodeLine } from './journal/event-line.js';
import { readEpisodes } from './read-episodes.js';
import { readResults } from './scores/read-results.js';
import { indexOpenRun, indexRun, isVoidEnd } from './run-index.js';
import { isSameRun } from './same-run.js';

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

  it('counts each call where it was asked: not a copy of it, and twice what two writers asked', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({}, 'step'));
    const events = (await eventsOf(folder.path)).map((event) =>
      event.type === 'model-call' ? { ...event, measures: { firstTokenMs: 5 } } : event,
    );
    const [start] = events;
    if (start?.type !== 'run-start') throw new Error('a run begins');
    const own = events.filter((event) => 'attempt' in event && event.item === 'walk-0' && event.repeat === 0);
    const taken = { writer: 'a', attempt: 1, steps: 2 };
    // Suspended after it had asked for its third step; by then another had taken the item over, and asked for that as well.
    const isBefore = (event: JournalEvent): boolean => !('step' in event) || event.step <= 2;
    const left = own.filter((event) => event.type !== 'item-end' && isBefore(event));
    const goneOn = own.map((event): JournalEvent => {
      if (!('attempt' in event)) return event;
      return event.type === 'item-start'
        ? { ...event, attempt: 2, takesOver: taken }
        : { ...event, attempt: 2 };
    });
    await write(folder.path, [start]);
    await write(folder.path, [{ ...start, writer: 'a' }, ...left], 'journal-a.jsonl');
    await write(folder.path, [{ ...start, writer: 'b' }, ...goneOn], 'journal-b.jsonl');
    const { cost, items, measures } = await indexRun(folder.path);
    // Of five steps the third was asked for twice.
    expect(cost.calls).toBe(6);
    expect(items.get('walk-0#0')).toMatchObject({ writer: 'b', steps: 5, cost: { calls: 6 } });
    expect([...measures.values()].map(({ live }) => live)).toEqual([6]);
  });

  it('takes the end that was said to count, whoever else ended the item, until it is asked for once more', async () => {
    await using folder = await temporaryFolder();
    await finishedRun(folder.path, partsFor({ sequential: true }, 'step'));
    const events = await eventsOf(folder.path);
    const [start] = events;
    if (start?.type !== 'run-start') throw new Error('a run begins');
    const of = (writer: string, end: EpisodeEnd): JournalEvent[] =>
      events.map((event) => {
        if (event.type === 'run-start') return { ...event, writer };
        return event.type === 'item-end' ? { ...event, end, draws: 7 } : event;
      });
    const done: EpisodeEnd = { reason: 'agent_stop' };
    const voided: EpisodeEnd = { reason: 'model_error', fault: 'model' };
    for (const [writer, end] of [
      ['a', done],
      ['b', done],
      ['c', voided],
    ] as const)
      await write(folder.path, of(writer, end), `journal-${writer}.jsonl`);
    const key = { item: 'walk-0', repeat: 0 };
    const settle = (writer: string | null, draws: number): JournalEvent => ({
      type: 'item-settle',
      at: start.at,
      ...key,
      ...(writer === null ? {} : { counts: { writer, attempt: 1 } }),
      draws,
    });
    const countedAfter = async (...said: JournalEvent[]): Promise<readonly [string | undefined, number]> => {
      await write(folder.path, [start, ...said]);
      const { items, draws, left } = await indexRun(folder.path);
      expect(items.get('walk-0#0')).toMatchObject({ draws: 7, ends: { a: 1, b: 1, c: 1 } });
      expect(items.get('walk-1#0')?.writer).toBe('a');
      expect(left.size).toBe(0);
      return [items.get('walk-0#0')?.writer, draws];
    };
    expect(await countedAfter()).toEqual(['a', 0]);
    expect(await countedAfter(settle('b', 7))).toEqual(['b', 7]);
    expect(await countedAfter(settle('c', 7))).toEqual(['c', 7]);
    expect(await countedAfter(settle('c', 7), settle(null, 7))).toEqual(['a', 7]);
    expect(await countedAfter(settle('c', 7), settle(null, 7), settle('b', 14))).toEqual(['b', 14]);
    // Where nobody has such an end, as after a journal was lost.
    expect(await countedAfter(settle('gone', 7))).toEqual(['a', 7]);
  });

  it('tells from the journal when each item was done, by whom, and what all its attempts cost', async () => {
    await using folder = await temporaryFolder();
    const of = {
      item: 'a',
      repeat: 0,
      attempt: 1,
      step: 0,
      role: 'actor',
      request: 'a'.repeat(64),
      answer: null,
    };
    const call = (item: string, attempt: number, costUsd: number | null): JournalEvent => ({
      type: 'model-call',
      at: atSecond(1),
      ...of,
      item,
      attempt,
      inputTokens: 3,
      outputTokens: null,
      costUsd,
      latencyMs: 0,
      fromCache: false,
    });
    const outage = { fault: 'model', code: 'OUT', message: 'gone' } as const;
    const [begun, ...restOfA] = attemptEvents({
      item: 'a',
      from: 2,
      to: 4,
      end: { reason: 'model_error', fault: 'model' },
      failure: outage,
    });
    const [again, ...restOfAgain] = attemptEvents({ item: 'a', attempt: 2, cause: 'again', from: 6, to: 9 });
    if (begun === undefined || again === undefined) throw new Error('no first event');
    await writeJournal(folder.path, [
      taskEvent('a'),
      begun,
      call('a', 1, 0.5),
      ...restOfA,
      again,
      call('a', 2, null),
      ...restOfAgain,
      // Nobody's: it counts for the run alone.
      call('b', 1, 0.25),
    ]);
    const index = await indexRun(folder.path);
    expect(index.items.get('a#0')).toEqual({
      key: { item: 'a', repeat: 0 },
      writer: 'main',
      ends: { main: 2 },
      attempt: 2,
      task: 'a',
      end: { reason: 'agent_stop' },
      failure: null,
      steps: 1,
      durationMs: 3,
      startedAt: atSecond(6),
      endedAt: atSecond(9),
      cost: { calls: 2, cached: 0, inputTokens: 6, outputTokens: 0, costUsd: 0.5, unpriced: 1 },
      lines: expect.objectContaining({ line: 9 }) as unknown,
    });
    const { offset = 0, end = 0 } = index.items.get('a#0')?.lines ?? {};
    const attempt = (await readFile(join(folder.path, 'journal-main.jsonl'))).subarray(offset, end);
    const types = attempt
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as JournalEvent).type);
    expect(types).toEqual([again, call('a', 2, null), ...restOfAgain].map(({ type }) => type));
    expect(index.cost).toEqual({
      calls: 3,
      cached: 0,
      inputTokens: 9,
      outputTokens: 0,
      costUsd: 0.75,
      unpriced: 1,
    });
    expect(index).toMatchObject({ directory: folder.path, status: null, start: { run: 'test-run' } });
  });

  it('adds the cost of an attempt that starts over to the item', async () => {
    await using folder = await temporaryFolder();
    const [begun, , , , ...end] = attemptEvents({ item: 'a', attempt: 2, cause: 'retry' });
    const first = attemptEvents({ item: 'a', end: null });
    const call: JournalEvent = {
      type: 'model-call',
      at: atSecond(1),
      item: 'a',
      repeat: 0,
      attempt: 1,
      step: 0,
      role: 'actor',
      request: 'a'.repeat(64),
      answer: null,
      inputTokens: 3,
      outputTokens: 1,
      costUsd: 1,
      latencyMs: 0,
      fromCache: true,
    };
    if (begun === undefined) throw new Error('no first event');
    await writeJournal(folder.path, [taskEvent('a'), ...first.slice(0, 2), call, begun, ...end]);
    expect((await indexRun(folder.path)).items.get('a#0')?.cost).toMatchObject({
      calls: 1,
      cached: 1,
      costUsd: 1,
    });
  });

  it('counts as active the time of sessions alone, and says how the last one ended', async () => {
    await using folder = await temporaryFolder();
    const operation = { concurrency: 1, budgets: { seconds: null, tokens: null, money: null } };
    const resume = (second: number): JournalEvent => ({
      type: 'run-resume',
      at: atSecond(second),
      operation,
      finished: 0,
      cutBytes: 0,
      node: 'v',
      platform: 'p',
    });
    const end = (second: number, status: 'complete' | 'interrupted'): JournalEvent => ({
      type: 'run-end',
      at: atSecond(second),
      status,
      finished: 0,
      durationMs: 0,
    });
    const sessions: readonly (readonly [JournalEvent, number, string | null])[] = [
      [taskEvent('a'), 0, null],
      [end(10, 'interrupted'), 10_000, 'interrupted'],
      [resume(100), 10_000, null],
      [end(105, 'complete'), 15_000, 'complete'],
      [resume(200), 15_000, null],
      [{ ...taskEvent('b'), at: atSecond(201) }, 16_000, null],
    ];
    for (const [index, [, activeMs, status]] of sessions.entries()) {
      const events = sessions.slice(0, index + 1).map(([event]) => event);
      await writeJournal(folder.path, events);
      expect(await indexRun(folder.path)).toMatchObject({ activeMs, status });
    }
    // A second writer at work at the same time makes the run no longer, and no more over.
    await writeJournal(folder.path, [end(7, 'complete')], { writer: 'other' });
    expect(await indexRun(folder.path)).toMatchObject({ activeMs: 16_000, status: null });
    await writeJournal(folder.path, [end(700, 'complete')], { writer: 'other' });
    expect(await indexRun(folder.path)).toMatchObject({ activeMs: 700_000, status: 'complete' });
    await writeJournal(folder.path, [resume(650)], { writer: 'zed' });
    expect(await indexRun(folder.path)).toMatchObject({ status: 'complete' });
  });

  it('keeps why items were skipped until they are done', async () => {
    await using folder = await temporaryFolder();
    const skip = (item: string, reason: 'time_budget' | 'money_budget'): JournalEvent => ({
      type: 'item-skip',
      at: atSecond(1),
      item,
      repeat: 1,
      task: `${item}-task`,
      reason,
    });
    await writeJournal(folder.path, [
      skip('a', 'time_budget'),
      skip('b', 'time_budget'),
      skip('b', 'money_budget'),
      taskEvent('a'),
      ...attemptEvents({ item: 'a', repeat: 1 }),
    ]);
    expect([...(await indexRun(folder.path)).skipped]).toEqual([
      ['b#1', { key: { item: 'b', repeat: 1 }, task: 'b-task', reason: 'money_budget' }],
    ]);
  });

  it('takes of a task written twice the first', async () => {
    await using folder = await temporaryFolder();
    const second = taskEvent('a');
    await writeJournal(folder.path, [
      taskEvent('a'),
      { ...second, task: { ...second.task, instructions: { en: 'else' } } },
    ]);
    expect((await indexRun(folder.path)).tasks.get('a')?.instructions).toEqual({ en: 'Do a' });
  });

  it('names file and line of what contradicts itself', async () => {
    await using folder = await temporaryFolder();
    const file = await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a' }).slice(-1)]);
    const damaged = { code: 'JOURNAL_DAMAGED', fault: 'dataset' };
    await expect(indexRun(folder.path)).rejects.toMatchObject({
      ...damaged,
      place: { file, line: 3 },
      message: expect.stringContaining(
        'The item-end event of item a#0 contradicts the journal: the item is not under way',
      ) as unknown,
    });
    await writeJournal(folder.path, [], { writer: 'main' });
    await writeJournal(folder.path, [], { writer: 'zed', run: 'another' });
    await expect(indexRun(folder.path)).rejects.toMatchObject({
      ...damaged,
      place: { file: join(folder.path, 'journal-zed.jsonl'), line: 1 },
      message: expect.stringContaining('The journal belongs to run another, not to test-run') as unknown,
    });
    await writeJournal(folder.path, [], { writer: 'zed', identityHash: 'f'.repeat(64) });
    await expect(indexRun(folder.path)).rejects.toMatchObject(damaged);
    await write(folder.path, [{ ...runStartEvent(), writer: 'else' }], 'journal-zed.jsonl');
    await expect(indexRun(folder.path)).rejects.toMatchObject({
      ...damaged,
      place: { file: join(folder.path, 'journal-zed.jsonl'), line: 1 },
      message: expect.stringContaining('The journal is that of writer else') as unknown,
    });
  });

  it('stops when it is aborted', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, []);
    const options = { signal: AbortSignal.abort(new Error('enough')) };
    await expect(indexRun(folder.path, options)).rejects.toThrow('enough');
    await expect(indexOpenRun(folder.path, 'main', options)).rejects.toThrow('enough');
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

describe('indexOpenRun', () => {
  const drawing = (events: readonly JournalEvent[], draws: number): JournalEvent[] =>
    events.map((event) =>
      event.type === 'transition' ? { ...event, transition: { ...event.transition, draws } } : event,
    );

  it('gives what one writer has left open, and nothing of what others have', async () => {
    await using folder = await temporaryFolder();
    const operation = { concurrency: 1, budgets: { seconds: null, tokens: null, money: null } };
    await writeJournal(folder.path, [
      taskEvent('a'),
      taskEvent('b'),
      ...drawing(attemptEvents({ item: 'a', steps: ['x', 'y'] }), 2),
      ...drawing(attemptEvents({ item: 'b', end: null }), 3),
      // Starting over gives the words of the attempt before back.
      ...drawing(attemptEvents({ item: 'b', attempt: 2, cause: 'restart', steps: ['x', 'y'], end: null }), 5),
      { type: 'item-skip', at: atSecond(3), item: 'c', repeat: 0, task: 'c', reason: 'time_budget' },
      { type: 'run-end', at: atSecond(4), status: 'interrupted', finished: 1, durationMs: 0 },
      { type: 'run-resume', at: atSecond(5), operation, finished: 1, cutBytes: 0, node: 'v', platform: 'p' },
    ]);
    await writeJournal(folder.path, [taskEvent('c'), ...attemptEvents({ item: 'c', end: null })], {
      writer: 'other',
    });
    const { index, work } = await indexOpenRun(folder.path, 'main');
    expect([...index.items.keys()]).toEqual(['a#0']);
    expect([...index.tasks.keys()]).toEqual(['a', 'b', 'c']);
    expect(work.draws).toBe(2 * 2 + 2 * 5);
    expect([...work.open.keys()]).toEqual(['b#0']);
    expect(work.open.get('b#0')).toMatchObject({
      key: { item: 'b', repeat: 0 },
      attempt: 2,
      completeSteps: 2,
    });
    expect([...work.attempts]).toEqual([
      ['a#0', 1],
      ['b#0', 2],
    ]);
    expect([...work.tasks]).toEqual(['a', 'b']);
  });

  it('counts the attempts at an item that ended and was asked for once more', async () => {
    await using folder = await temporaryFolder();
    const voided = { reason: 'model_error', fault: 'model' } as const;
    await writeJournal(folder.path, [
      taskEvent('a'),
      ...attemptEvents({ item: 'a', end: voided }),
      ...attemptEvents({ item: 'a', attempt: 2, cause: 'again', end: null }),
    ]);
    const { work } = await indexOpenRun(folder.path, 'main');
    expect(work.attempts.get('a#0')).toBe(2);
    expect(work.open.get('a#0')?.attempt).toBe(2);
    await writeJournal(folder.path, [
      taskEvent('a'),
      ...attemptEvents({ item: 'a', end: voided }),
      ...attemptEvents({ item: 'a' }),
    ]);
    await expect(indexOpenRun(folder.path, 'main')).rejects.toThrow(/attempt 1 begins after 1/);
  });

  it('checks every event of its writer, and names the line of the first that cannot be', async () => {
    await using folder = await temporaryFolder();
    const events = attemptEvents({ item: 'a' }).filter(({ type }) => type !== 'observation');
    const file = await writeJournal(folder.path, [taskEvent('a'), ...events]);
    await expect(indexOpenRun(folder.path, 'main')).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      place: { file, line: 4 },
      message: expect.stringContaining(
        'The decision event of item a#0 contradicts the journal: step 0 was not observed',
      ) as unknown,
    });
    expect((await indexOpenRun(folder.path, 'other')).work.open.size).toBe(0);
  });
});

describe('isVoidEnd', () => {
  it('is true of failures that are not the agent’s', () => {
    expect(isVoidEnd({ reason: 'agent_stop' })).toBe(false);
    expect(isVoidEnd({ reason: 'agent_error', fault: 'agent' })).toBe(false);
    expect(isVoidEnd({ reason: 'bug', fault: 'bug' })).toBe(true);
  });
});

describe('isSameRun', () => {
  it('tells runs apart by name, beginning and identity', () => {
    const start = runStartEvent();
    expect(isSameRun({ start }, { start: { ...start, writer: 'other' } })).toBe(true);
    for (const other of [{ run: 'other' }, { at: atSecond(1) }, { identityHash: 'f'.repeat(64) }]) {
      expect(isSameRun({ start }, { start: { ...start, ...other } })).toBe(false);
    }
  });
});
