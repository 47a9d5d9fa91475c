import { describe, expect, it } from 'vitest';
import type { NamedScore, Score } from '../../domain/score.js';
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
      ['calm 2', '100.0', '20.7–100.0', '100.0–100.0', '1', '0', '0'],
      ['steps 2', '50.0', '0.0–100.0', '33.3–66.7', '2', '1', '1'],
    ]);
    expect(table?.rows[1]?.[1]).toMatchObject({ value: 0.5, counts: [1, 2], items: ['a#0', 'b#0'] });
    expect(table?.rows[1]?.slice(5).map(({ items }) => items)).toEqual([['d#0'], ['c#0']]);
  });

  it('takes repeats of a task together', () => {
    const scores = new PassScoresTable();
    for (const item of ['a', 'b', 'c']) {
      for (const repeat of [0, 1])
        scores.add({ item, repeat }, scoresOf('steps', scored(item === 'a' ? 1 : 0)));
    }
    // Three tasks tell less than six episodes would: Wilson's interval over six would end at 70.
    const [low, high] = scores.table()?.rows[0]?.[2]?.interval ?? [];
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0.9);
  });
});
