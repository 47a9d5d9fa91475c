import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import type { Screen, ScreenContent } from '../../../domain/screen.js';
import { DatasetError } from '../../../errors.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readOdysseyEpisode } from '../episode-file.js';
import { writeRecording } from './write-recording.js';

const { signal } = new AbortController();
const TAP = tap(pixelPoint(10, 20));
const blank = sharp({ create: { width: 40, height: 80, channels: 3, background: '#abc' } });
const PNG = await blank.png().toBuffer();
const JPEG = await blank.jpeg().toBuffer();
const TREE = `<hierarchy><node bounds="[0,0][40,80]" clickable="true" package="a">
  <node bounds="[4,16][36,24]" clickable="true" package="a"><node bounds="[8,18][12,22]" package="a"/></node>
</node></hierarchy>`;

const content = (bytes: Uint8Array): ScreenContent => ({ mediaType: 'image/png', load: async () => bytes });
const screenOf = (picture: ScreenContent | null, tree?: string): Screen => ({
  id: 's',
  size: null,
  activity: null,
  picture,
  hierarchy: tree === undefined ? null : content(Buffer.from(tree)),
});

async function write(steps: readonly RecordedStep[]) {
  await using folder = await temporaryFolder();
  const outDirectory = folder.path;
  for (const name of ['annotations', 'screenshots']) await mkdir(join(outDirectory, name));
  const episode: RecordedEpisode = { id: '7', instructions: { en: 'go' }, apps: [], labels: {}, steps };
  const written = await writeRecording(episode, {
    source: { name: 'r', kind: 'run' },
    outDirectory,
    words: { category: null, device: null, wordless: 'leave-out' },
    signal,
  });
  const pictures = await readdir(join(outDirectory, 'screenshots'));
  const files = await Promise.all(pictures.map((name) => readFile(join(outDirectory, 'screenshots', name))));
  const annotations = await readdir(join(outDirectory, 'annotations'));
  const [name] = annotations;
  const read =
    name === undefined ? null : await readOdysseyEpisode(join(outDirectory, 'annotations', name), { signal });
  return { written, pictures, files, read };
}

describe('writeRecording', () => {
  it('lays annotation and screens where the published layout has them, the screens as PNG', async () => {
    const { pictures, files, read } = await write([
      { screen: screenOf(content(PNG)), action: TAP },
      { screen: screenOf(content(JPEG)), action: stop('success') },
    ]);
    expect(pictures).toEqual(['7_0.png', '7_1.png']);
    expect(files[0]?.equals(PNG)).toBe(true);
    expect(await sharp(files[1]).metadata()).toMatchObject({ format: 'png', width: 40, height: 80 });
    expect(read).toMatchObject({ episode_id: '7', step_length: 2, device_info: { w: 40, h: 80 } });
    expect(read?.steps[0]).toMatchObject({ screenshot: '7_0.png', info: [[250, 250]], sam2_bbox: [] });
  });

  it('takes the smallest element that a touch goes to for its area, where there is a hierarchy', async () => {
    const { read } = await write([{ screen: screenOf(content(PNG), TREE), action: TAP }]);
    expect(read?.steps[0]?.sam2_bbox).toEqual([100, 200, 900, 300]);
    const broken = await write([{ screen: screenOf(content(PNG), '<hier'), action: TAP }]);
    expect(broken.read?.steps[0]?.sam2_bbox).toEqual([]);
  });

  it('leaves nothing of an episode behind whose screen is missing or cannot be read', async () => {
    const failing: ScreenContent = {
      mediaType: 'image/png',
      load: async () => {
        throw new DatasetError('the picture is gone');
      },
    };
    const sized = (screen: Screen): Screen => ({ ...screen, size: { width: 40, height: 80 } });
    const first = { screen: screenOf(content(PNG)), action: TAP };
    const cases = [
      [screenOf(null), { step: 1, reason: 'no-picture' }],
      [sized(screenOf(failing)), { step: 1, reason: 'unreadable-screen', message: 'the picture is gone' }],
      [screenOf(failing), { step: 1, reason: 'unreadable-screen' }],
      [screenOf(content(Buffer.from('no picture'))), { step: 1, reason: 'unreadable-screen' }],
      [sized(screenOf(content(Buffer.from('no picture')))), { step: 1, reason: 'unreadable-screen' }],
    ] as const;
    for (const [screen, problem] of cases) {
      const { written, pictures, read } = await write([first, { screen, action: TAP }]);
      expect(written).toMatchObject(problem);
      expect([pictures, read]).toEqual([[], null]);
    }
  });

  it('names an action without words and the step that it is of', async () => {
    const { written } = await write([
      { screen: screenOf(content(PNG)), action: { type: 'open_app', app: 'Door' } },
    ]);
    expect(written).toEqual({
      step: null,
      reason: 'no-words',
      action: 'open_app',
      message: 'step 0: GUIOdyssey has no action open_app',
    });
    const nothing = await write([{ screen: screenOf(content(PNG)), action: { type: 'wait' } }]);
    expect(nothing.written).toMatchObject({ reason: 'nothing-done' });
  });
});
