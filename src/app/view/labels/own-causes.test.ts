import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { PUBLISHED_CAUSES } from '../../../registry/part-notes.js';
import { ownCauses } from './own-causes.js';

const CAUSES = [{ id: 'luck', title: 'Bad luck', help: '' }];

it('reads sets of causes, and refuses an id that another set has', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  const write = async (name: string, ...ids: readonly string[]): Promise<string> => {
    const file = join(folder.path, name);
    const sets = ids.map((id) => ({ id, title: id, source: '', causes: CAUSES }));
    await writeFile(file, JSON.stringify({ formatVersion: 1, sets }));
    return file;
  };
  const files = [await write('a.json', 'ours', 'theirs'), await write('b.json', 'more')];
  expect((await ownCauses(files)).map(({ id }) => id)).toEqual(['ours', 'theirs', 'more']);
  const [published] = PUBLISHED_CAUSES;
  const refused = { code: 'USER', place: { file: join(folder.path, 'c.json') } };
  await expect(ownCauses([await write('c.json', published?.id ?? '')])).rejects.toMatchObject(refused);
  await expect(ownCauses([await write('c.json', 'ours'), ...files])).rejects.toMatchObject({ code: 'USER' });
  await expect(ownCauses([await write('d.json', 'twice', 'twice')])).rejects.toThrow('two sets have one id');
});
