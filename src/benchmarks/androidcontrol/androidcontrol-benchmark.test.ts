import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { ItemResult } from '../../domain/score.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import {
  controlRecord,
  controlSketch,
  forestBytes,
  writeControlConversion,
  writeControlDataset,
} from '../../testing/datasets/control-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../testing/small-png.js';
import { writeTfRecords } from '../../testing/datasets/write-tfrecords.js';
import type { Benchmark, BenchmarkItem } from '../benchmark.js';
import { androidcontrolBenchmark } from './androidcontrol-benchmark.js';

const signal = new AbortController().signal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterEach(async () => folder[Symbol.asyncDispose]());

async function open(
  split = 'test',
  settings: Record<string, unknown> = {},
  mode: Mode = 'reference',
): Promise<Benchmark> {
  return androidcontrolBenchmark.open({ dataDirectory: folder.path, split, mode, settings, signal });
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

/** The episode of an agent that does this at each step. */
function episodeOf({ id, steps }: RecordedEpisode, act: (action: Action) => Action | null): Episode {
  return {
    key: { item: id, repeat: 0 },
    trajectory: { steps: steps.map(({ screen, action }) => ({ screen, state: null, action: act(action) })) },
    end: { reason: 'environment_end' },
  };
}

async function resultsOf(
  benchmark: Benchmark,
  act: (action: Action) => Action | null,
): Promise<ItemResult[]> {
  const items = new Map((await itemsOf(benchmark)).map((item) => [item.id, item]));
  const results: ItemResult[] = [];
  for (const recorded of await recordingsOf(benchmark)) {
    const item = items.get(recorded.id);
    if (item === undefined) throw new Error(`no item ${recorded.id}`);
    const episode = episodeOf(recorded, act);
    const result = await benchmark.scorer.score(item, episode, benchmark.mode, { signal });
    results.push({
      key: episode.key,
      task: item.task,
      end: episode.end,
      steps: recorded.steps.length,
      outcome: result.success === true ? 'passed' : 'failed',
      result,
    });
  }
  return results;
}

describe('AndroidControl', () => {
  it.each([false, true])('reads episodes, screens, trees and pictures, gzip: %s', async (gzip) => {
    await writeControlDataset(folder.path, { episodes: 6, gzip });
    await using benchmark = await open('all', { level: 'low' });
    const items = await itemsOf(benchmark);
    expect(items.map(({ id, invalid }) => [id, invalid])).toEqual(
      [0, 2, 4, 1, 3, 5].map((id) => [String(id), undefined]),
    );
    const episodes = await recordingsOf(benchmark);
    for (const { id, instructions, steps, lastScreen } of episodes) {
      const sketch = controlSketch(Number(id));
      expect(instructions).toEqual({ en: sketch.goal });
      expect(steps.map(({ stepInstruction }) => stepInstruction)).toEqual(sketch.instructions);
      expect(steps.map(({ action }) => action.native?.arguments)).toEqual(sketch.actions);
      expect(lastScreen?.id).toBe(`${id}_${steps.length}`);
    }
    const [first] = episodes[0]?.steps ?? [];
    const picture = await first?.screen.picture?.load({ signal });
    expect(pictureSize(picture ?? Buffer.alloc(0))).toEqual({ width: 108, height: 240 });
    const xml = await first?.screen.hierarchy?.load({ signal });
    const { nodes } = parseHierarchy(xml ?? '');
    expect(nodes.map(({ text, bounds }) => [text, bounds])).toEqual([
      ['', [0, 0, 108, 240]],
      ['Button <1> & "more"', [10, 20, 50, 40]],
    ]);
    expect(benchmark.warnings.join()).toContain('unverified');
    expect(benchmark.warnings.some((warning) => warning.includes('packed'))).toBe(gzip);
  });

  it('turns actions into unified ones, scrolls the other way round', async () => {
    const actions = [
      { action_type: 'click', x: 30, y: 30 },
      { action_type: 'long_press', x: 80, y: 200 },
      { action_type: 'scroll', direction: 'down' },
      { action_type: 'scroll', direction: 'left' },
      { action_type: 'type', x: 1, y: 2, text: 'a' },
      { action_type: 'input_text', text: 'b' },
      { action_type: 'open_app', app_name: 'Maps' },
      { action_type: 'navigate_back' },
      { action_type: 'navigate_home' },
      { action_type: 'wait' },
    ];
    const record = controlRecord({ ...controlSketch(0), actions, instructions: actions.map(() => 'x') });
    await writeTfRecords(join(folder.path, 'android_control-00000-of-00001'), [record]);
    await using benchmark = await open('all');
    const [episode] = await recordingsOf(benchmark);
    expect(episode?.steps.map(({ action }) => ({ ...action, native: undefined }))).toEqual([
      { type: 'tap', target: { type: 'point', point: { x: 30, y: 30, space: 'pixel' } } },
      { type: 'long_press', target: { type: 'point', point: { x: 80, y: 200, space: 'pixel' } } },
      { type: 'swipe', direction: 'up' },
      { type: 'swipe', direction: 'right' },
      {
        type: 'type',
        text: 'a',
        submit: true,
        target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } },
      },
      { type: 'type', text: 'b' },
      { type: 'open_app', app: 'Maps' },
      { type: 'key', key: 'BACK' },
      { type: 'key', key: 'HOME' },
      { type: 'wait' },
    ]);
    // The smallest visible element there: the button, else the whole screen.
    expect(episode?.steps.slice(0, 3).map(({ box }) => box)).toEqual([
      [10, 20, 50, 40],
      [0, 0, 108, 240],
      undefined,
    ]);
  });

  it.each(['reference', 'corrected'] as const)(
    'finds the recording itself always right in %s mode',
    async (mode) => {
      await writeControlDataset(folder.path, { episodes: 24 });
      await using benchmark = await open('test', {}, mode);
      const results = await resultsOf(benchmark, (action) => action);
      const tables = await benchmark.scorer.tables(results, { agent: 'oracle', mode });
      const [groups, evaluators] = tables;
      expect(groups?.rows.map((row) => [row[1]?.text, row[2]?.text, row[6]?.text, row[8]?.text])).toEqual([
        ['IDD', '8', '100.00', '100.00'],
        ['app_unseen', '4', '100.00', '100.00'],
        ['task_unseen', '4', '100.00', '100.00'],
        ['category_unseen', '4', '100.00', '100.00'],
        ['all steps', '12', '100.00', '100.00'],
      ]);
      expect(evaluators?.rows.map(([name, , , sr]) => [name?.text, sr?.text])).toEqual([
        ['androidcontrol.default', '100.00'],
        ['androidcontrol.box', '100.00'],
        ['androidcontrol.ui_s1', '100.00'],
        ['androidcontrol.point', '100.00'],
      ]);
      for (const { notes } of tables) expect(notes.join()).toContain('unverified');
    },
  );

  it('keeps every threshold with the score', async () => {
    await writeControlDataset(folder.path, { episodes: 2 });
    await using benchmark = await open('test');
    const [result] = await resultsOf(benchmark, () => ({ type: 'wait' }));
    const stored = result?.result.scores.map(({ score }) =>
      score.status === 'scored' ? score.details : null,
    );
    expect(stored?.[0]).toMatchObject({
      protocol: { touch: { boxFactor: 1, distance: { threshold: 0.14, space: 'square' } } },
    });
    expect(stored?.[2]).toMatchObject({
      protocol: { touch: { boxFactor: 1.2, distance: { threshold: 0.04, space: 'longer_side' } } },
    });
  });

  it('divides by splits and parts of the test side', async () => {
    await writeControlDataset(folder.path, { episodes: 12 });
    const ids = async (split: string): Promise<string[]> => {
      await using benchmark = await open(split);
      return (await itemsOf(benchmark)).map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
    };
    expect(await ids('train')).toEqual(['1', '3', '5', '7', '9', '11']);
    expect(await ids('app_unseen')).toEqual(['0', '6']);
    expect(await ids('IDD')).toEqual(['2', '4', '8', '10']);
    await expect(open('nonsense')).rejects.toMatchObject({ code: 'USER' });
  });

  it('has another hash for other data, and the same for the same', async () => {
    await writeControlDataset(folder.path, { episodes: 4 });
    const hashOf = async (): Promise<string> => {
      await using benchmark = await open('all');
      return benchmark.dataHash;
    };
    const before = await hashOf();
    expect(await hashOf()).toBe(before);
    await writeControlDataset(folder.path, {
      episodes: 4,
      records: { 2: controlRecord(controlSketch(2, 3)) },
    });
    expect(await hashOf()).not.toBe(before);
  });

  it('reads the JSON conversion alike, and takes each of its areas', async () => {
    await writeControlConversion(folder.path, 8);
    await using benchmark = await open('all', { level: 'low' });
    const results = await resultsOf(benchmark, (action) => action);
    expect(results).toHaveLength(8);
    expect(results.every(({ result }) => result.success === true)).toBe(true);
    for (const { id, steps } of await recordingsOf(benchmark)) {
      const sketch = controlSketch(Number(id));
      expect(steps.map(({ stepInstruction }) => stepInstruction)).toEqual(sketch.instructions);
      for (const { action, candidates } of steps) {
        const isTouch = action.type === 'tap' || action.type === 'long_press';
        expect(candidates).toEqual(isTouch ? [[10, 20, 50, 40]] : undefined);
        if (action.type === 'swipe') expect(action.direction).not.toBeNull();
      }
    }
  });
});

const INVALID = [
  [
    'an unknown action',
    { actions: { bytes: ['{"action_type": "fly"}', '{"action_type": "wait"}'] } },
    'action 0',
  ],
  ['an action that is no JSON', { actions: { bytes: ['{'] } }, 'no JSON'],
  ['no actions', { actions: undefined }, 'no actions'],
  [
    'too few screenshots',
    { screenshots: { bytes: [smallPng({ width: 108, height: 240 })] } },
    '1 screenshots for 4 actions',
  ],
  ['too few step instructions', { step_instructions: { bytes: ['one'] } }, '1 step_instructions for 4'],
  ['too few widths', { screenshot_widths: { integers: [108] } }, '1 widths'],
  [
    'a picture of another size',
    { screenshots: { bytes: Array.from({ length: 5 }, () => smallPng({ width: 107, height: 240 })) } },
    '107 x 240 pixels',
  ],
  ['a picture that is none', { screenshots: { bytes: Array.from({ length: 5 }, () => 'none') } }, 'no PNG'],
  ['a goal of another type', { goal: { integers: [1] } }, 'holds no bytes'],
  ['no goal', { goal: undefined }, '"goal" is missing'],
] as const;

describe('broken AndroidControl', () => {
  it.each(INVALID)('voids an episode with %s, and no other', async (_, changes, message) => {
    const sketch = {
      ...controlSketch(2),
      actions: Array.from({ length: 4 }, () => ({ action_type: 'wait' })),
    };
    await writeControlDataset(folder.path, { episodes: 6, records: { 2: controlRecord(sketch, changes) } });
    await using benchmark = await open('test');
    const items = await itemsOf(benchmark);
    expect(items.map(({ id }) => id)).toEqual(['0', '2', '4']);
    expect(items[1]?.invalid).toContain(message);
    expect(items[1]?.invalid).toMatch(/android_control-00000-of-00002: .* in the record at byte \d+/);
    expect(items.filter(({ invalid }) => invalid !== undefined)).toHaveLength(1);
  });

  it('voids an episode whose tree is damaged where something was touched', async () => {
    const actions = [{ action_type: 'click', x: 1, y: 1 }];
    const sketch = { ...controlSketch(0), actions, instructions: ['x'] };
    const tree = forestBytes(sketch.elements).subarray(0, -3);
    await writeControlDataset(folder.path, {
      episodes: 2,
      records: { 0: controlRecord(sketch, { accessibility_trees: { bytes: [tree, tree] } }) },
    });
    await using benchmark = await open('test');
    expect((await itemsOf(benchmark))[0]?.invalid).toContain('accessibility tree cannot be read');
  });

  it('does without trees', async () => {
    await writeControlDataset(folder.path, {
      episodes: 2,
      records: { 0: controlRecord(controlSketch(0), { accessibility_trees: undefined }) },
    });
    await using benchmark = await open('test');
    const [episode] = await recordingsOf(benchmark);
    expect(episode?.steps.every(({ box, screen }) => box === undefined && screen.hierarchy === null)).toBe(
      true,
    );
  });

  it('names what is damaged or cut off, voids what the split wants of it, and reads the rest', async () => {
    await writeControlDataset(folder.path, { episodes: 8, shards: 1 });
    const file = join(folder.path, 'android_control-00000-of-00001');
    const content = await readFile(file);
    content.writeUInt8(content.readUInt8(40) ^ 1, 40);
    await writeFile(file, content.subarray(0, -10));
    await using benchmark = await open('all');
    const items = await itemsOf(benchmark);
    // The last record is cut off, and nobody knows of which episode it is.
    expect(items.at(-1)?.id).toMatch(/^android_control-00000-of-00001@\d+$/);
    expect(items.at(-1)?.invalid).toContain('ends too early');
    expect(items[0]?.invalid).toContain('checksum');
    expect(items.filter(({ invalid }) => invalid === undefined)).toHaveLength(6);
    expect(benchmark.warnings.join()).toContain('1 record cannot be read');
    await using train = await open('train');
    expect((await itemsOf(train)).map(({ id, invalid }) => [id, invalid?.includes('no record')])).toEqual([
      ['1', undefined],
      ['3', undefined],
      ['5', undefined],
      ['7', true],
    ]);
  });

  it('says which files it lacks', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'FILE_UNREADABLE', fault: 'dataset' });
    await writeControlDataset(folder.path, { episodes: 2 });
    await rm(join(folder.path, 'splits.json'));
    await expect(open('train')).rejects.toThrow('splits.json');
    await rm(join(folder.path, 'test_subsplits.json'));
    await expect(open('IDD')).rejects.toThrow('test_subsplits.json');
    const empty = join(folder.path, 'empty');
    await mkdir(empty);
    const opened = androidcontrolBenchmark.open({
      dataDirectory: empty,
      split: 'all',
      mode: 'reference',
      signal,
    });
    await expect(opened).rejects.toThrow('holds nothing of AndroidControl');
  });

  it('tells of an episode that is there twice; the first counts', async () => {
    const [first, second] = [controlSketch(1, 2), controlSketch(1, 3)].map((sketch) => controlRecord(sketch));
    await writeTfRecords(join(folder.path, 'android_control-00000-of-00001'), [
      first ?? Buffer.alloc(0),
      second ?? Buffer.alloc(0),
    ]);
    await using benchmark = await open('all');
    expect((await recordingsOf(benchmark)).map(({ steps }) => steps.length)).toEqual([2]);
    expect(benchmark.warnings.join()).toContain('more than one record');
  });

  it('voids a line of a conversion that is no episode, and an episode without its pictures', async () => {
    await writeControlConversion(folder.path, 4);
    const file = join(folder.path, 'android_control_evaluation_std.jsonl');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    lines[1] = '{"episode_id": 1, "goal": "x", "steps": [{"screenshot": ""}]}';
    lines[2] = lines[2]?.replace(/"action":"\w+"/, '"action":"fly"') ?? '';
    await writeFile(file, lines.join('\n'));
    await rm(join(folder.path, 'images', '3_0.png'));
    await using benchmark = await open('all');
    const invalid = (await itemsOf(benchmark)).map((item) => item.invalid ?? '');
    expect(invalid[0]).toBe('');
    expect(invalid[1]).toMatch(/jsonl:2: record 2 is no valid episode: it has no steps\[0\]\.action_content/);
    expect(invalid[2]).toMatch(/jsonl:3: step 0 has no action of AndroidControl/);
    expect(invalid[3]).toMatch(/3_0\.png: the screenshot is not there/);
  });
});
