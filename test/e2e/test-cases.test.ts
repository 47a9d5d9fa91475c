import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LintReportSchema, type LintReport } from '../../src/formats/lint/lint-report.js';
import { ImportReportSchema, type ImportReport } from '../../src/formats/results/import-report.js';
import { runTouchstone } from './run-touchstone.js';

const ROOT = resolve(import.meta.dirname, '../..');
const CASES = join(ROOT, 'examples/test-cases.md');

let folder = '';
let world = '';
let cases = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-test-cases-'));
  world = join(folder, 'world');
  cases = join(folder, 'cases.md');
  // Pocket's phone without its own tasks and without its pictures, which no rule needs.
  await cp(join(ROOT, 'worlds/pocket'), world, {
    recursive: true,
    filter: (path) => !/(?:\.png|suite\.json|questions\.json)$/.test(path),
  });
  await cp(CASES, cases);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Entry {
  expected: string;
  status: string;
  [key: string]: unknown;
}
interface Suite {
  tasks: { id: string; evaluators: Entry[]; milestones: unknown[] }[];
}
const suiteFile = (): string => join(world, 'suite.json');

async function edit(change: (tasks: Map<string, Suite['tasks'][number]>) => void): Promise<void> {
  const suite = JSON.parse(await readFile(suiteFile(), 'utf8')) as Suite;
  change(new Map(suite.tasks.map((task) => [task.id, task])));
  await writeFile(suiteFile(), JSON.stringify(suite, null, 2));
}

async function importCases(...flags: string[]): Promise<ImportReport> {
  const { stdout, stderr, code } = await runTouchstone(
    ['import', 'test-cases', 'cases.md', '--out', 'world', '--json', ...flags],
    { cwd: folder },
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return ImportReportSchema.parse(JSON.parse(stdout));
}

async function lint(): Promise<LintReport> {
  const { stdout } = await runTouchstone(['lint', world, '--json']);
  return LintReportSchema.parse(JSON.parse(stdout));
}
const waiting = ({ findings }: LintReport): string[] =>
  findings.flatMap(({ rule, subjects }) =>
    /^task\/(?:draft|unfinished)-expectation$/.test(rule) ? [subjects[0] ?? ''] : [],
  );

interface RunDocument {
  tables: { columns: { title: string }[]; rows: { text: string; value?: number | null }[][] }[];
}
async function run(...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await runTouchstone(['run', world, '--runs', join(folder, 'runs'), '--json', ...args]);
  const [table] = (JSON.parse(stdout) as RunDocument).tables;
  return Object.fromEntries(
    (table?.columns ?? []).map(({ title }, index) => [title, table?.rows[0]?.[index]?.text ?? '']),
  );
}

/** What a person does to two of the five cases: confirms the rules, and states what cannot be seen. */
async function finishTwo(): Promise<void> {
  await edit((tasks) => {
    const [dark, timer] = [tasks.get('SET-1'), tasks.get('CLK-2')];
    for (const entry of [...(dark?.evaluators ?? []), ...(timer?.evaluators ?? [])]) {
      if (entry.status === 'draft') entry.status = 'ready';
      else Object.assign(entry, { status: 'not_checked', reason: 'too short for a screenshot' });
    }
    // For the oracle, which goes from milestone to milestone.
    dark?.milestones.push({ id: 'dark', type: 'screen', screens: ['settings.theme~dark'] });
    timer?.milestones.push({ id: 'runs', type: 'screen', screens: ['clock.timer~10.on'] });
  });
}

describe('touchstone import test-cases, to a scored run', () => {
  it('makes a task of each case, with rules that hold on the recorded pages', async () => {
    const dry = await importCases('--dry-run');
    expect([dry.dryRun, dry.written, dry.cases.length]).toEqual([true, false, 5]);
    await expect(readFile(suiteFile())).rejects.toThrow('ENOENT');
    const report = await importCases();
    expect(report.recordedPages).toBeGreaterThan(300);
    expect(
      report.cases.map(({ id, status, expectations }) => [
        id,
        status,
        expectations.draft,
        expectations.unfinished,
      ]),
    ).toEqual([
      ['SET-1', 'added', 4, 1],
      ['SET-2', 'added', 2, 1],
      ['CLK-1', 'added', 2, 0],
      ['CLK-2', 'added', 1, 0],
      ['CLK-3', 'added', 0, 1],
    ]);
    const text = await readFile(suiteFile(), 'utf8');
    expect(text).not.toContain('holds on none');
    expect(text).toContain('"activity": ".SettingsActivity"');
    expect(text).toContain('"resource-id": "com.pocket.settings:id/theme_radio"');
  });

  it('lists everything that waits, and scores nothing of it', async () => {
    const report = await lint();
    expect(waiting(report)).toHaveLength(12);
    const lines = report.findings.flatMap(({ rule, place }) =>
      rule.includes('expectation') ? [place?.line] : [],
    );
    expect(lines.every((line) => line !== undefined && line > 1)).toBe(true);
    const { code, stdout } = await runTouchstone(['lint', world, '--all']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /suite\.json:\d+:\d+ +task SET-1, step 4: no rule checks "The screen flashes briefly"/,
    );
    expect(await run('--agent', 'always-complete')).toMatchObject({ 'SR (%)': 'n/a', n: '0', Voided: '5' });
  });

  it('scores the cases that somebody has finished, and those alone', async () => {
    await finishTwo();
    const report = await lint();
    expect(new Set(waiting(report))).toEqual(new Set(['SET-2', 'CLK-1', 'CLK-3']));
    expect(
      report.proofs
        .filter(({ status }) => status === 'solved')
        .map(({ task, confirmed }) => [task, confirmed]),
    ).toEqual([
      ['SET-1', true],
      ['CLK-2', true],
    ]);
    expect(await run('--agent', 'oracle')).toMatchObject({ 'SR (%)': '100.0', n: '2', Voided: '3' });
    expect(await run('--agent', 'always-complete')).toMatchObject({ 'SR (%)': '0.0', n: '2', Voided: '3' });
    expect(await run('--agent', 'oracle', '--split', 'High')).toMatchObject({ n: '1', Voided: '1' });
  });

  it('names what is not checked next to the score, and can give agents the steps', async () => {
    const runs = join(folder, 'low');
    const args = ['run', world, '--agent', 'oracle', '--level', 'low', '--tasks', 'SET-1', '--runs', runs];
    await runTouchstone([...args, '--run-id', 'low']);
    const { stdout } = await runTouchstone(['score', 'low', '--runs', runs]);
    expect(stdout).toContain('100.0');
    const journal = await readFile(join(runs, 'low', 'journal-main.jsonl'), 'utf8');
    expect(journal).toContain('1. Open Settings\\n2. Open \\"Display\\"');
    const scores = await readFile(join(runs, 'low', 'scores-0001.jsonl'), 'utf8');
    expect(scores).toContain('The screen flashes briefly\\" is not checked: too short for a screenshot');
  });

  it('keeps what was written when the cases change, and says what has', async () => {
    const text = await readFile(cases, 'utf8');
    await writeFile(
      cases,
      text.replace('"Dark" is checked', 'The theme is dark').replace(/\n\| CLK-3 .*/, ''),
    );
    const report = await importCases();
    expect(report.cases.map(({ id, status }) => [id, status])).toEqual([
      ['SET-1', 'changed'],
      ['SET-2', 'unchanged'],
      ['CLK-1', 'unchanged'],
      ['CLK-2', 'unchanged'],
      ['CLK-3', 'gone'],
    ]);
    const suite = JSON.parse(await readFile(suiteFile(), 'utf8')) as Suite;
    const dark = suite.tasks.find(({ id }) => id === 'SET-1')?.evaluators;
    expect(dark?.map(({ status, was }) => [status, was])).toEqual([
      ['ready', undefined],
      ['ready', undefined],
      ['ready', undefined],
      ['draft', '"Dark" is checked'],
      ['not_checked', undefined],
    ]);
    expect(await run('--agent', 'oracle')).toMatchObject({ 'SR (%)': '100.0', n: '1', Voided: '4' });
  });

  it.each([
    [
      'a file without steps',
      'a.csv',
      'ID,Title\nA,B\n',
      [],
      3,
      /a\.csv:1: no column says what to do.*\n.*--columns/s,
    ],
    ['an open quote', 'b.csv', 'ID,Steps\nA,"x\n', [], 3, /b\.csv:2:3: a quoted field is never closed/],
    ['a role there is not', 'c.csv', 'ID,Steps\nA,x\n', ['--columns', 'ID=ident'], 2, /roles: id, title/i],
    ['a column there is not', 'd.csv', 'ID,Steps\nA,x\n', ['--columns', 'No=id'], 2, /There are: ID, Steps/],
    ['an encoding there is not', 'e.csv', 'ID,Steps\nA,x\n', ['--encoding', 'ebcdic'], 2, /gb18030/],
  ])('refuses %s in clear words', async (_, name, text, flags, code, words) => {
    await writeFile(join(folder, name), text);
    const finished = await runTouchstone(['import', 'test-cases', name, '--out', 'other', ...flags], {
      cwd: folder,
    });
    expect(finished.stderr).toMatch(words);
    expect(finished.code).toBe(code);
  });
});
