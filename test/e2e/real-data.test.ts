import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScoreDocumentSchema } from '../../src/formats/results/score-document.js';
import { runTouchstone } from './run-touchstone.js';

const SHARED = resolve(import.meta.dirname, '../..', process.env['TOUCHSTONE_SHARED'] ?? '../shared');
const isRequired = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
const data = (system: string): string => join(SHARED, 'data', system);
const isThere = existsSync(data('colorbench')) && existsSync(data('sphinx'));
if (!isThere && !isRequired)
  console.log(`real data: skipped, ${SHARED} holds no data/colorbench and data/sphinx`);

interface TableDocument {
  readonly id: string;
  readonly columns: readonly { readonly title: string; readonly group?: string }[];
  readonly rows: readonly (readonly { readonly text: string; readonly value?: number | null }[])[];
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-real-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function tablesOf(args: readonly string[]): Promise<readonly TableDocument[]> {
  const { code, stdout, stderr } = await runTouchstone([...args, '--json']);
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { tables: readonly TableDocument[] }).tables;
}

/** Text of the last cell below the column of this title and group, in the first row. */
function textBelow(table: TableDocument | undefined, title: string, group: string): string | undefined {
  const column = table?.columns.findIndex((one) => one.title === title && one.group === group) ?? -1;
  return table?.rows[0]?.[column]?.text;
}

describe.skipIf(!isThere && !isRequired)('the published benchmarks', () => {
  it('lets the oracle solve the 156 tasks of ColorBench that can be solved, in every repeat', async () => {
    const args = [
      'run',
      'colorbench',
      '--data',
      data('colorbench'),
      '--agent',
      'oracle',
      '--max-steps',
      '200',
    ];
    const [table2] = await tablesOf([...args, '--repeats', '2', '--concurrency', '64', '--runs', folder]);
    expect(textBelow(table2, 'SR(%)', 'Average')).toBe('89.14');
    expect(textBelow(table2, 'CR(%)', 'Average')).toBe('95.67');
    expect(textBelow(table2, 'SR(%)', 'Single APP')).toBe('93.24');
    expect(textBelow(table2, 'SR(%)', 'Cross APP')).toBe('86.14');
  });

  it("scores a folder of ColorBench's own runs; missing tasks count as the published script counts them", async () => {
    const run = join(folder, 'vanilla_some_0101_1200');
    const tasks = JSON.parse(await readFile(join(data('colorbench'), 'tasks.json'), 'utf8')) as {
      query: string;
      app_num: number;
      milestone: { page_node?: string[] }[];
    }[];
    const single = tasks.filter((task) => task.app_num === 1 && task.milestone.every((one) => one.page_node));
    const [solved, untouched, broken] = single;
    const save = async (task: typeof solved, text: string): Promise<void> => {
      const name = (task?.query ?? '').replaceAll('/', '_');
      await mkdir(join(run, name), { recursive: true });
      await writeFile(join(run, name, 'trajectory.json'), text);
    };
    const visited = solved?.milestone.map((one, id) => ({
      id,
      screenshot: one.page_node?.[0],
      action: null,
    }));
    await save(solved, JSON.stringify(visited));
    await save(untouched, JSON.stringify([{ id: 0, screenshot: 'nowhere', action: null }]));
    await save(broken, '[{"id": 0');
    const args = ['score', 'colorbench', '--data', data('colorbench'), '--trajectories', run, '--json'];
    const { code, stdout, stderr } = await runTouchstone(args);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('trajectory.json:1:');
    const document = ScoreDocumentSchema.parse(JSON.parse(stdout));
    const [table2] = document.tables;
    expect(textBelow(table2, 'SR(%)', 'Average')).toBe((100 / 175).toFixed(2));
    expect(document.missing).toHaveLength(172);
    const hits = document.results.filter(({ mode, hits }) => mode === 'reference' && (hits?.[0] ?? 0) > 0);
    expect(hits).toMatchObject([{ success: true, completion: 1, hits: [visited?.length, visited?.length] }]);
    const rates = document.tables.find(({ id }) => id === 'colorbench-rates');
    const counts = rates?.rows.map(([, part, metric, value]) => [part?.text, metric?.text, value?.counts]);
    expect(counts).toContainEqual(['single-app', 'SR', [1, 2]]);
    expect(counts).toContainEqual(['all', 'SR', [1, 175]]);
    expect(textBelow(table2, 'SR(%)', 'Single APP')).toBe('50.00');
  });

  it('says so when nothing in a folder is a run of the benchmark', async () => {
    const args = ['score', 'colorbench', '--data', data('colorbench'), '--trajectories', data('sphinx')];
    const { code, stderr } = await runTouchstone(args);
    expect(code).toBe(3);
    expect(stderr).toContain('nothing here is a run');
  });

  it("finds SPHINX's recordings to pass and fail their own evaluators as recorded", async () => {
    const { stdout } = await runTouchstone(['score', 'sphinx', '--data', data('sphinx'), '--json']);
    const { tables, results } = ScoreDocumentSchema.parse(JSON.parse(stdout));
    const passed = results.filter(({ mode, success }) => mode === 'reference' && success === true);
    expect(passed).toHaveLength(143);
    expect(passed.every(({ hits }) => hits !== null && hits[0] === hits[1])).toBe(true);
    const [rates] = tables.filter(({ id }) => id !== 'sphinx-table-4');
    const [reference] = rates?.rows ?? [];
    expect(reference?.map(({ text }) => text)).toContain('145');
    expect(reference?.some(({ value }) => value === 143 / 145)).toBe(true);
    const failed = tables.find(({ id }) => id === 'sphinx-failures');
    expect(failed?.rows.map(([pair]) => pair?.text)).toEqual(['23/fm1', '101/home_budget']);
  });
});
