import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptEvents, atSecond, taskEvent, writeJournal } from '../../../testing/run-fakes/journal-fake.js';
import { runStartEvent } from '../../../testing/run-fakes/run-events.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { encodeLine } from '../journal/event-line.js';
import { readResults, type RunResult } from './read-results.js';
import { indexRun } from '../run-index.js';
import type { ScoreFileEvent } from './score-event.js';

const NO_COST = { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 };

function scores(...events: readonly Partial<Extract<ScoreFileEvent, { type: 'score' }>>[]): ScoreFileEvent[] {
  const { run, identityHash } = runStartEvent();
  const benchmark = { name: 'fake', version: '1', dataHash: '0' };
  const at = atSecond(9);
  return [
    {
      type: 'score-start',
      at,
      formatVersion: 1,
      run,
      identityHash,
      touchstone: '1',
      benchmark,
      modes: ['corrected'],
    },
    ...events.map((event) => ({
      type: 'score' as const,
      at,
      item: 'a',
      repeat: 0,
      writer: 'main',
      attempt: 1,
      result: { mode: 'corrected' as const, scores: [], success: true, completion: 1 },
      ...event,
    })),
    { type: 'score-end', at, scored: events.length },
  ];
}

async function writeScores(
  directory: string,
  number: number,
  events: readonly ScoreFileEvent[],
): Promise<string> {
  const file = join(directory, `scores-${String(number).padStart(4, '0')}.jsonl`);
  await writeFile(file, events.map((event, sequence) => encodeLine(event, sequence)).join(''));
  return file;
}

async function resultsIn(
  directory: string,
  mode: 'corrected' | 'reference' = 'corrected',
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for await (const result of readResults(await indexRun(directory), mode)) results.push(result);
  return results;
}

describe('readResults', () => {
  it.each([
    ['dataset', 'invalid_task', 'invalid_task'],
    ['environment', 'environment_error', 'environment_error'],
  ] as const)('gives an item whose scoring failed to its owner, %s', async (fault, reason, outcome) => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a', steps: ['x'] })]);
    const result = { mode: 'corrected' as const, scores: [], success: null, completion: null };
    const failure = { fault, code: 'C', message: 'no' };
    await writeScores(folder.path, 1, scores({ result, failure }));
    expect(await resultsIn(folder.path)).toEqual([
      expect.objectContaining({ outcome, failure, end: { reason, fault, code: 'C', message: 'no' } }),
    ]);
  });

  it('gives a row for every item: scored, not scored, kept from being done', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [
      ...['a', 'b', 'c'].map(taskEvent),
      ...attemptEvents({ item: 'a', steps: ['x', 'y'] }),
      ...attemptEvents({ item: 'b', repeat: 1 }),
      { type: 'item-skip', at: atSecond(5), item: 'c', repeat: 2, task: 'c', reason: 'money_budget' },
    ]);
    await writeScores(folder.path, 1, scores({}));
    const none = { mode: 'corrected', scores: [], success: null, completion: null };
    expect(await resultsIn(folder.path)).toEqual([
      {
        key: { item: 'a', repeat: 0 },
        task: taskEvent('a').task,
        end: { reason: 'agent_stop' },
        steps: 2,
        outcome: 'passed',
        result: { ...none, success: true, completion: 1 },
        failure: null,
        cost: NO_COST,
        durationMs: 6,
        passScores: [],
      },
      {
        key: { item: 'b', repeat: 1 },
        task: taskEvent('b').task,
        end: { reason: 'agent_stop' },
        steps: 1,
        outcome: 'judge_unknown',
        result: none,
        failure: null,
        cost: NO_COST,
        durationMs: 3,
        passScores: [],
      },
      {
        key: { item: 'c', repeat: 2 },
        task: taskEvent('c').task,
        end: { reason: 'money_budget', message: 'a budget of the run ran out before this item was done' },
        steps: 0,
        outcome: 'not_run',
        result: none,
        failure: null,
        cost: NO_COST,
        durationMs: 0,
        passScores: [],
      },
    ]);
  });

  it('takes of each item the newest score of this mode and of the attempt that counts', async () => {
    await using folder = await temporaryFolder();
    const tasks = [taskEvent('a'), taskEvent('b')];
    await writeJournal(folder.path, [
      ...tasks,
      ...attemptEvents({ item: 'a' }),
      ...attemptEvents({ item: 'b', attempt: 2 }),
    ]);
    const failed = { mode: 'corrected' as const, scores: [], success: false, completion: 0 };
    await writeScores(folder.path, 1, scores({ result: failed }, { item: 'b', attempt: 2 }));
    await writeScores(
      folder.path,
      2,
      scores(
        {},
        { result: failed },
        { item: 'b', attempt: 1, result: failed },
        { item: 'b', attempt: 2, writer: 'other', result: failed },
        { item: 'b', attempt: 2, result: { ...failed, mode: 'reference' } },
        { item: 'gone', result: failed },
      ),
    );
    const outcomes = (results: readonly RunResult[]) =>
      results.map(({ key, outcome }) => [key.item, outcome]);
    expect(outcomes(await resultsIn(folder.path))).toEqual([
      ['a', 'passed'],
      ['b', 'passed'],
    ]);
    expect(outcomes(await resultsIn(folder.path, 'reference'))).toEqual([
      ['b', 'failed'],
      ['a', 'judge_unknown'],
    ]);
  });

  it('voids an item whose success rule is broken, unless a failure voided it already', async () => {
    await using folder = await temporaryFolder();
    const outage = { fault: 'model', code: 'OUT', message: 'gone' } as const;
    await writeJournal(folder.path, [
      ...['a', 'b', 'c'].map(taskEvent),
      ...attemptEvents({ item: 'a' }),
      ...attemptEvents({ item: 'b', end: { reason: 'model_error', ...outage }, failure: outage }),
      ...attemptEvents({ item: 'c', end: { reason: 'agent_error', fault: 'agent' } }),
    ]);
    const failure = { fault: 'dataset', code: 'RULE', message: 'no screen' } as const;
    const result = { mode: 'corrected' as const, scores: [], success: null, completion: null };
    await writeScores(folder.path, 1, scores(...['a', 'b', 'c'].map((item) => ({ item, result, failure }))));
    const broken = { reason: 'invalid_task', ...failure };
    expect(await resultsIn(folder.path)).toMatchObject([
      { outcome: 'invalid_task', end: broken, failure },
      { outcome: 'model_error', end: { reason: 'model_error' }, failure: outage },
      { outcome: 'invalid_task', end: broken, failure },
    ]);
  });

  it('refuses scores of another run, and a task that is nowhere', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, attemptEvents({ item: 'a' }));
    const [start, ...rest] = scores({});
    if (start?.type !== 'score-start') throw new Error('no first event');
    const foreign = { ...start, run: 'another', identityHash: 'f'.repeat(64) };
    const file = await writeScores(folder.path, 1, [foreign, ...rest]);
    await expect(resultsIn(folder.path)).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      place: { file, line: 1 },
      message: expect.stringContaining('These are scores of run another, not of test-run') as unknown,
    });
    await writeScores(folder.path, 1, [start, ...rest]);
    await expect(resultsIn(folder.path)).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      place: { file: folder.path },
      message: expect.stringContaining('The journal lacks task a') as unknown,
    });
  });

  it('stops when it is aborted', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a' })]);
    await writeScores(folder.path, 1, scores({}));
    const results = readResults(await indexRun(folder.path), 'corrected', {
      signal: AbortSignal.abort(new Error('enough')),
    });
    await expect(results.next()).rejects.toThrow('enough');
  });

  it('checks the scores of a mode that is not read by their checksum only', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a' })]);
    const result = { mode: 'reference' as const, scores: [], success: true, completion: 2 };
    const file = await writeScores(folder.path, 1, scores({ result }, {}));
    expect((await resultsIn(folder.path)).map(({ outcome }) => outcome)).toEqual(['passed']);
    await expect(resultsIn(folder.path, 'reference')).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      place: { file, line: 2 },
    });
  });
});
