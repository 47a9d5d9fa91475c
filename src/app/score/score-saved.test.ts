import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { aggregate, formatPercent, type ColorbenchTaskScore } from '../../benchmarks/colorbench/aggregate.js';
import { colorbenchBenchmark } from '../../benchmarks/colorbench/colorbench-benchmark.js';
import { COLORBENCH_ROOT } from '../../benchmarks/colorbench/launcher.js';
import { readColorbenchTasks } from '../../benchmarks/colorbench/read-tasks.js';
import { scoreColorbenchTask } from '../../benchmarks/colorbench/score-task.js';
import type { Mode } from '../../domain/mode.js';
import type { Table } from '../../metrics/tables/table.js';
import { scoreSaved } from './score-saved.js';

const signal = new AbortController().signal;
const MODES: readonly Mode[] = ['reference', 'corrected'];
const PAGES = ['a', 'b', 'c', 'd'];
const GRAPH = {
  [COLORBENCH_ROOT]: Object.fromEntries(PAGES.map((page) => [page, [{ action_type: 'open', app: page }]])),
  ...Object.fromEntries(PAGES.map((page) => [page, {}])),
};
const ABILITIES = ['find', 'search', 'pay'];
const TASKS = Array.from({ length: 6 }, (_, index) => ({
  task_id: index + 1,
  query: `query ${index}`,
  optimal_steps: 2,
  app_num: 1 + (index % 2),
  milestone: PAGES.slice(index % 3).map((page, at) => ({
    ability: ABILITIES[(index + at) % ABILITIES.length],
    page_node: [page],
  })),
}));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-saved-'));
  await writeFile(join(folder, 'graph.json'), JSON.stringify(GRAPH));
  await writeFile(join(folder, 'tasks.json'), JSON.stringify(TASKS));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open(dataDirectory: string): Promise<Benchmark> {
  return colorbenchBenchmark.open({ dataDirectory, mode: 'reference', signal });
}

function row(tables: readonly Table[], id: string): Record<string, string> {
  const table = tables.find((candidate) => candidate.id === id);
  const names = table?.columns.map(({ group, title }) => (group === undefined ? title : `${group} ${title}`));
  return Object.fromEntries((names ?? []).map((name, at) => [name, table?.rows[0]?.[at]?.text ?? '']));
}

/** A ratio as the tables print it. */
function printed(rate: number | null): string {
  return rate === null ? 'n/a' : formatPercent(rate).slice(0, -1);
}

describe('scoreSaved', () => {
  it('prints what the published rules come to, whichever tasks have no run', async () => {
    const { tasks } = await readColorbenchTasks(join(folder, 'tasks.json'));
    await using benchmark = await open(folder);
    const file = join(folder, 'run.jsonl');
    const visits = fc.dictionary(
      fc.constantFrom(...TASKS.map(({ task_id: id }) => String(id))),
      fc.array(fc.constantFrom(...PAGES), { maxLength: 5 }),
      { minKeys: 1, noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(visits, async (visited) => {
        const lines = Object.entries(visited).map(([id, pages]) => ({ task_id: id, visited: pages }));
        await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
        const { results } = await scoreSaved(benchmark, file, { modes: MODES, signal });
        for (const mode of MODES) await compare(mode, visited, results.get(mode) ?? []);
      }),
      { numRuns: 40 },
    );

    async function compare(
      mode: Mode,
      visited: Readonly<Record<string, readonly string[]>>,
      results: Parameters<Benchmark['scorer']['tables']>[0],
    ): Promise<void> {
      const scores = new Map<string, ColorbenchTaskScore>();
      for (const task of tasks) {
        const pages = visited[task.id];
        if (pages === undefined) continue;
        const trajectory = { visited: pages, answer: null, length: pages.length, invalidActions: 0 };
        scores.set(task.id, scoreColorbenchTask(task, trajectory, mode));
      }
      const suite = tasks.map(({ id, appCount, milestones }) => ({
        id,
        appCount,
        abilities: milestones.map(({ ability }) => ability),
      }));
      const { sr, cr, ac } = aggregate(suite, scores, mode);
      const tables = await benchmark.scorer.tables(results, { agent: 'x', mode });
      expect(row(tables, 'colorbench-table-2')).toMatchObject({
        'Single APP SR(%)': printed(sr.single.rate),
        'Single APP CR(%)': printed(cr.single.rate),
        'Cross APP SR(%)': printed(sr.cross.rate),
        'Cross APP CR(%)': printed(cr.cross.rate),
        'Average SR(%)': printed(sr.all.rate),
        'Average CR(%)': printed(cr.all.rate),
      });
      const table5 = row(tables, 'colorbench-table-5');
      for (const ability of ABILITIES) {
        const count = ac[ability];
        expect(table5[ability]).toBe(count === undefined ? '-' : printed(count.hit / count.total));
      }
    }
  });

  it('counts a task without a run as an attempt that did nothing, and voids one that cannot be read', async () => {
    const data = join(folder, 'broken');
    await mkdir(data);
    await writeFile(join(data, 'graph.json'), JSON.stringify(GRAPH));
    await writeFile(join(data, 'tasks.json'), JSON.stringify([...TASKS, { task_id: 7 }]));
    await using benchmark = await open(data);
    const file = join(folder, 'one.jsonl');
    await writeFile(file, JSON.stringify({ task_id: 1, visited: PAGES }));
    const { results } = await scoreSaved(benchmark, file, { modes: MODES, signal });
    const outcomes = (mode: Mode) =>
      Object.fromEntries((results.get(mode) ?? []).map(({ key, outcome }) => [key.item, outcome]));
    expect(outcomes('corrected')).toMatchObject({ 1: 'passed', 2: 'failed', 6: 'failed', 7: 'invalid_task' });
    expect(outcomes('reference')).toMatchObject({ 1: 'passed', 2: 'not_run', 7: 'invalid_task' });
    const second = results.get('corrected')?.find(({ key }) => key.item === '2');
    expect(second?.result).toMatchObject({ success: false, completion: 0 });
    expect(second?.result.scores).not.toEqual([]);
  });
});
