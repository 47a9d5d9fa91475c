import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { odysseyEpisode } from '../../../testing/datasets/odyssey-dataset.js';
import { readOdysseyEpisode, type OdysseyEpisode } from '../episode-file.js';
import { odysseyEpisodeText } from './episode-text.js';

const { signal } = new AbortController();
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const number = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const point = fc.array(number, { maxLength: 3 });
const step = fc.record(
  {
    screenshot: fc.string({ minLength: 1, maxLength: 8 }),
    action: text,
    info: fc.oneof(text, fc.array(point, { maxLength: 3 })),
    ps: fc.oneof(text, fc.jsonValue({ depthSize: 'small' })),
    description: text,
    intention: text,
    context: text,
    low_level_instruction: text,
    sam2_bbox: fc.array(number, { maxLength: 4 }),
    isFloat: fc.boolean(),
  },
  { noNullPrototype: true },
);
const words = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  app: fc.array(text),
  task: text,
  device: text,
});

/** An episode of these steps; in some of them every whole number is one that keeps a fraction. */
function episodeOf(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  { id, app, task, device }: { id: string; app: string[]; task: string; device: string },
): OdysseyEpisode {
  return {
    episode_id: id,
    device_info: {
      product: device,
      release_version: '14',
      sdk_version: '34',
      h: 1,
      w: 2,
      device_name: device,
    },
    task_info: { category: task, app, meta_task: task, task, instruction: task },
    step_length: steps.length,
    steps: steps.map(({ isFloat, ...each }, index) => {
      const floats = isFloat ? wholeNumbersIn(each) : [];
      return { step: index, ...each, ...(floats.length === 0 ? {} : { wholeFloats: new Set(floats) }) };
    }),
  };
}

function wholeNumbersIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    wholeNumbersIn(entry, path === '' ? key : `${path}.${key}`),
  );
}

/** −0 is 0 once it was read, unless it keeps its fraction. */
function plain(episode: OdysseyEpisode): unknown {
  const zero = (value: unknown): unknown => {
    if (value === 0) return 0;
    if (Array.isArray(value)) return value.map(zero);
    if (typeof value !== 'object' || value === null || value instanceof Set) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, zero(entry)]));
  };
  return zero(episode);
}

describe('odysseyEpisodeText', () => {
  it('is read as the episode that it was written of, and written of that again', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'e.json');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), words, async (steps, more) => {
        const episode = episodeOf(steps, more);
        const written = odysseyEpisodeText(episode);
        await writeFile(file, written);
        const read = await readOdysseyEpisode(file, { signal });
        expect(plain(read)).toEqual(plain(episode));
        expect(odysseyEpisodeText(read)).toBe(written);
      }),
      { numRuns: 150 },
    );
  });

  it('has the published form: four spaces, keys in their order, no line feed at the end', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'e.json');
    const episode = odysseyEpisode(4, 3);
    const { episode_id, device_info: device, task_info: task, step_length, steps } = episode;
    const { product, release_version, sdk_version, h, w, device_name } = device;
    const { category, app, meta_task, instruction } = task;
    const ordered = {
      episode_id,
      device_info: { product, release_version, sdk_version, h, w, device_name },
      task_info: { category, app, meta_task, task: task.task, instruction },
      step_length,
      steps: steps.map(({ step: at, screenshot, action, info, ps, ...rest }) => {
        const { description, intention, context, low_level_instruction, sam2_bbox } = rest;
        const told = { description, intention, context, low_level_instruction, sam2_bbox };
        return { step: at, screenshot, action, info, ps, ...told };
      }),
    };
    await writeFile(file, odysseyEpisodeText(episode));
    expect(await readFile(file, 'utf8')).toBe(JSON.stringify(ordered, null, 4));
  });
});
