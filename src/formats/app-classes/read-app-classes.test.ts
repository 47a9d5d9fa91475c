import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { readAppClasses } from './read-app-classes.js';

const signal = new AbortController().signal;

async function read(name: string, text: string): Promise<[string, string][]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, name);
  await writeFile(file, text);
  return [...(await readAppClasses(file, { signal }))];
}

describe('readAppClasses', () => {
  it('reads a JSON object', async () => {
    expect(await read('c.json', '{"Spotify": "Music"}')).toEqual([['Spotify', 'Music']]);
  });

  it('reads CSV with and without a heading, and quoted fields', async () => {
    expect(await read('c.csv', 'App,Class\r\n"Shop, the ""big"" one", Shopping\n\nMaps,Travel\n')).toEqual([
      ['Shop, the "big" one', 'Shopping'],
      ['Maps', 'Travel'],
    ]);
    expect(await read('c.csv', 'Maps,Travel')).toEqual([['Maps', 'Travel']]);
  });

  it('says which row is no app and class', async () => {
    await expect(read('c.csv', 'Maps,Travel\nMail\n')).rejects.toThrow(/c\.csv:2/);
    await expect(read('c.csv', 'Maps,Travel,Far\n')).rejects.toThrow(/c\.csv:1/);
  });
});
