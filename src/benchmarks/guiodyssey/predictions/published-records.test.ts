import { describe, expect, it } from 'vitest';
import { tap } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { DatasetError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import type { PredictionProblem } from '../../stepwise/prediction-problem.js';
import type { Prediction } from '../../stepwise/read-predictions.js';
import { OdysseyEpisodeSchema, type OdysseyEpisode } from '../episode-file.js';
import { publishedRecords, type AnswerReader } from './published-records.js';
import { scorePredictions } from './score-predictions.js';

const FILE = 'predictions.jsonl';

/** Taps, types and ends, on a screen of 200 by 400. */
function episode(id: string): OdysseyEpisode {
  return OdysseyEpisodeSchema.parse({
    episode_id: id,
    device_info: { h: 400, w: 200, device_name: 'Small Phone' },
    task_info: { category: 'Multi_Apps', instruction: 'x' },
    step_length: 3,
    steps: [
      {
        step: 0,
        screenshot: `${id}_0.png`,
        action: 'CLICK',
        info: [[500, 250]],
        sam2_bbox: [450, 200, 550, 300],
      },
      { step: 1, screenshot: `${id}_1.png`, action: 'TEXT', info: 'milk' },
      { step: 2, screenshot: `${id}_2.png`, action: id === 'torn' ? 'FLY' : 'COMPLETE', info: '' },
    ],
  });
}

async function read(id: string): Promise<OdysseyEpisode> {
  if (id === 'gone') throw new DatasetError('the file is gone');
  return episode(id);
}

interface Read {
  readonly records: readonly JsonRecord[];
  readonly problems: PredictionProblem[];
}

async function recordsOf(
  said: Readonly<Record<string, readonly unknown[]>>,
  { ids = Object.keys(said), answer }: { ids?: readonly string[]; answer?: AnswerReader } = {},
): Promise<Read> {
  let record = 0;
  const episodes = Object.entries(said).map(([id, values]): [string, Map<number, Prediction>] => [
    id,
    new Map(
      values.map((value, step): [number, Prediction] => {
        record += 1;
        const at = { line: record, record };
        return typeof value === 'string' && answer !== undefined
          ? [step, { type: 'answer', value, ...at }]
          : [step, { type: 'action', value: value as string, ...at }];
      }),
    ),
  ]);
  const problems: PredictionProblem[] = [];
  const records: JsonRecord[] = [];
  const all = publishedRecords(
    { episodes: new Map(episodes), problems: [] },
    { ids, read, fileOf: (id) => `${id}.json` },
    { file: FILE, problems, ...(answer === undefined ? {} : { answer }) },
  );
  for await (const one of all) records.push(one);
  return { records, problems };
}

async function verdicts({ records, problems }: Read): Promise<[number, number]> {
  const { tallies } = await scorePredictions(records, { file: FILE, form: 'own', problems });
  const { ams } = tallies.corrected.pooled();
  return [ams.hits, ams.total];
}

describe('publishedRecords', () => {
  it.each([
    ['commands', ['CLICK: (500, 250)', 'TYPE: milk', 'COMPLETE']],
    [
      'actions as annotations have them',
      [
        { action: 'CLICK', info: [[500, 250]] },
        { action: 'TEXT', info: 'milk' },
        { action: 'COMPLETE', info: '' },
      ],
    ],
    [
      'unified actions',
      [tap(pixelPoint(100, 100)), { type: 'type', text: 'milk' }, { type: 'stop', status: 'success' }],
    ],
    [
      'JSON in a text',
      ['{"action":"CLICK","info":[[500,250]]}', '{"type":"type","text":"milk"}', 'COMPLETE'],
    ],
  ])('takes %s', async (_, values) => {
    const read = await recordsOf({ a: values });
    expect(read.records[0]).toEqual({
      line: 1,
      record: 1,
      value: {
        image: 'a_0.png',
        pred: expect.anything(),
        gt: 'CLICK: (500, 250)',
        more_info: { category: 'Multi_Apps', step_length: 3, sam2_bbox: [450, 200, 550, 300] },
      },
    });
    expect(await verdicts(read)).toEqual([3, 3]);
  });

  it('reads raw answers in a dialect, and judges what that cannot read as it stands', async () => {
    const answer: AnswerReader = (text, { width }) =>
      text === 'middle'
        ? tap(pixelPoint(width / 2, 100))
        : { kind: 'malformed_action', message: 'no', excerpt: text };
    const read = await recordsOf({ a: ['middle', 'TYPE: milk', 'CLICK: here'] }, { answer });
    expect(read.records.map(({ value }) => (value as { pred: unknown }).pred)).toEqual([
      'CLICK: (500, 250)',
      'TYPE: milk',
      'CLICK: here',
    ]);
  });

  it('cannot express actions that the dataset cannot, and leaves alone what is no action', async () => {
    const { records } = await recordsOf({ a: [{ type: 'wait' }, { type: 'fly' }, null] });
    expect(records.map(({ value }) => (value as { pred: unknown }).pred)).toEqual([
      'UNSUPPORTED',
      { type: 'fly' },
      null,
    ]);
  });

  it('leaves out and lists what has no recording', async () => {
    const { records, problems } = await recordsOf(
      { a: ['x', 'x', 'x', 'x'], gone: ['x'], torn: ['x'], b: ['x', 'x'] },
      { ids: ['a', 'torn', 'gone'] },
    );
    expect(records).toHaveLength(3);
    expect(problems).toEqual([
      { kind: 'unknown_episode', line: 7, record: 7, episode: 'b', message: '2 predictions' },
      {
        kind: 'extra_step',
        line: 4,
        record: 4,
        episode: 'a',
        step: 3,
        message: 'the episode has 3 steps, from 0',
      },
      {
        kind: 'broken_recording',
        line: null,
        episode: 'torn',
        message: expect.stringMatching(/torn\.json at steps\[2\]\.action: there is no action "FLY"/),
      },
      { kind: 'broken_recording', line: null, episode: 'gone', message: 'the file is gone' },
    ]);
  });

  it('refuses predictions of which not one is of the split', async () => {
    await expect(recordsOf({ a: ['x'] }, { ids: ['b'] })).rejects.toThrow('not one of the predicted');
  });

  it('says of repeated predictions that the first counts, since the others never come here', async () => {
    const { records } = await recordsOf({ a: ['CLICK: (500, 250)', 'TYPE: milk', 'COMPLETE'] });
    const repeated = { kind: 'duplicate', line: 4, record: 4, episode: 'a', step: 0, message: '' } as const;
    const { warnings } = await scorePredictions(records, { file: FILE, form: 'own', problems: [repeated] });
    expect(warnings).toEqual(['1 prediction repeats a step; the first counts: a_0']);
  });
});
