import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  recordingFiles,
  savedRunFiles,
  temporaryFolder,
  writeFiles,
  writeSphinxData,
} from '../../../test/fixtures/sphinx-data.js';
import type { Table } from '../../metrics/tables/table.js';
import type { ElsewhereRequest } from '../elsewhere-scorer.js';
import { scoreSphinxElsewhere } from './score-elsewhere.js';

function request(dataDirectory: string, changes: Partial<ElsewhereRequest> = {}): ElsewhereRequest {
  return {
    path: null,
    dataDirectory,
    mode: null,
    split: null,
    level: null,
    options: {},
    label: null,
    published: false,
    evaluator: null,
    appClasses: null,
    listsItems: false,
    answerReader: async () => null,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A table's rows, as texts. */
function rowsOf(tables: readonly Table[], id: string): string[][] {
  const rows = tables.find((table) => table.id === id)?.rows ?? [];
  return rows.map((row) => row.map(({ text }) => text));
}

describe('scoreSphinxElsewhere', () => {
  it("scores the recordings of the paper's user tasks unless another split is named", async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const { tables, document } = await scoreSphinxElsewhere(request(data.path, { listsItems: true }));
    expect(document).toMatchObject({ split: 'all', missing: ['2/clock'] });
    expect(rowsOf(tables, 'sphinx-table-4')[0]?.slice(2, 4)).toEqual(['66.7', '83.3']);
    expect(rowsOf(tables, 'sphinx-rates').map(([, part]) => part)).toEqual(['recorded', 'recorded']);
  });

  it('does not count recordings that no task file names among user tasks', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const of = async (split: string): Promise<string[][]> => {
      const { tables } = await scoreSphinxElsewhere(request(data.path, { split }));
      const rates = rowsOf(tables, 'sphinx-rates').map(([, part = '', metric = '', value = '', , n = '']) => [
        part,
        metric,
        value,
        n,
      ]);
      return [rowsOf(tables, 'sphinx-table-4')[0]?.slice(2, 4) ?? [], ...rates];
    };
    expect(await of('present')).toEqual([
      ['66.7', '83.3'],
      ['recorded', 'SR', '66.7', '3'],
      ['recorded', 'ACP', '83.3', '3'],
      ['recorded, in no task file', 'SR', '100.0', '1'],
      ['recorded, in no task file', 'ACP', '100.0', '1'],
    ]);
    expect((await of('extra'))[0]).toEqual(['n/a', 'n/a']);
  });

  it('tells results by app category and by task length', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(join(data.path, 'groundtruth/1/clock'), recordingFiles(['A', 'B', 'C', 'D', 'E', 'F']));
    const { tables } = await scoreSphinxElsewhere(request(data.path, { split: 'present' }));
    // Group, SR, n and bounds of SR.
    const sr = (id: string) => rowsOf(tables, id).map((row) => [row[0], row[1], row[3], row[4]]);
    expect(sr('sphinx-by-category')).toEqual([
      ['Productivity', '100.0', '2', '100.0–100.0'],
      ['Tools', '100.0', '1', '100.0–100.0'],
      ['unknown', '100.0', '1', '100.0–100.0'],
    ]);
    expect(sr('sphinx-by-length')).toEqual([
      ['up to 3', '100.0', '3', '100.0–100.0'],
      ['6–7', '100.0', '1', '100.0–100.0'],
    ]);
    const all = await scoreSphinxElsewhere(request(data.path));
    expect(rowsOf(all.tables, 'sphinx-by-length').at(-1)?.slice(0, 5)).toEqual([
      'unknown',
      'n/a',
      'n/a',
      '0',
      '0.0–100.0',
    ]);
  });

  it('puts runs into the tables of what their folder says they were shown', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const click = { action_type: 'CLICK', element: CLICK_NEXT.element };
    const runs = 'trace/gpt-4o-2024-05-13/annotated_image';
    await writeFiles(
      join(data.path, runs, '1/notes'),
      savedRunFiles([click, click, { action_type: 'STOP' }], ['Home', 'List', 'Note']),
    );
    const { tables } = await scoreSphinxElsewhere(request(data.path, { path: join(data.path, runs) }));
    const label = 'gpt-4o-2024-05-13/annotated_image';
    expect(rowsOf(tables, 'sphinx-table-4')[0]?.slice(0, 3)).toEqual(['Vision', label, '33.3']);
    const none = ['n/a', 'n/a', 'n/a', 'n/a'];
    expect(rowsOf(tables, 'sphinx-table-5')).toEqual([[label, ...none, '33.3', '33.3', 'n/a', 'n/a']]);
    expect(rowsOf(tables, 'sphinx-table-10')).toEqual([[`${label}, vision`, '100.0', 'n/a', 'n/a']]);
    expect(tables.find(({ id }) => id === 'sphinx-table-5')?.notes.join(' ')).toContain('name of the folder');
  });

  it('has no place for recordings in the tables of agents', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const { tables } = await scoreSphinxElsewhere(request(data.path, { published: true }));
    expect(tables.map(({ id }) => id)).not.toContain('sphinx-table-10');
  });

  it('does without categories where the list of apps is not there', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await rm(join(data.path, 'apk-info.csv'));
    const { tables } = await scoreSphinxElsewhere(request(data.path));
    expect(rowsOf(tables, 'sphinx-by-category')).toEqual([]);
  });

  it('refuses the switch of runs on phones, which would change nothing', async () => {
    await using data = await temporaryFolder();
    const scored = scoreSphinxElsewhere(request(data.path, { options: { reset: 'clear' } }));
    await expect(scored).rejects.toMatchObject({ code: 'USER', message: expect.stringContaining('reset') });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an empty folder', { 'runs/readme.txt': 'x' }, /runs: nothing here is a run of a pair/],
    ['a folder of broken runs', { 'runs/1/notes/actions.json': '[{' }, /runs: none of the runs can be read/],
    ['a file about other tasks', { runs: '{"item": "7/maps", "steps": []}' }, /nothing here is a run/],
    ['an empty file', { runs: '' }, /nothing here is a run/],
    ['runs of tasks that the data lack', { 'runs/2/clock/actions.json': [] }, /nothing here is a run/],
  ])('refuses %s, which would be 0 %%', async (_, files, message) => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, files);
    const scored = scoreSphinxElsewhere(request(data.path, { path: join(data.path, 'runs') }));
    await expect(scored).rejects.toThrow(message);
  });
});
