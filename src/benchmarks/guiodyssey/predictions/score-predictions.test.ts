import { describe, expect, it } from 'vitest';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
import { DatasetError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import { scoreForeignPredictions } from './score-foreign-predictions.js';
import { scorePredictions } from './score-predictions.js';

const FILE = 'predictions.json';
const RIGHT = 'PRESS_HOME';
const WRONG = 'PRESS_BACK';

/** A record for each `[step, pred]` of episodes with three steps of going home. */
function records(...steps: readonly (readonly [string, unknown])[]): JsonRecord[] {
  return steps.map(([step, pred], index) => ({
    line: index + 1,
    record: index + 1,
    value: {
      image: `screenshots/${step}.png`,
      pred,
      gt: RIGHT,
      more_info: { category: 'Multi_Apps', step_length: 3, sam2_bbox: [] },
    },
  }));
}

const WHOLE = [
  ['a_0', RIGHT],
  ['a_1', RIGHT],
  ['a_2', RIGHT],
] as const;

async function pooled(given: readonly JsonRecord[], expected?: readonly string[]): Promise<unknown> {
  const read = async () => ({ category: 'Multi_Apps', stepLength: 3 });
  const { tallies, shares } = await scorePredictions(
    given,
    expected === undefined ? { file: FILE } : { file: FILE, expected: { ids: expected, read } },
  );
  return Object.fromEntries(
    (['reference', 'corrected'] as const).map((mode) => {
      const { ams, sr } = tallies[mode].pooled();
      expect(shares[mode]).toHaveLength(ams.total);
      return [mode, [ams.hits, ams.total, sr.hits, sr.total]];
    }),
  );
}

describe('scorePredictions', () => {
  it('counts whole episodes alike in both modes, and warns of nothing', async () => {
    const both = [3, 3, 1, 1];
    expect(await pooled(records(...WHOLE))).toEqual({ reference: both, corrected: both });
    const { warnings, steps } = await scorePredictions(records(...WHOLE), { file: FILE });
    expect([warnings, steps.problems]).toEqual([[], []]);
  });

  it('counts each of several predictions in reference mode, the first in corrected mode', async () => {
    const given = records(...WHOLE, ['a_1', WRONG], ['a_1', WRONG]);
    expect(await pooled(given)).toEqual({ reference: [3, 5, 0, 0], corrected: [3, 3, 1, 1] });
    const { warnings, steps, differences } = await scorePredictions(given, { file: FILE });
    expect(warnings).toEqual([expect.stringMatching(/^2 predictions repeat a step; .*: a_1, a_1$/)]);
    expect(steps.problems[0]).toEqual({
      kind: 'duplicate',
      line: 4,
      episode: 'a',
      step: 1,
      record: 4,
      message: 'line 2 predicts this step already',
    });
    expect(differences).toEqual([]);
  });

  it('leaves steps that the episode does not have out in corrected mode', async () => {
    const given = records(...WHOLE, ['a_3', RIGHT]);
    expect(await pooled(given)).toEqual({ reference: [4, 4, 0, 0], corrected: [3, 3, 1, 1] });
    const { warnings } = await scorePredictions(given, { file: FILE });
    expect(warnings).toEqual([expect.stringMatching(/^1 prediction is of a step that .*: a_3$/)]);
  });

  it('counts missing steps as wrong in corrected mode', async () => {
    const given = records(['a_0', RIGHT], ['a_2', RIGHT]);
    expect(await pooled(given)).toEqual({ reference: [2, 2, 0, 0], corrected: [2, 3, 0, 1] });
    const { warnings } = await scorePredictions(given, { file: FILE });
    expect(warnings).toEqual([expect.stringMatching(/^1 step of a predicted episode has no .*: a_1$/)]);
  });

  it('counts missing episodes of the split as wrong in corrected mode, and lists them', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(await pooled(records(...WHOLE), ids)).toEqual({
      reference: [3, 3, 1, 1],
      corrected: [3, 21, 1, 7],
    });
    const read = async () => ({ category: 'Multi_Apps', stepLength: 3 });
    const { warnings, steps } = await scorePredictions(records(...WHOLE), {
      file: FILE,
      expected: { ids, read },
    });
    expect(warnings).toEqual([expect.stringMatching(/^6 episodes of the split .*: b, c, d, e, f, …$/)]);
    expect(steps.problems.map(({ episode }) => episode)).toEqual(ids.slice(1));
  });

  it('leaves out a missing episode that cannot be read, and says so', async () => {
    const read = async () => {
      throw new DatasetError('the file is gone', { place: { file: 'b.json' } });
    };
    const { warnings, tallies } = await scorePredictions(records(...WHOLE), {
      file: FILE,
      expected: { ids: ['a', 'b'], read },
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^1 recording cannot be read; voided.*: b \(b\.json: the file is gone\)$/),
    ]);
    expect(tallies.corrected.pooled().steps).toBe(3);
  });

  it('names predicted episodes that the split does not have, which may not be all', async () => {
    const read = async () => ({ category: 'Multi_Apps', stepLength: 3 });
    const given = records(...WHOLE, ['z_0', RIGHT], ['z_1', RIGHT], ['z_2', RIGHT]);
    const { warnings } = await scorePredictions(given, { file: FILE, expected: { ids: ['a'], read } });
    expect(warnings).toEqual([expect.stringMatching(/^1 predicted episode is not of the split.*: z$/)]);
    await expect(
      scorePredictions(given, { file: FILE, expected: { ids: ['q'], read } }),
    ).rejects.toMatchObject({
      code: 'DATASET',
      place: { file: FILE },
    });
  });

  it('lists unreadable answers, the first thousand', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => [`e${index}_0`, 'CLICK: here'] as const);
    const { steps, warnings } = await scorePredictions(records(...many), { file: FILE });
    expect(steps.counts.get('unreadable')).toBe(1200);
    const unreadable = steps.problems.filter(({ kind }) => kind === 'unreadable');
    expect(unreadable).toHaveLength(1000);
    expect(unreadable[0]).toMatchObject({ line: 1, episode: 'e0', step: 0, message: 'CLICK: here' });
    expect(warnings.join('\n')).toMatch(/1200 answers cannot be read.*: e0_0, e1_0, e2_0, e3_0, e4_0, …/);
  });

  it('blames the recordings where not one of the predicted can be read', async () => {
    const problems = [
      {
        kind: 'duplicate',
        line: 2,
        record: 2,
        episode: 'a',
        step: 0,
        message: 'line 1 predicts this step already',
      },
      { kind: 'broken_recording', line: null, episode: 'a', message: 'a.json: there is no such file' },
    ] as const;
    await expect(scorePredictions([], { file: FILE, form: 'own', problems })).rejects.toThrow(
      'predictions.json: no prediction can be judged: a.json: there is no such file',
    );
  });

  it('refuses a file without a record', async () => {
    await expect(scorePredictions([], { file: FILE })).rejects.toThrow(
      'predictions.json: the file holds no prediction',
    );
  });

  it.each([
    [
      'a length that no episode has',
      { more_info: { category: 'X', step_length: 1e9, sam2_bbox: [] } },
      /10000/,
    ],
    [
      'another length',
      { more_info: { category: 'X', step_length: 4, sam2_bbox: [] } },
      /its step_length is 4, and that of line 1 is 3/,
    ],
    ['no recorded command', { gt: undefined }, /it has no gt/],
    [
      'an area in words',
      { more_info: { category: 'X', step_length: 3, sam2_bbox: 'all' } },
      /sam2_bbox must be a list/,
    ],
    ['no name of a step', { image: 'screen.png' }, /it does not say which step it is of/],
  ])('leaves out and lists a record with %s, and judges the others', async (_, change, message) => {
    const [first, second, ...more] = records(...WHOLE);
    if (first === undefined || second === undefined) throw new Error('there are no records');
    const broken = { ...second, value: { ...(second.value as object), ...change } };
    const { warnings, steps, tallies } = await scorePredictions([first, broken, ...more], { file: FILE });
    expect(steps.problems[0]).toMatchObject({
      kind: 'no_prediction',
      line: 2,
      record: 2,
      message: expect.stringMatching(message),
    });
    expect(warnings[0]).toMatch(
      /^1 record is no prediction; left out, where the published code stops: line 2 \(/,
    );
    const { ams } = tallies.corrected.pooled();
    expect([ams.hits, ams.total]).toEqual([2, 3]);
  });

  it('leaves out and lists what is no JSON', async () => {
    const broken = { value: undefined, line: 1, record: 4, error: 'Unexpected token' };
    const { warnings } = await scorePredictions([...records(...WHOLE), broken], { file: FILE });
    expect(warnings).toEqual([
      expect.stringMatching(/^1 record is no JSON.*: record 4 \(line 1\) \(Unexpected token\)$/),
    ]);
  });

  it('compares the verdicts that records of a result file carry with those of reference mode', async () => {
    const verdicts = [
      { is_correct: 'yes', info: 'action_correct' },
      { is_correct: 'no', info: 'invalid' },
      { is_correct: 'maybe' },
    ];
    const given = records(...WHOLE).map((record, index) => ({
      ...record,
      value: { ...(record.value as object), ...verdicts[index] },
    }));
    const { otherVerdicts } = await scorePredictions(given, { file: FILE });
    expect(otherVerdicts).toEqual({
      count: 1,
      listed: [{ step: 'a_1', published: 'no invalid', reference: 'yes action_correct' }],
    });
  });

  it('voids a step whose recorded command cannot be read: neither right, wrong nor missing', async () => {
    const [first, second, ...more] = records(...WHOLE);
    const broken = { ...second, value: { ...(second?.value as object), gt: 'CLICK: (10' } };
    const given = [first, broken, ...more] as JsonRecord[];
    expect(await pooled(given)).toEqual({ reference: [2, 2, 0, 0], corrected: [2, 2, 0, 0] });
    const { steps } = await scorePredictions(given, { file: FILE });
    expect(steps.problems).toEqual([
      {
        kind: 'broken_recording',
        line: 2,
        record: 2,
        episode: 'a',
        step: 1,
        message: 'its gt is no command: CLICK: (10',
      },
    ]);
  });
});

describe('scoreForeignPredictions', () => {
  const evaluator = FOREIGN_EVALUATORS['os-atlas'];

  it('warns of repeated, extra, missing and unreadable steps, and of missing episodes', async () => {
    const given = records(['a_0', RIGHT], ['a_0', WRONG], ['a_3', RIGHT], ['b_0', 'CLICK: here']);
    const { tally, warnings, problems } = await scoreForeignPredictions(given, evaluator, {
      file: FILE,
      expected: { ids: ['a', 'b', 'c'], read: async () => ({ category: 'Multi_Apps', stepLength: 3 }) },
    });
    expect(tally.sums.steps).toBe(4);
    expect(warnings).toEqual([
      '1 prediction repeats a step; every prediction counts: a_0',
      '1 prediction is of a step that its episode does not have; they count: a_3',
      '1 answer cannot be read; judged as its script judges them: wrong, or left out: b_0',
      '4 steps of predicted episodes have no prediction; left out, and what there is decides SR: a_1, a_2, b_1, b_2',
      '1 episode of the split has no prediction; left out: c',
    ]);
    expect(problems).toHaveLength(8);
  });

  it('blames the recordings where not one of the predicted can be read', async () => {
    const problems = [
      {
        kind: 'duplicate',
        line: 2,
        record: 2,
        episode: 'a',
        step: 0,
        message: 'line 1 predicts this step already',
      },
      { kind: 'broken_recording', line: null, episode: 'a', message: 'a.json: there is no such file' },
    ] as const;
    await expect(scorePredictions([], { file: FILE, form: 'own', problems })).rejects.toThrow(
      'predictions.json: no prediction can be judged: a.json: there is no such file',
    );
  });

  it('refuses a file without a record', async () => {
    await expect(scoreForeignPredictions([], evaluator, { file: FILE })).rejects.toMatchObject({
      code: 'DATASET',
    });
  });
});
