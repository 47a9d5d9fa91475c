import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CompletionReviewLineSchema } from '../../../formats/stage/completion-review.js';
import { readSurvey } from '../../../formats/survey/read-survey.js';
import { scriptedModel } from '../../../models/scripted.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { completeRecordings } from './complete-recordings.js';
import { openRecordedPictures, type RecordedPicturesOptions } from './recorded-pictures.js';

const OPTIONS: RecordedPicturesOptions = {
  mode: 'corrected',
  query: 'q',
  frames: null,
  share: 1,
  signal: new AbortController().signal,
};

function picture(grey: number, [width, height] = [48, 96]): Promise<Buffer> {
  const background = { r: grey, g: grey, b: grey };
  return sharp({ create: { width: width ?? 1, height: height ?? 1, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A picture that does not pack well: half of its file is half of the picture. */
async function noise(seed: number): Promise<Buffer> {
  const data = Buffer.from({ length: 48 * 96 * 3 } as ArrayLike<number>).map(
    (_, index) => (index * index * (seed + 7)) % 251,
  );
  return sharp(data, { raw: { width: 48, height: 96, channels: 3 } })
    .png()
    .toBuffer();
}

async function namesIn(path: string, options: Partial<RecordedPicturesOptions> = {}): Promise<string[]> {
  const recording = await openRecordedPictures(path, { ...OPTIONS, ...options });
  const names: string[] = [];
  for await (const { name } of recording.pictures()) names.push(name);
  return names;
}

describe('recorded pictures', () => {
  it('come in the order of their numbers, published names before others', async () => {
    await using folder = await temporaryFolder();
    for (const name of ['b10.png', 'b9.png', 'notes.txt'])
      await writeFile(join(folder.path, name), await picture(9));
    expect(await namesIn(folder.path)).toEqual(['b9.png', 'b10.png']);
    await expect(namesIn(folder.path, { mode: 'reference' })).rejects.toThrow('no two screenshots');
    for (const number of [10, 2]) {
      await writeFile(join(folder.path, `screenshot_STEP_${number}_raw.PNG`), await picture(9));
    }
    expect(await namesIn(folder.path)).toEqual(['screenshot_STEP_2_raw.PNG', 'screenshot_STEP_10_raw.PNG']);
  });

  it('are refused where they are of another phone', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, '1.png'), await picture(9));
    await writeFile(join(folder.path, '2.png'), await picture(9, [96, 96]));
    await expect(namesIn(folder.path)).rejects.toThrow('another phone');
  });

  it('are frames of a video, those that show the same left out', async () => {
    await using folder = await temporaryFolder();
    const greys = [10, 10, 200, 200, 90];
    for (const [index, grey] of greys.entries()) {
      await writeFile(join(folder.path, `${index}.png`), await picture(grey));
    }
    expect(await namesIn(folder.path, { frames: 'even' })).toEqual(['0.png', '2.png', '4.png']);
    expect(await namesIn(folder.path, { frames: 'skip', share: 0.5 })).toEqual(['0.png', '2.png', '4.png']);
    const animation = join(folder.path, 'video.webp');
    const frames = await Promise.all([10, 200, 90].map((grey) => picture(grey)));
    await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toFile(animation);
    expect(await namesIn(animation)).toEqual(['video.webp#0', 'video.webp#1', 'video.webp#2']);
  });

  it('say what to do with other videos, and where nobody says what is recorded', async () => {
    await expect(namesIn('/x/video.mp4')).rejects.toMatchObject({ hint: expect.stringContaining('ffmpeg') });
    await using folder = await temporaryFolder();
    for (const name of ['1.png', '2.png']) await writeFile(join(folder.path, name), await picture(9));
    await expect(namesIn(folder.path, { query: null })).rejects.toThrow('nobody says');
    await writeFile(join(folder.path, 'query.txt'), 'Do it\n');
    expect((await openRecordedPictures(folder.path, { ...OPTIONS, query: null })).query).toBe('Do it');
  });
});

describe('completeRecordings', () => {
  it('goes on where the budget ended, asks nothing twice, and writes the published files', async () => {
    await using folder = await temporaryFolder();
    const shots = join(folder.path, 'shots');
    await mkdir(shots);
    for (const number of [1, 2, 3]) {
      await writeFile(join(shots, `Screenshot_step_${number}_raw.png`), await picture(number * 60));
    }
    const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
    let calls = 0;
    const model = scriptedModel(({ messages }) => {
      calls += 1;
      const text = JSON.stringify(messages);
      const usage = { inputTokens: 10, outputTokens: 0 };
      if (text.includes('Which app')) return { text: 'X', usage };
      return { text: 'CLICK[1,2]###order: Tap###confidence: 1', usage };
    });
    const complete = (maxTokens: number | null) =>
      completeRecordings(
        [shots],
        { ...values, maxTokens },
        {
          ...OPTIONS,
          mode: 'reference',
          out: join(folder.path, 'survey'),
          models: { completer: model },
          workingDirectory: folder.path,
          environment: {},
          onProgress: () => undefined,
        },
      );
    const first = await complete(30);
    expect([first.steps, first.stopped, calls]).toEqual([1, expect.stringContaining('budget'), 3]);
    const second = await complete(null);
    expect([second.steps, second.stopped, calls]).toEqual([2, null, 5]);
    expect(second.published.map((file) => file.slice(folder.path.length))).toEqual([
      '/survey/shots/trajectory_v0.txt',
      '/survey/shots/q.csv',
    ]);
    const survey = await readSurvey(join(folder.path, 'survey'), OPTIONS);
    expect([survey.captures.length, survey.steps.length, survey.end]).toEqual([3, 2, 'complete']);
    await complete(null);
    expect(calls).toBe(5);
    expect(await readFile(second.published[0] ?? '', 'utf8')).toContain(
      'query:q Step1: CLICK[1,2]###order: Tap###confidence: 1 images:shots/Screenshot_step_1_raw.png\n',
    );
    const before = await readFile(join(folder.path, 'survey', 'survey.jsonl'), 'utf8');
    await writeFile(join(shots, 'Screenshot_step_3_raw.png'), await picture(250));
    await expect(complete(null)).rejects.toThrow('Screenshot_step_3_raw.png is another one');
    expect(await readFile(join(folder.path, 'survey', 'survey.jsonl'), 'utf8')).toBe(before);
  });

  it('leaves out what is broken, and takes what people decide, without asking again', async () => {
    await using folder = await temporaryFolder();
    const shots = join(folder.path, 'shots');
    const turned = join(folder.path, 'turned');
    for (const path of [shots, turned]) await mkdir(path);
    for (const number of [1, 2, 3, 4, 5]) {
      const bytes = await noise(number);
      // The third is cut off in its middle.
      await writeFile(
        join(shots, `${number}.png`),
        number === 3 ? bytes.subarray(0, bytes.length / 2) : bytes,
      );
    }
    await writeFile(join(turned, '1.png'), await noise(1));
    await writeFile(join(turned, '2.png'), await picture(9, [96, 96]));
    const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
    let calls = 0;
    const model = scriptedModel(({ messages }) => {
      calls += 1;
      const text = JSON.stringify(messages);
      if (text.includes('Which app')) return 'X';
      if (text.includes('Step 3')) return 'no idea';
      return 'CLICK[1,2]###order: Tap###confidence: 0.3';
    });
    const complete = () =>
      completeRecordings([turned, shots], values, {
        ...OPTIONS,
        out: join(folder.path, 'survey'),
        models: { completer: model },
        workingDirectory: folder.path,
        environment: {},
        onProgress: () => undefined,
      });
    const first = await complete();
    expect(first).toMatchObject({
      pictures: 5,
      steps: 1,
      doubtful: 1,
      skipped: 1,
      decided: 0,
      stopped: null,
    });
    expect(first.warnings).toEqual([
      expect.stringContaining('another phone'),
      expect.stringContaining(`${join(shots, '3.png')}: the picture cannot be decoded`),
    ]);
    const asked = calls;
    const lines = (await readFile(first.review, 'utf8')).trim().split('\n');
    expect(lines.map((line) => CompletionReviewLineSchema.parse(JSON.parse(line)).id)).toEqual([
      'shots: 1.png → 2.png',
      'shots: 4.png → 5.png',
    ]);
    const decide = (decisions: readonly string[]) =>
      writeFile(
        first.review,
        lines
          .map((line, index) => `${JSON.stringify({ ...JSON.parse(line), decision: decisions[index] })}\n`)
          .join(''),
      );
    await decide(['reject', 'accept']);
    await expect(complete()).rejects.toMatchObject({ place: { file: first.review, line: 2 } });
    await decide(['reject', 'SWIPE[up]']);
    expect(await complete()).toMatchObject({ steps: 1, doubtful: 0, skipped: 0, decided: 2 });
    const survey = await readSurvey(join(folder.path, 'survey'), OPTIONS);
    expect(survey.steps).toMatchObject([{ from: 3, to: 4, action: { type: 'swipe' }, confidence: 1 }]);
    // A file that is whole again is taken, and what was decided stays.
    await writeFile(join(shots, '3.png'), await noise(3));
    expect(await complete()).toMatchObject({ pictures: 6, decided: 1, warnings: [expect.any(String)] });
    expect(calls).toBeGreaterThan(asked);
  });
});
