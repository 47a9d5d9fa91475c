import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EpisodeLabel } from '../../domain/scores/episode-label.js';
import { appendEpisodeLabel } from '../../formats/labels/episode-labels.js';
import { indexRun } from '../../formats/run/run-index.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { labelsOfRun } from './labels-of-run.js';

const signal = new AbortController().signal;

function given(item: string, more: Partial<EpisodeLabel> = {}): EpisodeLabel {
  const label = { pass: 'blind', label: 'failure', cause: null, labeller: 'Ana', note: '' } as const;
  return { item, repeat: 0, ...label, at: '2026-03-01T12:00:00.000Z', ...more };
}

it('takes the labels of the run and of its copies, and of no other run', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  const [own, copy, other] = ['own', 'copy', 'other'].map((name) => join(folder.path, name));
  if (own === undefined || copy === undefined || other === undefined) throw new Error('three folders');
  await generateRun(own, { run: 'own', tasks: 2, steps: 1 });
  await generateRun(other, { run: 'other', tasks: 2, steps: 1 });
  const index = await indexRun(own);
  const [item = ''] = [...index.items.values()].map(({ key }) => key.item);
  await appendEpisodeLabel(own, given(item));
  await appendEpisodeLabel(own, given(item, { labeller: 'Bo', label: 'success' }));
  await appendEpisodeLabel(own, given(item, { labeller: 'Cy', pass: 'adjudication' }));
  await appendEpisodeLabel(own, given('nowhere'));
  await appendEpisodeLabel(other, given(item));
  await cp(own, copy, { recursive: true });
  for (const directory of [own, copy]) {
    const read = await labelsOfRun(join(directory, 'labels.jsonl'), index, { signal });
    expect(read.labels.map(({ key, labeller }) => [key.item, labeller])).toEqual([
      [item, 'Ana'],
      [item, 'Bo'],
    ]);
    expect([...read.decisions]).toEqual([[`${item}#0`, { label: 'failure', labeller: 'Cy' }]]);
    expect(read.warnings).toEqual(['labels of 1 episodes that have no end in the run are left out']);
  }
  await expect(labelsOfRun(join(other, 'labels.jsonl'), index, { signal })).rejects.toMatchObject({
    code: 'USER',
    message: expect.stringContaining('these labels are of another run') as unknown,
  });
  const loose = join(folder.path, 'labels.jsonl');
  await writeFile(loose, '');
  await expect(labelsOfRun(loose, index, { signal })).rejects.toThrow('of another run');
});
