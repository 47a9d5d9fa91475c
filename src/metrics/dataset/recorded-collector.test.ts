import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { RecordedStatisticsSchema } from '../../domain/recordings/dataset-statistics.js';
import { pixelPoint, type Size } from '../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
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

  it('counts actions by tenth of the episode, by step, and what is said of steps', () => {
    const collector = new RecordedCollector();
    const type: RecordedStep = {
      screen: screen({ width: 100, height: 100 }),
      action: { type: 'type', text: 'añ😀' },
      stepInstruction: ' ',
      annotation: { description: 'd', intention: '', context: 'c' },
    };
    const press: RecordedStep = {
      screen: screen(PHONE),
      stepInstruction: 'Press',
      action: { type: 'long_press', target: { type: 'point', point: { x: 0.5, y: 0.5, space: 'unit' } } },
    };
    const element: RecordedStep = {
      screen: screen(PHONE),
      action: { type: 'tap', target: { type: 'element', element: 3 } },
    };
    collector.add({
      type: 'episode',
      episode: episode('a', [type, press, press, element], { labels: { l: ['p', 'q', 'p'] } }),
    });
    const statistics = collector.statistics();
    expect(statistics.typedCharacters).toMatchObject({ count: 1, mean: 3 });
    expect(statistics.annotations).toEqual([
      { name: 'instruction of the step', count: 2 },
      { name: 'context', count: 1 },
      { name: 'description', count: 1 },
    ]);
    expect(statistics.actionsByTenth.map((tally) => tally.map(({ name }) => name))).toEqual([
      ['type'],
      [],
      ['long_press'],
      [],
      [],
      ['long_press'],
      [],
      ['tap'],
      [],
      [],
    ]);
    // Four steps, the later ones of a single episode: only the first is shown.
    expect(statistics.actionsByStep).toEqual([[{ name: 'type', count: 1 }]]);
    expect(statistics.screens).toEqual([
      { width: 270, height: 540, steps: 3, episodes: 1 },
      { width: 100, height: 100, steps: 1, episodes: 1 },
    ]);
    expect(statistics.touches).toHaveLength(1);
    expect(statistics.touches[0]).toMatchObject({ width: 270, touches: 2 });
    expect(statistics.labels).toEqual([
      {
        name: 'l',
        values: [
          { name: 'p', count: 1 },
          { name: 'q', count: 1 },
        ],
      },
    ]);
  });

  it('shows steps by number as long as five episodes last, and no further than sixty', () => {
    const collector = new RecordedCollector();
    const long = Array.from({ length: 70 }, () => TAP);
    for (let index = 0; index < 4; index += 1)
      collector.add({ type: 'episode', episode: episode('a', [TAP, TAP, TAP]) });
    collector.add({ type: 'episode', episode: episode('b', long) });
    expect(collector.statistics().actionsByStep).toHaveLength(3);
    for (let index = 0; index < 4; index += 1)
      collector.add({ type: 'episode', episode: episode('c', long) });
    expect(collector.statistics().actionsByStep).toHaveLength(60);
    // Two in a hundred episodes must last: of 300, more than those five.
    for (let index = 0; index < 291; index += 1)
      collector.add({ type: 'episode', episode: episode('d', [TAP]) });
    expect(collector.statistics().actionsByStep).toHaveLength(3);
  });

  it('names the first thousand broken episodes, and counts all', () => {
    const collector = new RecordedCollector();
    for (let index = 0; index < 1001; index += 1) {
      collector.add({ type: 'broken', id: `e${index}`, error: new DatasetError('torn') });
    }
    const { broken } = collector.statistics();
    expect([broken.count, broken.listed.length, broken.listed.at(-1)?.id]).toEqual([1001, 1000, 'e999']);
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
    expect(
      [stop('unspecified'), { type: 'swipe' as const, direction: null }, { type: 'wait' as const }].map(
        actionName,
      ),
    ).toEqual(['stop', 'swipe', 'wait']);
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

  it('bins by round widths from a round start', () => {
    const numbers = new WholeNumbers();
    for (const value of [3, 4, 4, 80]) numbers.add(value);
    const { count, bins, least, p25, median, p75 } = numbers.distribution();
    expect([count, least, p25, median, p75]).toEqual([4, 3, 3, 4, 4]);
    // 78 numbers need bins of two: from 2 to 81.
    expect([bins.length, bins[0], bins[1], bins.at(-1)]).toEqual([
      40,
      { from: 2, to: 3, count: 1 },
      { from: 4, to: 5, count: 2 },
      { from: 80, to: 81, count: 1 },
    ]);
    numbers.add(5, 3);
    expect(numbers.distribution()).toMatchObject({ count: 7, mean: 106 / 7, median: 5 });
    expect(new WholeNumbers().distribution()).toEqual({
      count: 0,
      mean: null,
      least: null,
      most: null,
      median: null,
      bins: [],
      p10: null,
      p25: null,
      p75: null,
      p90: null,
    });
  });

  it.each([
    [39, 1],
    [40, 2],
    [78, 2],
    [79, 5],
    [1950, 50],
    [1951, 100],
    [7801, 500],
  ])('counts a span of %d in bins of %d', (span, width) => {
    const numbers = new WholeNumbers();
    numbers.add(0);
    numbers.add(span - 1);
    const [bin] = numbers.distribution().bins;
    expect(bin).toEqual({ from: 0, to: width - 1, count: 1 });
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
