import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CompareDocumentSchema } from '../../src/formats/results/compare-document.js';
import type { Table } from '../../src/metrics/tables/table.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

/** Rows of one table of a JSON document: what is measured, and its value. */
function valuesOf(text: string, id: string, columns: readonly number[]): unknown[][] {
  const { tables } = JSON.parse(text) as { tables: Table[] };
  const rows = tables.find((table) => table.id === id)?.rows ?? [];
  return rows.map((row) => columns.map((column) => row[column]?.value ?? row[column]?.text));
}

describe('touchstone run pocket --dimensions', () => {
  it('gives the oracle everything in every dimension, navigation with its graph among them', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const { code, stdout } = await runTouchstone(
      `run pocket --dimensions all --modality all --agent oracle --json --runs ${folder.path}`.split(' '),
    );
    expect(code).toBe(0);
    const rates = valuesOf(stdout, 'dimension-rates', [1, 2, 3]);
    expect(rates).toHaveLength(14);
    expect(rates.filter(([, , share]) => share !== 1)).toEqual([]);
    expect(valuesOf(stdout, 'dimension-profile', [0, 3])).toEqual([
      ['Goal understanding', 1],
      ['App knowledge', 1],
      ['Planning', 1],
      ['Grounding', 1],
      ['Instruction following', 1],
      ['Navigation', 1],
    ]);
  });

  it('continues after a kill with the same results', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const asked = ['run', 'pocket', '--dimensions', 'planning,grounding,navigation', '--modality', 'text'];
    const random = ['--agent', 'random', '--seed', '3', '--runs', folder.path];
    const killed = await runTouchstone([...asked, ...random, '--run-id', 'killed', '--events'], {
      signals: [{ after: '"item":"grounding/', signal: 'SIGKILL' }],
    });
    expect(killed.signal).toBe('SIGKILL');
    const resumed = await runTouchstone(['resume', 'killed', '--runs', folder.path, '--json']);
    const whole = await runTouchstone([...asked, ...random, '--json']);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    const rates = (text: string): unknown => valuesOf(text, 'dimension-rates', [1, 2, 3, 5]);
    expect(rates(resumed.stdout)).toEqual(rates(whole.stdout));
  });

  it('is compared part by part, and held to no gate as a whole', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const asked = ['run', 'pocket', '--dimensions', 'goal,planning', '--modality', 'text'];
    const made = ['--runs', folder.path, '--run-id'];
    await runTouchstone([...asked, '--agent', 'random', ...made, 'blind']);
    await runTouchstone([...asked, '--agent', 'oracle', ...made, 'right']);
    const { code, stdout } = await runTouchstone([
      'compare',
      'blind',
      'right',
      '--runs',
      folder.path,
      '--json',
    ]);
    expect(code).toBe(0);
    const { comparisons, tables } = CompareDocumentSchema.parse(JSON.parse(stdout));
    expect(comparisons.map(({ part, measure, verdict }) => [part, measure, verdict])).toEqual([
      ['goal', 'original', 'b_better'],
      ['planning, text', 'continue', 'b_better'],
      ['planning, text', 'stop', 'b_better'],
      ['planning, text', 'perfect', 'b_better'],
    ]);
    expect(comparisons[0]).toMatchObject({ tasks: 120, clusters: 24, test: 'clustered' });
    expect(tables.map(({ id }) => id)).not.toContain('summary');
    expect(tables.map(({ id }) => id)).not.toContain('comparison');
    const gated = await runTouchstone([
      ...asked,
      '--agent',
      'random',
      ...made,
      'gated',
      '--min-success',
      '10%',
    ]);
    expect(gated.code).toBe(2);
    expect(gated.stderr).toContain('GATE_IN_DIMENSIONS');
    expect(existsSync(join(folder.path, 'gated'))).toBe(false);
  });

  it('says where a file of questions is wrong', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const { code, stderr } = await runTouchstone(
      `run pocket --dimensions goal --questions package.json --agent oracle --runs ${folder.path}`.split(' '),
    );
    expect(code).toBe(3);
    expect(stderr).toContain('FILE_SCHEMA');
    expect(stderr).toContain('package.json');
  });
});

describe('touchstone demo', () => {
  it('ends with the profiles of agents, as bars and in a report of their own', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const { code, stdout, stderr } = await runTouchstone(['demo', '--repeats', '1', '--runs', folder.path]);
    expect(code).toBe(0);
    const [, bars = ''] = stdout.split('What they can do, apart');
    for (const dimension of ['Goal understanding', 'Planning', 'Grounding', 'Navigation']) {
      expect(bars).toMatch(new RegExp(`${dimension} +oracle +.*100\\.0`));
    }
    for (const agent of ['tap-text', 'random', 'no-op']) expect(bars).toContain(agent);
    expect(stderr).toContain('demo-profile.html');
    expect(existsSync(join(folder.path, 'demo-report.html'))).toBe(true);
    expect(await readFile(join(folder.path, 'demo-profile.html'), 'utf8')).toContain('Pocket in dimensions');
  });
});
