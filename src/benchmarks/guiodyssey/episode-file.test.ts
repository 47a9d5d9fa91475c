import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileEncodingError, FileSchemaError, JsonSyntaxError } from '../../formats/file-errors.js';
import { odysseyEpisode } from '../../testing/datasets/odyssey-dataset.js';
import { commandOfStep } from './command-of-step.js';
import { readOdysseyEpisode } from './episode-file.js';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'odyssey-episode-'));
  file = join(folder, '1.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
/** Every character beyond ASCII by its number, as Python writes it by default. */
const escaped = (json: string): string =>
  json.replaceAll(/[^\0-\x7F]/g, (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'));

describe('readOdysseyEpisode', () => {
  it('reads every text as it was written, in characters or by their numbers', async () => {
    const texts = fc.array(text, { minLength: 16, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(texts, fc.jsonValue(), fc.boolean(), async (some, ps, isEscaped) => {
        const episode = odysseyEpisode(3, 1);
        const [step] = episode.steps;
        if (step === undefined) throw new Error('an episode of one step has a step');
        const [id = '', device = '', product = '', release = '', sdk = '', ...others] = some;
        Object.assign(episode, { episode_id: `${id}1` });
        Object.assign(episode.device_info, {
          device_name: device,
          product,
          release_version: release,
          sdk_version: sdk,
        });
        const [category, app, meta_task, task, instruction, action, ...told] = others;
        Object.assign(episode.task_info, { category, app: [app], meta_task, task, instruction });
        const [info, description, intention, context, low_level_instruction] = told;
        Object.assign(step, { action, info, ps, description, intention, context, low_level_instruction });
        const json = JSON.stringify(episode);
        await writeFile(file, isEscaped ? escaped(json) : json);
        const read = await readOdysseyEpisode(file, { signal });
        for (const each of read.steps) delete each.wholeFloats;
        expect(read).toEqual(JSON.parse(json));
      }),
      { seed: 11 },
    );
  });

  it('knows which whole numbers are written with a fraction, wherever the file says ".0"', async () => {
    const episode = odysseyEpisode(3, 3);
    const [first, second, third] = episode.steps;
    Object.assign(first ?? {}, { action: 'CLICK', info: [[111, 222]], sam2_bbox: [1, 222, 3.5, 444] });
    Object.assign(second ?? {}, { action: 'TEXT', info: '500.0', ps: '"ps": [1.0]' });
    Object.assign(third ?? {}, {
      action: 'SCROLL',
      info: [
        [0, 0],
        [111, 5],
      ],
      ps: [[333, 0]],
    });
    const json = JSON.stringify(episode)
      .replaceAll('222', '222.00')
      .replaceAll('111', '1.11e+2')
      .replace('333', '333.0');
    await writeFile(file, json);
    const read = await readOdysseyEpisode(file, { signal });
    expect(read.steps.map(({ wholeFloats }) => [...(wholeFloats ?? [])].toSorted())).toEqual([
      ['info.0.0', 'info.0.1', 'sam2_bbox.1'],
      [],
      ['info.1.0', 'ps.0.0'],
    ]);
    expect(read.steps[0] === undefined ? '' : commandOfStep(read.steps[0], 'reference')).toBe(
      'CLICK: (111.0, 222.0)',
    );
  });

  it('leaves annotations empty where they are not wanted', async () => {
    for (const instruction of ['plain', 'nicht so schlicht: “ä”']) {
      const episode = odysseyEpisode(3, 2);
      episode.task_info.instruction = instruction;
      await writeFile(file, JSON.stringify(episode));
      const read = await readOdysseyEpisode(file, { signal, annotations: false });
      const steps = episode.steps.map((step) => ({ ...step, description: '', intention: '', context: '' }));
      expect(read).toEqual({ ...episode, steps });
    }
  });

  it('says what is wrong, and where, of files with characters beyond ASCII', async () => {
    const read = async (content: string | Buffer): Promise<unknown> => {
      await writeFile(file, content);
      return readOdysseyEpisode(file, { signal });
    };
    const good = JSON.stringify(odysseyEpisode(3, 4), null, 1);
    await expect(read(`${good.slice(0, -1)} “`)).rejects.toThrow(JsonSyntaxError);
    await expect(read(Buffer.concat([Buffer.from(good), Buffer.from([0xff])]))).rejects.toThrow(
      FileEncodingError,
    );
    const bad = read(good.replace('"step_length": 4', '"step_length": "vier €"'));
    await expect(bad).rejects.toThrow(FileSchemaError);
    await expect(bad).rejects.toMatchObject({ place: { file, path: ['step_length'] } });
    await expect(read(`\uFEFF${good}`)).resolves.toMatchObject({ step_length: 4 });
  });
});
