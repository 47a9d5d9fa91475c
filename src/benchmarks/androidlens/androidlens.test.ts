import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { EpisodeScores, ItemResult } from '../../domain/score.js';
import {
  lensPicture,
  writeLensDataset,
  type LensDatasetOptions,
  type LensStepFile,
} from '../../testing/datasets/lens-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { stepwiseItem } from '../stepwise/stepwise-items.js';
import { androidlensBenchmark } from './androidlens-benchmark.js';

const signal = new AbortController().signal;
const SMALL: LensDatasetOptions = { en: 2, zh: 2, steps: (number) => 10 + number };

interface Opened extends AsyncDisposable {
  readonly path: string;
  readonly benchmark: Benchmark;
  readonly episodes: readonly RecordedEpisode[];
}

async function opened(
  dataset: Partial<LensDatasetOptions> = {},
  options: Partial<OpenBenchmarkOptions> = {},
  prepare: (path: string) => Promise<void> = async () => undefined,
): Promise<Opened> {
  const folder = await temporaryFolder();
  await writeLensDataset(folder.path, { ...SMALL, ...dataset });
  await prepare(folder.path);
  const benchmark = await androidlensBenchmark.open({
    dataDirectory: folder.path,
    workingDirectory: folder.path,
    mode: 'reference',
    signal,
    ...options,
  });
  const episodes: RecordedEpisode[] = [];
  for await (const entry of benchmark.recordings?.episodes() ?? []) {
    if (entry.type === 'episode') episodes.push(entry.episode);
  }
  return {
    path: folder.path,
    benchmark,
    episodes,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Scores answers to the steps of an episode; null says nothing. */
function scored(
  { benchmark }: Opened,
  recorded: RecordedEpisode,
  answers: readonly (Action | null)[],
): Promise<EpisodeScores> {
  const item = stepwiseItem({ type: 'episode', episode: recorded });
  const steps = recorded.steps.map(({ screen }, index) => ({
    screen,
    state: null,
    action: answers[index] ?? null,
  }));
  const key = { item: item.id, repeat: 0 };
  const episode: Episode = { key, trajectory: { steps }, end: { reason: 'environment_end' } };
  return benchmark.scorer.score(item, episode, 'reference', { signal });
}

function value({ scores }: EpisodeScores, name: string): number | string | null {
  const score = scores.find(({ evaluator }) => evaluator === `androidlens.${name}`)?.score;
  return score?.status === 'scored' ? score.value : (score?.status ?? null);
}

function reasonsOf({ scores }: EpisodeScores): string[] {
  const score = scores[0]?.score;
  return score?.status === 'scored' ? (score.details as { reasons: string[] }).reasons : [];
}

/** An episode of one language with just these steps. */
function only(steps: readonly LensStepFile[]): Partial<LensDatasetOptions> {
  return { en: 1, zh: 0, steps: () => steps.length, change: () => steps };
}

const click = (x: number, y: number, more: LensStepFile = {}): LensStepFile => ({
  action: `Click(${x}, ${y})`,
  ...more,
});

describe('AndroidLens', () => {
  it.each([
    [[0, 1, 2], undefined, ['Every task says which steps belong to each of its milestones.']],
    [
      [],
      undefined,
      ['1 of 1 task says of no milestone which steps belong to it, and is outside the last two columns.'],
    ],
    [
      [0, 1],
      'late',
      ['Of the 1 task in the last two columns, 1 milestone has no steps and is not among them.'],
    ],
  ])('says of milestones with steps %j and %s what the columns are without', async (ends, more, notes) => {
    const milestones: LensStepFile[] = ends.map((end) => ({ 'sub-target': `m${end}`, end_step: end }));
    if (more !== undefined) milestones.push({ 'sub-target': more });
    const steps = [click(10, 20, { milestones }), click(30, 40), { action: 'PressBack()' }];
    await using data = await opened(only(steps));
    const [episode] = data.episodes;
    if (episode === undefined) throw new Error('there is no episode');
    const item = stepwiseItem({ type: 'episode', episode });
    const end = { reason: 'environment_end' } as const;
    const result = await scored(data, episode, []);
    const results = [
      {
        key: { item: item.id, repeat: 0 },
        task: item.task,
        end,
        steps: 3,
        outcome: 'failed' as const,
        result,
      },
    ];
    const tables = await data.benchmark.scorer.tables(results, { agent: 'me', mode: 'reference' });
    expect(tables[1]?.notes.slice(1, -1)).toEqual(notes);
  });

  it('reads both languages with their labels, screens and areas', async () => {
    await using data = await opened();
    expect(data.episodes.map(({ id }) => id)).toEqual(['en_0', 'en_1', 'zh_0', 'zh_1']);
    const [first, , , last] = data.episodes;
    expect(first).toMatchObject({
      instructions: { en: expect.stringContaining('errand 0') as string },
      labels: { language: ['en'], family: ['multi-goal'], subcategory: ['1-1 single-app unrelated'] },
    });
    expect(first?.steps[0]).toMatchObject({
      screen: { size: { width: 1080, height: 2400 } },
      action: { type: 'tap' },
      stepInstruction: 'Do what step 0 asks.',
    });
    expect(first?.steps[0]?.box).toHaveLength(4);
    expect(first?.steps[3]?.alternatives).toMatchObject([
      { type: 'tap', target: { box: expect.any(Array) as number[] } },
    ]);
    expect(last?.instructions).toEqual({ zh: expect.stringContaining('第1件事') as string });
    const bytes = await first?.steps[0]?.screen.picture?.load({ signal });
    expect(Buffer.from(bytes ?? []).equals(lensPicture('en_0_0.png'))).toBe(true);
    expect(data.benchmark.world?.screen('en_0#0')?.picture).not.toBeNull();
  });

  it.each([
    [[], undefined],
    [['ad'], 'ad'],
    [['none'], undefined],
    [['strange', 'login page'], 'login'],
    [['strange'], 'other'],
    [{ type: 'permission' }, 'permission'],
    [{}, undefined],
    [true, 'other'],
    [' Normal ', undefined],
  ])('reads the anomaly %j as %s', async (anomaly, kind) => {
    await using data = await opened(only([click(10, 20, { anomaly }), { action: 'PressBack()' }]));
    expect(data.episodes[0]?.steps[0]?.anomaly).toBe(kind);
  });

  it('reads a typed text that ends in a bracket nothing opens', async () => {
    await using data = await opened(only([{ action: 'Type(thanks :))' }, { action: 'PressBack()' }]));
    expect(data.episodes[0]?.steps[0]?.action).toMatchObject({ type: 'type', text: 'thanks :)' });
  });

  it('chooses a language by the split, and refuses another', async () => {
    await using data = await opened({}, { split: 'zh' });
    expect(data.episodes.map(({ id }) => id)).toEqual(['zh_0', 'zh_1']);
    await expect(opened({}, { split: 'fr' })).rejects.toThrow('no split "fr"');
  });

  it('finds every recorded action right, and nothing where nobody answers', async () => {
    await using data = await opened();
    for (const episode of data.episodes) {
      const oracle = await scored(
        data,
        episode,
        episode.steps.map(({ action }) => structuredClone(action)),
      );
      expect(oracle).toMatchObject({ success: true, completion: 1 });
      expect([value(oracle, 'ams'), value(oracle, 'tm'), value(oracle, 'static_progress_prefix')]).toEqual([
        1, 1, 1,
      ]);
      const silent = await scored(data, episode, []);
      expect([value(silent, 'ams'), value(silent, 'tm'), silent.success]).toEqual([0, 0, false]);
    }
  });

  it('counts milestones all of whose steps are right, where their steps are said', async () => {
    await using data = await opened();
    const [even, odd] = data.episodes;
    if (even === undefined || odd === undefined) throw new Error('there are no episodes');
    const halfway = even.steps.map(({ action }, index) => (index < 5 ? action : null));
    const result = await scored(data, even, halfway);
    expect(value(result, 'static_progress_milestone')).toBe(0.5);
    expect(value(result, 'static_progress_prefix')).toBe(0.5);
    expect(value(await scored(data, odd, []), 'static_progress_milestone')).toBe('not_applicable');
  });

  it('keeps the protocol whole in the score and in the identity of a run, changed as asked', async () => {
    await using data = await opened(
      {},
      {
        settings: {
          level: 'low',
          options: { protocol: 'qwen-like', 'protocol.touch.boxFactor': '2', paths: 'union' },
        },
      },
    );
    const protocol = {
      paths: 'union',
      step: { name: 'qwen-like (changed)', touch: { boxFactor: 2 }, swipe: { rule: 'type' } },
    };
    expect(data.benchmark.identity).toMatchObject({ level: 'low', 'androidlens.protocol': protocol });
    const [episode] = data.episodes;
    if (episode === undefined) throw new Error('there is no episode');
    const { scores } = await scored(data, episode, []);
    expect(scores[0]?.score).toMatchObject({ details: { protocol } });
  });

  it.each([
    [{ protocol: 'none' }, 'no protocol of steps "none"'],
    [{ 'protocol.touch.radius': '3' }, 'touch'],
    [{ paths: 'all' }, 'no paths'],
  ])('refuses options that do not fit: %j', async (given, message) => {
    await expect(opened({}, { settings: { options: given } })).rejects.toThrow(message);
  });
});

describe('several valid paths', () => {
  const forked = [
    {
      action: [
        { action: 'Click(100, 100)', path_id: 'a' },
        { action: 'PressBack()', path_id: 'b' },
      ],
    },
    {
      action: [
        { action: 'Click(900, 2000)', path_id: 'a' },
        { action: 'Wait()', path_id: 'b' },
      ],
    },
    { action: "Terminate('success')" },
  ];
  const back: Action = { type: 'key', key: 'BACK' };

  it.each([
    ['consistent', ['match', 'type', 'match']],
    ['union', ['match', 'match', 'match']],
  ])('with paths %s, what another path does is judged as that rule says', async (paths, reasons) => {
    await using data = await opened(only(forked), { settings: { options: { paths } } });
    const [episode] = data.episodes;
    if (episode === undefined) throw new Error('there is no episode');
    const mixed = await scored(data, episode, [back, tap(pixelPoint(900, 2000)), stop()]);
    expect(reasonsOf(mixed)).toEqual(reasons);
    const followed = await scored(data, episode, [back, { type: 'wait' }, stop()]);
    expect(followed.success).toBe(true);
  });

  it('given as whole trajectories are valid where they pass the same screen, by file or by content', async () => {
    const object = {
      steps: [click(100, 100), click(900, 2000), { action: "Terminate('success')" }],
      trajectories: [
        [
          { image: 'en_0_0.png', action: 'PressBack()' },
          { image: 'elsewhere.png', action: 'Wait()' },
          { image: 'copy.png', action: 'PressHome()' },
        ],
      ],
    };
    await using data = await opened(
      { en: 1, zh: 0, steps: () => 3, change: () => object },
      {},
      async (path) => {
        const folder = join(path, 'test/en/en_0');
        await writeFile(join(folder, 'elsewhere.png'), lensPicture('elsewhere'));
        await writeFile(join(folder, 'copy.png'), lensPicture('en_0_2.png'));
      },
    );
    const [episode] = data.episodes;
    expect(episode?.steps.map(({ alternatives }) => alternatives?.map(({ type }) => type))).toEqual([
      ['key'],
      undefined,
      ['key'],
    ]);
  });
});

describe('the taxonomy of the paper', () => {
  const about = (id: string): LensStepFile => {
    if (id === 'en_0') return { apps: ['eBay', 'Notes'], interaction_kinds: ['Comparison', 'new'] };
    if (id === 'en_1') return { apps: ['Chess'], domain: 'Mail' };
    return { apps: ['淘宝', '微信'] };
  };
  const change = (steps: LensStepFile[], id: string): LensStepFile[] =>
    steps.slice(0, 2).map((step) => ({ ...step, ...about(id), action: 'PressBack()' }));
  const dataset: Partial<LensDatasetOptions> = { en: 2, zh: 2, steps: () => 2, change };
  const labels = ['episode,domains,interactions', 'zh_1,Short Video; clock,tool call', 'fr_0,Notes,'].join(
    '\n',
  );

  async function tablesOf(data: Opened, published = false) {
    const results: ItemResult[] = [];
    for (const episode of data.episodes) {
      const item = stepwiseItem({ type: 'episode', episode });
      const answers: Action[] = [{ type: 'key', key: 'BACK' }, { type: 'wait' }];
      const result = await scored(data, episode, answers);
      const key = { item: item.id, repeat: 0 };
      const end = { reason: 'environment_end' } as const;
      results.push({ key, task: item.task, end, steps: 2, outcome: 'failed', result });
    }
    const tables = await data.benchmark.scorer.tables(results, { agent: 'me', mode: 'reference', published });
    return (id: string) => {
      const table = tables.find((one) => one.id === `androidlens-${id}`);
      const rows = table?.rows.map((row) => row.map(({ text }) => text)) ?? [];
      return {
        rows,
        row: (name: string) => rows.find(([first]) => first === name),
        notes: table?.notes ?? [],
      };
    };
  }

  it('has a row for each of the 38 domains and eight kinds, from the data and the apps', async () => {
    await using data = await opened(dataset);
    expect(data.benchmark.warnings.join('\n')).toContain('tabled as "other": new (1)');
    const table = await tablesOf(data);
    const domains = table('domains');
    expect(domains.rows).toHaveLength(38);
    expect(domains.row('Mail')).toEqual(['Mail', 'system', '50.00', '50.00', '50.00', '2', '1']);
    expect(domains.row('Online Shopping')?.slice(2)).toEqual(['50.00', '50.00', '50.00', '6', '3']);
    expect(domains.row('Secondhand Marketplace')?.at(-1)).toBe('1');
    expect(domains.row('Weather')?.slice(2)).toEqual(['n/a', 'n/a', 'n/a', '0', '0']);
    expect(domains.notes.join('\n')).toContain(
      'Domains are said by the data (1 task), the apps that tasks name (3 tasks).',
    );
    const kinds = table('interactions');
    expect(kinds.rows.map(([name]) => name)).toHaveLength(9);
    expect(kinds.row('comparison')).toEqual(['comparison', '50.00', '50.00', '50.00', '2', '1']);
    expect(kinds.row('other')?.at(-1)).toBe('1');
    expect(kinds.notes.at(-1)).toBe('2 of 3 tasks in several apps are of no known kind.');
    expect(data.episodes[0]?.labels['domain']).toEqual([
      'Online Shopping',
      'Secondhand Marketplace',
      'Notes',
    ]);
  });

  it('is said by a label file before all else, which is part of the identity', async () => {
    const options = { settings: { options: { labels: 'labels.csv' } } };
    await using data = await opened(dataset, options, (path) => writeFile(join(path, 'labels.csv'), labels));
    expect(data.benchmark.warnings).toContain('labels of episodes that are not here: fr_0');
    expect(data.benchmark.identity?.['labels']).toMatch(/^[0-9a-f]{64}$/);
    const table = await tablesOf(data);
    expect(table('domains').row('Short Video')?.at(-1)).toBe('1');
    expect(table('domains').row('Instant Messaging')?.at(-1)).toBe('1');
    expect(table('domains').notes.join('\n')).toContain('the label file (1 task)');
    expect(table('interactions').row('tool call')?.at(-1)).toBe('1');
    await using plain = await opened(dataset);
    expect(plain.benchmark.identity).not.toHaveProperty('labels');
    // One language alone: labels of the other are no slip.
    const english = { ...options, split: 'en' };
    await using part = await opened(dataset, english, (path) => writeFile(join(path, 'labels.csv'), labels));
    expect(part.benchmark.warnings.join()).not.toContain('labels of episodes');
  });

  it('shows the counts of the paper where they are asked for', async () => {
    await using data = await opened(dataset);
    const table = await tablesOf(data, true);
    expect(table('domains').row('Online Shopping')?.slice(-2)).toEqual(['56', '23']);
    expect(table('domains').row('Task Management')?.slice(-2)).toEqual(['12', '-']);
    expect(table('scores').rows.length).toBeGreaterThan(2);
  });

  it('says what is missing where nobody says anything', async () => {
    const bare = (steps: LensStepFile[]): LensStepFile[] =>
      steps.map((step) => ({ ...step, apps: undefined, action: 'PressBack()' }));
    await using data = await opened({ en: 1, zh: 0, steps: () => 2, change: bare });
    const table = await tablesOf(data);
    expect([table('domains').rows, table('interactions').rows]).toEqual([[], []]);
    expect(table('breakdown').notes.slice(1)).toEqual([
      'No task says its domain, nor its apps: --benchmark-option labels=FILE may say so.',
      'No task says its kind of interaction between apps: --benchmark-option labels=FILE may say so.',
    ]);
    expect((await tablesOf(data, true))('domains').rows).toHaveLength(38);
  });

  it('refuses a label file that names what there is not', async () => {
    const options = { settings: { options: { labels: 'labels.csv' } } };
    await expect(
      opened(dataset, options, (path) =>
        writeFile(join(path, 'labels.csv'), 'episode,domains\nen_0,Games\n'),
      ),
    ).rejects.toThrow('"Games" is no domain');
  });
});

describe('data that are not as expected', () => {
  it('are refused where no step has an action, with the keys there are and what to write', async () => {
    const renamed = (steps: LensStepFile[]): LensStepFile[] =>
      steps.map(({ action, ...step }) => ({ ...step, what_was_done: action }));
    await expect(opened({ change: renamed })).rejects.toMatchObject({
      code: 'DATASET',
      message: expect.stringContaining('no step has an action') as string,
      hint: expect.stringContaining('what_was_done') as string,
    });
    const mapping = { formatVersion: 1, fields: { action: ['what_was_done'] } };
    await using data = await opened(
      { change: renamed },
      { settings: { options: { mapping: 'map.json' } } },
      (path) => writeFile(join(path, 'map.json'), JSON.stringify(mapping)),
    );
    expect(data.episodes).toHaveLength(4);
    await using plain = await opened();
    expect(data.benchmark.dataHash).not.toBe(plain.benchmark.dataHash);
  });

  it('are refused where there is no screenshot at all, and void the episode that lacks one', async () => {
    await expect(
      opened({}, {}, async (path) => {
        for (const id of ['en_0', 'en_1', 'zh_0', 'zh_1']) {
          await rm(join(path, `test/${id.slice(0, 2)}/${id}/${id}_0.png`));
        }
      }),
    ).rejects.toThrow('no episode has its screenshots');
    await using data = await opened({}, {}, (path) => rm(join(path, 'test/en/en_1/en_1_4.png')));
    expect(data.episodes.map(({ id }) => id)).toEqual(['en_0', 'zh_0', 'zh_1']);
    const items = [];
    for await (const item of data.benchmark.items.list()) items.push(item.invalid);
    expect(items[1]).toContain('the screenshot of step 4 is missing');
  });

  it('do not lead out of their folder, nor anywhere by names that no file can have', async () => {
    for (const image of ['../../../../../etc/hostname', '/etc/hostname', 'a\0b', 'x'.repeat(5000)]) {
      const change = (steps: LensStepFile[], id: string): LensStepFile[] =>
        id === 'en_0' ? steps.map((step) => ({ ...step, image })) : steps;
      await using data = await opened({ change });
      expect(data.episodes.map(({ id }) => id)).toEqual(['en_1', 'zh_0', 'zh_1']);
    }
  });

  it.each([
    [
      'lack a step',
      (steps: LensStepFile[]) => steps.toSpliced(3, 1),
      'no step lies between step 2 and step 4',
    ],
    [
      'give a step twice',
      (steps: LensStepFile[]) => steps.map((step, index) => ({ ...step, step: Math.max(index - 1, 0) })),
      'step 0 is there twice',
    ],
  ] as const)(
    'void an episode whose steps %s: its pictures would be those of others',
    async (_, broken, reason) => {
      const change = (steps: LensStepFile[], id: string): LensStepFile[] =>
        id === 'en_1' ? broken(steps) : steps;
      await using data = await opened({ change });
      expect(data.episodes.map(({ id }) => id)).toEqual(['en_0', 'zh_0', 'zh_1']);
      const items = [];
      for await (const item of data.benchmark.items.list()) items.push(item.invalid);
      expect(items[1]).toContain(reason);
    },
  );

  it('number their steps from wherever they like', async () => {
    const change = (steps: LensStepFile[]): LensStepFile[] =>
      steps.map((step, index) => ({ ...step, step: index + 1 }));
    await using data = await opened({ change });
    expect(data.episodes).toHaveLength(4);
  });

  it('void their own episode alone when they are broken', async () => {
    await using data = await opened({}, {}, async (path) => {
      await writeFile(join(path, 'test/en/en_0/en_0.json'), '[{"action": ');
      await rm(join(path, 'test/en/en_1/en_1.json'));
      await writeFile(join(path, 'test/zh/zh_0/zh_0.json'), '[{"action": "Click()"}]');
    });
    expect(data.episodes.map(({ id }) => id)).toEqual(['zh_1']);
    expect(data.benchmark.warnings.join()).toContain('2 of 4 episodes cannot be read');
  });

  it('void their own episode where an action says how it would be written', async () => {
    await using data = await opened({}, {}, async (path) => {
      const step = '[{"action": {"toString": 7, "valueOf": null}, "resolution": [100, 200]}]';
      await writeFile(join(path, 'test/zh/zh_0/zh_0.json'), step);
    });
    expect(data.episodes).toHaveLength(3);
    const reasons = [];
    for await (const { invalid } of data.benchmark.items.list())
      if (invalid !== undefined) reasons.push(invalid);
    expect(reasons).toEqual([
      expect.stringContaining('the action {"toString":7,"valueOf":null} cannot be read'),
    ]);
  });

  it('say which fields were not found, which types are unknown, and how numbers were taken', async () => {
    const strange = (steps: LensStepFile[]): LensStepFile[] =>
      steps.map((step, index) => ({
        ...step,
        low_instruction: undefined,
        types: ['9-9', '1-1'],
        ...(index === 0 ? { action: 'Fly(3)' } : {}),
      }));
    await using data = await opened({ change: strange });
    const said = data.benchmark.warnings.join('\n');
    expect(said).toMatch(/not found under any known key: .*stepInstruction/);
    expect(said).toContain('9-9 (4)');
    expect(said).toContain('Fly (4)');
    expect(said).toMatch(/positions are taken for pixel/);
    expect(data.episodes[0]?.labels).toMatchObject({ family: ['other', 'multi-goal'] });
    expect(data.episodes[0]?.steps[0]?.action).toMatchObject({ type: 'foreign' });
  });

  it.each([
    ['permille', 500, 500],
    ['unit', 0.5, 0.5],
  ])('have positions in %s where the mapping says so, or all numbers do', async (space, x, y) => {
    await using data = await opened(only([click(x, y), { action: "Terminate('success')" }]));
    expect(data.benchmark.identity).toMatchObject({ reading: { space } });
    expect(data.episodes[0]?.steps[0]?.action).toMatchObject({ target: { point: { pixel: [540, 1200] } } });
  });

  it('of two languages with one name get ids of their own', async () => {
    await using folder = await temporaryFolder();
    await writeLensDataset(folder.path, { en: 1, zh: 0, steps: () => 3 });
    await writeLensDataset(join(folder.path, 'other'), { en: 1, zh: 0, steps: () => 3 });
    const { rename, mkdir } = await import('node:fs/promises');
    await mkdir(join(folder.path, 'test/zh'), { recursive: true });
    await rename(join(folder.path, 'other/test/en/en_0'), join(folder.path, 'test/zh/en_0'));
    const benchmark = await androidlensBenchmark.open({
      dataDirectory: folder.path,
      mode: 'reference',
      signal,
    });
    const ids = [];
    for await (const { id } of benchmark.items.list()) ids.push(id);
    expect(ids).toEqual(['en/en_0', 'zh/en_0']);
  });
});

describe('tables of AndroidLens', () => {
  it('pool over steps, with the mean over tasks and the published rows, and name what is inferred', async () => {
    await using data = await opened();
    const results: ItemResult[] = [];
    for (const episode of data.episodes) {
      const isRight = episode.id.startsWith('zh');
      const answers = isRight ? episode.steps.map(({ action }) => action) : [];
      const item = stepwiseItem({ type: 'episode', episode });
      const result = await scored(data, episode, answers);
      results.push({
        key: { item: item.id, repeat: 0 },
        task: item.task,
        end: { reason: 'environment_end' },
        steps: episode.steps.length,
        outcome: isRight ? 'passed' : 'failed',
        result,
      });
    }
    const [first] = results;
    if (first === undefined) throw new Error('there are no results');
    const nothing = { ...first.result, scores: [], success: null };
    results.push({ ...first, outcome: 'invalid_task', result: nothing });
    const tables = await data.benchmark.scorer.tables(results, {
      agent: 'me',
      mode: 'reference',
      published: true,
    });
    const [scores, progress, breakdown] = tables;
    expect(scores?.rows[0]?.map(({ text }) => text)).toEqual([
      'me',
      '100.00',
      '100.00',
      '0.00',
      '0.00',
      '50.00',
      '50.00',
    ]);
    expect(scores?.rows.map(([name]) => name?.text)).toContain('UI-TARS-1.5-7B (published)');
    expect(scores?.notes.join(' ')).toMatch(/inferred \[I\]/);
    expect(scores?.notes.join(' ')).toContain(
      `1 episode is voided and not counted (invalid task 1): ${first.key.item}#0.`,
    );
    expect(progress?.rows[0]?.[1]?.value).toBe(4);
    expect(breakdown?.rows.map(([by, name]) => `${by?.text}: ${name?.text}`)).toEqual(
      expect.arrayContaining([
        'Family: multi-goal',
        'Apps: 1 app',
        'Action: Click',
        'Place in the task: 0–10 %',
        'Anomaly: normal',
      ]),
    );
  });
});
