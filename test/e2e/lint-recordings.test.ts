import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { OdysseyEpisode } from '../../src/benchmarks/guiodyssey/episode-file.js';
import type { LintReport } from '../../src/formats/lint/lint-report.js';
import { writeOdysseyDataset } from '../../src/testing/datasets/odyssey-dataset.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

async function change(file: string, edit: (episode: OdysseyEpisode) => unknown): Promise<void> {
  const episode = JSON.parse(await readFile(file, 'utf8')) as OdysseyEpisode;
  await writeFile(file, JSON.stringify(edit(episode), null, 2));
}

/** Screens that differ from each other, one for each step. */
async function writePictures(directory: string, names: readonly string[]): Promise<void> {
  await mkdir(join(directory, 'screenshots'), { recursive: true });
  for (const name of names) {
    const { steps, device_info: device } = JSON.parse(
      await readFile(join(directory, 'annotations', name), 'utf8'),
    ) as OdysseyEpisode;
    for (const { screenshot, step } of steps) {
      const tile = await sharp(
        Uint8Array.from({ length: 48 }, (_, index) => (index * 97 + step * 31) % 256),
        { raw: { width: 4, height: 12, channels: 1 } },
      )
        .resize(device.w, device.h, { kernel: 'nearest', fit: 'fill' })
        .png({ compressionLevel: 1 })
        .toBuffer();
      await writeFile(join(directory, 'screenshots', screenshot), tile);
    }
  }
}

describe('touchstone lint on recorded episodes', () => {
  it('finds what was planted in a dataset of GUIOdyssey, with its lines, and nothing else', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const names = await writeOdysseyDataset(folder.path, { episodes: 6, lengthOf: () => 5 });
    await writePictures(folder.path, names);
    const lint = (...flags: string[]) =>
      runTouchstone(['lint', 'guiodyssey', '--data', folder.path, ...flags]);
    const clean = await lint();
    expect(clean.stdout).toContain('guiodyssey: 0 errors, 0 warnings, 0 notes');
    expect(clean.code).toBe(0);

    const file = (index: number): string => join(folder.path, 'annotations', names[index] ?? '');
    await change(file(0), ({ steps, ...rest }) => ({ ...rest, step_length: 4, steps: steps.slice(0, 4) }));
    await change(file(1), ({ steps, ...rest }) => ({
      ...rest,
      steps: steps.map((step, index) => (index === 1 ? { ...step, info: [[1200, 10]] } : step)),
    }));
    await writeFile(file(2), '{"episode_id": ');
    await change(file(3), (episode) => ({ ...episode, step_length: 9 }));
    await writeFile(
      join(folder.path, 'screenshots', `${(names[4] ?? '').replace('.json', '')}_2.png`),
      'torn',
    );

    const found = await lint('--json');
    expect(found.code).toBe(1);
    const { findings } = JSON.parse(found.stdout) as LintReport;
    expect(findings.map(({ rule, place }) => [rule, place?.file.split('/').at(-1)])).toEqual([
      ['recording/no-end', names[0]],
      ['recording/action-off-screen', names[1]],
      ['recording/broken', names[2]],
      ['recording/step-count', names[3]],
      ['recording/broken-picture', names[4]],
      ['recording/point-outside-box', names[1]],
    ]);
    expect(findings.every(({ place }) => (place?.line ?? 0) > 0)).toBe(true);

    const quick = await lint('--json', '--no-pictures');
    expect((JSON.parse(quick.stdout) as LintReport).findings).toHaveLength(5);
    const sarif = JSON.parse((await lint('--sarif')).stdout) as { runs: { results: unknown[] }[] };
    expect(sarif.runs[0]?.results).toHaveLength(6);
  });
});
