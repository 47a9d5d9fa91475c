import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aitwSketch,
  writeAitwConversion,
  writeAitwDataset,
} from '../../src/testing/datasets/aitw-dataset.js';
import {
  controlRecord,
  controlSketch,
  writeControlConversion,
  writeControlDataset,
} from '../../src/testing/datasets/control-dataset.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { smallPng } from '../../src/testing/small-png.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

interface Document {
  readonly warnings?: readonly string[];
  readonly tables: readonly {
    readonly id: string;
    readonly rows: readonly (readonly { readonly text: string }[])[];
    readonly notes: readonly string[];
  }[];
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterAll(async () => folder[Symbol.asyncDispose]());

let runs = 0;

/** Runs an agent on a dataset; each call has a folder of its own. */
async function run(benchmark: string, data: string, more: readonly string[]): Promise<Finished> {
  runs += 1;
  const options = ['--data', join(folder.path, data), '--runs', join(folder.path, `runs-${runs}`), '--json'];
  return runTouchstone(['run', benchmark, ...options, ...more]);
}

function tablesOf({ stdout }: Finished): Document['tables'] {
  return (JSON.parse(stdout) as Document).tables;
}

/** Cells of the group tables: group, episodes, share of right steps. */
function groupsOf(finished: Finished, id: string): string[][] {
  const found = tablesOf(finished).find((table) => table.id === `${id}-groups`);
  return found?.rows.map((row) => [row[1]?.text ?? '', row[2]?.text ?? '', row[6]?.text ?? '']) ?? [];
}

describe('AndroidControl from the command line', () => {
  beforeAll(async () => {
    await writeControlDataset(join(folder.path, 'control'), { episodes: 24 });
  });

  it.each(['high', 'low'])(
    'finds the oracle always right at the %s level, and says that nothing is verified',
    async (level) => {
      const finished = await run('androidcontrol', 'control', ['--level', level, '--agent', 'oracle']);
      expect(finished.code).toBe(0);
      expect(groupsOf(finished, 'androidcontrol')).toEqual([
        ['IDD', '8', '100.00'],
        ['app_unseen', '4', '100.00'],
        ['task_unseen', '4', '100.00'],
        ['category_unseen', '4', '100.00'],
        ['all steps', '12', '100.00'],
      ]);
      for (const { id, notes } of tablesOf(finished)) {
        if (id.startsWith('androidcontrol')) expect(notes.join()).toContain('unverified');
      }
      expect(finished.stderr).toContain('unverified');
    },
  );

  it('gives an agent that acts at random less, by whichever evaluator', async () => {
    const finished = await run('androidcontrol', 'control', ['--agent', 'random', '--seed', '3']);
    const [, , share] = groupsOf(finished, 'androidcontrol').at(-1) ?? [];
    expect(Number(share)).toBeLessThan(60);
    const chosen = ['--benchmark-option', 'evaluator=androidcontrol.box'];
    const strict = await run('androidcontrol', 'control', ['--agent', 'random', '--seed', '3', ...chosen]);
    expect(tablesOf(strict)[0]?.notes.join()).toContain('Judged by androidcontrol.box');
    const unknown = await run('androidcontrol', 'control', [
      '--agent',
      'oracle',
      '--benchmark-option',
      'evaluator=x',
    ]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('androidcontrol.ui_s1');
  });

  it('judges predictions made elsewhere, in the words of the dataset', async () => {
    const lines = [0, 2, 4].flatMap((id) =>
      controlSketch(id).actions.map((action, step) => JSON.stringify({ episode: id, step, action })),
    );
    const file = join(folder.path, 'control-predictions.jsonl');
    await writeFile(file, `${lines.join('\n')}\n{"episode": 0, "step": 99, "action": "nothing"}\n`);
    const data = join(folder.path, 'control');
    const scored = await runTouchstone([
      'score',
      'androidcontrol',
      '--data',
      data,
      '--predictions',
      file,
      '--json',
    ]);
    expect(scored.code).toBe(0);
    const { tables } = JSON.parse(scored.stdout) as Document;
    const groups = tables.find(({ id }) => id === 'androidcontrol-groups');
    expect(groups?.rows.at(-1)?.map(({ text }) => text)).toEqual(expect.arrayContaining(['100.00']));
  });

  it('voids what is broken and counts the rest', async () => {
    const wrong = controlRecord(controlSketch(2), {
      screenshots: { bytes: Array.from({ length: 5 }, () => smallPng({ width: 9, height: 9 })) },
    });
    const unknown = controlRecord({
      ...controlSketch(4),
      actions: [{ action_type: 'fly' }],
      instructions: ['x'],
    });
    await writeControlDataset(join(folder.path, 'broken'), {
      episodes: 12,
      shards: 1,
      records: { 2: wrong, 4: unknown },
    });
    const file = join(folder.path, 'broken', 'android_control-00000-of-00001');
    await writeFile(file, (await readFile(file)).subarray(0, -20));
    const finished = await run('androidcontrol', 'broken', ['--split', 'all', '--agent', 'oracle']);
    expect(groupsOf(finished, 'androidcontrol').at(-1)).toEqual(['all steps', '9', '100.00']);
    expect(tablesOf(finished)[0]?.notes.join()).toContain('3 episodes are voided');
    expect(finished.stderr).toContain('ends too early');
  });

  it('says which file it lacks', async () => {
    await writeControlDataset(join(folder.path, 'lacking'), { episodes: 2 });
    await rm(join(folder.path, 'lacking', 'splits.json'));
    const finished = await run('androidcontrol', 'lacking', ['--agent', 'oracle']);
    expect(finished.code).toBe(3);
    expect(finished.stderr).toContain('splits.json');
    expect(finished.stderr).toContain('--split all');
  });

  it('runs the JSON conversion', async () => {
    await writeControlConversion(join(folder.path, 'converted'), 4);
    const finished = await run('androidcontrol', 'converted', [
      '--split',
      'all',
      '--agent',
      'oracle',
      '--level',
      'low',
    ]);
    expect(groupsOf(finished, 'androidcontrol')).toEqual([['all steps', '4', '100.00']]);
  });
});

describe('Android in the Wild from the command line', () => {
  beforeAll(async () => {
    await writeAitwDataset(join(folder.path, 'aitw'), 3);
  });

  it.each(['reference', 'corrected'])(
    'finds the oracle always right in %s mode, each dataset by itself',
    async (mode) => {
      const finished = await run('aitw', 'aitw', ['--mode', mode, '--agent', 'oracle']);
      expect(finished.code).toBe(0);
      expect(groupsOf(finished, 'aitw').map(([group, , share]) => [group, share])).toEqual(
        ['general', 'google_apps', 'install', 'web_shopping', 'single', 'all steps', 'mean of the above'].map(
          (group) => [group, '100.00'],
        ),
      );
      expect(tablesOf(finished)[0]?.notes.join()).toContain('unverified');
    },
  );

  it('gives an agent that acts at random less', async () => {
    const finished = await run('aitw', 'aitw', ['--split', 'general', '--agent', 'random', '--seed', '3']);
    const [, , share] = groupsOf(finished, 'aitw').at(-1) ?? [];
    expect(Number(share)).toBeLessThan(60);
  });

  it('judges predictions made elsewhere, in the numbers of the dataset', async () => {
    const lines = [0, 1, 2].flatMap((number) =>
      aitwSketch(number).map(({ episode, step, type, touch, lift, text }) =>
        JSON.stringify({
          episode,
          step,
          action: { action_type: type, touch_yx: touch, lift_yx: lift, text },
        }),
      ),
    );
    const file = join(folder.path, 'aitw-predictions.jsonl');
    await writeFile(file, lines.join('\n'));
    const data = join(folder.path, 'aitw');
    const options = ['--data', data, '--split', 'general', '--predictions', file, '--json'];
    const scored = await runTouchstone(['score', 'aitw', ...options]);
    expect(scored.code).toBe(0);
    const { tables } = JSON.parse(scored.stdout) as Document;
    const groups = tables.find(({ id }) => id === 'aitw-groups');
    expect(groups?.rows.map((row) => row[6]?.text)).toEqual(['100.00', '100.00']);
  });

  it('runs the JSON conversion', async () => {
    await writeAitwConversion(join(folder.path, 'aitw-json'), 1);
    const finished = await run('aitw', 'aitw-json', ['--agent', 'oracle']);
    expect(groupsOf(finished, 'aitw').at(-2)).toEqual(['all steps', '5', '100.00']);
  });
});
