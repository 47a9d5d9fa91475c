import { describe, expect, it } from 'vitest';
import type { NamedScore, Score } from '../../domain/score.js';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import { PassScoresTable } from './pass-scores-table.js';

function scoresOf(evaluator: string, score: Score): NamedScore[] {
  return [{ evaluator, version: '2', mode: 'corrected', score }];
}

const scored = (value: number): Score => ({ status: 'scored', value, explanation: '' });

describe('PassScoresTable', () => {
  it('is none where nobody has scored', () => {
    const scores = new PassScoresTable();
    scores.add({ item: 'a', repeat: 0 }, []);
    expect(scores.table()).toBeNull();
  });

  it('has for each evaluator its mean over what it applies to, with the bounds of what it does not know', () => {
    const scores = new PassScoresTable();
    scores.add({ item: 'b', repeat: 0 }, scoresOf('steps', scored(0.25)));
    scores.add({ item: 'a', repeat: 0 }, scoresOf('steps', scored(0.75)));
    scores.add({ item: 'c', repeat: 0 }, scoresOf('steps', { status: 'unknown', reason: '' }));
    scores.add({ item: 'd', repeat: 0 }, scoresOf('steps', { status: 'not_applicable', reason: '' }));
    scores.add({ item: 'a', repeat: 0 }, scoresOf('calm', scored(1)));
    const table = scores.table();
    expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['calm 2', '100.0', '2.5–100.0', '100.0–100.0', '1', '0', '0'],
      ['steps 2', '50.0', '4.5–95.5', '33.3–66.7', '2', '1', '1'],
    ]);
    expect(table?.rows[1]).toEqual([
      { text: 'steps 2' },
      { text: '50.0', value: 0.5, counts: [1, 2], items: ['a#0', 'b#0'] },
      { text: '4.5–95.5', interval: [expect.closeTo(0.044539, 6), expect.closeTo(0.955461, 6)] },
      { text: '33.3–66.7', interval: [1 / 3, 2 / 3] },
      { text: '2', value: 2, items: ['a#0', 'b#0'] },
      { text: '1', value: 1, items: ['d#0'] },
      { text: '1', value: 1, items: ['c#0'] },
    ]);
    expect({ ...table, rows: [] }).toEqual({
      id: 'pass-scores',
      title: 'Other evaluators',
      columns: [
        { title: 'Evaluator', align: 'left' },
        { title: 'Mean score (%)', align: 'right' },
        { title: '95 % interval', align: 'right' },
        { title: 'Bounds', align: 'right' },
        { title: 'Episodes', align: 'right' },
        { title: 'Not applicable', align: 'right' },
        { title: 'Unknown', align: 'right' },
      ],
      rows: [],
      notes: [expect.stringContaining("Success is the benchmark's own and stays as it was.")],
    });
    expect(table?.rows[1]?.slice(5).map(({ items }) => items)).toEqual([['d#0'], ['c#0']]);
  });

  it('lists items in order, each under what became of it', () => {
    const scores = new PassScoresTable();
    for (const item of ['c', 'a', 'b']) {
      scores.add({ item, repeat: 0 }, scoresOf('steps', { status: 'unknown', reason: '' }));
      scores.add({ item, repeat: 1 }, scoresOf('steps', { status: 'not_applicable', reason: '' }));
    }
    const [, mean, , bounds, ...counted] = scores.table()?.rows[0] ?? [];
    expect(mean).toMatchObject({ value: null, counts: [0, 0], items: [] });
    expect(bounds).toMatchObject({ interval: [0, 1] });
    expect(counted.map(({ items }) => items)).toEqual([[], ['a#1', 'b#1', 'c#1'], ['a#0', 'b#0', 'c#0']]);
  });

  it('takes scores that are all or nothing for as many tries, others for a few more', () => {
    const intervalOf = (...values: readonly number[]): readonly number[] | undefined => {
      const scores = new PassScoresTable();
      for (const [index, value] of values.entries()) {
        scores.add({ item: `i${index}`, repeat: 0 }, scoresOf('steps', scored(value)));
      }
      return scores.table()?.rows[0]?.[2]?.interval;
    };
    const exact = clopperPearsonInterval(2, 4);
    expect(intervalOf(1, 0, 1, 0)).toEqual([exact?.low, exact?.high]);
    // A hundredth less changes little; part scores throughout say as much as more tries.
    expect(intervalOf(1, 0, 0.99, 0)).toEqual([expect.closeTo(0.067385, 6), expect.closeTo(0.930711, 6)]);
    const [low, high] = intervalOf(0.6, 0.4, 0.6, 0.4) ?? [];
    expect(low).toBeGreaterThan(exact?.low ?? Number.NaN);
    expect(high).toBeLessThan(exact?.high ?? Number.NaN);
  });

  it('takes repeats of a task together', () => {
    const scores = new PassScoresTable();
    for (const item of ['a', 'b', 'c']) {
      for (const repeat of [0, 1])
        scores.add({ item, repeat }, scoresOf('steps', scored(item === 'a' ? 1 : 0)));
    }
    // Three tasks tell less than six episodes would: over six, the interval would be 4.3–77.7.
    const exact = clopperPearsonInterval(1, 3);
    expect(scores.table()?.rows[0]?.[2]).toEqual({
      text: '0.8–90.6',
      interval: [expect.closeTo(exact?.low ?? Number.NaN, 9), expect.closeTo(exact?.high ?? Number.NaN, 9)],
    });
  });
});
