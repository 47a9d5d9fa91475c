import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Mode } from '../../domain/mode.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { ItemResult } from '../../domain/score.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import {
  aitwRecord,
  aitwSketch,
  writeAitwConversion,
  writeAitwDataset,
} from '../../testing/datasets/aitw-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../testing/small-png.js';
import { writeTfRecords, type FieldValues } from '../../testing/datasets/write-tfrecords.js';
import type { Benchmark, BenchmarkItem } from '../benchmark.js';
import { aitwBenchmark } from './aitw-benchmark.js';

const signal = new AbortController().signal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterEach(async () => folder[Symbol.asyncDispose]());

async function open(split = 'standard', mode: Mode = 'reference'): Promise<Benchmark> {
  return aitwBenchmark.open({ dataDirectory: folder.path, split, mode, signal });
}

async function itemsOf(benchmark: Benchmark): Promise<BenchmarkItem[]> {
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  return items;
}

async function recordingsOf(benchmark: Benchmark): Promise<RecordedEpisode[]> {
  const list: RecordedEpisode[] = [];
  for await (const entry of benchmark.recordings?.episodes() ?? [])
    if (entry.type === 'episode') list.push(entry.episode);
  return list;
}

async function resultsOf(
  benchmark: Benchmark,
  act: (action: Action) => Action | null,
): Promise<ItemResult[]> {
  const items = new Map((await itemsOf(benchmark)).map((item) => [item.id, item]));
  const results: ItemResult[] = [];
  for (const { id, steps } of await recordingsOf(benchmark)) {
    const item = items.get(id);
    if (item === undefined) throw new Error(`no item ${id}`);
    const key = { item: id, repeat: 0 };
    const trajectory = {
      steps: steps.map(({ screen, action }) => ({ screen, state: null, action: act(action) })),
    };
    const end = { reason: 'environment_end' as const };
    const result = await benchmark.scorer.score(item, { key, trajectory, end }, benchmark.mode, { signal });
    const outcome = result.success === true ? ('passed' as const) : ('failed' as const);
    results.push({ key, task: item.task, end, steps: steps.length, outcome, result });
  }
  return results;
}

/** A folder with one dataset, `general`, of these records. */
async function writeGeneral(records: readonly Buffer[]): Promise<string> {
  const file = join(folder.path, 'general', 'general-00000-of-00001');
  await mkdir(join(folder.path, 'general'), { recursive: true });
  await writeTfRecords(file, records);
  return file;
}

describe('Android in the Wild', () => {
  it('puts the steps of an episode together wherever they lie', async () => {
    await writeAitwDataset(folder.path, 3);
    await using benchmark = await open();
    const episodes = await recordingsOf(benchmark);
    expect(episodes).toHaveLength(15);
    for (const [at, subset] of ['general', 'google_apps', 'install', 'single', 'web_shopping'].entries()) {
      expect(episodes[at * 3]?.labels).toMatchObject({
        subset: [subset],
        device: ['pixel_4'],
        androidApi: ['30'],
      });
    }
    for (let number = 0; number < 3; number += 1) {
      const sketches = aitwSketch(number);
      const episode = episodes.find(({ id }) => id === sketches[0]?.episode);
      expect(episode?.instructions).toEqual({ en: `Do errand ${number}` });
      expect(episode?.steps.map(({ action }) => action.native?.name)).toEqual(
        sketches.map(
          ({ type }) =>
            ({
              3: 'TYPE',
              4: 'DUAL_POINT',
              5: 'PRESS_BACK',
              6: 'PRESS_HOME',
              7: 'PRESS_ENTER',
              10: 'STATUS_TASK_COMPLETE',
              11: 'STATUS_TASK_IMPOSSIBLE',
            })[type],
        ),
      );
    }
  });

  it('shows bare pixels as a PNG', async () => {
    await writeGeneral([aitwRecord({ ...(aitwSketch(1, 1)[0] as ReturnType<typeof aitwSketch>[number]) })]);
    await using benchmark = await open('all');
    const [episode] = await recordingsOf(benchmark);
    const picture = await episode?.steps[0]?.screen.picture?.load({ signal });
    expect(pictureSize(picture ?? Buffer.alloc(0))).toEqual({ width: 54, height: 120 });
    const { default: sharp } = await import('sharp');
    const { dominant } = await sharp(picture).stats();
    expect(dominant.r).toBe(40);
  });

  it('turns gestures into taps and swipes, and says which element was tapped', async () => {
    const [base] = aitwSketch(0, 1);
    if (base === undefined) throw new Error('there is no step');
    const made = [
      { touch: [0.2, 0.25], lift: [0.21, 0.25] },
      { touch: [0.8, 0.5], lift: [0.2, 0.5] },
    ].map(({ touch, lift }, step) =>
      aitwRecord({
        ...base,
        step,
        length: 2,
        type: 4,
        touch: touch as [number, number],
        lift: lift as [number, number],
      }),
    );
    await writeGeneral(made);
    await using benchmark = await open('all');
    const [episode] = await recordingsOf(benchmark);
    const [tapped, swiped] = episode?.steps ?? [];
    expect(tapped?.action).toMatchObject({ type: 'tap', target: { point: { x: 0.25, space: 'unit' } } });
    expect(tapped?.box?.map((side) => Math.round(side * 10) / 10)).toEqual([5.4, 12, 21.6, 36]);
    expect(tapped?.elements).toHaveLength(2);
    expect(swiped?.action).toMatchObject({ type: 'swipe', direction: 'up', from: { space: 'unit' } });
    expect(swiped?.box).toBeUndefined();
  });

  it.each(['reference', 'corrected'] as const)(
    'finds the recording itself always right in %s mode',
    async (mode) => {
      await writeAitwDataset(folder.path, 6);
      await using benchmark = await open('standard', mode);
      const tables = await benchmark.scorer.tables(await resultsOf(benchmark, (action) => action), {
        agent: 'oracle',
        mode,
      });
      const [groups, evaluators] = tables;
      expect(groups?.rows.map((row) => [row[1]?.text, row[6]?.text, row[8]?.text, row[9]?.text])).toEqual(
        ['general', 'google_apps', 'install', 'web_shopping', 'single', 'all steps', 'mean of the above'].map(
          (name) => [name, '100.00', '100.00', '100.00'],
        ),
      );
      expect(evaluators?.rows.map(([name, , , share]) => [name?.text, share?.text]).toSorted()).toEqual([
        ['aitw.agentcpm', '100.00'],
        ['aitw.original', '100.00'],
        ['aitw.strict', '100.00'],
      ]);
      for (const { notes } of tables) expect(notes.join()).toContain('unverified');
    },
  );

  it('compares no texts and only the axis of swipes in reference mode, both in corrected mode', async () => {
    const [base] = aitwSketch(0, 1);
    if (base === undefined) throw new Error('there is no step');
    await writeGeneral([
      aitwRecord({ ...base, length: 2, type: 3, text: 'coffee' }),
      aitwRecord({ ...base, step: 1, length: 2, type: 4, touch: [0.8, 0.5], lift: [0.2, 0.5] }),
    ]);
    const said = (action: Action): Action =>
      action.type === 'type' ? { type: 'type', text: 'tea' } : { type: 'swipe', direction: 'down' };
    for (const [mode, success, completion] of [
      ['reference', true, 1],
      ['corrected', false, 0],
    ] as const) {
      await using benchmark = await open('all', mode);
      const [result] = await resultsOf(benchmark, said);
      expect(result?.result).toMatchObject({ success, completion });
    }
  });

  it('runs one dataset, or another division', async () => {
    await writeAitwDataset(folder.path, 2);
    await using install = await open('install');
    expect((await recordingsOf(install)).map(({ labels }) => labels['subset'])).toEqual([
      ['install'],
      ['install'],
    ]);
    await expect(open('unseen_verb')).rejects.toThrow('unseen_verb.json');
    const [first] = aitwSketch(0);
    await writeFile(
      join(folder.path, 'splits', 'unseen_verb.json'),
      JSON.stringify({ test: [first?.episode, '7'] }),
    );
    await using verb = await open('unseen_verb');
    expect((await itemsOf(verb)).map(({ id }) => id)).toEqual([first?.episode]);
    expect(verb.warnings.join()).toContain('1 of the 2 episodes of the split is not in these files');
    await expect(open('nonsense')).rejects.toMatchObject({ code: 'USER' });
  });

  it('reads the JSON conversion alike', async () => {
    await writeAitwConversion(folder.path, 2);
    await using benchmark = await open();
    const results = await resultsOf(benchmark, (action) => action);
    expect(results).toHaveLength(10);
    expect(results.every(({ result }) => result.success === true)).toBe(true);
    await using shopping = await open('web_shopping');
    expect(await itemsOf(shopping)).toHaveLength(2);
    const text = await readFile(join(folder.path, 'aitw_data_test.json'), 'utf8');
    await writeFile(join(folder.path, 'aitw_data_test.json'), text.replaceAll('"click"', '"scroll up"'));
    await using scrolled = await open();
    const swipes = (await recordingsOf(scrolled)).flatMap(({ steps }) =>
      steps.filter(({ action }) => action.type === 'swipe'),
    );
    expect(swipes.length).toBeGreaterThan(0);
    // Scrolling up shows what is above: the finger goes down.
    for (const { action } of swipes) expect(action).toMatchObject({ direction: 'down' });
  });
});

const INVALID: readonly (readonly [string, Readonly<Record<string, FieldValues | undefined>>, string])[] = [
  ['an unknown action type', { 'results/action_type': { integers: [9] } }, 'no action type 9'],
  ['a picture of another size', { 'image/width': { integers: [53] } }, 'bytes'],
  [
    'a PNG of another size',
    { 'image/encoded': { bytes: [smallPng({ width: 3, height: 4 })] } },
    '3 x 4 pixels',
  ],
  ['two channels', { 'image/channels': { integers: [2] } }, '2 channels'],
  ['no picture', { 'image/encoded': undefined }, '"image/encoded" is missing'],
  [
    'a gesture without points',
    { 'results/action_type': { integers: [4] }, 'results/yx_touch': undefined },
    'no point',
  ],
  [
    'elements that do not come in fours',
    { 'image/ui_annotations_positions': { floats: [1, 2, 3] } },
    '3 numbers',
  ],
  ['a goal of another type', { goal_info: { integers: [1] } }, 'holds no bytes'],
  ['another goal than its other steps', { goal_info: { bytes: ['another'] } }, 'different goals'],
  ['a step twice', { step_id: { integers: [0] } }, 'there twice'],
];

describe('broken Android in the Wild', () => {
  it.each(INVALID)('voids an episode with %s, and no other', async (_, changes, message) => {
    const [good, bad] = [aitwSketch(0), aitwSketch(1)];
    await writeGeneral([
      ...good.map((step) => aitwRecord(step)),
      ...bad.map((step) => aitwRecord(step, step.step === 2 ? changes : {})),
    ]);
    await using benchmark = await open('all');
    const items = await itemsOf(benchmark);
    expect(items.map(({ id, invalid }) => [id, invalid?.includes(message)])).toEqual([
      [good[0]?.episode, undefined],
      [bad[0]?.episode, true],
    ]);
    expect(items[1]?.invalid).toMatch(/general-00000-of-00001: .* in the record at byte \d+/);
  });

  it('voids the episode that the end of a cut file belongs to', async () => {
    const file = await writeGeneral([...aitwSketch(0), ...aitwSketch(1)].map((step) => aitwRecord(step)));
    await writeFile(file, (await readFile(file)).subarray(0, -50));
    await using benchmark = await open('all');
    const items = await itemsOf(benchmark);
    expect(items.map(({ invalid }) => invalid ?? '')).toEqual([
      '',
      expect.stringContaining('3 of its 4 steps'),
      expect.stringContaining('ends too early'),
    ]);
    expect(benchmark.warnings.join()).toContain('1 record cannot be read');
    expect(benchmark.warnings.join()).toMatch(/1 episode lacks steps and is voided, .*\(3 of 4\)/);
  });

  it('says where an episode has fewer steps than it is said to have', async () => {
    await writeGeneral([...aitwSketch(1), ...aitwSketch(0).slice(0, 3)].map((step) => aitwRecord(step)));
    await using benchmark = await open('all');
    expect(benchmark.warnings).toContain(
      `1 episode lacks steps and is judged without them: ${aitwSketch(0)[0]?.episode} (3 of 4)`,
    );
    const [whole, episode] = await recordingsOf(benchmark);
    expect(whole?.oddities).toBeUndefined();
    expect(episode?.oddities?.[0]).toMatchObject({
      kind: 'step-count',
      message: expect.stringContaining('said to have 4'),
    });
  });

  it('says which files it lacks', async () => {
    await expect(open()).rejects.toThrow('holds nothing of general');
    await writeAitwDataset(folder.path, 1);
    await rm(join(folder.path, 'splits'), { recursive: true });
    await expect(open()).rejects.toThrow('standard.json');
    const there = await open('all');
    await there[Symbol.asyncDispose]();
    await expect(
      aitwBenchmark.open({
        dataDirectory: folder.path,
        split: 'all',
        mode: 'reference',
        settings: { level: 'low' },
        signal,
      }),
    ).rejects.toMatchObject({ code: 'USER' });
  });

  it('voids what is wrong in a conversion, naming file and place', async () => {
    await writeAitwConversion(folder.path, 2);
    const file = join(folder.path, 'aitw_data_test.json');
    const content = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, unknown>[][]>;
    const [first] = content['general']?.[0] ?? [];
    if (first === undefined) throw new Error('there is no step');
    first['action_type_id'] = 9;
    await writeFile(file, JSON.stringify(content));
    await rm(join(folder.path, 'aitw_images', 'single'), { recursive: true });
    await using benchmark = await open();
    const invalid = (await itemsOf(benchmark)).flatMap((item) =>
      item.invalid === undefined ? [] : [item.invalid],
    );
    expect(invalid).toHaveLength(3);
    expect(invalid[0]).toMatch(
      /aitw_data_test\.json at general\[0\]\[0\]: a step is not valid: action_type_id: no action type/,
    );
    expect(invalid[1]).toContain('the screenshot is not there');
    await writeFile(file, '[1]');
    await expect(open()).rejects.toMatchObject({ code: 'FILE_SCHEMA' });
  });
});
