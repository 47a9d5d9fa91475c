import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError } from '../../../errors.js';
import { writeOdysseyDataset } from '../../../testing/datasets/odyssey-dataset.js';
import { exportOdysseyChat, type OdysseyExport, type OdysseyExportOptions } from './export-chat-format.js';
import type { OdysseyTestRecord, OdysseyTrainingRecord } from './record-entry.js';

const TRAIN = 'train_anno/high_random_split.json';
const SEMANTIC = 'train_anno/high_sementic_random_split.json';
const TEST = 'test_anno/high_random_split.json';

let data = '';
let out = '';
let names: string[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'odyssey-data-'));
  out = await mkdtemp(join(tmpdir(), 'odyssey-out-'));
  names = await writeOdysseyDataset(data, { episodes: 10, lengthOf: (number) => 2 + number });
});
afterEach(async () => {
  await rm(data, { recursive: true });
  await rm(out, { recursive: true });
});

async function exported(options: Partial<OdysseyExportOptions> = {}): Promise<OdysseyExport> {
  return exportOdysseyChat({
    dataDirectory: data,
    outDirectory: out,
    splits: ['random'],
    level: 'high',
    type: 'standard',
    historyLength: 4,
    seed: null,
    mode: 'corrected',
    signal: new AbortController().signal,
    ...options,
  });
}

const textOf = (file: string): Promise<string> => readFile(join(out, file), 'utf8');
const training = async (file: string): Promise<OdysseyTrainingRecord[]> =>
  JSON.parse(await textOf(file)) as OdysseyTrainingRecord[];

describe('exportOdysseyChat', () => {
  it('writes each step once, with the counts it reports', async () => {
    const { files, leftOut, warnings } = await exported();
    expect([leftOut, warnings]).toEqual([[], []]);
    expect(files.map(({ file, episodes, records }) => [file, episodes, records])).toEqual([
      [TRAIN, 8, 48],
      [TEST, 2, 17],
      ['his_index.json', 10, 65],
    ]);
    expect(await training(TRAIN)).toHaveLength(48);
    for (const { file, bytes } of files) expect(Buffer.byteLength(await textOf(file))).toBe(bytes);
  });

  it('writes the text that indenting the whole list by 4 gives', async () => {
    await exported();
    for (const file of [TRAIN, TEST, 'his_index.json']) {
      const text = await textOf(file);
      expect(text).toBe(JSON.stringify(JSON.parse(text), null, 4));
    }
  });

  it('tells a test step the bare instruction and all that came before', async () => {
    await exported({ writtenDirectory: '/elsewhere' });
    const records = JSON.parse(await textOf(TEST)) as OdysseyTestRecord[];
    expect(records[1]?.image).toMatch(/^\/elsewhere\/screenshots\/\d+_1\.png$/);
    expect(records[1]?.history_screenshot).toMatch(/^\['\/elsewhere\/screenshots\/\d+_0\.png'\]$/);
    expect(records[1]?.history_action).toBe("['CLICK: (10, 10)']");
  });

  it('gives semantic records ids of their own, or those of the published converter', async () => {
    const ids = async (): Promise<string[]> => (await training(SEMANTIC)).map(({ id }) => id);
    await exported({ type: 'semantic' });
    const corrected = await ids();
    expect(new Set(corrected).size).toBe(4 * 48);
    await exported({ type: 'semantic', mode: 'reference' });
    expect(new Set(await ids()).size).toBe(4);
  });

  it('shuffles semantic records by a seed without losing any', async () => {
    await exported({ type: 'semantic' });
    const ordered = await training(SEMANTIC);
    await exported({ type: 'semantic', seed: 7 });
    const seven = await textOf(SEMANTIC);
    await exported({ type: 'semantic', seed: 7 });
    expect(await textOf(SEMANTIC)).toBe(seven);
    await exported({ type: 'semantic', seed: 8 });
    expect(await textOf(SEMANTIC)).not.toBe(seven);
    const byId = (a: OdysseyTrainingRecord, b: OdysseyTrainingRecord): number => (a.id < b.id ? -1 : 1);
    const shuffled = JSON.parse(seven) as OdysseyTrainingRecord[];
    expect(shuffled).not.toEqual(ordered);
    expect(shuffled.toSorted(byId)).toEqual(ordered.toSorted(byId));
    expect(seven).toBe(JSON.stringify(shuffled, null, 4));
  });

  it('leaves out broken episodes and lists them; the published way fails and leaves no half file', async () => {
    await writeFile(join(data, 'annotations', names[0] ?? ''), '{"episode_id": ');
    const { files, leftOut } = await exported();
    expect(files[0]?.episodes).toBe(7);
    expect(leftOut.map(({ file, episode }) => [file, episode])).toEqual([[TRAIN, names[0]]]);
    await rm(out, { recursive: true });
    await expect(exported({ mode: 'reference' })).rejects.toThrow(DatasetError);
    expect(await readdir(join(out, 'train_anno'))).toEqual([]);
  });

  it('says which step of which file is no command', async () => {
    const file = join(data, 'annotations', names[0] ?? '');
    const episode = JSON.parse(await readFile(file, 'utf8')) as { steps: { action: string }[] };
    const [, second] = episode.steps;
    if (second === undefined) throw new Error('the episode is too short');
    second.action = 'FLY';
    await writeFile(file, JSON.stringify(episode));
    const { leftOut } = await exported();
    expect(leftOut[0]?.problem).toBe(`${file} at steps[1].action: there is no action "FLY"`);
  });

  it('warns of paths that the published model cannot hold', async () => {
    const { warnings } = await exported({ writtenDirectory: `/${'中'.repeat(80)}` });
    expect(warnings[0]).toContain('65 paths');
  });

  it('copes with an empty list', async () => {
    await writeFile(join(data, 'splits', 'random_split.json'), '{"train": [], "test": []}');
    await exported();
    expect(await textOf(TRAIN)).toBe('[]');
    expect(await textOf('his_index.json')).toBe('{}');
  });
});
