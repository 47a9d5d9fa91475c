import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readLensLabels } from './read-lens-labels.js';

const signal = new AbortController().signal;

async function read(name: string, text: string) {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, name);
  await writeFile(file, text);
  return await readLensLabels(file, { signal });
}

const LABELS = [
  ['en_1', { domains: ['Online Shopping', 'Notes'], interactions: ['sharing'] }],
  ['zh_2', { domains: null, interactions: ['multi-round interactions', 'clipboard operation'] }],
];

describe('readLensLabels', () => {
  it('reads CSV and JSON to the same', async () => {
    const csv = await read(
      'l.csv',
      'interactions,note,Episode,domains\r\nSharing,x,en_1,"online shopping; notes;"\r\nmulti-round;clipboard,,zh_2,\r\n',
    );
    const json = await read(
      'l.json',
      JSON.stringify({
        en_1: { domains: ['Online Shopping', 'Notes', 'notes'], interactions: 'sharing' },
        zh_2: { interactions: ['Multi-round interactions', 'Clipboard Operation'] },
      }),
    );
    expect([...csv.byEpisode]).toEqual(LABELS);
    expect([...json.byEpisode]).toEqual(LABELS);
    expect(csv.hash).toBe(json.hash);
    expect((await read('l.csv', 'episode,domain\nen_1,Notes\n')).hash).not.toBe(csv.hash);
  });

  it.each([
    [
      'l.csv',
      'episode,domains\nen_1,Note\n',
      /l\.csv:2: episode en_1: "Note" is no domain/,
      /Did you mean Notes/,
    ],
    ['l.csv', 'episode,interactions\nen_1,hug\n', /"hug" is no kind of interaction/, /There are sharing, /],
    ['l.csv', 'episode,domains\nen_1,Notes\nen_1,Mail\n', /l\.csv:3: episode en_1 is labelled twice/, /once/],
    ['l.csv', 'episode,domains\n,Notes\n', /l\.csv:2: a row names no episode/, /columns/],
    ['l.csv', 'task,domains\n', /names no column episode/, /columns/],
    ['l.csv', 'episode,title\n', /names no column episode with domains or interactions/, /columns/],
    ['l.csv', '', /names no column/, /columns/],
    ['l.json', '{"en_1": {"domain": ["Notes"]}}', /l\.json/, /./],
    ['l.json', '[]', /l\.json/, /./],
  ])('refuses %s %j', async (name, text, message, hint) => {
    await expect(read(name, text)).rejects.toMatchObject({
      code: expect.stringMatching(/^FILE_/) as string,
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });
});
