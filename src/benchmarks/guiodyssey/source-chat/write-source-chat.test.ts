import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import type {
  RecordedEntry,
  RecordedEpisode,
  RecordedStep,
} from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import { DatasetError, UserError } from '../../../errors.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import type { LeftOutOfSource } from '../../source-export.js';
import type { OdysseyTestRecord, OdysseyTrainingRecord } from '../chat-format/record-entry.js';
import { writeSourceChat, type SourceChat, type SourceChatOptions } from './write-source-chat.js';

const SIZE = { width: 40, height: 80 };
const PNG = await sharp({ create: { ...SIZE, channels: 3, background: '#abc' } })
  .png()
  .toBuffer();
const OPEN_APP: Action = { type: 'open_app', app: 'Mail' };
const TAP = tap(pixelPoint(10, 20));

function step(id: string, action: Action, rest: Partial<RecordedStep> = {}): RecordedStep {
  return { screen: screenOf(id), action, ...rest };
}
function screenOf(id: string, load = async (): Promise<Uint8Array> => PNG): Screen {
  return { id, size: SIZE, activity: null, picture: { mediaType: 'image/png', load }, hierarchy: null };
}
function episode(
  id: string,
  steps: readonly RecordedStep[],
  rest: Partial<RecordedEpisode> = {},
): RecordedEntry {
  const whole = { id, instructions: { en: 'read "mail"' }, apps: [], labels: {}, steps, ...rest };
  return { type: 'episode', episode: whole };
}

interface Written extends SourceChat {
  readonly train: readonly OdysseyTrainingRecord[];
  readonly test: readonly OdysseyTestRecord[];
  readonly index: Readonly<Record<string, readonly string[]>>;
  readonly screenshots: readonly string[];
  readonly leftOut: readonly LeftOutOfSource[];
}

async function write(
  entries: readonly RecordedEntry[],
  options: Partial<SourceChatOptions> = {},
  name = 'mail',
): Promise<Written> {
  await using folder = await temporaryFolder();
  const leftOut: LeftOutOfSource[] = [];
  const episodes = {
    async *[Symbol.asyncIterator]() {
      yield* entries;
    },
  };
  const result = await writeSourceChat({
    sources: [{ name, kind: 'dataset', episodes }],
    outDirectory: folder.path,
    writtenDirectory: '/w',
    side: 'train',
    level: 'high',
    sampleSteps: null,
    seed: 1,
    historyLength: 4,
    words: { category: null, device: null, wordless: 'skip' },
    leaveOut: (one) => leftOut.push(one),
    onEpisode: () => undefined,
    signal: new AbortController().signal,
    ...options,
  });
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder.path, file), 'utf8')) as unknown;
  const side = options.side ?? 'train';
  const [records] = result.files;
  const list = await read(records?.file ?? '');
  return {
    ...result,
    train: side === 'train' ? (list as OdysseyTrainingRecord[]) : [],
    test: side === 'test' ? (list as OdysseyTestRecord[]) : [],
    index: (await read('his_index.json')) as Written['index'],
    screenshots: await readdir(join(folder.path, 'screenshots', encodeURIComponent(name))).catch(() => []),
    leftOut,
  };
}

const questions = ({ train }: Written): string[] => train.map(({ conversations: [asked] }) => asked.value);
const answers = ({ train }: Written): string[] => train.map(({ conversations: [, said] }) => said.value);

describe('writeSourceChat', () => {
  it('asks as the published converter does, and names screenshots that it writes', async () => {
    const written = await write([
      episode('7', [
        step('a', TAP),
        step('b', { type: 'type', text: 'x: y' }),
        step('c', { type: 'key', key: 'BACK' }),
        step('d', stop('success')),
      ]),
    ]);
    expect(answers(written)).toEqual(['CLICK: (250, 250)', 'TYPE: x: y', 'PRESS_BACK', 'COMPLETE']);
    const image = (number: number): string => `/w/screenshots/mail/7_${number}.png`;
    expect(written.train[2]).toEqual({
      id: 'mail_train_2',
      image: image(2),
      conversations: [
        {
          from: 'user',
          value: `Picture 1: <img>${image(2)}</img>\nI'm looking for guidance on how to read "mail"\nPrevious screenshots: <img>image-history: ${image(2)}</img>\nPrevious Actions: 1. CLICK: (250, 250)\n2. TYPE: x: y\n\nProvide the command-style action directly.`,
        },
        { from: 'assistant', value: 'PRESS_BACK' },
      ],
      history: `['${image(0)}', '${image(1)}']`,
    });
    expect(written.index[image(3)]).toEqual([image(0), image(1), image(2)]);
    expect(written.screenshots.toSorted()).toEqual(['7_0.png', '7_1.png', '7_2.png', '7_3.png']);
    expect(written.pictures).toBe(4);
  });

  it('passes over what GUIOdyssey has no words for, also in what later steps are shown', async () => {
    const written = await write([
      episode('7', [step('a', OPEN_APP), step('b', TAP), step('c', stop('success'))]),
    ]);
    expect(answers(written)).toEqual(['CLICK: (250, 250)', 'COMPLETE']);
    expect(questions(written)[0]).toContain('Previous Actions: None');
    expect(written.leftOut).toMatchObject([
      { episode: '7', step: 0, reason: 'no-words', action: 'open_app' },
    ]);
  });

  it('with low-level instructions asks by those, and leaves steps without one out but not out of histories', async () => {
    const steps = [step('a', TAP), step('b', TAP, { stepInstruction: 'tap "send"' })];
    const lastScreen = screenOf('z');
    const written = await write([episode('7', steps, { lastScreen })], { level: 'low' });
    expect(questions(written)).toHaveLength(1);
    expect(questions(written)[0]).toContain('how to tap "send"\nPrevious screenshots: <img>image-history');
    // The end that is added to the recording is no step of it.
    expect(written.leftOut).toMatchObject([{ step: 0, reason: 'no-instruction', action: 'tap' }]);
    expect(written.screenshots).toHaveLength(2);
    const high = await write([episode('7', steps, { lastScreen })]);
    expect(answers(high).at(-1)).toBe('COMPLETE');
    expect(high.leftOut).toEqual([]);
  });

  it('draws steps whatever their order, with the screenshots before them alone', async () => {
    const entries = Array.from({ length: 12 }, (_, at) =>
      episode(String(at), [step('a', TAP), step('b', OPEN_APP), step('c', TAP), step('d', TAP)]),
    );
    const whole = await write(entries);
    expect(whole.train).toHaveLength(36);
    const drawn = await write(entries, { sampleSteps: 7, seed: 3 });
    expect(drawn.train).toHaveLength(7);
    for (const record of drawn.train) expect(whole.train).toContainEqual(record);
    const last = new Map<string, number>();
    for (const { image } of drawn.train) {
      const [, id = '', at = ''] = /(\d+)_(\d+)\.png$/.exec(image) ?? [];
      last.set(id, Math.max(last.get(id) ?? 0, Number(at)));
    }
    const shown = [...last].flatMap(([id, to]) =>
      Array.from({ length: to + 1 }, (_, at) => `${id}_${at}.png`),
    );
    expect(drawn.screenshots.toSorted()).toEqual(shown.toSorted());
    const turned = await write(entries.toReversed(), { sampleSteps: 7, seed: 3 });
    const images = ({ train }: Written): string[] => train.map(({ image }) => image).toSorted();
    expect(images(turned)).toEqual(images(drawn));
    expect(images(await write(entries, { sampleSteps: 7, seed: 4 }))).not.toEqual(images(drawn));
  });

  it('draws none of the steps that cannot be asked about', async () => {
    const entries = Array.from({ length: 8 }, (_, at) =>
      episode(String(at), [step('a', TAP), step('b', TAP, { stepInstruction: 'tap' })]),
    );
    const drawn = await write(entries, { level: 'low', sampleSteps: 8 });
    expect(drawn.train).toHaveLength(8);
  });

  it('writes test records with area, category and length', async () => {
    const box = [8, 16, 12, 24] as const;
    const written = await write(
      [episode('7', [step('a', TAP, { box: [...box] }), step('b', TAP), step('c', stop('infeasible'))])],
      { side: 'test' },
    );
    expect(written.test).toMatchObject([
      {
        id: 'mail_test_0',
        question: 'read "mail"',
        answer: 'CLICK: (250, 250)',
        sam2_bbox: [200, 200, 300, 300],
      },
      { category: 'General_Tool', step_length: 3, sam2_bbox: [], history_action: "['CLICK: (250, 250)']" },
      { answer: 'IMPOSSIBLE' },
    ]);
    expect(written).toMatchObject({ assumed: 1, boxless: 1 });
  });

  it('leaves nothing behind of an episode without one of the screenshots, and goes on after broken ones', async () => {
    const gone = screenOf('b', async () => {
      throw new DatasetError('the picture is gone');
    });
    const written = await write([
      { type: 'broken', id: '1', error: new DatasetError('no record') },
      episode('2', [step('a', TAP), { screen: gone, action: TAP }]),
      episode('3', [step('a', { ...TAP, count: 2 })]),
      episode('4', [step('a', TAP)]),
    ]);
    expect(written.leftOut.map(({ episode: id, step: at, reason }) => [id, at, reason])).toEqual([
      ['1', null, 'broken-episode'],
      ['2', 1, 'unreadable-screen'],
      ['3', null, 'nothing-done'],
    ]);
    expect(written.screenshots).toEqual(['4_0.png']);
    expect(written.files.map(({ episodes, records }) => [episodes, records])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(written.train[0]?.image).toMatch(/4_0\.png$/);
  });

  it('with leave-out takes no episode that has a step without words', async () => {
    const words = { category: null, device: null, wordless: 'leave-out' } as const;
    const written = await write([episode('7', [step('a', OPEN_APP), step('b', TAP)])], { words });
    expect(written.train).toEqual([]);
    expect(written.leftOut).toMatchObject([{ step: null, reason: 'no-words', action: 'open_app' }]);
  });

  it('refuses two episodes of one id, and names paths that the published model cannot hold', async () => {
    const twice = [episode('7', [step('a', TAP)]), episode('7', [step('b', TAP)])];
    await expect(write(twice)).rejects.toThrow(UserError);
    const { longPaths } = await write([episode('7', [step('a', TAP)])], {
      writtenDirectory: `/${'é'.repeat(120)}`,
    });
    expect(longPaths).toEqual([expect.stringContaining('longer than the 256 bytes')]);
  });

  it('keeps any name of a source apart from folders, and escapes it', async () => {
    const written = await write([episode('7', [step('a', TAP)])], { writtenDirectory: '' }, 'a/"b"');
    expect(written.train[0]).toMatchObject({
      id: 'a/"b"_train_0',
      image: 'screenshots/a%2F%22b%22/7_0.png',
    });
    expect(written.files[0]?.file).toBe('train_anno/high_a%2F%22b%22_split.json');
  });
});
