import { describe, expect, it } from 'vitest';
import { percent } from '../../../metrics/tables/percent.js';
import { probenchEpisodes, type ProbenchCounts } from '../../../testing/datasets/probench-counts.js';
import { PUBLISHED_ACCURACY, PUBLISHED_RATIOS } from './published.js';
import { probenchRates, ratioOf, type Share } from './rates.js';

const TOTALS: ProbenchCounts['totals'] = { en: { state: 52, process: 23 }, zh: { state: 97, process: 45 } };

/** Successes (en ST, PT, zh ST, PT), tasks without success, uncompleted, ended early. */
const INTEGERS: readonly (readonly [string, readonly number[], number, number, number])[] = [
  ['Gemini 2.5 Pro', [23, 5, 45, 14], 130, 117, 58],
  ['Qwen2.5-VL-7B', [4, 0, 6, 1], 206, 193, 123],
  ['Qwen2.5-VL-32B', [14, 2, 14, 6], 181, 167, 112],
  ['Qwen2.5-VL-72B', [33, 7, 28, 12], 137, 98, 49],
  ['InternVL3-8B', [7, 0, 3, 1], 206, 122, 95],
  ['UI-TARS-1.5-7B', [14, 2, 3, 0], 198, 194, 85],
  ['GUI-R1-3B', [8, 0, 10, 0], 199, 51, 30],
];

const printed = (share: Share): string => percent(ratioOf(share));

describe('probenchRates', () => {
  it.each(INTEGERS)(
    'gives the printed numbers of %s',
    (model, [a = 0, b = 0, c = 0, d = 0], failed, uncompleted, earlyStopped) => {
      const success = { en: { state: a, process: b }, zh: { state: c, process: d } };
      const rates = probenchRates(probenchEpisodes({ success, totals: TOTALS, uncompleted, earlyStopped }));
      const { en, zh, overall } = rates.accuracy;
      const accuracy = [en, zh, overall].flatMap((row) => [row.state, row.process, row.all].map(printed));
      const published = PUBLISHED_ACCURACY.find((row) => row.model === model)?.accuracy;
      expect(accuracy).toEqual(published?.map((value) => value.toFixed(1)));
      expect(rates.uncompleted).toEqual({ hit: uncompleted, of: failed });
      const ratios = PUBLISHED_RATIOS.find(([name]) => name === model)?.[1];
      expect([rates.uncompleted, rates.earlyStop].map(printed)).toEqual(
        ratios?.map((value) => value.toFixed(1)),
      );
    },
  );

  it('has nothing to say where nothing is in a denominator', () => {
    const rates = probenchRates([{ language: 'en', type: 'state', outcome: 'success', isEarlyStop: false }]);
    expect(printed(rates.accuracy.en.state)).toBe('100.0');
    for (const share of [
      rates.accuracy.en.process,
      rates.accuracy.zh.all,
      rates.uncompleted,
      rates.earlyStop,
    ]) {
      expect(printed(share)).toBe('n/a');
    }
  });

  it('leaves out of every number what no judge has decided, and counts it', () => {
    const one = { language: 'en', type: 'state', isEarlyStop: false } as const;
    const rates = probenchRates([
      { ...one, outcome: 'unjudged' },
      { ...one, outcome: 'success' },
      { ...one, outcome: 'failure' },
    ]);
    expect(rates).toMatchObject({ unjudged: 1, uncompleted: { hit: 0, of: 1 } });
    expect(rates.accuracy.overall.all).toEqual({ hit: 1, of: 2 });
  });
});
