import { describe, expect, it } from 'vitest';
import { OdysseyTally } from '../match/odyssey-tally.js';
import { publishedNotes, publishedResult } from './published-result.js';

const INFO = { AMS: 100, SR: 100, total: 1, action_type: '1 / 1 = 100.00', text: '1 / 1 = 100.00' };
const NONE = { count: 0, listed: [] };

function scores() {
  const tally = new OdysseyTally('reference');
  const verdict = { isCorrect: true, reason: 'type_correct' } as const;
  tally.add({ episode: 'e', category: 'c', stepLength: 1, verdict });
  return tally.result('pooled', 'reference');
}

describe('publishedResult', () => {
  it.each([
    ['high_random_split', 'random', 'high'],
    ['low_task_split', 'task', 'low'],
    ['high_device-pixel-fold_split', 'device-pixel-fold', 'high'],
    ['low_other_split', null, 'low'],
    ['random_split', null, null],
    [undefined, null, null],
  ])('reads from the name %s the split %s and the level %s', (dataset, split, level) => {
    expect(publishedResult(new Map([['dataset', dataset]]))).toMatchObject({ split, level });
  });

  it('takes numbers for what they are, and nothing else', () => {
    const beside = new Map<string, unknown>([
      ['model', '_m'],
      ['metrics.info', { ...INFO, more: 1 }],
    ]);
    expect(publishedResult(beside)).toMatchObject({ model: '_m', info: INFO });
    expect(publishedResult(new Map([['metrics.info', { AMS: 'high' }]])).info).toBeNull();
    expect(publishedResult(new Map([['metrics.info', {}]])).info).toBeNull();
  });
});

describe('publishedNotes', () => {
  const told = (info: object): string[] =>
    publishedNotes(publishedResult(new Map([['metrics.info', info]])), scores(), NONE);

  it('says that the numbers are the same, or which are not', () => {
    expect(told(INFO)).toEqual([
      "the file's own numbers are those of reference mode: AMS 100, SR 100, total 1",
    ]);
    expect(told({ ...INFO, AMS: 99.5, text: '0 / 1 = 0.00' })).toEqual([
      'the file says AMS 99.5, reference mode 100; text 0 / 1 = 0.00, reference mode 1 / 1 = 100.00',
    ]);
    expect(publishedNotes(publishedResult(new Map()), scores(), NONE)).toEqual([]);
  });

  it('names the first records with another verdict', () => {
    const listed = ['a', 'b', 'c', 'd'].map((step) => ({ step, published: 'no x', reference: 'yes y' }));
    expect(publishedNotes(publishedResult(new Map()), null, { count: 4, listed })).toEqual([
      '4 records carry another verdict than reference mode gives: a (no x, here yes y), b (no x, here yes y), c (no x, here yes y), …',
    ]);
  });
});
