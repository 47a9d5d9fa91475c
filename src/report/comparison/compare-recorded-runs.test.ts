import { describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/agent.js';
import { startRun } from '../../engine/run.js';
import { scoreRun } from '../../engine/score-run.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun } from '../../formats/run/run-index.js';
import { RunsNotComparableError } from '../../metrics/tables/identity-table.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import {
  compareRecordedRuns,
  type ComparableRun,
  type CompareRecordedOptions,
} from './compare-recorded-runs.js';

const OPTIONS: CompareRecordedOptions = {
  metric: 'success',
  against: 'all',
  mode: 'corrected',
  shownTasks: 20,
};

async function recorded(
  directory: string,
  name: string,
  options: { readonly agent?: Agent; readonly repeats?: number; readonly dataHash?: string } = {},
): Promise<ComparableRun> {
  const fake = fakeBenchmark({ goal: 5, maxSteps: 30 });
  const benchmark = options.dataHash === undefined ? fake : { ...fake, dataHash: options.dataHash };
  const { agent = fakeAgent({ steps: 20 }), repeats = 1 } = options;
  await startRun(buildRun(directory, { benchmark, agent, settings: { repeats } }));
  await scoreRun(directory, benchmark, { modes: ['corrected'], touchstone: '0.0.0-test' });
  const index = await indexRun(directory);
  return { name, index, rows: await collectRows(readResults(index, 'corrected'), resultRow) };
}

describe('compareRecordedRuns', () => {
  it('names the tasks that flipped and the step at which the attempts part', async () => {
    await using folder = await temporaryFolder();
    const far = await recorded(`${folder.path}/far`, 'far');
    const near = await recorded(`${folder.path}/near`, 'near', { agent: fakeAgent({ steps: 2 }) });
    const { pairs, tables } = await compareRecordedRuns([far, near], OPTIONS);
    expect(tables.map(({ id }) => id)).toEqual([
      'comparison',
      'summary',
      'identity-differences',
      'changed-tasks',
    ]);
    expect(tables[2]?.rows.map(([entry]) => entry?.text)).toEqual(['agent.settings.steps']);
    expect(pairs[0]?.changed.map(({ task, flipped }) => [task, flipped])).toEqual(
      ['walk-0', 'walk-1', 'walk-2'].map((task) => [task, true]),
    );
    const parts = tables[3]?.rows.map((row) => row.at(-1)?.text);
    expect(parts).toEqual(Array(3).fill('step 3: A key NEXT, B stop success'));
  });

  it('tells a run of an agent before it changed from one after, by its version', async () => {
    await using folder = await temporaryFolder();
    const agent = fakeAgent({ steps: 20 });
    const before = await recorded(`${folder.path}/before`, 'before', { agent });
    const after = await recorded(`${folder.path}/after`, 'after', { agent: { ...agent, version: '2' } });
    const { tables } = await compareRecordedRuns([before, after], OPTIONS);
    const table = tables.find(({ id }) => id === 'identity-differences');
    expect(table?.rows.map((row) => row.map((cell) => cell?.text))).toEqual([["agent's version", '1', '2']]);
  });

  it('sets side by side the steps of the shown tasks only', async () => {
    await using folder = await temporaryFolder();
    const far = await recorded(`${folder.path}/far`, 'far', { repeats: 2 });
    const near = await recorded(`${folder.path}/near`, 'near', {
      agent: fakeAgent({ steps: 1 }),
      repeats: 2,
    });
    const { pairs, tables } = await compareRecordedRuns([far, near], { ...OPTIONS, shownTasks: 1 });
    expect(pairs[0]?.changed).toHaveLength(3);
    expect([...(pairs[0]?.differences.keys() ?? [])]).toEqual(['walk-0']);
    expect(tables[3]?.rows.map((row) => row.at(-1)?.text)).toEqual([
      'repeat 1, step 2: A key NEXT, B stop success',
    ]);
  });

  it('finds nothing between a run and itself', async () => {
    await using folder = await temporaryFolder();
    const one = await recorded(`${folder.path}/one`, 'one');
    const two = await recorded(`${folder.path}/two`, 'two');
    const { pairs, tables } = await compareRecordedRuns([one, two], OPTIONS);
    expect(pairs[0]).toMatchObject({ changed: [], table: null, comparison: { difference: 0 } });
    expect(tables[2]?.notes).toEqual(['Nothing differs: the runs measured the same thing.']);
  });

  it('refuses runs on different data', async () => {
    await using folder = await temporaryFolder();
    const one = await recorded(`${folder.path}/one`, 'one');
    const two = await recorded(`${folder.path}/two`, 'two', { dataHash: '1'.repeat(64) });
    await expect(compareRecordedRuns([one, two], OPTIONS)).rejects.toThrow(RunsNotComparableError);
  });
});

describe('readEpisodes', () => {
  it('reads only the items it is asked for', async () => {
    await using folder = await temporaryFolder();
    const { index } = await recorded(`${folder.path}/run`, 'run', { repeats: 2 });
    const items = ['walk-1#1', 'walk-0#0'];
    const found: string[] = [];
    for await (const { item } of readEpisodes(index, { items: new Set(items) })) {
      found.push(`${item.key.item}#${item.key.repeat}`);
    }
    expect(found.sort()).toEqual(items.sort());
  });
});
