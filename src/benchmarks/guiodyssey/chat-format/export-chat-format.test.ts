import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError } from '../../../errors.js';
import { writeOdysseyDataset } from '../../../testing/datasets/odyssey-dataset.js';
import { exportOdysseyChat, type OdysseyExport, type OdysseyExportOptions } from './export-chat-format.js';
import {
  annotationSets,
  ODYSSEY_ANNOTATIONS,
  PUBLISHED_HISTORY,
  trainingFileName,
  type OdysseyTrainingSet,
} from './training-set.js';
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

const STANDARD: OdysseyTrainingSet = { levels: ['high'], annotations: [], history: PUBLISHED_HISTORY };
const SEMANTIC_SET: OdysseyTrainingSet = { ...STANDARD, annotations: ODYSSEY_ANNOTATIONS };

async function exported({
  type,
  ...options
}: Partial<OdysseyExportOptions> & { readonly type?: 'semantic' } = {}): Promise<OdysseyExport> {
  return exportOdysseyChat({
    dataDirectory: data,
    outDirectory: out,
    splits: ['random'],
    sets: [type === 'semantic' ? SEMANTIC_SET : STANDARD],
    sampleSteps: null,
    historyLength: 4,
    seed: 1,
    shuffle: false,
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
    await exported({ type: 'semantic', shuffle: true, seed: 7 });
    const seven = await textOf(SEMANTIC);
    await exported({ type: 'semantic', shuffle: true, seed: 7 });
    expect(await textOf(SEMANTIC)).toBe(seven);
    await exported({ type: 'semantic', shuffle: true, seed: 8 });
    expect(await textOf(SEMANTIC)).not.toBe(seven);
    const byId = (a: OdysseyTrainingRecord, b: OdysseyTrainingRecord): number => (a.id < b.id ? -1 : 1);
    const shuffled = JSON.parse(seven) as OdysseyTrainingRecord[];
    expect(shuffled).not.toEqual(ordered);
    expect(shuffled.toSorted(byId)).toEqual(ordered.toSorted(byId));
    expect(seven).toBe(JSON.stringify(shuffled, null, 4));
  });

  it('writes any set of annotations, each record as in the whole', async () => {
    await exported({ type: 'semantic' });
    const whole = await training(SEMANTIC);
    const suffixes = { description: 'desc', intention: 'intention', context: 'context' } as const;
    for (const annotations of annotationSets('each', '')) {
      const set = { ...STANDARD, annotations };
      await exported({ sets: [set] });
      const records = await training(`train_anno/${trainingFileName(set, 'random')}`);
      const wanted = ['action', ...annotations.map((one) => suffixes[one])];
      const expected = whole.filter(({ id }) => wanted.includes(id.split('_').at(-1) ?? ''));
      if (annotations.length > 0) expect(records).toEqual(expected);
      else
        expect(records.map(({ conversations }) => conversations)).toEqual(
          expected.map((one) => one.conversations),
        );
    }
  });

  it('writes both instructions into one file, the records of each as alone', async () => {
    const both = { ...STANDARD, levels: ['high', 'low'] as const };
    await exported({ sets: [both] });
    const together = await training('train_anno/high-low_random_split.json');
    expect(new Set(together.map(({ id }) => id)).size).toBe(2 * 48);
    await exported({ sets: [STANDARD, { ...STANDARD, levels: ['low'] }] });
    const alone = [...(await training(TRAIN)), ...(await training('train_anno/low_random_split.json'))];
    const said = (records: OdysseyTrainingRecord[]): unknown[] =>
      records.map(({ conversations, image }) => ({ conversations, image }));
    expect(said(together)).toEqual(said(alone));
    await exported({ sets: [both], mode: 'reference' });
    expect(await training('train_anno/high-low_random_split.json')).toEqual(alone);
  });

  it('draws steps by the seed and leaves their histories whole', async () => {
    await exported();
    const all = await training(TRAIN);
    await exported({ sampleSteps: 12, seed: 3 });
    const drawn = await training(TRAIN);
    expect(drawn).toHaveLength(12);
    expect(drawn).toEqual(all.filter(({ id }) => drawn.some((one) => one.id === id)));
    await exported({ sampleSteps: 12, seed: 4 });
    expect(await training(TRAIN)).not.toEqual(drawn);
    await exported({ sampleSteps: 12, seed: 3, type: 'semantic' });
    expect(await training(SEMANTIC)).toHaveLength(4 * 12);
    await exported({ sampleSteps: 1000 });
    expect(await training(TRAIN)).toEqual(all);
  });

  it('gives test records the context where it is shown', async () => {
    const set: OdysseyTrainingSet = { ...STANDARD, history: ['context'] };
    const { files } = await exported({ sets: [set, STANDARD] });
    expect(files.map(({ file }) => file)).toEqual([
      'train_anno/high_history-context_random_split.json',
      'test_anno/high_context_random_split.json',
      TRAIN,
      TEST,
      'his_index.json',
    ]);
    const shown = JSON.parse(await textOf('test_anno/high_context_random_split.json')) as OdysseyTestRecord[];
    const plain = JSON.parse(await textOf(TEST)) as OdysseyTestRecord[];
    expect(shown.map((record) => ({ ...record, context: undefined }))).toEqual(plain);
    expect(shown[1]?.context).toContain('step 1');
    const trained = await training('train_anno/high_history-context_random_split.json');
    expect(trained[1]?.conversations[0].value).toMatch(
      /how to .*\nWhat has been done so far: .*\nProvide the/,
    );
  });

  it('lists an episode that is broken once per file, though it is read for both instructions', async () => {
    await writeFile(join(data, 'annotations', names[0] ?? ''), '{"episode_id": ');
    const both = { ...STANDARD, levels: ['high', 'low'] as const };
    const { leftOut } = await exported({ sets: [both], sampleSteps: 5 });
    expect(leftOut.map(({ file, episode }) => [file, episode])).toEqual([
      ['train_anno/high-low_random_split.json', names[0]],
    ]);
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
