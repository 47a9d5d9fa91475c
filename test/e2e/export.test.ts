import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOdysseyDataset } from '../../src/testing/odyssey-dataset.js';
import { runTouchstone } from './run-touchstone.js';

let data = '';
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'odyssey-export-'));
  await writeOdysseyDataset(data, { episodes: 10, lengthOf: () => 3 });
});
afterAll(() => rm(data, { recursive: true }));

describe('touchstone export guiodyssey', () => {
  it('writes the files it lists', async () => {
    const out = join(data, 'out');
    const asked = ['export', 'guiodyssey', '--data', data, '--out', out, '--split', 'random', '--json'];
    const { code, stdout, stderr } = await runTouchstone(asked);
    expect([code, stderr]).toEqual([0, '']);
    const { files } = JSON.parse(stdout) as { files: { file: string; records: number; bytes: number }[] };
    expect(files.map(({ records }) => records)).toEqual([24, 6, 30]);
    for (const { file, bytes } of files) expect((await readFile(join(out, file))).length).toBe(bytes);
  });

  it('names the splits there are', async () => {
    const asked = ['export', 'guiodyssey', '--data', data, '--out', data, '--split', 'sideways'];
    const { code, stderr } = await runTouchstone(asked);
    expect(code).toBe(2);
    expect(stderr).toContain('random, task, device, app');
  });
});
