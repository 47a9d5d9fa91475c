import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLORBENCH_ROOT } from '../../benchmarks/colorbench/launcher.js';
import { StatsDocumentSchema } from '../../formats/results/stats-document.js';
import { commandContext } from '../../testing/command-context.js';
import { writeAitwDataset } from '../../testing/datasets/aitw-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { buildProgram } from '../program.js';

async function touchstone(folder: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { context, printed, told } = commandContext({ workingDirectory: folder, environment: {} });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return { stdout: printed(), stderr: told() };
}

/** A folder of ColorBench data of two screens, and a run of its own scripts. */
async function writeColorbench(folder: string): Promise<void> {
  const graph = {
    [COLORBENCH_ROOT]: { page: [{ action_type: 'open', app: '微信' }] },
    page: { [COLORBENCH_ROOT]: [{ action_type: 'click', bbox: [0, 0, 100, 100] }] },
  };
  const task = { query: '打开微信', optimal_steps: 2, app_num: 1 };
  const milestone = [{ ability: 'find', page_node: ['page'] }];
  await writeFile(join(folder, 'graph.json'), JSON.stringify(graph));
  await writeFile(join(folder, 'tasks.json'), JSON.stringify([{ task_id: 1, ...task, milestone }]));
  const trajectory = [
    { id: 0, screenshot: COLORBENCH_ROOT, action: { action_type: 'open', app: '微信' } },
    { id: 1, screenshot: 'page', action: { action_type: 'click', x: 10, y: 10 } },
    { id: 2, screenshot: 'page', action: { action_type: 'swipe', direction: 'up' } },
    { id: 3, screenshot: 'page', action: { action_type: 'click', x: 700, y: 900 } },
    { id: 4, screenshot: 'page', action: null },
  ];
  await mkdir(join(folder, 'theirs/打开微信'), { recursive: true });
  await writeFile(join(folder, 'theirs/打开微信/trajectory.json'), JSON.stringify(trajectory));
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
  await writeColorbench(folder.path);
  await mkdir(join(folder.path, 'empty'));
  await writeAitwDataset(join(folder.path, 'aitw'), 1);
  const run = ['--agent', 'oracle', '--task', 'dark-theme', '--run-id'];
  await touchstone(folder.path, 'run', 'pocket', ...run, 'one');
  await touchstone(folder.path, 'run', 'pocket', ...run, 'two', '--repeats', '2');
}, 60_000);
afterAll(async () => folder[Symbol.asyncDispose]());

describe('touchstone stats --actions-of', () => {
  it('counts what agents did on each screen, over runs', async () => {
    const counted = ['--actions-of', 'one', '--actions-of', 'runs/two'];
    const { stdout } = await touchstone(folder.path, 'stats', 'pocket', ...counted, '--json', '--csv', 'csv');
    const { statistics, tables } = StatsDocumentSchema.parse(JSON.parse(stdout));
    const used = statistics.kind === 'world' ? statistics.screenActions : undefined;
    expect(used).toMatchObject({ runs: ['one', 'two'], episodes: 3, missed: [] });
    expect(used?.published).toBeUndefined();
    // An oracle does one thing on each screen.
    expect(used?.spread).toMatchObject({ most: 1 });
    expect(tables.map(({ id }) => id)).toEqual([
      'stats-screen-actions',
      'stats-screen-action-spread',
      'stats-busiest-screens',
    ]);
    const csv = await readFile(join(folder.path, 'csv/busiest-screens.csv'), 'utf8');
    expect(csv.split('\n')[0]).toBe('screen,actions,click,long_press,swipe,type,key,steps\r');
    const page = join(folder.path, 'stats.html');
    await touchstone(folder.path, 'stats', 'pocket', ...counted, '--out', 'stats.html');
    expect(await readFile(page, 'utf8')).toContain('Actions of a screen, over runs');
  });

  it("reads runs of ColorBench's own scripts, and counts as its script does beside", async () => {
    const args = ['stats', 'colorbench', '--data', '.', '--actions-of', 'theirs'];
    const { stdout } = await touchstone(folder.path, ...args);
    expect(stdout).toMatch(/areas, missed places, swipes, keys, typing +2 +1\.50 +0 +0 +3 +3 +1/);
    expect(stdout).toMatch(/as the published script +2 +1 +0 +0 +2 +2 +1/);
    expect(stdout).toContain('Not measured here: paper (Figure 4): 1.9 on average, most 17, least 0.');
    expect(stdout).toMatch(/page +click +700 +900 +1 +1/);
    const { stdout: json } = await touchstone(folder.path, ...args, '--json');
    const { statistics } = StatsDocumentSchema.parse(JSON.parse(json));
    expect(statistics.kind === 'world' && statistics.screenActions?.screens[0]).toEqual({
      screen: 'page',
      steps: 4,
      actions: 3,
      kinds: { click: 2, long_press: 0, swipe: 1, type: 0, key: 0 },
      published: 2,
    });
  });

  it.each([
    ['a run that is not there', ['pocket', '--actions-of', 'nothing'], 'there is no run "nothing"'],
    [
      'a folder that is no run',
      ['pocket', '--actions-of', 'empty'],
      'is no run of Touchstone, and pocket reads no other',
    ],
    [
      'a folder without a run of it',
      ['colorbench', '--data', '.', '--actions-of', 'empty'],
      'holds no run of colorbench',
    ],
    [
      'a run of another benchmark',
      ['colorbench', '--data', '.', '--actions-of', 'one'],
      'one is a run of pocket, not of colorbench',
    ],
    ['a dataset of recorded episodes', ['aitw', '--data', 'aitw', '--actions-of', 'one'], 'aitw has none'],
  ])('refuses %s', async (_, args, message) => {
    await expect(touchstone(folder.path, 'stats', ...args)).rejects.toThrow(message);
  });
});
