import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { readEpisodeLabels } from './episode-labels.js';

it('has no labels where there is no file, and says so where it cannot read it', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  const [none, linked, large] = ['none', 'linked', 'large'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [none, linked, large]) await mkdir(directory);
  expect(await readEpisodeLabels(none)).toEqual([]);
  await symlink('/etc/passwd', join(linked, 'labels.jsonl'));
  expect(await readEpisodeLabels(linked)).toEqual([]);
  await writeFile(join(large, 'labels.jsonl'), '');
  await truncate(join(large, 'labels.jsonl'), 70 * 1024 * 1024);
  await expect(readEpisodeLabels(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});
