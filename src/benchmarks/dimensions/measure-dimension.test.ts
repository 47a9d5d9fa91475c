import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import type { DimensionRow } from './dimension-row.js';
import { measureDimensions, profileNumbers } from './dimension-measures.js';
import { measurePlanning, measureShare } from './measure-dimension.js';

/** A row of a recording of so many screens; `original` null is a call that failed for good. */
function screen(
  set: string,
  index: number,
  { of, original, outcome }: { of: number; original: number | null; outcome?: Outcome },
): DimensionRow {
  return {
    key: { item: `planning/text/${set}/${index}`, repeat: 0 },
    dimension: 'planning',
    modality: 'text',
    kind: index === of - 1 ? 'stop' : 'continue',
    set: `planning/${set}`,
    outcome: outcome ?? (original === null ? 'model_error' : original === 1 ? 'passed' : 'failed'),
    original,
    repaired: null,
    app: null,
    details: original === null ? null : { setSize: of, said: '', readable: true, asked: false },
  };
}

function question(set: number, item: string, original: number | null, repaired: number | null): DimensionRow {
  return {
    key: { item: `goal/${set}/${item}`, repeat: 0 },
    dimension: 'goal',
    modality: null,
    kind: 'A',
    set: `goal/${set}`,
    outcome: original === 1 ? 'passed' : 'failed',
    original,
    repaired,
    app: null,
    details: null,
  };
}

describe('measurePlanning', () => {
  const right = [screen('a', 0, { of: 2, original: 1 }), screen('a', 1, { of: 2, original: 1 })];
  const wrong = [screen('b', 0, { of: 2, original: 1 }), screen('b', 1, { of: 2, original: 0 })];
  const failed = [screen('c', 0, { of: 2, original: 1 }), screen('c', 1, { of: 2, original: null })];
  const rows = [...right, ...wrong, ...failed];

  it('leaves failed calls out when corrected, and counts them in the bounds', () => {
    const measures = measurePlanning(rows, 'corrected');
    expect(measures?.continue.value).toBe(1);
    expect([measures?.stop.value, measures?.stop.n]).toEqual([1 / 2, 2]);
    expect([measures?.perfect.value, measures?.perfect.n]).toEqual([1 / 2, 2]);
    expect(measures?.perfect.bounds).toEqual({ low: 1 / 3, high: 2 / 3 });
    expect(measures?.perfect.voided).toEqual([{ outcome: 'model_error', items: ['planning/text/c/1#0'] }]);
  });

  it('counts failed calls as wrong in reference mode', () => {
    const measures = measurePlanning(rows, 'reference');
    expect([measures?.stop.value, measures?.stop.n]).toEqual([1 / 3, 3]);
    expect([measures?.perfect.value, measures?.perfect.n]).toEqual([1 / 3, 3]);
  });

  it('does not take part of a recording for the whole', () => {
    const measures = measurePlanning(right.slice(0, 1), 'corrected');
    expect([measures?.perfect.value, measures?.perfect.n]).toEqual([null, 0]);
  });
});

describe('measureShare', () => {
  it('takes the questions as the independent units', () => {
    const rows = [1, 2, 3].flatMap((set) =>
      ['choice', 'A'].map((item) => question(set, item, set % 2, null)),
    );
    const scored = measureShare(rows);
    // Both items of each question came out alike: three questions, not six tries.
    expect(scored?.original).toMatchObject({
      value: 2 / 3,
      n: 6,
      tasks: 3,
      method: 'clopper_pearson_over_tasks',
      interval: { low: expect.closeTo(0.094299, 6) as unknown, high: expect.closeTo(0.991596, 6) as unknown },
    });
    expect(scored?.repaired).toBeNull();
  });

  it('counts items of a question that differ for what they are worth', () => {
    const rows = [1, 2, 3].flatMap((set) =>
      ['choice', 'A'].map((item) => question(set, item, Number(item === 'A' || set === 2), null)),
    );
    // Questions of 1/2, 1 and 1/2: three that come out alike would be 9.4–99.2, six independent items 22.3–95.7.
    expect(measureShare(rows)?.original).toMatchObject({
      value: 2 / 3,
      n: 6,
      tasks: 3,
      method: 'effective_items_by_set',
      interval: { low: expect.closeTo(0.192761, 6) as unknown, high: expect.closeTo(0.967015, 6) as unknown },
    });
  });

  it('counts what could not even be repaired as wrong where others were', () => {
    const scored = measureShare([question(1, 'A', 0, 1), question(2, 'A', 0, null)]);
    expect(scored?.repaired?.value).toBe(1 / 2);
  });
});

describe('profileNumbers', () => {
  it('gives one number for each dimension that was asked, and of modalities the first measured', () => {
    const vision = screen('a', 0, { of: 1, original: 1 });
    const rows = [
      question(1, 'A', 1, null),
      screen('a', 0, { of: 1, original: null, outcome: 'invalid_task' }),
      { ...vision, modality: 'vision' as const, kind: 'stop' },
    ];
    const numbers = profileNumbers(measureDimensions({ questions: rows, navigation: [] }, 'corrected'));
    expect(numbers.map(({ dimension, modality, measured }) => [dimension, modality, measured.value])).toEqual(
      [
        ['goal', null, 1],
        ['planning', 'vision', 1],
      ],
    );
  });
});
