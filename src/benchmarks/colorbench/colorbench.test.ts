import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions, SavedEpisode } from '../benchmark.js';
import { aggregate, formatPercent } from './aggregate.js';
import { colorbenchBenchmark } from './colorbench-benchmark.js';
import { COLORBENCH_ROOT } from './launcher.js';
import { parseColorbenchGraph } from './read-graph.js';
import { parseColorbenchTasks } from './read-tasks.js';

const LIST = 'list_0123456789abcdef0123456789abcdef.jpg';
const PAGE = 'page_0123456789abcdef0123456789abcdef.jpg';
/** PAGE with one digit off, as dragging an id down a column leaves it. */
const DRAGGED = 'page_0123456789abcdef0123456789abcdff.jpg';

const GRAPH = {
  [COLORBENCH_ROOT]: {
    [LIST]: [
      { action_type: 'open', app: '微信' },
      { action_type: 'open', app: 'WeChat' },
    ],
    [PAGE]: [{ action_type: 'open', app: '微信' }],
  },
  [LIST]: {
    [PAGE]: [{ action_type: 'Click', x: 5, y: 5, bbox: [0, 0, 10, 10] }],
    unlisted: [],
  },
  [PAGE]: { unlisted: [{ action_type: 'type', text: 'Hello' }] },
};

const page = (...nodes: string[]) => ({ ability: 'find', page_node: nodes });
const TASKS = [
  {
    task_id: 1,
    query: 'read: the page/now',
    optimal_steps: 3,
    app_num: 1,
    milestone: [page(LIST), page(PAGE)],
  },
  {
    task_id: 2,
    query: 'tell the price',
    optimal_steps: 2,
    app_num: 2,
    milestone: [page(LIST), { ability: 'memory', answer: ['177.79'] }],
  },
  { task_id: 3, query: 'q'.repeat(400), optimal_steps: 1, app_num: 1, milestone: [page(DRAGGED)] },
];

const signal = new AbortController().signal;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-colorbench-'));
  await writeFile(join(folder, 'graph.json'), JSON.stringify(GRAPH, null, 1));
  await writeFile(join(folder, 'tasks.json'), JSON.stringify(TASKS, null, 1));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open(mode: Mode = 'reference', settings: Record<string, unknown> = {}): Promise<Benchmark> {
  return colorbenchBenchmark.open({ dataDirectory: folder, mode, settings, signal });
}

async function itemsOf(benchmark: Benchmark): Promise<BenchmarkItem[]> {
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) items.push(item);
  return items;
}

async function play(benchmark: Benchmark, id: string, actions: readonly Action[]): Promise<Episode> {
  const item = (await itemsOf(benchmark)).find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`no item ${id}`);
  await using environment = await benchmark.items.environments.lend(item, { signal });
  let { screen } = await environment.reset({ task: id, repeat: 0, seed: 5 }, { signal });
  const steps = [];
  for (const action of actions) {
    const state = environment.state;
    const result = await environment.step(action, { signal });
    steps.push({ screen, state, action, transition: result.transition });
    if (result.type === 'ended') break;
    screen = result.observation.screen;
  }
  return { key: { item: id, repeat: 0 }, trajectory: { steps }, end: { reason: 'agent_stop' } };
}

async function scoreOf(id: string, actions: readonly Action[], mode: Mode) {
  await using benchmark = await open(mode);
  const item = (await itemsOf(benchmark)).find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`no item ${id}`);
  return benchmark.scorer.score(item, await play(benchmark, id, actions), mode, { signal });
}

const openApp = (app: string): Action => ({ type: 'open_app', app });

describe('parseColorbenchGraph', () => {
  const parse = (value: unknown) => parseColorbenchGraph(JSON.stringify(value, null, 1), 'graph.json');

  it('keeps file order, edges without actions and targets without an entry', () => {
    const graph = parse(GRAPH);
    expect(graph.nodes.map(({ id, listed }) => [id, listed])).toEqual([
      [COLORBENCH_ROOT, true],
      [LIST, true],
      [PAGE, true],
      ['unlisted', false],
    ]);
    expect(graph.nodes[1]?.edges.map(({ target, actions }) => [target, actions.length])).toEqual([
      [2, 1],
      [3, 0],
    ]);
  });

  it('registers an entry under its first app in reference mode, under all of them in corrected mode', () => {
    const { reference, corrected } = parse(GRAPH).launcher;
    expect([...reference.entries]).toEqual([['微信', [1, 2]]]);
    expect([...corrected.entries]).toEqual([
      ['微信', [1, 2]],
      ['wechat', [1]],
    ]);
  });

  it.each<[string, unknown, (string | number)[]]>([
    ['a list', [], []],
    ['targets that are no object', { ...GRAPH, a: 3 }, ['a']],
    ['actions that are no list', { ...GRAPH, a: { b: {} } }, ['a', 'b']],
    ['an action without a type', { ...GRAPH, a: { b: [{}] } }, ['a', 'b', 0, 'action_type']],
    ['half a box', { ...GRAPH, a: { b: [{ action_type: 'click', bbox: [1, 2] }] } }, ['a', 'b', 0, 'bbox']],
    [
      'a text that is a number',
      { ...GRAPH, a: { b: [{ action_type: 'type', text: 1 }] } },
      ['a', 'b', 0, 'text'],
    ],
    ['ids that are numbers', { ...GRAPH, 17: {} }, ['17']],
  ])('refuses %s, with the place', (_, value, path) => {
    try {
      parse(value);
    } catch (error) {
      expect(error).toBeInstanceOf(DatasetError);
      expect((error as DatasetError).place?.path ?? []).toEqual(path);
      expect((error as DatasetError).place?.line).toBeGreaterThan(0);
      return;
    }
    throw new Error('accepted');
  });

  it('refuses a graph without its root', () => {
    expect(() => parse({ [LIST]: {} })).toThrow('is not in the graph');
  });

  it('throws only dataset errors for any text', () => {
    const text = JSON.stringify(GRAPH);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(12), fc.string({ maxLength: 3 }), (at, cut, inserted) => {
        try {
          parseColorbenchGraph(text.slice(0, at) + inserted + text.slice(at + cut), 'graph.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        try {
          parse({ ...GRAPH, ...value });
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
    );
  });
});

describe('parseColorbenchTasks', () => {
  it('sets broken tasks apart', () => {
    const list = [
      ...TASKS,
      { ...TASKS[0], task_id: 9, milestone: [] },
      { ...TASKS[0], task_id: 8, query: 'other', milestone: [{ ability: 'find' }] },
      { ...TASKS[0], query: 'another' },
      { ...TASKS[0], task_id: 7 },
      null,
    ];
    const { tasks, broken } = parseColorbenchTasks(JSON.stringify(list, null, 1), 'tasks.json');
    expect(tasks.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(broken.map(({ id }) => id)).toEqual(['9', '8', '#6', '7', '#8']);
    for (const { error } of broken) expect(error.place?.line).toBeGreaterThan(1);
  });

  it('inserts one missing comma when asked to, and refuses a text that lacks more', () => {
    const text = JSON.stringify(TASKS, null, 1);
    const at = text.indexOf('"app_num"');
    const comma = text.lastIndexOf(',', at);
    const lacking = text.slice(0, comma) + text.slice(comma + 1);
    expect(() => parseColorbenchTasks(lacking, 'tasks.json')).toThrow('a comma is missing');
    const { tasks, repairs } = parseColorbenchTasks(lacking, 'tasks.json', { repair: true });
    expect(tasks).toHaveLength(3);
    expect(repairs[0]).toMatch(/tasks\.json:5:21: /);
    const second = lacking.slice(0, lacking.lastIndexOf(',')) + lacking.slice(lacking.lastIndexOf(',') + 1);
    expect(() => parseColorbenchTasks(second, 'tasks.json', { repair: true })).toThrow(DatasetError);
  });

  it('throws only dataset errors for any text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, repair) => {
        try {
          const { tasks, broken } = parseColorbenchTasks(JSON.stringify(value), 'tasks.json', { repair });
          expect(tasks.length + broken.length).toBe((value as unknown[]).length);
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
    );
  });
});

describe('the ColorBench benchmark', () => {
  it('lists its tasks, by split too', async () => {
    await using benchmark = await open();
    expect((await itemsOf(benchmark)).map(({ id }) => id)).toEqual(['1', '2', '3']);
    await using cross = await colorbenchBenchmark.open({
      dataDirectory: folder,
      mode: 'reference',
      split: 'cross-app',
      signal,
    });
    expect((await itemsOf(cross)).map(({ id }) => id)).toEqual(['2']);
  });

  it('asks for its data, and refuses splits and settings it does not know', async () => {
    const opened = (options: OpenBenchmarkOptions) => colorbenchBenchmark.open(options);
    await expect(opened({ mode: 'reference', signal })).rejects.toThrow(UserError);
    await expect(open('reference', { choser: 'seeded' })).rejects.toThrow(UserError);
    await expect(opened({ dataDirectory: folder, mode: 'reference', split: 'some', signal })).rejects.toThrow(
      UserError,
    );
    await expect(opened({ dataDirectory: join(folder, 'no'), mode: 'reference', signal })).rejects.toThrow(
      DatasetError,
    );
  });

  it('hashes which pictures are there and how large they are', async () => {
    const data = await mkdtemp(join(tmpdir(), 'touchstone-colorbench-'));
    const hash = async (): Promise<string> => {
      await using benchmark = await colorbenchBenchmark.open({
        dataDirectory: data,
        mode: 'reference',
        signal,
      });
      return benchmark.dataHash;
    };
    try {
      await writeFile(join(data, 'graph.json'), JSON.stringify(GRAPH));
      await writeFile(join(data, 'tasks.json'), JSON.stringify(TASKS));
      const without = await hash();
      const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
      const files = [sha256(JSON.stringify(GRAPH)), sha256(JSON.stringify(TASKS))];
      expect(without).toBe(sha256(`graph.json ${files[0]}\ntasks.json ${files[1]}\n`));
      await mkdir(join(data, 'graph_image'));
      await writeFile(join(data, 'graph_image', 'readme.txt'), 'no picture of the graph');
      expect(await hash()).toBe(without);
      const hashes = [without];
      for (const [name, bytes] of [
        [LIST, 'a'],
        [PAGE, 'a'],
        [LIST, 'ab'],
      ] as const) {
        await writeFile(join(data, 'graph_image', name), bytes);
        hashes.push(await hash());
      }
      expect(new Set(hashes).size).toBe(4);
      expect(await hash()).toBe(hashes.at(-1));
    } finally {
      await rm(data, { recursive: true });
    }
  });

  it('continues the published random stream where an interrupted run left it', async () => {
    const settings = { chooser: 'python-mt' };
    await using whole = await open('reference', settings);
    expect(whole.sharedStream).toBeDefined();
    const actions = Array.from({ length: 8 }, () => openApp('微信'));
    const draws = (episode: Episode) =>
      episode.trajectory.steps.reduce((sum, step) => sum + (step.transition?.draws ?? 0), 0);
    const first = await play(whole, '1', actions);
    const second = await play(whole, '2', actions);
    await using resumed = await open('reference', settings);
    resumed.sharedStream?.moveTo(draws(first));
    expect(await play(resumed, '2', actions)).toEqual(second);
  });

  it('makes tables of its results', async () => {
    await using benchmark = await open();
    const results = [];
    for (const item of await itemsOf(benchmark)) {
      const episode = await play(benchmark, item.id, [openApp('微信'), stop()]);
      const result = await benchmark.scorer.score(item, episode, 'reference', { signal });
      results.push({
        key: episode.key,
        task: item.task,
        end: episode.end,
        steps: 2,
        outcome: result.success === true ? ('passed' as const) : ('failed' as const),
        result,
      });
    }
    const tables = await benchmark.scorer.tables(results, { agent: 'script', mode: 'reference' });
    expect(tables.map(({ id }) => id)).toContain('colorbench-table-2');
  });
});

describe('what corrected mode does otherwise in scoring', () => {
  it('counts an answer milestone by the text of complete', async () => {
    const actions = [openApp('WeChat'), stop('success', ' ￥177.79。')];
    expect(await scoreOf('2', actions, 'corrected')).toMatchObject({ success: true, completion: 1 });
    expect(await scoreOf('2', [openApp('wechat'), stop('success', '17779')], 'corrected')).toMatchObject({
      success: false,
      completion: 0.5,
    });
    const reference = await scoreOf(
      '2',
      [openApp('微信'), openApp('微信'), stop('success', '177.79')],
      'reference',
    );
    expect(reference.success).toBe(false);
  });

  it('counts a visit to the page that a dragged id stands for', async () => {
    const reachPage = [openApp('wechat'), tap(pixelPoint(5, 5))];
    expect((await scoreOf('3', reachPage, 'corrected')).success).toBe(true);
    await using reference = await open('reference');
    const [, , item] = await itemsOf(reference);
    if (item === undefined) throw new Error('no item');
    const episode = await play(
      reference,
      '3',
      Array.from({ length: 12 }, () => openApp('微信')),
    );
    expect(episode.trajectory.steps.some(({ state }) => state === PAGE)).toBe(true);
    expect((await reference.scorer.score(item, episode, 'reference', { signal })).success).toBe(false);
  });

  it('reports progress in order, step efficiency and invalid actions next to the score', async () => {
    const broken: Action = { type: 'tap', target: { type: 'element', element: 1 } };
    const actions = [broken, openApp('wechat'), tap(pixelPoint(5, 5)), stop()];
    const { scores } = await scoreOf('1', actions, 'corrected');
    const byName = Object.fromEntries(scores.map(({ evaluator, score }) => [evaluator, score]));
    expect(byName['colorbench-in-order']).toMatchObject({ value: 1 });
    expect(byName['colorbench-step-efficiency']).toMatchObject({ value: 0.75, details: { ratio: 0.75 } });
    expect(byName['colorbench-valid-actions']).toMatchObject({ value: 0, details: { invalidActions: 1 } });
    expect((await scoreOf('1', actions, 'reference')).scores.map(({ evaluator }) => evaluator)).toEqual([
      'colorbench-milestones',
    ]);
  });

  it('takes a missing task for failed, everywhere', () => {
    const tasks = [1, 1, 2].map((appCount, index) => ({ id: String(index), appCount, abilities: ['find'] }));
    const scores = new Map([
      ['0', { taskId: '0', appCount: 1, abilities: ['find'], hits: [true], completion: 1, success: true }],
    ]);
    const reference = aggregate(tasks, scores, 'reference');
    expect(reference.missing).toEqual(['1', '2']);
    expect(reference.sr.all).toEqual({ numerator: 1, denominator: 3, rate: 1 / 3 });
    expect(reference.sr.single).toEqual({ numerator: 1, denominator: 1, rate: 1 });
    expect(reference.sr.cross.rate).toBe(null);
    expect(reference.cr.all.rate).toBe(1);
    expect(reference.ac).toEqual({ find: { hit: 1, total: 1 } });
    const corrected = aggregate(tasks, scores, 'corrected');
    expect(corrected.sr.single).toEqual({ numerator: 1, denominator: 2, rate: 0.5 });
    expect(corrected.sr.cross.rate).toBe(0);
    expect(corrected.cr.all.rate).toBeCloseTo(1 / 3, 12);
    expect(corrected.ac).toEqual({ find: { hit: 1, total: 3 } });
  });

  it('prints percent as Python does, ties to even', () => {
    expect([0.12125, 0.12375, 2 / 3, 1, 0].map(formatPercent)).toEqual([
      '12.12%',
      '12.38%',
      '66.67%',
      '100.00%',
      '0.00%',
    ]);
  });
});

describe('readSaved', () => {
  const entry = (screenshot: string, action?: unknown) => ({ id: 0, screenshot, action });
  const complete = { action_type: 'complete', status: 'success' };
  const ENTRIES = [entry(COLORBENCH_ROOT, { action_type: 'open', app: '微信' }), entry(PAGE, complete)];

  async function readAll(path: string): Promise<SavedEpisode[]> {
    await using benchmark = await open();
    const episodes: SavedEpisode[] = [];
    if (benchmark.savedRuns === undefined) throw new Error('no readSaved');
    for await (const episode of benchmark.savedRuns.read(path, { signal })) episodes.push(episode);
    return episodes;
  }

  async function run(name: string, files: Record<string, unknown>): Promise<string> {
    const path = join(folder, name);
    for (const [task, content] of Object.entries(files)) {
      await mkdir(join(path, task), { recursive: true });
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(join(path, task, 'trajectory.json'), text);
    }
    return path;
  }

  it.each([
    ['single-agent', 'read: the page_now', ENTRIES],
    ['multi-agent', 'read_ the page_now', { task_id: 1, query: 'read: the page/now', trajectory: ENTRIES }],
    ['by task', '1', ENTRIES],
  ])('reads the folder of a %s run', async (name, task, content) => {
    const path = await run(name, { [task]: content });
    const [episode, ...others] = await readAll(path);
    expect(others).toEqual([]);
    if (episode?.type !== 'episode') throw new Error('broken');
    expect(episode.key).toEqual({ item: '1', repeat: 0 });
    expect(episode.trajectory.steps.map(({ state }) => state)).toEqual([COLORBENCH_ROOT, PAGE]);
    expect(episode.trajectory.steps[1]?.action).toEqual(stop());
  });

  it('lets what is broken void its own task alone', async () => {
    const path = await run('broken', {
      1: '[{"screenshot": 4}]',
      2: '[{"screenshot": "a"',
      3: { task_id: 1, trajectory: ENTRIES },
    });
    await mkdir(join(path, 'tell the price'), { recursive: true });
    const episodes = await readAll(path);
    expect(episodes.map(({ type, key }) => [type, key?.item])).toEqual([
      ['broken', '1'],
      ['broken', '2'],
      ['broken', '3'],
    ]);
    const [first] = episodes;
    if (first?.type !== 'broken') throw new Error('not broken');
    expect(first.error.place?.path).toEqual([0, 'screenshot']);
  });

  it('names the folders of runs that belong to no task', async () => {
    const path = await run('stray', { 1: ENTRIES, 'read: the page_now': ENTRIES, 'Read the page': ENTRIES });
    await mkdir(join(path, 'logs'));
    await writeFile(join(path, 'notes.txt'), 'x');
    const episodes = await readAll(path);
    expect(episodes.map(({ type, key }) => [type, key?.item])).toEqual([
      ['episode', '1'],
      ['broken', undefined],
      ['broken', undefined],
    ]);
    const messages = episodes.map((episode) => (episode.type === 'broken' ? episode.error.message : ''));
    expect(messages[1]).toContain('the folder "Read the page" is named after no task');
    expect(messages[2]).toContain('the folder "read: the page_now" is of task 1, which has another folder');
  });

  it('reads one task a line, with entries or visits alone', async () => {
    const file = join(folder, 'run.jsonl');
    const lines = [
      { task_id: 1, trajectory: ENTRIES },
      { task_id: '2', visited: [COLORBENCH_ROOT, LIST], answer: '177.79' },
      { task_id: 1, visited: [LIST] },
      { task_id: 1, repeat: 1, visited: [LIST] },
      { task_id: 99, visited: [] },
      { task_id: 3 },
      'text',
    ];
    await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"task_id": 3, "vis`);
    const episodes = await readAll(file);
    expect(episodes.map(({ type, key }) => `${type} ${key?.item ?? '-'}`)).toEqual([
      'episode 1',
      'episode 2',
      'broken 1',
      'episode 1',
      'broken -',
      'broken 3',
      'broken -',
      'broken -',
    ]);
    const second = episodes[1];
    if (second?.type !== 'episode') throw new Error('broken');
    expect(second.trajectory.steps.at(-1)?.action).toEqual(stop('success', '177.79'));
  });

  it('throws only dataset errors for what is not there at all', async () => {
    await expect(readAll(join(folder, 'nowhere'))).rejects.toThrow(DatasetError);
  });

  it('gives episodes or typed errors for any content of a file', async () => {
    const file = join(folder, 'fuzz.jsonl');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
        const lines = values.map((value) => JSON.stringify({ task_id: 1, trajectory: value }));
        await writeFile(file, lines.join('\n'));
        const episodes = await readAll(file);
        expect(episodes).toHaveLength(lines.length);
      }),
      { numRuns: 50 },
    );
  });
});
