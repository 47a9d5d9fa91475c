import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { directAgent } from '../../agents/direct/direct.js';
import { guiodysseyBenchmark } from '../../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { pixelPoint } from '../../domain/geometry.js';
import { startRun } from '../../engine/run.js';
import { scoreRun } from '../../engine/score-run.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { Table } from '../../metrics/tables/table.js';
import { DIALECTS } from '../../registry/dialects.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { writeOdysseyDataset } from '../../testing/datasets/odyssey-dataset.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { answerTables } from './answer-tables.js';

const signal = new AbortController().signal;

function texts(table: Table | undefined): string[][] {
  return (table?.rows ?? []).map((row) => row.map(({ text }) => text));
}

describe('tables about answers', () => {
  it('keep what a recorded episode scores with repairs and without apart', async () => {
    await using folder = await temporaryFolder();
    const names = await writeOdysseyDataset(folder.path, { episodes: 5, lengthOf: () => 3 });
    await mkdir(join(folder.path, 'screenshots'));
    const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const id = names.at(-1)?.replace('.json', '') ?? '';
    for (const step of [0, 1, 2]) await writeFile(join(folder.path, 'screenshots', `${id}_${step}.png`), dot);
    await using benchmark = await guiodysseyBenchmark.open({
      dataDirectory: folder.path,
      mode: 'corrected',
      signal,
    });
    const dialect = DIALECTS.get('odyssey_command')?.create();
    if (dialect === undefined) throw new Error('there is no such dialect');
    const answers = ['I tap the first thing there is', 'CLICK: (147, 81)', 'no idea'];
    const repaired = ['CLICK: (10, 10)', 'still no idea'];
    const run = buildRun(join(folder.path, 'run'), {
      benchmark,
      agent: directAgent({ dialect, repair: '{{answer}}' }),
      models: { actor: scriptedModel(answers), repair: scriptedModel(repaired) },
      operation: { concurrency: 1 },
    });
    await startRun(run);
    await scoreRun(run.directory, benchmark, { modes: ['corrected'], touchstone: 'test', signal });
    const index = await indexRun(run.directory);
    const tables = await answerTables(index, benchmark, { agent: 'me', signal });
    expect(texts(tables.find(({ id: name }) => name === 'repairs'))).toEqual([
      ['all 3', '2', '1', '1', '0'],
      ['no_action', '2', '1', '1', '0'],
    ]);
    const original = tables.filter(({ id: name }) => name.endsWith('-original'));
    const all = JSON.stringify(original.map(texts));
    // One of three steps is right as answered, two are with the repair.
    expect(all).toContain('33.3');
    expect(all).toContain('me (original answers)');
    expect(all).not.toContain('66.7');
  });

  it('count by kind in other episodes, and say how many that passed needed a repair', async () => {
    await using folder = await temporaryFolder();
    const error = { kind: 'missing_section', message: 'none', excerpt: '' } as const;
    const run = buildRun(folder.path, {
      benchmark: fakeBenchmark({ items: 2, goal: 2 }),
      agent: fakeAgent({
        steps: 3,
        onDecide: ({ task }, step) => {
          const action = { type: 'key', key: 'ENTER' } as const;
          if (task.id !== 'walk-0' || step > 1) return undefined;
          if (step === 0) return { type: 'action', action, repaired: error };
          const wait = { type: 'wait', warnings: ['repaired', 'repair_failed'] } as const;
          return { type: 'action', action: { ...wait, warnings: [...wait.warnings] }, repaired: error };
        },
      }),
    });
    await startRun(run);
    await scoreRun(run.directory, run.benchmark, { modes: ['corrected'], touchstone: 'test', signal });
    const index = await indexRun(run.directory);
    const tables = await answerTables(index, run.benchmark, { agent: 'me', signal });
    expect(tables.map(({ id }) => id)).toEqual(['conduct', 'repairs']);
    const [instructionFollowing, repairs] = tables;
    // ENTER, wait, NEXT, stop: nothing repeats in three; NEXT three times, where counting ends: two repeat in two.
    expect(
      texts(instructionFollowing).map(([, metric, value, , counted]) => [metric, value, counted]),
    ).toEqual([
      ['repetition', '40.0', '2 of 5'],
      ['format error', '25.0', '2 of 8'],
    ]);
    expect(texts(repairs)).toContainEqual(['missing_section', '2', '1', '1', '0']);
    const notes = repairs?.notes.join(' ');
    expect(notes).toContain('Success: original 50.0 % of 2, repaired 100.0 % of 2');
    expect(notes).toContain('1 of 2 passed episodes (50.0 %) needed an answer to be repaired');
  });

  it('leave out episodes that were voided when they were scored', async () => {
    await using folder = await temporaryFolder();
    const whole = fakeBenchmark({ items: 3, goal: 2 });
    const benchmark: typeof whole = {
      ...whole,
      scorer: {
        ...whole.scorer,
        score: async (item, episode, mode, options) => {
          const result = await whole.scorer.score(item, episode, mode, options);
          return item.id === 'walk-0' ? { ...result, success: null } : result;
        },
      },
    };
    const run = buildRun(folder.path, { benchmark, agent: fakeAgent({ steps: 3 }) });
    await startRun(run);
    await scoreRun(run.directory, benchmark, { modes: ['corrected'], touchstone: 'test', signal });
    const [conduct] = await answerTables(await indexRun(run.directory), benchmark, { agent: 'me', signal });
    expect(conduct?.title).toBe('Following instructions: 2 episodes');
  });

  it('say only what was repeated of a run in which nothing was repaired and positions are where they may be', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, {});
    await startRun(run);
    const index = await indexRun(run.directory);
    const tables = await answerTables(index, run.benchmark, { agent: 'me', signal });
    expect(tables.map(({ id }) => id)).toEqual(['conduct']);
    expect(texts(tables[0])[1]).toEqual(['me', 'format error', 'n/a', 'n/a', '']);
    expect(tables[0]?.notes.at(-1)).toContain('no model answers');
  });

  it('warn of positions outside their space, in the table and once while the run is under way', async () => {
    await using folder = await temporaryFolder();
    const run = buildRun(folder.path, {
      agent: fakeAgent({
        steps: 4,
        onDecide: () => ({
          type: 'action',
          action: { type: 'tap', target: { type: 'point', point: pixelPoint(500, 900) } },
        }),
      }),
    });
    await startRun(run);
    const warnings = run.events.filter(({ type }) => type === 'warning');
    expect(warnings).toEqual([
      { type: 'warning', message: expect.stringMatching(/positions lie outside .* touchstone probe/) },
    ]);
    const index = await indexRun(run.directory);
    const [table] = await answerTables(index, run.benchmark, { agent: 'me', signal });
    expect(table?.id).toBe('span_mismatch_suspected');
    expect(texts(table)[0]?.at(-1)).toBe('--coordinates norm:1000');
  });
});
