import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const SHARED = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared');
const DATA = join(SHARED, 'data/sphinx');

const CellSchema = z.object({ text: z.string(), value: z.number().nullable().optional() });
const RunSchema = z.object({
  tables: z.array(z.object({ id: z.string(), rows: z.array(z.array(CellSchema)) })),
});

/** Rows of a table of a run, as texts. */
async function navigate(agent: string, mode: string) {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await runTouchstone(
    [
      'run',
      'sphinx',
      '--data',
      DATA,
      '--dimensions',
      'navigation',
      '--mode',
      mode,
      '--agent',
      agent,
      '--json',
    ],
    { cwd: folder.path },
  );
  expect(stderr).not.toMatch(/error/i);
  expect(code).toBe(0);
  const { tables } = RunSchema.parse(JSON.parse(stdout));
  return (id: string): string[][] => {
    const found = tables.find((table) => table.id === id);
    if (found === undefined) throw new Error(`there is no table ${id}`);
    return found.rows.map((row) => row.map(({ text }) => text));
  };
}

// The data may not be copied into the project; whoever has them names their folder.
describe.skipIf(!existsSync(DATA))('navigation on the recordings of SPHINX', () => {
  // 145 recorded pairs are shared; two fail their own rules, one takes more than 20 steps, and two take three equal
  // actions in a row, which the published harness ends.
  it.each([
    ['reference', '96.6'],
    ['corrected', '98.6'],
  ])('an agent that repeats the recordings solves what can be solved, in %s mode', async (mode, rate) => {
    const table = await navigate('oracle', mode);
    const rates = table('sphinx-dimension-rates').find((row) => row[2] === 'SR');
    expect(rates?.slice(3, 4)).toEqual([rate]);
    expect(rates?.[5]).toBe('145');
    const left = table('navigation-coverage').map((row) => Number(row[6]));
    expect(left.reduce((sum, count) => sum + count, 0)).toBe(0);
  });

  it('whoever leaves the recordings is neither right nor wrong', async () => {
    const table = await navigate('home-spam', 'corrected');
    const coverage = table('navigation-coverage').filter((row) => row[1] !== 'n/a');
    expect(coverage.length).toBeGreaterThan(50);
    expect(coverage.every((row) => row[6] === '0')).toBe(true);
    const blind = await navigate('random', 'corrected');
    const rows = blind('navigation-coverage').filter((row) => row[1] !== 'n/a');
    const gone = rows.reduce((sum, row) => sum + Number(row[6]), 0);
    expect(gone).toBeGreaterThan(100);
    const rates = blind('sphinx-dimension-rates').find((row) => row[2] === 'SR');
    expect(Number(rates?.[5]) + gone).toBe(145);
  });
});
