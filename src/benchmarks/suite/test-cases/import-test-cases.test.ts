import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../errors.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { ImportReportSchema, type ImportReport } from '../../../formats/results/import-report.js';
import { readSuite } from '../../../formats/suite/read-suite.js';
import { TestCaseFileError } from '../../../formats/test-cases/test-case-file-error.js';
import { suiteEntries } from '../suite-rules.js';
import { importTestCases } from './import-test-cases.js';

const signal = new AbortController().signal;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-import-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CASES = `id,title,section,priority,steps,expected
T-1,Verify that the user can switch to the dark theme,Display,High,Open Settings,"The Settings page opens"
T-1,,,,Choose Dark,"""Dark"" is checked"
T-2,静音,,,打开设置,"没有声音"
`;

async function importText(
  text: string,
  more: { dryRun?: boolean; name?: string } = {},
): Promise<ImportReport> {
  const file = join(folder, more.name ?? 'cases.csv');
  await writeFile(file, text);
  const report = await importTestCases({
    files: [file],
    folder,
    columns: new Map(),
    language: null,
    dryRun: more.dryRun ?? false,
    signal,
  });
  return ImportReportSchema.parse(report);
}

interface Raw {
  [key: string]: unknown;
  tasks: { id: string; evaluators: Record<string, unknown>[]; [key: string]: unknown }[];
}
const suiteFile = (): string => join(folder, 'suite.json');
const readRaw = async (): Promise<Raw> => JSON.parse(await readFile(suiteFile(), 'utf8')) as Raw;

/** Changes the suite as a person in an editor would. */
async function edit(change: (suite: Raw) => void): Promise<void> {
  const suite = await readRaw();
  change(suite);
  await writeFile(suiteFile(), JSON.stringify(suite, null, 2));
}

const statusOf = (report: ImportReport): string[] => report.cases.map(({ id, status }) => `${id} ${status}`);

describe('importTestCases', () => {
  it('begins a suite of which every task can be read and none is scored', async () => {
    const report = await importText(CASES);
    expect(statusOf(report)).toEqual(['T-1 added', 'T-2 added']);
    expect(report).toMatchObject({ written: true, recordedPages: null });
    const { suite, broken } = await readSuite(suiteFile());
    expect(broken).toEqual([]);
    expect(suite.languages).toEqual(['en', 'zh']);
    expect(suite.tasks[0]).toMatchObject({
      id: 'T-1',
      instructions: { en: 'Switch to the dark theme.' },
      tags: ['Display', 'High'],
      testCase: { file: 'cases.csv', steps: [{ action: 'Open Settings' }, { action: 'Choose Dark' }] },
    });
    const states = suite.tasks.flatMap((task) =>
      suiteEntries(task).map((entry) =>
        entry.type === 'expectation' ? entry.expectation.status : entry.type,
      ),
    );
    expect(states).toEqual(['draft', 'draft', 'unfinished']);
    const schema = JSON.parse(await readFile(join(folder, 'suite.schema.json'), 'utf8')) as unknown;
    expect(schema).toHaveProperty('title');
  });

  it('changes nothing the second time, and writes nothing in a dry run', async () => {
    await importText(CASES, { dryRun: true });
    await expect(readFile(suiteFile())).rejects.toThrow('ENOENT');
    await importText(CASES);
    const before = await readFile(suiteFile(), 'utf8');
    const again = await importText(CASES);
    expect(statusOf(again)).toEqual(['T-1 unchanged', 'T-2 unchanged']);
    expect(again.written).toBe(false);
    expect(await readFile(suiteFile(), 'utf8')).toBe(before);
  });

  it('keeps what somebody has written, and says what has changed', async () => {
    await importText(CASES);
    const rule = {
      type: 'stoppage',
      match_type: 'equal',
      match_rules: { text: 'Dark' },
      check_type: 'equal',
      check_rules: {},
    };
    const own = { ...rule, type: 'findelement' };
    await edit(({ tasks: [one, two], ...suite }) => {
      Object.assign(one ?? {}, { instructions: { en: 'Make it dark.' }, mine: 1 });
      one?.evaluators.splice(1, 1, { ...one.evaluators[1], status: 'ready', rule });
      one?.evaluators.push(own);
      two?.evaluators.splice(0, 1, { ...two.evaluators[0], status: 'not_checked', reason: 'a sound' });
      Object.assign(suite, { name: 'my suite' });
    });
    const reworded = CASES.replace('""Dark"" is checked', 'The theme is dark at once')
      .replace('The Settings page opens', 'The Settings page opens\nIt is light')
      .replace('Verify that the user can switch to the dark theme', 'Switch to dark')
      .replace('没有声音', '没有声音\n“静音”被选中');
    const report = await importText(reworded);
    expect(statusOf(report)).toEqual(['T-1 changed', 'T-2 changed']);
    const { tasks } = await readRaw();
    expect(tasks[0]).toMatchObject({ instructions: { en: 'Make it dark.' }, mine: 1 });
    expect(tasks[0]?.evaluators.map(({ status, expected, was }) => [status, expected, was])).toEqual([
      ['draft', 'The Settings page opens', undefined],
      ['unfinished', 'It is light', undefined],
      ['draft', 'The theme is dark at once', '"Dark" is checked'],
      [undefined, undefined, undefined],
    ]);
    expect(tasks[0]?.evaluators[2]?.['rule']).toEqual(rule);
    expect(tasks[0]?.evaluators[3]).toEqual(own);
    expect(tasks[1]?.evaluators.map(({ status }) => status)).toEqual(['not_checked', 'draft']);
    expect(report.cases[0]?.changes).toEqual([
      'its title is now "Switch to dark"',
      'its instruction was changed by hand and stays; from the case as it is now: "Switch to dark."',
      'step 2: “"Dark" is checked” now reads "The theme is dark at once"; what was written for it waits as draft',
      'step 1: "It is light" is new (unfinished)',
    ]);
    expect(statusOf(await importText(reworded))).toEqual(['T-1 unchanged', 'T-2 unchanged']);
  });

  it('keeps a written rule whose expectation is gone, and leaves out what nobody has touched', async () => {
    await importText(CASES);
    await edit(({ tasks: [one] }) => {
      one?.evaluators.splice(1, 1, { ...one.evaluators[1], status: 'ready' });
      // A broken entry is somebody's work too.
      one?.evaluators.push({ type: 'expectation', expected: 'mine', status: 'redy' });
    });
    const without = CASES.replace('"The Settings page opens"', '').replace('"""Dark"" is checked"', '');
    await importText(without);
    const { tasks } = await readRaw();
    expect(tasks[0]?.evaluators).toMatchObject([
      { expected: '"Dark" is checked', status: 'draft', note: expect.stringContaining('no longer') },
      { expected: 'mine', status: 'redy' },
    ]);
    expect(statusOf(await importText(without))).toEqual(['T-1 unchanged', 'T-2 unchanged']);
  });

  it('keeps tasks of cases that are gone, of other files, and of its own', async () => {
    await importText(CASES);
    await importText('id,steps\nO-1,Tap\n', { name: 'other.csv' });
    await edit(({ tasks }) => tasks.push({ id: 'own', instructions: { en: 'x' }, evaluators: [] }));
    const report = await importText(CASES.split('T-2')[0] ?? '');
    expect(statusOf(report)).toEqual(['T-1 unchanged', 'T-2 gone']);
    expect((await readRaw()).tasks.map(({ id }) => id)).toEqual(['T-1', 'T-2', 'O-1', 'own']);
    await expect(importText('id,steps\nown,Tap\n', { name: 'third.csv' })).rejects.toThrow(TestCaseFileError);
  });

  it('reads a suite whose tasks say how they would be written', async () => {
    await importText(CASES);
    await edit(({ tasks }) => {
      tasks[1] = { ...tasks[1], id: { toString: 7 } } as never;
    });
    const report = await importText(CASES);
    expect(statusOf(report)).toEqual(['T-1 unchanged', 'T-2 added', '{"toString":7} gone']);
  });

  it('refuses a suite that is broken, and a column that no table has, before anything is written', async () => {
    await writeFile(suiteFile(), '{"formatVersion":1,"name":7}');
    await expect(importText(CASES)).rejects.toThrow(FileSchemaError);
    expect(await readFile(suiteFile(), 'utf8')).toBe('{"formatVersion":1,"name":7}');
    const columns = new Map([['nowhere', 'action' as const]]);
    const files = [join(folder, 'cases.csv')];
    await expect(
      importTestCases({ files, folder, columns, language: null, dryRun: false, signal }),
    ).rejects.toThrow(UserError);
  });
});

describe('a world whose screens have no UI hierarchies', () => {
  const node = (id: string, more: object = {}) => ({ id, screens: [{ id, picture: `${id}.png`, ...more }] });
  const world = async (...nodes: object[]): Promise<void> => {
    const graph = { formatVersion: 1, name: 'w', screenSize: { width: 9, height: 9 }, root: 'one', nodes };
    await writeFile(join(folder, 'graph.json'), JSON.stringify(graph));
  };
  const warned = async (): Promise<string | undefined> =>
    (await importText(CASES)).warnings.find((warning) => warning.includes('UI hierarchies'));

  it('is warned of, with what to do', async () => {
    await world(node('one'), node('two'));
    expect(await warned()).toMatch(
      /^rules of "T-1"(?:, "T-2")? read UI hierarchies, and the world has none: "one", "two"\. .*NAME\.xml/,
    );
  });

  it('is warned of where only some have none, and not where all have one', async () => {
    await world(node('one', { hierarchy: 'one.xml' }), node('two'));
    expect(await warned()).toContain('and these screens have none: "two"');
    await world(node('one', { hierarchy: 'one.xml' }));
    expect(await warned()).toBeUndefined();
  });
});
