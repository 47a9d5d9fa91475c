import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../errors.js';
import { RunLockedError } from '../formats/run/run-errors.js';
import { readResults } from '../formats/run/scores/read-results.js';
import { indexRun } from '../formats/run/run-index.js';
import { collectRows, resultRow } from '../metrics/result-row.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { scriptedModel } from '../models/scripted.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../testing/run-fakes/run-fake.js';
import { normaliseRun } from '../testing/run-fakes/normalise-run.js';
import { LocalLedger } from './budget-ledger.js';
import { PlanQueue } from './item-queue.js';
import { resumeRun, startRun } from './run.js';
import { scoreRun } from './score-run.js';

const ITEMS = 12;
const parts = (more: FakeRunParts = {}): FakeRunParts => ({
  benchmark: fakeBenchmark({ items: ITEMS, stepMs: 1 }),
  agent: fakeAgent(),
  settings: { repeats: 2 },
  operation: { concurrency: 1 },
  ...more,
});

/** A run that has begun and done nothing yet. */
async function begin(directory: string, more: FakeRunParts = {}): Promise<void> {
  await startRun({ ...buildRun(directory, parts(more)), stop: AbortSignal.abort() });
}

/** Several writers on one run, each through its own journal, with one queue and one ledger. */
async function shared(directory: string, writers: readonly string[], more: FakeRunParts = {}) {
  const { benchmark, configuration } = buildRun(directory, parts(more));
  const done = (await indexRun(directory)).items;
  await using queue = new PlanQueue(benchmark, configuration.identity, (key) => done.has(key));
  using ledger = new LocalLedger(configuration.operation.budgets);
  return await Promise.all(
    writers.map((writer) => resumeRun({ ...buildRun(directory, parts(more)), writer, queue, ledger })),
  );
}

async function rowsOf(directory: string): Promise<unknown> {
  await scoreRun(directory, fakeBenchmark({ items: ITEMS }), { modes: ['corrected'], touchstone: '0' });
  const rows = await collectRows(readResults(await indexRun(directory), 'corrected'), resultRow);
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

const EIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('several writers of one run', () => {
  it('come to what one comes to, each with a journal and a lock of its own', async () => {
    await using folder = await temporaryFolder();
    const [alone, together] = [join(folder.path, 'alone'), join(folder.path, 'together')];
    await startRun(buildRun(alone, parts()));
    await begin(together);
    const summaries = await shared(together, EIGHT);
    expect(new Set(summaries.map(({ status }) => status))).toEqual(new Set(['complete']));
    const names = (await readdir(together)).filter((name) => /^(journal|lock)/.test(name));
    expect(names).toEqual([...EIGHT, 'main'].map((writer) => `journal-${writer}.jsonl`));
    const index = await indexRun(together);
    expect(new Set([...index.items.values()].map(({ writer }) => writer)).size).toBeGreaterThan(1);
    expect(await normaliseRun(together)).toEqual(await normaliseRun(alone));
    expect(await rowsOf(together)).toEqual(await rowsOf(alone));
  });

  it('leave what they were doing to the others when they are stopped', async () => {
    await using folder = await temporaryFolder();
    const [alone, together] = [join(folder.path, 'alone'), join(folder.path, 'together')];
    await startRun(buildRun(alone, parts()));
    await begin(together);
    const { benchmark, configuration } = buildRun(together, parts());
    await using queue = new PlanQueue(benchmark, configuration.identity, () => false);
    const stop = new AbortController();
    let steps = 0;
    const leaver = buildRun(together, parts());
    const goes = resumeRun({
      ...leaver,
      writer: 'leaver',
      queue,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'step-end' && (steps += 1) === 7) stop.abort();
      },
    });
    const stays = resumeRun({ ...buildRun(together, parts()), writer: 'stayer', queue });
    expect((await goes).status).toBe('aborted');
    await stays;
    // What the leaver had under way is begun anew by somebody.
    await resumeRun(buildRun(together, parts()));
    expect(await normaliseRun(together)).toEqual(await normaliseRun(alone));
  });

  it('spend one budget together', async () => {
    await using folder = await temporaryFolder();
    const usage = { inputTokens: 10, outputTokens: 0 };
    const more: FakeRunParts = {
      agent: fakeAgent({ asksModel: true }),
      models: { actor: scriptedModel(() => ({ text: 'on', usage })) },
      operation: { concurrency: 1, budgets: { seconds: null, tokens: 200, money: null } },
    };
    await begin(folder.path, more);
    const summaries = await shared(folder.path, ['a', 'b', 'c'], more);
    expect(summaries.map(({ stopReason }) => stopReason)).toEqual(Array(3).fill('token_budget'));
    const { cost } = await indexRun(folder.path);
    // Each may have had a step in flight when it was spent.
    expect(cost.inputTokens).toBeGreaterThanOrEqual(200);
    expect(cost.inputTokens).toBeLessThanOrEqual(200 + 2 * 10);
  });

  it('are refused under one name at a time, and where nobody orders episodes that draw from one stream', async () => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, 'run');
    await begin(run);
    const { benchmark, configuration } = buildRun(run, parts());
    await using queue = new PlanQueue(benchmark, configuration.identity, () => false);
    const tries = await Promise.allSettled(
      [1, 2].map(() => resumeRun({ ...buildRun(run, parts()), writer: 'twin', queue })),
    );
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toEqual([expect.any(RunLockedError)]);
    const sequential = { benchmark: fakeBenchmark({ items: 2, sequential: true }) };
    const other = join(folder.path, 'other');
    await begin(other, sequential);
    await expect(resumeRun({ ...buildRun(other, parts(sequential)), writer: 'b' })).rejects.toThrow(
      UserError,
    );
  });
});
