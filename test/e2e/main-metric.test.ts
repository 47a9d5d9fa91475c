import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompareDocumentSchema } from '../../src/formats/results/compare-document.js';
import { ScoreDocumentSchema } from '../../src/formats/results/score-document.js';
import { SplitsDocumentSchema } from '../../src/formats/results/splits-document.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

const DATA = join(process.env['TOUCHSTONE_SHARED'] ?? '../shared', 'vectors/guiodyssey/dataset');
const hasData = existsSync(DATA);
if (!hasData) console.warn(`skipped: the main metric end to end, no ${DATA}`);

let folder: string;

async function touchstone(...args: string[]): Promise<Finished> {
  const finished = await runTouchstone([...args, '--runs', folder]);
  expect(finished.stderr).not.toContain('unexpected error');
  return finished;
}

/** A number of a table by the title of its group and column. */
function cell(
  table: {
    readonly columns: readonly { title: string; group?: string | undefined }[];
    readonly rows: unknown;
  },
  group: string,
  title: string,
): { text: string; value: number } {
  const at = table.columns.findIndex((column) => column.group === group && column.title === title);
  return (table.rows as { text: string; value: number }[][])[0]?.[at] ?? { text: '', value: Number.NaN };
}

describe.skipIf(!hasData)('the main metric of a benchmark', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-metric-'));
    for (const [id, split, seed] of [
      ['a', 'random', '1'],
      ['b', 'random', '2'],
      ['task', 'task', '2'],
    ] as const) {
      const flags = ['--data', DATA, '--split', split, '--level', 'low', '--agent', 'random', '--seed', seed];
      const made = await touchstone('run', 'guiodyssey', ...flags, '--run-id', id);
      expect(made.code, made.stderr).toBe(0);
    }
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['b', 'task'])('is the number of the benchmark’s own table (%s)', async (run) => {
    const scored = await touchstone('score', run, '--json');
    const document = ScoreDocumentSchema.parse(JSON.parse(scored.stdout));
    const [own] = document.tables;
    if (own === undefined) throw new Error('no table');
    const ams = cell(own, 'Overall', 'AMS');
    expect(document.rates?.main).toMatchObject({
      name: 'AMS',
      average: run === 'task' ? 'pooled' : 'group_mean',
    });
    expect(document.rates?.main?.value).toBeCloseTo(ams.value, 12);
    expect(document.results[0]?.metric).toMatchObject({ of: expect.any(Number) });
  });

  it('is compared after success, or first where it is named', async () => {
    const both = await touchstone('compare', 'a', 'b', '--json');
    expect(both.code).toBe(0);
    const { comparisons, others, runs } = CompareDocumentSchema.parse(JSON.parse(both.stdout));
    expect(comparisons.map(({ metric }) => metric)).toEqual(['success']);
    expect(others).toMatchObject([{ metric: 'main', mainMetric: { name: 'AMS' }, test: expect.any(String) }]);
    // Unrounded, where the table of the benchmark rounds as its authors do.
    expect(others[0]?.meanB).toBeCloseTo(runs[1]?.rates?.main?.value ?? Number.NaN, 3);
    const named = await touchstone('compare', 'a', 'b', '--metric', 'AMS');
    expect(named.stdout).toMatch(/^Comparison of AMS, task by task/);
    expect(named.stdout).toContain('Comparison of success, task by task');
    const wrong = await touchstone('compare', 'a', 'b', '--metric', 'atp');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('[METRIC_UNKNOWN]');
    expect(wrong.stderr).toContain('--metric is one of success, completion, AMS.');
  });

  it('is gated, by itself and against a baseline', async () => {
    const met = await touchstone('score', 'b', '--min-metric', 'ams=1%');
    expect(met.stderr).toContain('Gate met: AMS 5.0 %');
    expect(met.code).toBe(0);
    const missed = await touchstone('score', 'b', '--min-metric', 'ams=60%', '--json');
    expect(missed.code).toBe(1);
    expect(ScoreDocumentSchema.parse(JSON.parse(missed.stdout)).gate).toMatchObject({
      met: false,
      checks: [{ gate: 'min-metric', metric: 'AMS', limit: 0.6 }],
    });
    const fallen = await touchstone('score', 'a', '--baseline', 'b', '--max-metric-drop', 'AMS=3');
    expect(fallen.code).toBe(1);
    expect(fallen.stderr).toMatch(/Gate missed: AMS fell by 5\.0 points .* a drop of 3\.0 points allowed/);
    expect(fallen.stdout).toContain('Comparison of AMS, task by task');
    for (const [flags, words] of [
      [['--min-metric', 'cr=60%'], 'guiodyssey has no "cr"'],
      [['--min-metric', '60%'], 'names no metric'],
      [['--min-metric', 'success=60%'], 'Its gate is --min-success.'],
      [['--max-metric-drop', 'ams=3'], '--baseline and --max-metric-drop belong together'],
    ] as const) {
      const refused = await touchstone('score', 'b', ...flags);
      expect(refused.code, words).toBe(2);
      expect(refused.stderr).toContain(words);
    }
  });

  it('is averaged over splits', async () => {
    const scored = await touchstone('score', 'b', 'task', '--json');
    expect(scored.code, scored.stderr).toBe(0);
    const document = SplitsDocumentSchema.parse(JSON.parse(scored.stdout));
    const [agent] = document.agents;
    expect(agent?.splits.map(({ split }) => split)).toEqual(['random', 'task']);
    const values = agent?.splits.map(({ rates }) => rates.main?.value ?? Number.NaN) ?? [];
    const [mean] = agent?.means ?? [];
    expect(mean).toMatchObject({ name: 'mean of the 2 splits', splits: ['random', 'task'] });
    expect(mean?.main?.value).toBeCloseTo(((values[0] ?? 0) + (values[1] ?? 0)) / 2, 12);
    const differs = await touchstone('score', 'a', 'task');
    expect([differs.code, differs.stdout]).toEqual([2, '']);
    expect(differs.stderr).toContain('they differ in seed [SPLITS_DIFFER]');
    const gated = await touchstone('score', 'b', 'task', '--min-metric', 'ams=1%');
    expect([gated.code, gated.stderr.split(' [')[0]]).toEqual([2, 'touchstone: --min-metric is for one run']);
  });

  it('stands in the report, its summaries and the list of runs', async () => {
    const page = join(folder, 'report.html');
    const [markdown, csv] = [join(folder, 'summary.md'), join(folder, 'csv')];
    const flags = ['--out', page, '--pictures', 'none', '--markdown', markdown, '--csv', csv, '--json'];
    const written = await touchstone('report', 'a', 'b', 'task', ...flags);
    const { results } = JSON.parse(written.stdout) as {
      results: { run: string; rates: { main: { name: string; value: number } } }[];
    };
    expect(results[1]).toMatchObject({ run: 'b', rates: { main: { name: 'AMS' } } });
    const summary = await readFile(markdown, 'utf8');
    expect(summary).toContain('| AMS (%) | 95 % | Completion (%) |');
    expect(summary).toContain('No difference in AMS shown between');
    expect(summary).toContain('## guiodyssey over its splits, reference mode');
    expect(summary).toMatch(/\| mean of the 2 splits \|/);
    const [names = '', , row = ''] = (await readFile(join(csv, 'results.csv'), 'utf8')).split('\r\n');
    const at = names.split(',').indexOf('main');
    // One name before it holds a comma, in quotes.
    expect(Number(row.split(',')[at + 1])).toBeCloseTo(results[1]?.rates.main.value ?? Number.NaN, 12);
    expect((await readFile(join(csv, 'episodes.csv'), 'utf8')).split('\r\n')[0]).toContain(
      'main_metric,main_metric_sum,main_metric_of,main_metric_group',
    );
    expect((await touchstone('list', 'runs')).stdout).toMatch(/AMS 5\.0/);
  });
});
