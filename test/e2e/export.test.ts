import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAitwDataset } from '../../src/testing/datasets/aitw-dataset.js';
import { writeControlDataset } from '../../src/testing/datasets/control-dataset.js';
import { writeOdysseyDataset } from '../../src/testing/datasets/odyssey-dataset.js';
import { runTouchstone } from './run-touchstone.js';

let data = '';
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'odyssey-export-'));
  await writeOdysseyDataset(data, { episodes: 10, lengthOf: () => 3 });
});
afterAll(() => rm(data, { recursive: true }));

describe('touchstone export guiodyssey', () => {
  it('writes the files it lists', async () => {
    const out = join(data, 'out');
    const asked = ['export', 'guiodyssey', '--data', data, '--out', out, '--split', 'random', '--json'];
    const { code, stdout, stderr } = await runTouchstone(asked);
    // A slow machine prints the progress.
    expect([code, stderr.replaceAll(/^.+: \d+ of \d+ episodes?\n/gm, '')]).toEqual([0, '']);
    const { files } = JSON.parse(stdout) as { files: { file: string; records: number; bytes: number }[] };
    expect(files.map(({ records }) => records)).toEqual([24, 6, 30]);
    for (const { file, bytes } of files) expect((await readFile(join(out, file))).length).toBe(bytes);
  });

  it('is no success where episodes are left out and no record is written', async () => {
    const bad = join(data, 'bad');
    await writeOdysseyDataset(bad, { episodes: 2, lengthOf: () => 2 });
    await writeFile(join(bad, 'splits/random_split.json'), '{"train": ["1"], "test": ["2"]}');
    const asked = ['--data', bad, '--split', 'random', '--out'];
    const chat = await runTouchstone(['export', 'guiodyssey', ...asked, join(bad, 'chat')]);
    expect([chat.code, chat.stdout]).toEqual([3, expect.stringContaining('No record was written.')]);
    expect(chat.stdout).toContain('2 broken episodes are left out');
    const from = ['guiodyssey', ...asked];
    for (const [format, ...more] of [['sharegpt', '--dialect', 'ui_tars'], ['parquet']]) {
      const out = join(bad, String(format));
      const { code, stdout } = await runTouchstone(['export', String(format), ...from, out, ...more]);
      expect([format, code, stdout]).toEqual([format, 3, expect.stringContaining('No record was written.')]);
    }
  });

  it('names the splits there are', async () => {
    const asked = ['export', 'guiodyssey', '--data', data, '--out', data, '--split', 'sideways'];
    const { code, stderr } = await runTouchstone(asked);
    expect(code).toBe(2);
    expect(stderr).toContain('random, task, device, app');
  });
});

describe('touchstone export of runs and worlds', () => {
  it('writes what an agent did where it passed, each record once', async () => {
    const runs = join(data, 'runs');
    const asked = ['run', 'pocket', '--agent', 'oracle', '--runs', runs, '--repeats', '2', '--limit', '4'];
    expect((await runTouchstone(asked)).code).toBe(0);
    const [run = ''] = await readdir(runs);
    const out = join(data, 'from-run');
    const choice = [
      '--dialect',
      'm3a_json@t3a',
      '--runs',
      runs,
      '--repeat',
      'first',
      '--observation',
      'hierarchy',
    ];
    const { code, stdout } = await runTouchstone(['export', 'trl', run, ...choice, '--out', out, '--json']);
    const result = JSON.parse(stdout) as { records: number; leftOut: { reason: string; episodes: number }[] };
    const lines = (await readFile(join(out, 'train.jsonl'), 'utf8')).trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { id: string; source: string; agent: string });
    expect(code).toBe(0);
    expect(records.length).toBe(result.records);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records.every(({ source, agent }) => source === run && agent === 'oracle')).toBe(true);
    expect(result.leftOut.map(({ reason }) => reason)).toContain('another-repeat');
  });

  it('keeps the standing folder, and names the dialects there are', async () => {
    const full = await runTouchstone(['export', 'sharegpt', 'pocket', '--dialect', 'ui_tars', '--out', data]);
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('EXPORT_FOLDER')]);
    const nobody = await runTouchstone(['export', 'sharegpt', 'nope', '--dialect', 'ui_tars', '--out', data]);
    expect(nobody.code).toBe(2);
    expect(nobody.stderr).toContain('there is no run, benchmark or world "nope"');
    expect(nobody.stderr).toContain('touchstone list runs');
    const bare = await runTouchstone(['export', 'sharegpt', 'pocket', '--out', join(data, 'never')]);
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('qwen25_mobile_use')]);
  });

  it('writes tables of steps, episodes and scores', async () => {
    const out = join(data, 'tables');
    const runs = join(data, 'runs');
    const [run = ''] = await readdir(runs);
    const { code, stdout } = await runTouchstone([
      'export',
      'parquet',
      run,
      '--runs',
      runs,
      '--out',
      out,
      '--json',
    ]);
    const { files } = JSON.parse(stdout) as { files: { file: string; records: number }[] };
    expect(code).toBe(0);
    expect(files.map(({ file }) => file)).toEqual(['steps.parquet', 'episodes.parquet', 'scores.parquet']);
    expect(files.every(({ records }) => records > 0)).toBe(true);
  });
});

describe('touchstone export guiodyssey-chat', () => {
  interface Written {
    readonly files: readonly { readonly file: string; readonly episodes: number; readonly records: number }[];
    readonly pictures: number;
    readonly leftOut: readonly { readonly reason: string; readonly steps: number }[];
  }
  interface TrainingRecord {
    readonly id: string;
    readonly image: string;
    readonly conversations: readonly { readonly value: string }[];
  }

  const chat = (...args: string[]): ReturnType<typeof runTouchstone> =>
    runTouchstone(['export', 'guiodyssey-chat', ...args, '--json']);

  it('writes AndroidControl and Android in the Wild as OdysseyAgent is trained', async () => {
    const [control, wild] = [join(data, 'control'), join(data, 'wild')];
    await writeControlDataset(control, { episodes: 24 });
    await writeAitwDataset(wild, 2);
    for (const [number, source] of [
      ['androidcontrol', '--data', control, '--split', 'published', '--level', 'low'],
      ['aitw', '--data', wild],
    ].entries()) {
      const out = join(data, `chat-${number}`);
      const whole = await chat(...source, '--out', out);
      const { files, pictures, leftOut } = JSON.parse(whole.stdout) as Written;
      const [train, index] = files;
      expect([whole.code, train?.episodes, index?.file]).toEqual([
        0,
        number === 0 ? 12 : 10,
        'his_index.json',
      ]);
      expect(leftOut.map(({ reason }) => reason)).toEqual(['no-words']);
      const steps = (train?.records ?? 0) + (leftOut[0]?.steps ?? 0);
      expect(steps).toBe(number === 0 ? 48 : 40);
      expect(existsSync(join(out, 'left-out.jsonl'))).toBe(true);
      const read = async (folder: string): Promise<TrainingRecord[]> =>
        JSON.parse(await readFile(join(folder, train?.file ?? ''), 'utf8')) as TrainingRecord[];
      const records = await read(out);
      for (const { image } of records) expect((await readFile(image)).length).toBeGreaterThan(0);
      expect(new Set(records.map(({ image }) => image)).size).toBeLessThanOrEqual(pictures);
      if (number === 0) {
        for (const { conversations } of records) expect(conversations[0]?.value).toMatch(/how to Step \d: /);
      }
      const few = [...source, '--sample-steps', '9', '--seed', '4', '--written-out', out, '--out'];
      const drawn = await chat(...few, join(out, 'few'));
      expect((JSON.parse(drawn.stdout) as Written).files[0]?.records).toBe(9);
      const sampled = await read(join(out, 'few'));
      expect(records).toEqual(expect.arrayContaining(sampled));
      await chat(...few, join(out, 'again'));
      expect(await read(join(out, 'again'))).toEqual(sampled);
    }
  });

  it('says what cannot be', async () => {
    const wild = join(data, 'wild-low');
    await writeAitwDataset(wild, 1);
    const aitw = ['aitw', '--data', wild, '--out', join(data, 'never')];
    for (const [args, said] of [
      [['--level', 'low'], 'no instructions for single steps'],
      [['--test', '--sample-steps', '5'], '--sample-steps is for training'],
      [['--sample-steps', '0'], 'a sample of no step is none'],
      [['--category', 'Games'], '--category is one of'],
    ] as const) {
      const { code, stderr } = await chat(...aitw, ...args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(said)]);
      expect(existsSync(join(data, 'never', 'his_index.json'))).toBe(false);
    }
  });
});
