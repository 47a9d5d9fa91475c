import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aitwSketch,
  writeAitwConversion,
  writeAitwDataset,
} from '../../src/testing/datasets/aitw-dataset.js';
import { writeControlConversion, writeControlDataset } from '../../src/testing/datasets/control-dataset.js';
import { writeLensDataset } from '../../src/testing/datasets/lens-dataset.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

interface Exported {
  readonly files: readonly { readonly file: string; readonly records: number }[];
  readonly leftOut: readonly { readonly reason: string; readonly episodes: number; readonly steps: number }[];
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
  const at = (name: string): string => join(folder.path, name);
  await writeLensDataset(at('lens'), { en: 2, zh: 2, steps: () => 9 });
  await writeControlDataset(at('control'), { episodes: 6 });
  await writeControlConversion(at('control-json'), 3);
  await writeAitwDataset(at('aitw'), 2);
  await writeAitwConversion(at('aitw-json'), 1);
});
afterAll(async () => folder[Symbol.asyncDispose]());

let exports = 0;

/** Exports into a folder of its own. */
async function exported(
  format: string,
  benchmark: string,
  data: string,
  more: readonly string[] = [],
): Promise<{ code: number | null; stderr: string; out: string; result: Exported }> {
  exports += 1;
  const out = join(folder.path, `out-${exports}`);
  const dialect = format === 'parquet' ? [] : ['--dialect', 'ui_tars'];
  const options = ['--data', join(folder.path, data), ...dialect, '--out', out, '--json', ...more];
  const { code, stdout, stderr } = await runTouchstone(['export', format, benchmark, ...options]);
  const result = (stdout === '' ? { files: [], leftOut: [] } : JSON.parse(stdout)) as Exported;
  return { code, stderr, out, result };
}

async function recordsOf(out: string): Promise<{ images: string[] }[]> {
  const text = await readFile(join(out, 'train.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { images: string[] });
}

const DATASETS = [
  { benchmark: 'androidlens', data: 'lens', episodes: 4, steps: 36, isVerified: true },
  { benchmark: 'androidcontrol', data: 'control', episodes: 6, steps: 24, isVerified: false },
  { benchmark: 'androidcontrol', data: 'control-json', episodes: 3, steps: 12, isVerified: false },
  { benchmark: 'aitw', data: 'aitw', episodes: 10, steps: 40, isVerified: false },
  { benchmark: 'aitw', data: 'aitw-json', episodes: 5, steps: 20, isVerified: false },
] as const;

describe.each(DATASETS)(
  'touchstone export of $benchmark ($data)',
  ({ benchmark, data, episodes, steps, isVerified }) => {
    // A conversion differs in how it is read, which is the same for every format.
    const formats = data.endsWith('-json') ? ['sharegpt'] : ['sharegpt', 'ms-swift', 'trl'];
    it.each(formats)('writes a record of each step as %s', async (format) => {
      const { code, stderr, out, result } = await exported(format, benchmark, data);
      expect(code).toBe(0);
      expect(result.leftOut).toEqual([]);
      expect(result.files).toEqual([expect.objectContaining({ file: 'train.jsonl', records: steps })]);
      const pictures = new Set((await recordsOf(out)).flatMap(({ images }) => images));
      for (const picture of pictures) expect((await readFile(picture)).length).toBeGreaterThan(0);
      expect(stderr.includes('unverified')).toBe(!isVerified);
      const { sources } = JSON.parse(await readFile(join(out, 'export.json'), 'utf8')) as {
        sources: { warnings: string[] }[];
      };
      expect(sources[0]?.warnings.join().includes('unverified')).toBe(!isVerified);
    });

    it('writes a row of each step and episode as parquet', async () => {
      const { code, result } = await exported('parquet', benchmark, data);
      expect(code).toBe(0);
      expect(result.leftOut).toEqual([]);
      expect(result.files.map(({ records }) => records)).toEqual([steps, episodes]);
    });
  },
);

describe('touchstone export of recorded datasets', () => {
  it.each([
    ['androidlens', 'lens'],
    ['androidcontrol', 'control-json'],
    ['aitw', 'aitw-json'],
  ])('names the pictures of %s where they lie', async (benchmark, data) => {
    const { code, out } = await exported('trl', benchmark, data, ['--pictures', 'reference']);
    expect(code).toBe(0);
    const records = await recordsOf(out);
    for (const { images } of records) for (const image of images) expect(image).toContain(`/${data}/`);
    expect(await readdir(out)).not.toContain('images');
  });

  it.each([
    ['androidlens', 'lens', 'en', null, 18],
    ['androidcontrol', 'control', 'train', null, 12],
    ['androidcontrol', 'control', 'published', 'train', 12],
    ['androidcontrol', 'control', 'IDD', 'test', 8],
    ['aitw', 'aitw', 'standard', 'test', 40],
    ['aitw', 'aitw', 'general', 'all', 8],
    ['aitw', 'aitw-json', 'general', null, 4],
  ])('takes of %s (%s) the split %s, side %s', async (benchmark, data, split, part, steps) => {
    const sides = part === null ? [] : ['--part', part];
    const { code, result } = await exported('parquet', benchmark, data, ['--split', split, ...sides]);
    expect(code).toBe(0);
    expect(result.files[0]?.records).toBe(steps);
  });

  it('says which sides there are where the one to train on is not', async () => {
    const wanted = await exported('parquet', 'androidcontrol', 'control', ['--split', 'IDD']);
    expect([wanted.code, wanted.stderr]).toEqual([2, expect.stringContaining('--split IDD --part test')]);
    const nothing = await exported('parquet', 'androidcontrol', 'control', ['--part', 'test']);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--split')]);
  });

  it('lists what cannot be read, and what a split names that is not there', async () => {
    const data = join(folder.path, 'broken');
    await writeLensDataset(data, { en: 3, zh: 0, steps: () => 4 });
    await writeFile(join(data, 'test/en/en_1/en_1.json'), '[{"nonsense": 1}]');
    await rm(join(data, 'test/en/en_2/en_2_3.png'));
    const lens = await exported('sharegpt', 'androidlens', 'broken');
    expect([lens.code, lens.result.files[0]?.records]).toEqual([0, 4]);
    expect(lens.result.leftOut).toEqual([
      expect.objectContaining({ reason: 'broken-episode', episodes: 2, steps: 0 }),
    ]);
    const listed = { train: [aitwSketch(0)[0]?.episode, '123'], validation: [], test: [] };
    await writeAitwDataset(join(folder.path, 'lacking'), 1);
    await writeFile(join(folder.path, 'lacking/splits/standard.json'), JSON.stringify(listed));
    const aitw = await exported('parquet', 'aitw', 'lacking', ['--split', 'standard']);
    expect([aitw.code, aitw.result.files.map(({ records }) => records)]).toEqual([0, [4, 1]]);
    const lines = (await readFile(join(aitw.out, 'left-out.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ episode: '123', reason: 'broken-episode' }),
    ]);
  });
});
