import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { predictedTrajectory, readUnifiedAction } from './predicted-trajectory.js';
import { readPredictions, type Predictions } from './read-predictions.js';

const signal = new AbortController().signal;
const TAP = { type: 'tap', target: { type: 'point', point: { x: 1, y: 2, space: 'pixel' } } };

async function read(text: string): Promise<Predictions> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'predictions.jsonl');
  await writeFile(file, text);
  return await readPredictions(file, { signal });
}

describe('readPredictions', () => {
  it('reads lines and arrays alike', async () => {
    const records = [
      { episode: 'a', step: 0, action: TAP },
      { episode: 7, step: 3, answer: 'click' },
    ];
    const lines = await read(`\uFEFF${records.map((one) => JSON.stringify(one)).join('\r\n')}\n\n`);
    const array = await read(JSON.stringify(records));
    const expected = [
      ['a', [[0, { type: 'action', value: TAP, line: 1, record: 1 }]]],
      ['7', [[3, { type: 'answer', value: 'click', line: 2, record: 2 }]]],
    ];
    expect([...lines.episodes].map(([id, steps]) => [id, [...steps]])).toEqual(expected);
    expect(array.episodes.get('7')?.get(3)).toMatchObject({ type: 'answer', value: 'click' });
    expect([...lines.problems, ...array.problems]).toEqual([]);
  });

  it('counts what is no prediction, line by line, and continues', async () => {
    const { records, episodes, problems } = await read(
      [
        '{"episode": "a", "step": 0,',
        '[1]',
        '{"episode": "a", "step": -1, "action": null}',
        '{"episode": "a", "step": 0}',
        '{"step": 0, "action": null}',
        '{"episode": "a", "step": 0, "action": "Wait()"}',
        '{"episode": "a", "step": 0, "action": "PressBack()"}',
      ].join('\n'),
    );
    expect(records).toBe(7);
    expect(episodes.get('a')?.get(0)).toMatchObject({ value: 'Wait()', line: 6 });
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['unparsable', 1],
      ['no_prediction', 2],
      ['no_prediction', 3],
      ['no_prediction', 4],
      ['no_prediction', 5],
      ['duplicate', 7],
    ]);
  });

  it('continues after broken entries of an array, and says which record they are', async () => {
    const { records, episodes, problems } = await read(
      '[{"episode": "a", "step": 0, "action": null}, {"episode": }, 7, {"episode": "a", "step": 0, "answer": "x"}]',
    );
    expect([records, episodes.size]).toEqual([4, 1]);
    expect(problems).toEqual([
      { kind: 'unparsable', line: 1, record: 2, message: expect.stringContaining('JSON') },
      { kind: 'no_prediction', line: 1, record: 3, message: 'it is no object' },
      {
        kind: 'duplicate',
        line: 1,
        record: 4,
        episode: 'a',
        step: 0,
        message: 'line 1 predicts this step already, and counts',
      },
    ]);
  });

  it('reads the list within an object, with or without results next to it', async () => {
    const samples = [{ episode: 'a', step: 0, action: TAP }, 5];
    for (const text of [
      JSON.stringify({ level: 'high', samples, steps: [[true]] }),
      JSON.stringify({ predictions: samples }, null, 1),
    ]) {
      const { records, episodes, problems } = await read(text);
      expect([records, episodes.get('a')?.get(0)?.record]).toEqual([2, 1]);
      expect(problems.map(({ kind, record }) => [kind, record])).toEqual([['no_prediction', 2]]);
    }
    await expect(read('{"samples": [], "predictions": []}')).rejects.toThrow('there are two lists');
  });

  it('says of a folder what it is, and of a file without a prediction what its first record lacks', async () => {
    await using folder = await temporaryFolder();
    await expect(readPredictions(folder.path, { signal })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('are a folder'),
      hint: expect.stringContaining('--predictions'),
    });
    await expect(read('\n{"episode": "a"}\n')).rejects.toThrow(
      'the file holds no prediction; record 1 (line 2): its step is no whole number from 0',
    );
    await expect(read('')).rejects.toThrow('it is empty');
  });

  it('refuses a file without one prediction, and one that is not there', async () => {
    await expect(read('\n{"a": 1}\n')).rejects.toThrow('no prediction');
    await expect(readPredictions('/no/such/file', { signal })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});

const screen = (id: string): RecordedEpisode['steps'][number]['screen'] => ({
  id,
  size: null,
  activity: null,
  picture: null,
  hierarchy: null,
});
const episode: RecordedEpisode = {
  id: 'a',
  instructions: { en: 'Wait' },
  apps: [],
  labels: {},
  steps: ['0', '1', '2'].map((id) => ({ screen: screen(id), action: { type: 'wait' } })),
};

describe('predictedTrajectory', () => {
  it('has a step for each recorded one, and says what is missing, too many or unreadable', async () => {
    const { episodes } = await read(
      [
        { episode: 'a', step: 0, action: TAP },
        { episode: 'a', step: 2, action: { type: 'fly' } },
        { episode: 'a', step: 3, action: TAP },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    const { trajectory, problems } = predictedTrajectory(
      episode,
      episodes.get('a') ?? new Map(),
      readUnifiedAction,
    );
    expect(trajectory.steps.map(({ action, formatError }) => [action, formatError?.kind])).toEqual([
      [tap(pixelPoint(1, 2)), undefined],
      [null, undefined],
      [null, 'malformed_action'],
    ]);
    expect(problems.map(({ kind, line, step }) => [kind, line, step])).toEqual([
      ['extra_step', 3, 3],
      ['missing_step', null, 1],
      ['unreadable', 2, 2],
    ]);
  });

  it('says in plain words why an object is no action', () => {
    expect(readUnifiedAction({ value: { type: 'type' } })).toMatchObject({
      message: 'it is no unified action: it has no text',
    });
  });

  it('takes nothing for an empty answer', () => {
    expect(readUnifiedAction({ value: null })).toMatchObject({ kind: 'empty_output' });
  });
});
