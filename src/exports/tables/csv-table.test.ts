import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { CSV_FORMAT } from './csv-table.js';
import type { TableColumn } from './table-format.js';

const COLUMNS: readonly TableColumn<number>[] = [
  { name: 'number', type: 'INT32', does: 'itself', of: (n) => n },
  {
    name: 'words',
    type: 'STRING',
    does: 'none for odd ones',
    of: (n) => (n % 2 === 0 ? `“${n}”,\n"` : null),
  },
  { name: 'even', type: 'BOOLEAN', does: 'whether it is even', of: (n) => n % 2 === 0 },
  { name: 'at', type: 'TIMESTAMP', does: 'a time', of: (n) => new Date(n) },
  { name: 'nothing', type: 'STRING', does: 'never there', of: () => undefined },
];

describe('CSV_FORMAT', () => {
  it('writes names, then rows, with quotes where they are needed and nothing for no value', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'numbers.csv');
    await using table = await CSV_FORMAT.open(file, COLUMNS, {});
    for (const number of [0, 1]) table.add(number);
    expect(table.rows).toBe(2);
    await table.finish();
    expect(await readFile(file, 'utf8')).toBe(
      'number,words,even,at,nothing\r\n' +
        '0,"“0”,\n""",true,1970-01-01T00:00:00.000Z,\r\n' +
        '1,,false,1970-01-01T00:00:00.001Z,\r\n',
    );
  });

  it('leaves no half a file behind', async () => {
    await using folder = await temporaryFolder();
    {
      await using table = await CSV_FORMAT.open(join(folder.path, 'half.csv'), COLUMNS, {});
      table.add(1);
    }
    expect(await readdir(folder.path)).toEqual([]);
  });
});
