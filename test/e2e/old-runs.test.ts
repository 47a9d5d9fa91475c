import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CompareDocumentSchema } from '../../src/formats/results/compare-document.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

/** Runs that an older Touchstone wrote; every figure below is what that one printed for them, but for intervals and bounds. */
const OLD_RUNS = join(import.meta.dirname, '../fixtures/old-run');
const ORACLE = 'oracle (sees graph and milestones)';
const REPLAY_ROW = ['replay', '50.0', '6.8–93.2', '4', '50.0–50.0', '62.5', '15.5–95.9', '3.8', '0', '0'];
const ORACLE_ROW = [
  ORACLE,
  '100.0',
  '39.8–100.0',
  '4',
  '100.0–100.0',
  '100.0',
  '39.8–100.0',
  '6.3',
  '0',
  '0',
];

const TablesSchema = z.object({
  tables: z.array(z.object({ id: z.string(), rows: z.array(z.array(z.object({ text: z.string() }))) })),
});

/** Texts of the rows of every table, by the table's id. */
function rowsOf({ stdout }: Finished): Record<string, string[][]> {
  const { tables } = TablesSchema.parse(JSON.parse(stdout));
  return Object.fromEntries(
    tables.map(({ id, rows }) => [id, rows.map((row) => row.map(({ text }) => text))]),
  );
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let runs = '';

beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
  runs = join(folder.path, 'runs');
  await cp(OLD_RUNS, runs, { recursive: true });
});
afterAll(() => folder[Symbol.asyncDispose]());

async function touchstone(...args: string[]): Promise<Finished> {
  const finished = await runTouchstone([...args, '--runs', runs], { cwd: folder.path });
  expect(finished.stderr).not.toMatch(/\n {4}at /);
  return finished;
}

describe('runs of an older Touchstone', () => {
  it('are listed', async () => {
    const done = await touchstone('list', 'runs', '--json');
    expect(done.code).toBe(0);
    // None of them asks a model, and none has a main metric besides success.
    const row = (run: string, agent: string, state: string, numbers: readonly string[], started: string) => [
      run,
      'tiny',
      agent,
      '',
      'corrected',
      state,
      ...numbers,
      started,
    ];
    expect(rowsOf(done)['runs']).toEqual([
      row('oracle', 'oracle', 'complete', ['100.0', '', '4', '0', '4/4'], '2026-11-23T15:31:56.514Z'),
      row('replay', 'replay', 'complete', ['50.0', '', '4', '0', '4/4'], '2026-11-23T15:31:58.922Z'),
      row('stopped', 'random', 'interrupted', ['0.0', '', '1', '0', '1/2'], '2026-11-23T15:32:01.276Z'),
    ]);
  });

  it('have the tables that they had', async () => {
    const done = await touchstone('score', 'replay', '--json');
    expect(done.code).toBe(0);
    expect(done.stderr).toBe('');
    expect(rowsOf(done)).toEqual({
      summary: [REPLAY_ROW],
      abilities: [
        ['find', '100.0', '1/1', '2.5–100.0'],
        ['others', '50.0', '1/2', '1.3–98.7'],
        ['pay', '0.0', '0/1', '0.0–97.5'],
        ['save', '100.0', '1/1', '2.5–100.0'],
        ['search', '100.0', '1/1', '2.5–100.0'],
        ['send', '100.0', '1/1', '2.5–100.0'],
      ],
      conduct: [
        ['replay', 'repetition', '0.0', '0.0–71.1', '0 of 11'],
        ['replay', 'format error', 'n/a', 'n/a', ''],
      ],
    });
    const names = await readdir(join(runs, 'replay'));
    expect(names).toContain('scores-0002.jsonl');
    // Scored anew as it was scored then, but for the time, and for how an explanation is worded.
    const [first, second] = await Promise.all(
      ['scores-0001.jsonl', 'scores-0002.jsonl'].map(async (name) =>
        (await readFile(join(runs, 'replay', name), 'utf8')).replaceAll(
          /"(?:at|checksum|explanation)":"[^"]*"/g,
          '',
        ),
      ),
    );
    expect(second).toBe(first);
  });

  it('are compared as they were', async () => {
    const done = await touchstone('compare', 'oracle', 'replay', '--json');
    expect(done.code).toBe(0);
    const tables = rowsOf(done);
    expect(tables['summary']).toEqual([ORACLE_ROW, REPLAY_ROW]);
    expect(tables['identity-differences']?.map(([entry]) => entry)).toEqual([
      'agent',
      'agent.privileged',
      'agent.settings.recording',
    ]);
    const figures = ['4', '100.0', '50.0', '-50.0', '-90.8 to +35.3', '0.500', '0.500', 'n/a'];
    expect(tables['comparison']).toEqual([[ORACLE, 'replay', ...figures, 'no difference shown']]);
    expect(tables['changed-tasks']).toEqual([
      ['lamp-in-cart', '1/1', '0/1', '-100.0', 'lost', 'step 4: A tap (530, 1220), B stop unspecified'],
      ['order-and-tell', '1/1', '0/1', '-100.0', 'lost', 'step 1: A open_app shop, B stop failure'],
    ]);
    const { comparisons, problems } = CompareDocumentSchema.parse(JSON.parse(done.stdout));
    expect(problems).toEqual([]);
    expect(comparisons).toMatchObject([
      { test: 'mcnemar', difference: -0.5, verdict: 'not_shown', tasks: 4 },
    ]);
  });

  it('are compared with a run of today as with one of their own', async () => {
    const tasks = 'note,lamp-in-cart,tell-ada,order-and-tell';
    const made = await touchstone('run', 'tiny', '--agent', 'oracle', '--tasks', tasks, '--run-id', 'today');
    expect(made.code).toBe(0);
    const done = await touchstone('compare', 'oracle', 'today', '--json');
    expect(done.code).toBe(0);
    const document = CompareDocumentSchema.parse(JSON.parse(done.stdout));
    expect(document.problems).toEqual([]);
    expect(document.comparisons).toMatchObject([{ difference: 0, tasks: 4, changed: [] }]);
    expect(rowsOf(done)['identity-differences'] ?? []).toEqual([]);
  });

  it('meet and miss the gates that they met and missed', async () => {
    const met = await touchstone('score', 'replay', '--min-success', '50%');
    expect(met.stderr).toContain('Gate met: success 50.0 % (n 4, 95 % 6.8–93.2), 50.0 % asked for.');
    expect(met.code).toBe(0);
    const missed = await touchstone('score', 'replay', '--baseline', 'oracle', '--max-drop', '5');
    expect(missed.stderr).toContain(
      'success fell by 50.0 points from the baseline oracle (sees graph and milestones) (100.0 to 50.0 %, ' +
        'n 4 tasks, 95 % from 90.8 below to 35.3 above), a drop of 5.0 points allowed.',
    );
    expect(missed.code).toBe(1);
  });

  it('are not continued by an agent that does otherwise by now, and keep what they have', async () => {
    const summary = ['random', '0.0', '0.0–97.5', '1', '0.0–50.0', '0.0', '0.0–97.5', '6.0', '0', '1'];
    const before = await touchstone('score', 'stopped', '--json');
    expect(rowsOf(before)['summary']).toEqual([summary]);
    const done = await touchstone('resume', 'stopped');
    expect(done.stderr).toContain('agent.version: "1" in the run, "2" now [RUN_DIFFERS]');
    expect(done.code).toBe(2);
    expect(rowsOf(await touchstone('score', 'stopped', '--json'))).toEqual(rowsOf(before));
  });
});
