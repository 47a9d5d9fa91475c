import { cp, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, asyncProperty, double, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexRun } from '../formats/run/run-index.js';
import { readJournal } from '../formats/run/run-folder.js';
import { readResults } from '../formats/run/scores/read-results.js';
import { tallyAnswers } from '../formats/run/tally-answers.js';
import { collectRows, resultRow } from '../metrics/result-row.js';
import { ModelOutageError } from '../models/model-errors.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../testing/run-fakes/run-fake.js';
import { normaliseRun } from '../testing/run-fakes/normalise-run.js';
import { LocalLedger } from './budget-ledger.js';
import { PlanQueue } from './item-queue.js';
import { resumeRun, startRun } from './run.js';
import { scoreRun } from './score-run.js';

const ITEMS = 3;
const world = () => fakeBenchmark({ items: ITEMS });

/** A run in which every decision asks a model once; `onAsk` hears of each. */
const parts = (onAsk: () => void = () => undefined, more: FakeRunParts = {}): FakeRunParts => ({
  benchmark: world(),
  agent: fakeAgent({ asksModel: true, steps: 4 }),
  models: {
    actor: scriptedModel(() => {
      onAsk();
      return { text: 'on', usage: { inputTokens: 10, outputTokens: 2 } };
    }),
  },
  operation: { concurrency: 2 },
  ...more,
});

/** Joins a run as one more writer; what others left is known from their journals. */
async function joinRun(
  directory: string,
  writer: string,
  given: FakeRunParts,
  stopAfter: { readonly steps?: number; readonly failures?: number } = {},
) {
  const run = buildRun(directory, given);
  const { items, left } = await indexRun(directory);
  await using queue = new PlanQueue(run.benchmark, run.configuration.identity, (key) => items.has(key), {
    left,
  });
  using ledger = new LocalLedger(run.configuration.operation.budgets);
  const stop = new AbortController();
  let [steps, failures] = [0, 0];
  const onEvent: typeof run.onEvent = (event) => {
    run.onEvent?.(event);
    if (event.type === 'step-end' && (steps += 1) === stopAfter.steps) stop.abort();
    if (event.type === 'item-retry' && (failures += 1) === stopAfter.failures) stop.abort();
  };
  const summary = await resumeRun({ ...run, onEvent, writer, queue, ledger, stop: stop.signal });
  return { summary, events: run.events, cost: ledger.cost };
}

async function rowsOf(directory: string): Promise<unknown> {
  await scoreRun(directory, world(), { modes: ['corrected'], touchstone: '0' });
  const rows = await collectRows(readResults(await indexRun(directory), 'corrected'), resultRow);
  const timeless = rows.map((row) => JSON.stringify({ ...row, durationMs: 0 }));
  return timeless.toSorted();
}

async function tallyOf(directory: string): Promise<unknown> {
  const { repairs, instructionFollowing } = await tallyAnswers(await indexRun(directory));
  return { repairs, instructionFollowing: instructionFollowing.map((one) => JSON.stringify(one)).toSorted() };
}

async function startsOf(directory: string, writer: string) {
  const starts = [];
  const file = join(directory, `journal-${writer}.jsonl`);
  for await (const { event } of readJournal(file, { types: ['item-start'] })) starts.push(event);
  return starts;
}

describe('an item that another writer left', () => {
  it('goes on wherever that journal was cut: equal tables, each call asked and counted once', async () => {
    await using folder = await temporaryFolder();
    const [alone, first] = [join(folder.path, 'alone'), join(folder.path, 'first')];
    await startRun(buildRun(alone, parts()));
    const expected = {
      normal: await normaliseRun(alone),
      rows: await rowsOf(alone),
      tally: await tallyOf(alone),
      ...(({ cost, measures }) => ({ cost, measures: [...measures.keys()] }))(await indexRun(alone)),
    };
    await startRun({ ...buildRun(first, parts()), stop: AbortSignal.abort() });
    await joinRun(first, 'a', parts());
    const bytes = await readFile(join(first, 'journal-a.jsonl'));
    const start = bytes.indexOf(0x0a) + 1;
    await assert(
      asyncProperty(double({ min: 0, max: 1, noNaN: true }), nat(9), async (part, more) => {
        const cut = join(folder.path, 'cut');
        await rm(cut, { recursive: true, force: true });
        await cp(first, cut, { recursive: true });
        await truncate(join(cut, 'journal-a.jsonl'), start + Math.floor((bytes.length - start) * part));
        const kept = (await indexRun(cut)).cost;
        let asked = 0;
        // The second is stopped after some steps, too, and a third goes on from both.
        const b = await joinRun(cut, 'b', parts(() => (asked += 1)), { steps: more + 1 }); // prettier-ignore
        const c = await joinRun(cut, 'c', parts(() => (asked += 1))); // prettier-ignore
        expect(await normaliseRun(cut)).toEqual(expected.normal);
        expect(await rowsOf(cut)).toEqual(expected.rows);
        expect(await tallyOf(cut)).toEqual(expected.tally);
        const { cost } = await indexRun(cut);
        expect(cost.calls).toBe(kept.calls + asked);
        expect(b.cost.calls + c.cost.calls).toBe(asked);
        // At most the step in flight of each of two episodes was asked once more.
        expect(cost.calls - expected.cost.calls).toBeLessThanOrEqual(2);
      }),
      { numRuns: 12 },
    );
  });

  it('is settled by an end that its writer could not report', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, parts());
    await startRun({ ...run, stop: AbortSignal.abort() });
    await joinRun(folder.path, 'a', parts());
    const left = new Map([['walk-0#0', ['a']]]);
    await using queue = new PlanQueue(
      run.benchmark,
      run.configuration.identity,
      (key) => key !== 'walk-0#0',
      {
        left,
      },
    );
    let asked = 0;
    await resumeRun({ ...buildRun(folder.path, parts(() => (asked += 1))), writer: 'b', queue }); // prettier-ignore
    expect(asked).toBe(0);
    expect(await startsOf(folder.path, 'b')).toEqual([]);
  });

  it('names where its steps are from, and starts over with the reason where they cannot be played again', async () => {
    await using folder = await temporaryFolder();
    for (const [name, recovery] of [
      ['replay', 'replay'],
      ['none', 'none'],
    ] as const) {
      const directory = join(folder.path, name);
      const more = () => parts(() => undefined, { benchmark: fakeBenchmark({ items: 1, recovery }) });
      await startRun({ ...buildRun(directory, more()), stop: AbortSignal.abort() });
      await joinRun(directory, 'a', more(), { steps: 2 });
      await joinRun(directory, 'b', more());
      const [begun, ...others] = await startsOf(directory, 'b');
      expect(begun?.takesOver).toEqual({ writer: 'a', attempt: 1, steps: 2 });
      expect(begun?.attempt).toBe(2);
      const causes = others.map(({ cause, reason }) => [cause, reason]);
      const why = 'the environment can neither be played again nor restored';
      expect(causes).toEqual(recovery === 'none' ? [['restart', why]] : []);
    }
  });

  it('has no more tries than who left it', async () => {
    await using folder = await temporaryFolder();
    let tries = 0;
    const more = () =>
      parts(() => undefined, {
        benchmark: fakeBenchmark({ items: 1 }),
        agent: fakeAgent({
          onDecide: (_, step) => {
            if (step < 2) return undefined;
            tries += 1;
            throw new ModelOutageError('gone');
          },
        }),
        settings: { retry: { attempts: 4, firstDelayMs: 1, maxDelayMs: 2 } },
      });
    await startRun({ ...buildRun(folder.path, more()), stop: AbortSignal.abort() });
    // Each is stopped once it has failed once.
    for (const writer of ['a', 'b', 'c']) await joinRun(folder.path, writer, more(), { failures: 1 });
    expect(tries).toBe(3);
    const [begun] = await startsOf(folder.path, 'c');
    expect(begun?.takesOver).toEqual({ writer: 'b', attempt: 2, steps: 2, failures: 2, failedAt: 2 });
    await joinRun(folder.path, 'd', more());
    expect(tries).toBe(4);
    const { items } = await indexRun(folder.path);
    expect([...items.values()].map(({ end }) => end.reason)).toEqual(['model_error']);
  });

  it('leaves the state of the run to its main writer', async () => {
    await using folder = await temporaryFolder();
    const { planned } = await startRun({ ...buildRun(folder.path, parts()), stop: AbortSignal.abort() });
    expect(planned).toBe(ITEMS);
    await joinRun(folder.path, 'a', parts(), { steps: 2 });
    const { status, left } = await indexRun(folder.path);
    expect(status).toBe('interrupted');
    expect([...left.values()].flat()).toContain('a');
  });
});
