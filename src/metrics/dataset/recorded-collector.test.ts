import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { RecordedStatisticsSchema } from '../../domain/dataset-statistics.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Size } from '../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recorded-episode.js';
import { DatasetError } from '../../errors.js';
import { RecordedCollector, actionName } from './recorded-collector.js';
import { WholeNumbers } from './whole-numbers.js';

const screen = (size: Size | null) => ({ id: 's', size, activity: null, picture: null, hierarchy: null });
const PHONE: Size = { width: 270, height: 540 };

function episode(
  id: string,
  steps: readonly RecordedStep[],
  more: Partial<RecordedEpisode> = {},
): RecordedEpisode {
  return {
    id,
    instructions: { en: 'Open the shop, then buy 2 pens' },
    apps: ['Shop', 'Mail'],
    labels: { category: ['Buying'] },
    steps,
    ...more,
  };
}

const TAP: RecordedStep = { screen: screen(PHONE), action: tap(pixelPoint(5, 5)), box: [0, 0, 9, 9] };
const END: RecordedStep = {
  screen: screen(PHONE),
  action: stop('success'),
  annotation: { intention: 'Done.' },
};

describe('RecordedCollector', () => {
  it('counts episodes, steps, apps, pairs, labels, actions, screens and touches', () => {
    const collector = new RecordedCollector(new Map([['Shop', 'Shopping']]));
    collector.add({ type: 'episode', episode: episode('a', [TAP, END]) });
    collector.add({
      type: 'episode',
      episode: episode('b', [{ ...TAP, screen: screen(null) }, TAP, TAP, END], {
        apps: ['Shop'],
        instructions: { en: 'Buy', zh: '买两支笔' },
      }),
    });
    collector.add({ type: 'broken', id: 'c', error: new DatasetError('torn') });
    const statistics = RecordedStatisticsSchema.parse(collector.statistics());
    expect(statistics).toMatchObject({
      episodes: 2,
      steps: 6,
      broken: { count: 1, listed: [{ id: 'c', code: 'DATASET', message: 'torn' }] },
      lengths: { count: 2, mean: 3, least: 2, median: 2, most: 4 },
      apps: [
        { name: 'Shop', count: 2 },
        { name: 'Mail', count: 1 },
      ],
      appPairs: [{ a: 'Mail', b: 'Shop', count: 1 }],
      appClasses: [
        { name: 'Shopping', count: 2 },
        { name: 'no class', count: 1 },
      ],
      labels: [{ name: 'category', values: [{ name: 'Buying', count: 2 }] }],
      actions: [
        { name: 'tap', count: 4 },
        { name: 'stop success', count: 2 },
      ],
      screens: [{ width: 270, height: 540, steps: 5, episodes: 2 }],
      annotations: [
        { name: 'area of the element', count: 4 },
        { name: 'intention', count: 2 },
      ],
    });
    expect(statistics.instructions.map(({ language, words }) => [language, words.most])).toEqual([
      ['en', 7],
      ['zh', 4],
    ]);
    const [map] = statistics.touches;
    expect([map?.columns, map?.rows, map?.touches, map?.cells[0]]).toEqual([27, 54, 3, 3]);
    const tenths = statistics.actionsByTenth.flat().reduce((sum, { count }) => sum + count, 0);
    expect(tenths).toBe(6);
  });

  it('says that nothing is there of no episodes', () => {
    const statistics = RecordedStatisticsSchema.parse(new RecordedCollector().statistics());
    expect([statistics.episodes, statistics.lengths.mean, statistics.appClasses]).toEqual([0, null, null]);
  });

  it('names keys, ends and swipes by which one', () => {
    expect(
      [
        { type: 'key' as const, key: 'BACK' },
        stop('infeasible'),
        { type: 'swipe' as const, direction: 'up' as const },
      ].map(actionName),
    ).toEqual(['key BACK', 'stop infeasible', 'swipe up']);
  });
});

describe('WholeNumbers', () => {
  it('gives quantiles that occur, and bins without gaps that hold everything', () => {
    const numbers = new WholeNumbers();
    for (let value = 1; value <= 100; value += 1) numbers.add(value);
    numbers.add(1000);
    const { mean, p10, median, p90, most, bins } = numbers.distribution();
    expect([mean, p10, median, p90, most]).toEqual([6050 / 101, 11, 51, 91, 1000]);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(101);
    expect(bins.every(({ from }, index) => index === 0 || from === (bins[index - 1]?.to ?? 0) + 1)).toBe(
      true,
    );
    expect(bins.length).toBeLessThanOrEqual(40);
  });

  it.each([1, 7, 39, 40, 41, 1e6, 7e8])('needs at most 40 bins for numbers up to %d', (most) => {
    const numbers = new WholeNumbers();
    numbers.add(0);
    numbers.add(most);
    const { bins } = numbers.distribution();
    expect(bins.length).toBeLessThanOrEqual(41);
    expect(bins.at(-1)?.count).toBeGreaterThan(0);
  });
});
