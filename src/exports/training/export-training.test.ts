import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import { resolvePoint } from '../../domain/geometry.js';
import type { RecordedEntry, RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { DatasetError } from '../../errors.js';
import { guiodysseyBenchmark } from '../../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { DIALECTS } from '../../registry/dialects.js';
import { writeOdysseyDataset } from '../../testing/datasets/odyssey-dataset.js';
import type { ExportSource } from '../export-source.js';
import { msSwift, MsSwiftLineSchema } from '../ms-swift/ms-swift.js';
import { shareGpt, ShareGptConversationsSchema, ShareGptMessagesSchema } from '../sharegpt/sharegpt.js';
import { trl, TrlMessagesSchema, TrlPromptCompletionSchema } from '../trl/trl.js';
import { exportTraining, type ExportTrainingOptions } from './export-training.js';
import type { TrainingFormat } from './training-format.js';

const SIZE = { width: 90, height: 200 };
const { signal } = new AbortController();
let folder = '';
let picture: Uint8Array;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-training-'));
  picture = await sharp({ create: { ...SIZE, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'screen.png'), picture);
});
afterEach(() => rm(folder, { recursive: true }));

const TAP: Action = {
  type: 'tap',
  target: { type: 'point', point: resolvePoint({ x: 30, y: 50, space: 'pixel' }, SIZE) },
};

function episode(id: string, actions: readonly Action[], instruction = 'Set an alarm'): RecordedEpisode {
  return {
    id,
    instructions: { en: instruction },
    apps: ['Clock'],
    labels: { task: [id.split('#')[0] ?? id] },
    steps: actions.map((action, index) => ({
      action,
      screen: {
        id: `${id}-${index}`,
        size: SIZE,
        activity: null,
        hierarchy: null,
        picture: {
          mediaType: 'image/png',
          load: () => readFile(join(folder, 'screen.png')),
          locate: async () => join(folder, 'screen.png'),
        },
      },
    })),
  };
}

function sourceOf(entries: readonly (RecordedEntry | RecordedEpisode)[], name = 'made-up'): ExportSource {
  return {
    name,
    kind: 'dataset',
    count: entries.length,
    lowLevel: 'beside',
    history: 'recorded',
    language: null,
    async *episodes() {
      for (const entry of entries)
        yield 'type' in entry ? entry : { type: 'episode' as const, episode: entry };
    },
  };
}

function optionsOf(
  source: ExportSource,
  changes: Partial<ExportTrainingOptions> = {},
): ExportTrainingOptions {
  const dialect = DIALECTS.get('ui_tars')?.create();
  if (dialect === undefined) throw new Error('there is no such dialect');
  const actor = { role: 'actor', dialect, profile: 'tolerant' as const, rule: dialect.observation };
  return {
    sources: [source],
    format: shareGpt,
    form: 'messages',
    unit: 'step',
    asking: { actor, level: 'high', history: null, lowLevel: null, language: null, thought: 'kept' },
    pictures: 'original',
    outDirectory: join(folder, 'out'),
    name: 'made-up',
    replace: false,
    validation: 0,
    shuffle: false,
    seed: 1,
    concurrency: 4,
    signal,
    ...changes,
  };
}

async function linesOf(file: string): Promise<unknown[]> {
  const text = await readFile(join(folder, 'out', file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

const EPISODE = episode('alarm#0', [
  TAP,
  { type: 'type', text: '7:30' },
  { type: 'stop', status: 'success' },
]);

/** Rules that LLaMA-Factory and ms-swift state for their lines besides the shape. */
const TaggedTurnsSchema = z
  .object({
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    images: z.array(z.string()),
  })
  .refine(({ messages, images }) => {
    const tags = messages.map(({ content }) => content.split('<image>').length - 1);
    return tags.reduce((sum, count) => sum + count, 0) === images.length;
  }, 'each <image> has its picture')
  .refine(({ messages }) => {
    const turns = messages.filter(({ role }) => role !== 'system').map(({ role }) => role);
    return (
      turns.length % 2 === 0 &&
      turns.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'))
    );
  }, 'user and assistant take turns')
  .refine(
    ({ messages }) => messages.slice(1).every(({ role }) => role !== 'system'),
    'the system speaks first',
  );

describe('the formats of training records', () => {
  const cases: readonly (readonly [TrainingFormat, string, z.ZodType])[] = [
    [shareGpt, 'messages', ShareGptMessagesSchema.and(TaggedTurnsSchema)],
    [shareGpt, 'conversations', ShareGptConversationsSchema],
    [msSwift, 'messages', MsSwiftLineSchema.and(TaggedTurnsSchema)],
    [msSwift, 'objects', MsSwiftLineSchema.and(TaggedTurnsSchema)],
    [trl, 'messages', TrlMessagesSchema],
    [trl, 'prompt-completion', TrlPromptCompletionSchema],
  ];
  it.each(cases.map(([format, form, schema]) => [format.name, form, format, schema] as const))(
    'are as their documentation says: %s, %s',
    async (_, form, format, schema) => {
      for (const unit of ['step', 'episode'] as const) {
        const options = optionsOf(sourceOf([EPISODE]), { format, form, unit, replace: true });
        await exportTraining(options);
        const lines = await linesOf('train.jsonl');
        expect(lines.length).toBe(unit === 'step' ? 3 : 1);
        for (const line of lines) expect(schema.safeParse(line).error).toBeUndefined();
      }
    },
  );

  it('show as many pictures as they list, in TRL too', async () => {
    await exportTraining(optionsOf(sourceOf([EPISODE]), { format: trl, unit: 'episode' }));
    for (const line of await linesOf('train.jsonl')) {
      const { messages, images } = TrlMessagesSchema.parse(line);
      const shown = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'image'));
      expect(shown.length).toBe(images.length);
      expect(images.length).toBe(3);
    }
  });

  // How ms-swift's templates for Qwen write `<bbox>`: on 0–1000, and in pixels with QWENVL_BBOX_FORMAT=new.
  it.each([
    ['ui_tars@1.0', 'prepared', 1000, (x: number, y: number) => `<|box_start|>(${x},${y})<|box_end|>`],
    ['ui_tars@1.0', 'original', 1000, (x: number, y: number) => `<|box_start|>(${x},${y})<|box_end|>`],
    ['qwen25_mobile_use', 'prepared', null, (x: number, y: number) => `[${x}, ${y}]`],
  ] as const)(
    'give ms-swift objects from which it makes the answers of %s (%s)',
    async (name, pictures, span, write) => {
      const [family = '', variant] = name.split('@');
      const dialect = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
      if (dialect === undefined) throw new Error('there is no such dialect');
      const swipe = {
        from: { x: 20, y: 180, space: 'pixel' },
        to: { x: 21, y: 33, space: 'pixel' },
      } as const;
      const path: Action = {
        type: 'swipe',
        direction: 'up',
        from: resolvePoint(swipe.from, SIZE),
        to: resolvePoint(swipe.to, SIZE),
      };
      const typed: Action = { type: 'type', text: 'see [1, 2]' };
      const source = sourceOf([episode('places', [TAP, path, typed, { ...TAP, type: 'long_press' }])]);
      const made = optionsOf(source, { format: msSwift, pictures, replace: true, writtenDirectory: '' });
      const asking = { ...made.asking, actor: { ...made.asking.actor, dialect, rule: dialect.observation } };
      for (const unit of ['step', 'episode'] as const) {
        await exportTraining({ ...made, asking, unit, form: 'messages' });
        const plain = z.array(MsSwiftLineSchema).parse(await linesOf('train.jsonl'));
        await exportTraining({ ...made, asking, unit, form: 'objects' });
        const bound = z.array(MsSwiftLineSchema).parse(await linesOf('train.jsonl'));
        expect(bound.filter(({ objects }) => objects !== undefined).length).toBe(unit === 'step' ? 3 : 1);
        for (const [index, { messages, images, objects, ...rest }] of bound.entries()) {
          let box = 0;
          const filled: string[] = [];
          for (const { content } of messages) {
            let text = content;
            while (text.includes('<bbox>')) {
              const [x = 0, y = 0] = objects?.bbox[box] ?? [];
              const image = images[objects?.image_id[box] ?? 0] ?? '';
              const { width, height } = await sharp(join(folder, 'out', image)).metadata();
              const number = (value: number, size: number): number =>
                Math.round((value / size) * (span ?? size));
              text = text.replace('<bbox>', write(number(x, width), number(y, height)));
              box += 1;
            }
            filled.push(text);
          }
          expect(box).toBe(objects?.bbox.length ?? 0);
          expect(filled).toEqual(plain[index]?.messages.map(({ content }) => content));
          expect({ images, ...rest }).toMatchObject({ id: plain[index]?.id, images: plain[index]?.images });
        }
      }
    },
  );

  it('tell LLaMA-Factory where the columns are', async () => {
    await exportTraining(optionsOf(sourceOf([EPISODE]), { form: 'conversations' }));
    const info: unknown = JSON.parse(await readFile(join(folder, 'out', 'dataset_info.json'), 'utf8'));
    expect(info).toMatchObject({
      'made-up_train': {
        file_name: 'train.jsonl',
        formatting: 'sharegpt',
        columns: { messages: 'conversations', images: 'images' },
        tags: { role_tag: 'from', content_tag: 'value', user_tag: 'human', assistant_tag: 'gpt' },
      },
    });
  });
});

describe('exportTraining', () => {
  it.each([
    [
      'type',
      { type: 'type', text: 'one\ntwo' },
      'os_atlas has words for type, but none for a line break in its text',
    ],
    ['empty type', { type: 'type', text: '' }, 'os_atlas has words for type, but not without a text'],
    ['answer', { type: 'answer', text: 'a\nb', terminal: true }, 'os_atlas has no words for answer'],
  ] as const)('says of what a dialect cannot say (%s) why', async (_, action, message) => {
    const dialect = DIALECTS.get('os_atlas')?.create();
    if (dialect === undefined) throw new Error('there is no such dialect');
    const made = optionsOf(sourceOf([episode('said#0', [TAP, action])]));
    const asking = { ...made.asking, actor: { ...made.asking.actor, dialect, rule: dialect.observation } };
    const { records, leftOutFirst } = await exportTraining({ ...made, asking });
    expect([records, leftOutFirst]).toEqual([
      1,
      [expect.objectContaining({ reason: 'no-words', step: 1, message })],
    ]);
  });

  it('counts and lists what is in no record', async () => {
    const foreign: Action = { type: 'foreign', native: { family: 'made-up', text: 'JIGGLE' } };
    const gone = episode('gone#0', [TAP]);
    const [step] = gone.steps;
    const missing: RecordedEpisode = {
      ...gone,
      steps: step === undefined ? [] : [{ ...step, screen: { ...step.screen, picture: null } }],
    };
    const result = await exportTraining(
      optionsOf(
        sourceOf([
          episode('a#0', [TAP, foreign]),
          episode('b#0', [TAP], 'Open the <image> viewer'),
          missing,
          { type: 'broken', id: 'torn', error: new DatasetError('half of it is missing') },
        ]),
      ),
    );
    expect(result.records).toBe(1);
    const listed = await linesOf('left-out.jsonl');
    expect(listed).toMatchObject([
      { episode: 'a#0', step: 1, reason: 'no-words', action: 'foreign' },
      { episode: 'b#0', step: 0, reason: 'placeholder' },
      { episode: 'gone#0', step: 0, reason: 'no-picture' },
      { episode: 'torn', step: null, reason: 'broken-episode' },
    ]);
    expect(result.leftOut.reduce((sum, { episodes, steps }) => sum + episodes + steps, 0)).toBe(
      listed.length,
    );
  });

  it.each(['step', 'episode'] as const)('counts and names answers off the screen, by %s', async (unit) => {
    const point = resolvePoint({ x: 400, y: 50, space: 'pixel' }, SIZE);
    const off: Action = { type: 'tap', target: { type: 'point', point } };
    const result = await exportTraining(
      optionsOf(sourceOf([episode('a#0', [TAP, off, off]), EPISODE]), { unit }),
    );
    expect(result.records).toBe(unit === 'step' ? 6 : 2);
    expect(result.offScreen).toEqual({
      answers: 2,
      first: [1, 2].map((step) => ({ source: 'made-up', episode: 'a#0', step })),
    });
    expect(JSON.parse(await readFile(join(folder, 'out', 'export.json'), 'utf8'))).toMatchObject({
      offScreen: { answers: 2 },
    });
  });

  it('leaves out screens that nothing can be shown of', async () => {
    const dialect = DIALECTS.get('m3a_json')?.create({ variant: 't3a' });
    if (dialect === undefined) throw new Error('there is no such dialect');
    const actor = { role: 'actor', dialect, profile: 'tolerant' as const, rule: dialect.observation };
    const asking = { ...optionsOf(sourceOf([])).asking, actor };
    const { records, leftOut } = await exportTraining(optionsOf(sourceOf([EPISODE]), { asking }));
    expect([records, leftOut.map(({ reason, steps }) => [reason, steps])]).toEqual([
      0,
      [['no-hierarchy', 3]],
    ]);
  });

  it('writes each picture once, under a name that is its hash', async () => {
    const { pictures } = await exportTraining(optionsOf(sourceOf([EPISODE, episode('b#0', [TAP])])));
    expect(pictures).toEqual({ files: 1, bytes: picture.length });
    const [line] = await linesOf('train.jsonl');
    const { images } = ShareGptMessagesSchema.parse(line);
    expect(Buffer.from(picture).equals(await readFile(images[0] ?? ''))).toBe(true);
  });

  it('names recorded files where they lie, and relative paths for training elsewhere', async () => {
    await exportTraining(optionsOf(sourceOf([EPISODE]), { pictures: 'reference' }));
    const [referred] = await linesOf('train.jsonl');
    expect(ShareGptMessagesSchema.parse(referred).images).toEqual([join(folder, 'screen.png')]);
    await exportTraining(
      optionsOf(sourceOf([EPISODE]), { pictures: 'link', writtenDirectory: '', replace: true }),
    );
    const [linked] = await linesOf('train.jsonl');
    expect(ShareGptMessagesSchema.parse(linked).images[0]).toMatch(
      /^images\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/,
    );
  });

  it('writes positions in the numbers of the picture that the model sees', async () => {
    for (const [pictures, wanted] of [
      ['prepared', 'Action: Click(15, 25)'],
      ['original', 'Action: Click(30, 50)'],
    ] as const) {
      const dialect = DIALECTS.get('generic_call')?.create({
        picture: { resize: { algorithm: 'longest_side', maxSide: 100 }, format: 'png' },
      });
      if (dialect === undefined) throw new Error('there is no such dialect');
      const actor = { role: 'actor', dialect, profile: 'tolerant' as const, rule: dialect.observation };
      const asking = { ...optionsOf(sourceOf([])).asking, actor };
      await exportTraining(optionsOf(sourceOf([EPISODE]), { pictures, asking, replace: true }));
      const [line] = await linesOf('train.jsonl');
      expect(ShareGptMessagesSchema.parse(line).messages.at(-1)?.content).toBe(wanted);
    }
  });

  it('keeps attempts at one task on one side, in any order', async () => {
    const episodes = Array.from({ length: 60 }, (_, index) => episode(`task${index % 20}#${index}`, [TAP]));
    const sides = async (given: readonly RecordedEpisode[]): Promise<Map<string, Set<string>>> => {
      await exportTraining(optionsOf(sourceOf(given), { validation: 0.3, replace: true }));
      const found = new Map<string, Set<string>>();
      for (const file of ['train.jsonl', 'validation.jsonl']) {
        for (const line of await linesOf(file)) {
          const [, task = ''] = /made-up\/(\w+)#/.exec(ShareGptMessagesSchema.parse(line).id) ?? [];
          found.set(task, (found.get(task) ?? new Set()).add(file));
        }
      }
      return found;
    };
    const once = await sides(episodes);
    expect([...once.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set([...once.values()].flatMap((files) => [...files])).size).toBe(2);
    const again = await sides(episodes.toReversed());
    expect(again).toEqual(once);
  });

  it('shuffles by the seed, and loses nothing', async () => {
    const episodes = Array.from({ length: 30 }, (_, index) => episode(`t${index}#0`, [TAP]));
    const ids = async (changes: Partial<ExportTrainingOptions>): Promise<string[]> => {
      await exportTraining(optionsOf(sourceOf(episodes), { replace: true, ...changes }));
      return (await linesOf('train.jsonl')).map((line) => ShareGptMessagesSchema.parse(line).id);
    };
    const plain = await ids({});
    const shuffled = await ids({ shuffle: true, seed: 3 });
    expect(shuffled).not.toEqual(plain);
    expect(shuffled.toSorted()).toEqual(plain.toSorted());
    expect(await ids({ shuffle: true, seed: 3 })).toEqual(shuffled);
    expect(await ids({ shuffle: true, seed: 4 })).not.toEqual(shuffled);
  });

  it('leaves no half file behind when it is interrupted', async () => {
    const stopping = new AbortController();
    const episodes = Array.from({ length: 30 }, (_, index) => episode(`t${index}#0`, [TAP]));
    let seen = 0;
    const options = optionsOf(sourceOf(episodes), {
      signal: stopping.signal,
      shuffle: true,
      validation: 0.5,
      onEpisode: () => {
        seen += 1;
        if (seen === 5) stopping.abort();
      },
    });
    await expect(exportTraining(options)).rejects.toThrow();
    expect(await readdir(join(folder, 'out'))).toEqual(['images']);
  });

  it('refuses a folder that holds something', async () => {
    await exportTraining(optionsOf(sourceOf([EPISODE])));
    await expect(exportTraining(optionsOf(sourceOf([EPISODE])))).rejects.toMatchObject({
      code: 'EXPORT_FOLDER',
    });
  });

  it('gives back the recorded action of every step of GUIOdyssey that its dialects can express', async () => {
    await writeOdysseyDataset(folder, { episodes: 4, lengthOf: (number) => 4 + number });
    for (const { device, id } of await devicesOf(folder)) {
      await sharp({ create: { ...device, channels: 3, background: '#789' } })
        .png()
        .toFile(join(folder, 'screenshots', id));
    }
    await using benchmark = await guiodysseyBenchmark.open({
      dataDirectory: folder,
      mode: 'corrected',
      split: 'all',
      signal,
    });
    if (benchmark.recordings === undefined) throw new Error('it has recordings');
    const { recordings } = benchmark;
    const source: ExportSource = {
      ...sourceOf([]),
      lowLevel: 'replaces',
      episodes: () => recordings.episodes(),
    };
    const dialect = DIALECTS.get('odyssey_command')?.create({ variant: 'odyssey_agent' });
    if (dialect === undefined) throw new Error('there is no such dialect');
    const asking = optionsOf(source).asking;
    const own = { ...asking, actor: { ...asking.actor, dialect, rule: dialect.observation } };
    await exportTraining(
      optionsOf(source, { pictures: 'reference', asking: own, outDirectory: join(folder, 'own') }),
    );
    const said = (await readFile(join(folder, 'own', 'train.jsonl'), 'utf8')).trim().split('\n');
    const commands: string[] = [];
    for await (const entry of recordings.episodes()) {
      if (entry.type === 'episode') commands.push(...entry.episode.steps.map(({ summary = '' }) => summary));
    }
    // In the dataset's own grammar the target is the dataset's own command; it cannot express two lines.
    expect(
      said.map((line) => ShareGptMessagesSchema.parse(JSON.parse(line)).messages.at(-1)?.content),
    ).toEqual(commands.filter((command) => !command.includes('\n')));
    const result = await exportTraining(optionsOf(source, { pictures: 'reference' }));
    // Every target is read back before it is written: what is not the recorded action is left out.
    expect(result.leftOut).toEqual([]);
    expect(result.records).toBe(4 + 5 + 6 + 7);
  });
});

const DevicesSchema = z.object({
  device_info: z.object({ w: z.number(), h: z.number() }),
  steps: z.array(z.object({ screenshot: z.string() })),
});

async function devicesOf(data: string) {
  await mkdir(join(data, 'screenshots'), { recursive: true });
  const found: { id: string; device: { width: number; height: number } }[] = [];
  for (const name of await readdir(join(data, 'annotations'))) {
    const parsed = DevicesSchema.parse(JSON.parse(await readFile(join(data, 'annotations', name), 'utf8')));
    const device = { width: parsed.device_info.w, height: parsed.device_info.h };
    found.push(...parsed.steps.map(({ screenshot }) => ({ id: screenshot, device })));
  }
  return found;
}
