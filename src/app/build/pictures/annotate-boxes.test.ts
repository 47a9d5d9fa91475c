import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { annotateBoxes } from './annotate-boxes.js';

describe('annotateBoxes', () => {
  it('keeps accepted boxes where nobody is asked, and gives none to another touch in their place', async () => {
    await using folder = await temporaryFolder();
    const world = (x: number) =>
      writeFile(
        join(folder.path, 'graph.json'),
        JSON.stringify({ a: { b: [{ action_type: 'click', x, y: 6 }] }, b: {} }),
      );
    await world(5);
    const review = join(folder.path, 'boxes-review.jsonl');
    const line = {
      formatVersion: 1,
      id: 'a b 0.0',
      node: 'a',
      target: 'b',
      edge: 0,
      action: 0,
      type: 'click',
      point: [5, 6],
    };
    const drawn = {
      box: [0, 0, 9, 9],
      by: 'annotator1',
      first: null,
      second: null,
      doubt: 'x',
      decision: 'accept',
    };
    await writeFile(review, `${JSON.stringify({ ...line, ...drawn })}\n`);
    const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
    const boxes = () =>
      annotateBoxes(folder.path, values, {
        out: folder.path,
        mode: 'corrected',
        asks: false,
        write: true,
        overlays: true,
        workingDirectory: folder.path,
        environment: {},
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    await world(50);
    expect(await boxes()).toMatchObject({ touches: 1, written: 0 });
    await world(5);
    expect(await boxes()).toMatchObject({ touches: 1, written: 1 });
    expect(await readFile(join(folder.path, 'graph.json'), 'utf8')).toContain('bbox');
  });
});
