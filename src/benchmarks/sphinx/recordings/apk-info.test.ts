import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/fixtures/sphinx-data.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { readApps } from './apk-info.js';

const HEADER = 'apk_name,package_name,username,password,category';

async function read(text: string): ReturnType<typeof readApps> {
  await using data = await temporaryFolder();
  await writeFiles(data.path, { 'apk-info.csv': text });
  return await readApps(data.path);
}

describe('readApps', () => {
  it('reads rows, and leaves out headings', async () => {
    const apps = await read(`${HEADER}\r\n===No login===,,,,\r\nnotes,org.example.notes,,,Tools\r\n`);
    expect([...apps.values()]).toEqual([{ name: 'notes', package: 'org.example.notes', category: 'Tools' }]);
  });

  it.each([
    ['another header', 'name,package', 1],
    ['a short row', `${HEADER}\nnotes,org.example.notes`, 2],
    ['an app twice', `${HEADER}\na,b,,,c\n\na,b,,,c`, 4],
  ])('refuses %s', async (_, text, line) => {
    await expect(read(text)).rejects.toThrow(FileContentError);
    await expect(read(text)).rejects.toMatchObject({ place: { line } });
  });
});
