import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lensEpisodeFile, writeLensDataset } from '../../src/testing/datasets/lens-dataset.js';
import { normaliseRun } from '../../src/testing/run-fakes/normalise-run.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

interface Document {
  readonly tables: readonly {
    readonly id: string;
    readonly rows: readonly (readonly { readonly text: string; readonly value?: number | null }[])[];
  }[];
  readonly missing?: readonly string[];
  readonly problems?: readonly { readonly kind: string; readonly line: number | null }[];
}

const steps = (number: number): number => 12 + number;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data = '';

beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
  data = join(folder.path, 'data');
  await writeLensDataset(data, { en: 3, zh: 3, steps });
});

afterAll(() => folder[Symbol.asyncDispose]());

function table({ stdout }: Finished, id: string): readonly (readonly string[])[] {
  const { tables } = JSON.parse(stdout) as Document;
  return tables.find((one) => one.id === id)?.rows.map((row) => row.map(({ text }) => text)) ?? [];
}

function run(more: readonly string[], name: string): Promise<Finished> {
  const where = ['--runs', join(folder.path, 'runs'), '--run-id', name];
  return runTouchstone(['run', 'androidlens', '--data', data, ...where, ...more]);
}

describe('AndroidLens', () => {
  it.each([
    ['all', ['100.00', '100.00', '100.00', '100.00', '100.00', '100.00']],
    ['zh', ['100.00', '100.00', 'n/a', 'n/a', '100.00', '100.00']],
  ])('the oracle gets every step of %s right', async (split, cells) => {
    const done = await run(
      ['--agent', 'oracle', '--split', split, '--level', 'low', '--json'],
      `oracle-${split}`,
    );
    expect(done.stderr).toContain('positions are taken for pixel');
    expect(done.code).toBe(0);
    expect(table(done, 'androidlens-scores')[0]?.slice(1)).toEqual(cells);
  });

  it('a random agent gets few of them, and a stricter protocol finds no more', async () => {
    const loose = await run(['--agent', 'random', '--json'], 'random');
    const options = [
      '--benchmark-option',
      'protocol.touch.distance=null',
      '--benchmark-option',
      'paths=union',
    ];
    const strict = await run(['--agent', 'random', '--json', ...options], 'random-strict');
    expect([loose.code, strict.code]).toEqual([0, 0]);
    const [a, b] = [loose, strict].map(
      (done) => table(done, 'androidlens-scores')[0]?.slice(-2).map(Number) ?? [],
    );
    expect(a?.[0]).toBeLessThan(30);
    expect(a?.[1]).toBeGreaterThanOrEqual(a?.[0] ?? 100);
    expect(b?.[0]).toBeLessThanOrEqual(a?.[0] ?? 0);
    const journal = await readFile(join(folder.path, 'runs/random-strict/settings.json'), 'utf8');
    expect(journal).toContain('protocol.touch.distance');
  });

  it('a killed run is resumed to the uninterrupted one', async () => {
    const options = ['--agent', 'random', '--concurrency', '1', '--events'];
    const smooth = await run(options, 'smooth');
    const killed = await runTouchstone(
      [
        'run',
        'androidlens',
        '--data',
        data,
        '--runs',
        join(folder.path, 'runs'),
        '--run-id',
        'killed',
        ...options,
      ],
      { signals: [{ after: '"type":"item-end"', signal: 'SIGKILL' }] },
    );
    expect([smooth.code, killed.signal]).toEqual([0, 'SIGKILL']);
    const resumed = await runTouchstone(['resume', join(folder.path, 'runs/killed'), '--json']);
    expect(resumed.code).toBe(0);
    expect(await normaliseRun(join(folder.path, 'runs/killed'))).toEqual(
      await normaliseRun(join(folder.path, 'runs/smooth')),
    );
  });

  it('names what a benchmark has no option for', async () => {
    const done = await run(['--agent', 'oracle', '--benchmark-option', 'radius=3'], 'none');
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('androidlens has no option "radius"');
  });
});

describe('predictions made elsewhere', () => {
  it('are scored, and what is wrong with them is counted and listed', async () => {
    const lines: unknown[] = [];
    // The right answer to every step of four episodes, in the data's own words; the fifth in part, the sixth not at all.
    for (const [language, number] of [
      ['en', 0],
      ['en', 1],
      ['zh', 0],
      ['zh', 1],
      ['zh', 2],
    ] as const) {
      for (const [step, { action }] of lensEpisodeFile(number, language, steps(number)).entries()) {
        if (number === 2 && step > 6) continue;
        const said: unknown = Array.isArray(action) ? action[0] : action;
        lines.push({ episode: `${language}_${number}`, step, action: said });
      }
    }
    const right = lines.length;
    lines.push({ episode: 'en_0', step: 0, action: 'PressHome()' });
    lines.push({ episode: 'en_0', step: 99, action: 'PressHome()' });
    lines.push({ episode: 'nobody', step: 0, action: 'PressHome()' });
    lines.push({ episode: 'zh_2', step: 7, answer: 'I cannot tell.' });
    const file = join(folder.path, 'predictions.jsonl');
    await writeFile(
      file,
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"episode": "en_0", \n{"step": 1}\n`,
    );
    const done = await runTouchstone([
      'score',
      'androidlens',
      '--data',
      data,
      '--predictions',
      file,
      '--json',
      '--published',
    ]);
    expect(done.code).toBe(0);
    const { problems = [], missing } = JSON.parse(done.stdout) as Document;
    const count = (kind: string): number => problems.filter((one) => one.kind === kind).length;
    expect({
      duplicate: count('duplicate'),
      extra: count('extra_step'),
      unknown: count('unknown_episode'),
      unreadable: count('unreadable'),
      unparsable: count('unparsable'),
      none: count('no_prediction'),
      missingSteps: count('missing_step'),
    }).toEqual({
      duplicate: 1,
      extra: 1,
      unknown: 1,
      unreadable: 1,
      unparsable: 1,
      none: 1,
      missingSteps: 14 - 8,
    });
    expect(missing).toEqual(['en_2']);
    const [scores] = (JSON.parse(done.stdout) as Document).tables;
    const total = steps(0) * 2 + steps(1) * 2 + steps(2);
    expect(scores?.rows[0]?.at(-2)?.value).toBeCloseTo(right / total, 10);
    expect(scores?.rows.length).toBeGreaterThan(10);
  });

  it('are refused as a whole when they are of other data', async () => {
    const file = join(folder.path, 'other.jsonl');
    await writeFile(file, '{"episode": "x", "step": 0, "action": "Wait()"}\n');
    const done = await runTouchstone(['score', 'androidlens', '--data', data, '--predictions', file]);
    expect(done.code).toBe(3);
    expect(done.stderr).toContain('not one of the predicted episodes');
  });
});

describe('bad data', () => {
  it('an incomplete mapping stops everything, with the keys to map', async () => {
    const mapping = join(folder.path, 'mapping.json');
    await writeFile(mapping, JSON.stringify({ formatVersion: 1, fields: { action: ['gt.action'] } }));
    const done = await run(['--agent', 'oracle', '--benchmark-option', `mapping=${mapping}`], 'unmapped');
    expect(done.code).toBe(3);
    expect(done.stderr).toMatch(/no step has an action[^]*Steps have the keys .*low_instruction/);
  });

  it('a missing picture voids its episode, unknown types are said, the rest is scored', async () => {
    await using other = await temporaryFolder({ onDisk: true });
    await writeLensDataset(other.path, {
      en: 2,
      zh: 1,
      steps,
      change: (file, id) => (id === 'zh_0' ? file.map((step) => ({ ...step, types: '7-7' })) : file),
    });
    await rm(join(other.path, 'test/en/en_0/en_0_3.png'));
    const runs = ['--runs', join(other.path, 'runs'), '--json'];
    const done = await runTouchstone([
      'run',
      'androidlens',
      '--data',
      other.path,
      '--agent',
      'oracle',
      ...runs,
    ]);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain('7-7 (1)');
    expect(done.stderr).toContain('the screenshot of step 3 is missing');
    expect(table(done, 'androidlens-scores')[0]?.slice(-2)).toEqual(['100.00', '100.00']);
    expect(table(done, 'androidlens-breakdown')).toContainEqual(expect.arrayContaining(['Family', 'other']));
    const check = await runTouchstone(['data', 'check', 'androidlens', other.path]);
    expect(check.stdout).toContain('en_0_3.png');
    expect(check.stdout).toContain('7-7 (1)');
  });
});
