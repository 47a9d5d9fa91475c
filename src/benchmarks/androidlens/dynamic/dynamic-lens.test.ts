import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tap } from '../../../domain/action.js';
import { outcomeOf, type Episode, type EpisodeEnd } from '../../../domain/episode.js';
import { pixelPoint } from '../../../domain/geometry.js';
import type { Mode } from '../../../domain/mode.js';
import type { ItemResult } from '../../../domain/score.js';
import { unknownVerdict, type Verdict } from '../../../domain/scores/verdict.js';
import type { Table } from '../../../metrics/tables/table.js';
import { writeLensDataset } from '../../../testing/datasets/lens-dataset.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../../testing/small-png.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions } from '../../benchmark.js';
import { androidlensBenchmark } from '../androidlens-benchmark.js';
import { milestoneVerdict } from '../judges/milestone-verdict.js';
import { isLensMaterial, type JudgedGroup } from './judged-milestones.js';
import type { WalkedMilestone } from './walk-milestones.js';

const signal = new AbortController().signal;
const ANDROID = { formatVersion: 1, apps: [{ name: 'Notes', package: 'org.example.notes' }] };
const MILESTONE = { 'sub-target': 'The note is open', screenshot: 'note.png', bbox: [0.1, 0.2, 0.5, 0.9] };
const TASK = { id: 'note', language: 'en', instruction: 'Write a note.', apps: ['Notes'], types: ['1-1'] };

/** A folder with an `android.json`, tasks and pictures. */
async function folderWith(tasks: readonly unknown[] | null): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'android.json'), JSON.stringify(ANDROID));
  await writeFile(join(folder.path, 'note.png'), smallPng({ width: 20, height: 40 }));
  if (tasks !== null) {
    await writeFile(join(folder.path, 'dynamic.json'), JSON.stringify({ formatVersion: 1, tasks }, null, 1));
  }
  return folder;
}

/** Opened as for scoring: no phone is asked for. */
function open(dataDirectory: string, options: Partial<OpenBenchmarkOptions> = {}): Promise<Benchmark> {
  return androidlensBenchmark.open({
    dataDirectory,
    mode: 'corrected',
    environment: { kind: 'android', devices: [] },
    signal,
    ...options,
  });
}

async function itemsOf({ items }: Benchmark): Promise<BenchmarkItem[]> {
  const all: BenchmarkItem[] = [];
  for await (const item of items.list()) all.push(item);
  return all;
}

function groupsOf(benchmark: Benchmark, item: BenchmarkItem | undefined): readonly JudgedGroup[] {
  const material = item === undefined ? null : benchmark.judging?.material?.(item);
  return isLensMaterial(material) ? material.groups : [];
}

describe('tasks of AndroidLens on phones', () => {
  it('have milestones with picture, area, text and states, in groups', async () => {
    const milestones = [
      { ...MILESTONE, idx: 9, text: 'Notes', state: ['selected'] },
      [{ 'sub-target': 'b', state: 'checked' }, { 'sub-target': 'c' }],
      { 'sub-target': 'd', group: 'g' },
      { 'sub-target': 'e', group: 'g' },
    ];
    await using folder = await folderWith([{ ...TASK, milestones }]);
    await using benchmark = await open(folder.path);
    const [item] = await itemsOf(benchmark);
    const groups = groupsOf(benchmark, item);
    expect(groups.map((group) => group.map(({ index, target }) => `${index} ${target}`))).toEqual([
      ['9 The note is open'],
      ['1 b', '2 c'],
      ['3 d', '4 e'],
    ]);
    const [first] = groups[0] ?? [];
    expect(first).toMatchObject({ box: [0.1, 0.2, 0.5, 0.9], text: 'Notes', states: ['selected'] });
    expect(await first?.picture?.load({ signal })).toEqual(smallPng({ width: 20, height: 40 }));
    expect(groups[1]?.[0]).toMatchObject({ picture: null, box: null, text: null, states: ['checked'] });
  });

  it('are done interactively, within a limit from their reference', async () => {
    const tasks = [
      { ...TASK, referenceSteps: 26, start: 'Notes' },
      { ...TASK, id: 'short', referenceSteps: 3 },
      { ...TASK, id: 'own', maxSteps: 7, start: 'Mail' },
    ];
    await using folder = await folderWith(tasks);
    await using benchmark = await open(folder.path);
    expect(benchmark.items.protocol).toBe('interactive');
    const items = await itemsOf(benchmark);
    expect(items.map(({ task }) => task.maxSteps)).toEqual([39, 30, 7]);
    expect(items[2]?.invalid).toContain('starts in "Mail", which is no app of android.json');
    expect(JSON.stringify(items[0]?.task)).not.toContain('sub-target');
    const settings = { options: { minSteps: '5', stepFactor: '2' } };
    await using other = await open(folder.path, { settings });
    expect((await itemsOf(other)).map(({ task }) => task.maxSteps)).toEqual([52, 6, 7]);
    expect(other.identity).not.toEqual(benchmark.identity);
    await expect(open(folder.path, { settings: { options: { minSteps: '0' } } })).rejects.toThrow('minSteps');
    await expect(open(folder.path, { settings: { level: 'low' } })).rejects.toThrow('--level');
    await expect(open(folder.path, { settings: { options: { paths: 'union' } } })).rejects.toThrow('paths');
  });

  it.each([
    ['area outside', { ...MILESTONE, bbox: [0.1, 0.2, 1.5, 0.9] }, 'lies outside of its picture', 'bbox'],
    ['area turned', { ...MILESTONE, bbox: [0.5, 0.2, 0.1, 0.9] }, 'corners in the wrong order', 'bbox'],
    ['area of three', { ...MILESTONE, bbox: [0.5, 0.2, 0.1] }, 'list of four numbers', 'bbox'],
    ['no picture', { ...MILESTONE, screenshot: 'gone.png' }, '"gone.png" is not there', 'screenshot'],
    ['a picture elsewhere', { ...MILESTONE, screenshot: '../../../etc/hosts' }, 'leads out of', ''],
    ['no picture file', { ...MILESTONE, screenshot: 'android.json' }, 'is no PNG', 'screenshot'],
    ['no target', { ...MILESTONE, 'sub-target': ' ' }, 'does not say its sub-target', ''],
    [
      'a number twice',
      [
        { 'sub-target': 'a', idx: 1 },
        { 'sub-target': 'b', idx: 1 },
      ],
      'idx 1',
      'idx',
    ],
  ])('are set apart with their place: %s', async (_, milestone, problem, path) => {
    await using folder = await folderWith([
      { ...TASK, milestones: [milestone] },
      { ...TASK, id: 'sound' },
    ]);
    await using benchmark = await open(folder.path);
    const items = await itemsOf(benchmark);
    expect(items.map(({ id, invalid }) => [id, invalid === undefined])).toEqual([
      ['sound', true],
      ['note', false],
    ]);
    expect(items[1]?.invalid).toContain(problem);
    if (path === '') return;
    expect(items[1]?.invalid).toMatch(/dynamic\.json:\d+:\d+ at tasks\[0\]\.milestones\[0\]/);
    expect(items[1]?.invalid).toContain(`.${path}`);
  });

  it('are the recorded episodes where there is no task file', async () => {
    await using folder = await folderWith(null);
    await writeLensDataset(folder.path, { en: 2, zh: 1, steps: () => 24 });
    await using benchmark = await open(folder.path);
    const items = await itemsOf(benchmark);
    expect(items.length).toBe(3);
    const [item] = items.filter((one) => groupsOf(benchmark, one).length > 0);
    expect(item?.task.maxSteps).toBe(36);
    const groups = groupsOf(benchmark, item).flat();
    expect(groups.map(({ target }) => target)).toEqual(['The first half is done', 'All is done']);
    // The screen that the last step of the milestone led to; none was taken behind the last step of all.
    expect(groups.map(({ picture }) => picture !== null)).toEqual([true, false]);
    await using english = await open(folder.path, { split: 'en' });
    expect((await itemsOf(english)).length).toBe(2);
  });

  it('are other tasks with another reference picture', async () => {
    await using folder = await folderWith([{ ...TASK, milestones: [MILESTONE] }]);
    await using before = await open(folder.path);
    await writeFile(join(folder.path, 'note.png'), smallPng({ width: 20, height: 40 }, 7));
    await using after = await open(folder.path);
    expect(after.dataHash).not.toBe(before.dataHash);
  });

  it('keep the static evaluation as it is without --env', async () => {
    await using folder = await folderWith(null);
    await mkdir(join(folder.path, 'data'));
    await writeLensDataset(join(folder.path, 'data'), { en: 1, zh: 0, steps: () => 5 });
    const data = join(folder.path, 'data');
    const { environment: _, ...options } = { environment: undefined, mode: 'reference' as const, signal };
    await using benchmark = await androidlensBenchmark.open({ dataDirectory: data, ...options });
    expect([benchmark.items.protocol, benchmark.judging]).toEqual(['stepwise', undefined]);
    const settings = { options: { minSteps: '5' } };
    await expect(androidlensBenchmark.open({ dataDirectory: data, ...options, settings })).rejects.toThrow(
      'runs on phones',
    );
  });
});

const SCREEN = { id: 's', size: null, activity: null, picture: null, hierarchy: null };

function episode(item: string, steps: number, events: Readonly<Record<number, string>> = {}): Episode {
  return {
    key: { item, repeat: 0 },
    end: { reason: 'agent_stop' },
    trajectory: {
      steps: Array.from({ length: steps }, (_, at) => ({
        screen: SCREEN,
        state: null,
        action: tap(pixelPoint(1, 1)),
        ...(events[at] === undefined
          ? {}
          : { transition: { rule: 'live', next: null, events: [{ id: events[at], happened: true }] } }),
      })),
    },
  };
}

/** What a judge says that found milestones at these steps; null: missed, `?`: no answer. */
function verdictOf(groups: readonly JudgedGroup[], found: readonly (number | null | '?')[]): Verdict {
  const walked = groups.flat().map(({ index }, at): WalkedMilestone => {
    const step = found[at] ?? null;
    return {
      index,
      step: typeof step === 'number' ? step : null,
      segments: [{ start: 0, end: 10 }],
      unanswered: step === '?' ? 1 : 0,
    };
  });
  const errors = found.filter((one) => one === '?').length;
  return milestoneVerdict(groups, walked, { asked: found.length, judge_errors: errors, unreadable: 0 });
}

async function resultOf(
  benchmark: Benchmark,
  item: BenchmarkItem,
  {
    verdict,
    mode = 'corrected',
    done = episode(item.id, 8),
    end = done.end,
  }: {
    readonly verdict?: Verdict;
    readonly mode?: Mode;
    readonly done?: Episode;
    readonly end?: EpisodeEnd;
  },
): Promise<ItemResult> {
  const given = verdict === undefined ? { signal } : { signal, verdict };
  const result = await benchmark.scorer.score(item, done, mode, given);
  const { key, trajectory } = done;
  const steps = trajectory.steps.length;
  return { key, task: item.task, end, steps, outcome: outcomeOf(end, result.success), result };
}

const FOUR = [{ 'sub-target': 'a' }, [{ 'sub-target': 'b' }, { 'sub-target': 'c' }], { 'sub-target': 'd' }];

function texts(tables: readonly Table[], id: string): string[][] {
  return tables.find((table) => table.id === id)?.rows.map((row) => row.map(({ text }) => text)) ?? [];
}

describe('scores of AndroidLens on phones', () => {
  it('are success where all milestones are completed, and the share of them', async () => {
    await using folder = await folderWith([{ ...TASK, milestones: FOUR }]);
    await using benchmark = await open(folder.path);
    const [item] = await itemsOf(benchmark);
    if (item === undefined) throw new Error('there is no item');
    const groups = groupsOf(benchmark, item);
    const scored = async (found: readonly (number | null | '?')[], mode: Mode) => {
      const { result } = await resultOf(benchmark, item, { verdict: verdictOf(groups, found), mode });
      return [result.success, result.completion];
    };
    expect(await scored([1, 2, 3, 4], 'corrected')).toEqual([true, 1]);
    expect(await scored([1, null, 3, 4], 'corrected')).toEqual([false, 0.75]);
    // Nobody could tell: a miss in the reference, open otherwise, unless another one was missed.
    expect(await scored([1, 2, 3, '?'], 'reference')).toEqual([false, 0.75]);
    expect(await scored([1, 2, 3, '?'], 'corrected')).toEqual([null, null]);
    expect(await scored([1, null, 3, '?'], 'corrected')).toEqual([false, null]);
  });

  it('are open where nobody has judged, and take other judges at their word', async () => {
    await using folder = await folderWith([
      { ...TASK, milestones: FOUR },
      { ...TASK, id: 'none' },
    ]);
    await using benchmark = await open(folder.path);
    const [item, none] = await itemsOf(benchmark);
    if (item === undefined || none === undefined) throw new Error('an item is missing');
    for (const mode of ['reference', 'corrected'] as const) {
      const open = await resultOf(benchmark, item, { mode });
      expect([open.outcome, open.result.completion]).toEqual(['judge_unknown', null]);
      const verdict = { ...unknownVerdict('seen'), outcome: 'success' as const, completion: 1, steps: [3] };
      expect((await resultOf(benchmark, item, { mode, verdict })).outcome).toBe('passed');
    }
    expect(benchmark.judging?.whyNot(none, episode('none', 3))).toBe('the task has no milestones');
    expect(benchmark.judging?.whyNot(item, episode('note', 3))).toBe(null);
    expect(benchmark.warnings.join('\n')).toContain('1 task has no milestones');
    const tables = await benchmark.scorer.tables([await resultOf(benchmark, none, {})], {
      agent: 'x',
      mode: 'corrected',
    });
    expect(tables[0]?.notes.join(' ')).toContain('Without milestones and not counted: none#0');
  });

  it('are tabled: rates, the tree with the first missed milestone, groups, and recovery from events', async () => {
    const events = [{ id: 'popup', type: 'ad' }];
    const tasks = [
      { ...TASK, id: 'one', milestones: FOUR, events, referenceSteps: 8 },
      { ...TASK, id: 'two', language: 'zh', milestones: [{ 'sub-target': 'e' }], types: ['2-1'] },
      { ...TASK, id: 'three', milestones: FOUR, events, anomalies: ['login'] },
    ];
    await using folder = await folderWith(tasks);
    await using benchmark = await open(folder.path);
    const [one, two, three] = await itemsOf(benchmark);
    if (one === undefined || two === undefined || three === undefined) throw new Error('an item is missing');
    const results = [
      // The pop-up came before step 3, and b was completed in step 5.
      await resultOf(benchmark, one, {
        verdict: verdictOf(groupsOf(benchmark, one), [1, 5, null, 7]),
        done: episode('one', 8, { 2: 'popup' }),
      }),
      await resultOf(benchmark, two, { verdict: verdictOf(groupsOf(benchmark, two), [2]) }),
      await resultOf(benchmark, three, {
        verdict: verdictOf(groupsOf(benchmark, three), [0, 1, 1, null]),
        done: episode('three', 8, { 2: 'popup' }),
        end: { reason: 'step_budget' },
      }),
    ];
    const tables = await benchmark.scorer.tables(results, { agent: 'x', mode: 'corrected', published: true });
    const [scores, published] = texts(tables, 'androidlens-dynamic');
    expect([scores?.[1], scores?.[2], scores?.[4], scores?.[6]]).toEqual(['3', '33.33', '83.33', '77.78']);
    expect([published?.[2], published?.[4]]).toEqual(['12.70', '50.47']);
    expect(texts(tables, 'androidlens-milestones').slice(0, 6)).toEqual([
      ['one#0', '', '', '3/4', '', '75.00', ''],
      ['', '', '0 a', 'yes', '2', '', ''],
      ['', 'group 2', '', '1/2', '', '50.00', 'in any order'],
      ['', '', '1 b', 'yes', '6', '', ''],
      ['', '', '2 c', 'no', '', '', 'first missed'],
      ['', '', '3 d', 'yes', '8', '', ''],
    ]);
    expect(texts(tables, 'androidlens-anomalies')).toEqual([
      ['any', '0.00', '75.00', '2', '50.00', '3.0'],
      ['ad', '0.00', '75.00', '2', '50.00', '3.0'],
      ['login', '0.00', '75.00', '1', 'n/a', 'n/a'],
      ['none', '100.00', '100.00', '1', 'n/a', 'n/a'],
    ]);
    const rows = texts(tables, 'androidlens-dynamic-breakdown').map((row) => row.join(' '));
    expect(rows).toContain('Language English 0.00 75.00 2');
    expect(rows).toContain('Milestones 4 0.00 75.00 2');
    expect(rows).toContain('End step limit 0.00 75.00 1');
    expect(rows).toContain('End finished 50.00 87.50 2');
    expect(rows).toContain('Steps / reference 0.5 to 1 0.00 75.00 1');
  });
});
