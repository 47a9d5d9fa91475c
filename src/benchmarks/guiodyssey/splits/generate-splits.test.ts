import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appSplit,
  deviceSplit,
  randomSplit,
  taskSplit,
  type MadeSplit,
  type SplitEpisode,
} from './generate-splits.js';

const anyEpisodes = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^\d{6}$/),
    category: fc.constantFrom('Multi_Apps', 'General_Tool', 'Web_Shopping'),
    metaTask: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    device: fc.constantFrom('Pixel Tablet', 'Small Phone'),
    apps: fc.uniqueArray(fc.constantFrom('Mail', 'Maps', 'Clock', 'Chat', 'Shop'), { maxLength: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
);
const classes = new Map([
  ['Mail', 'talk'],
  ['Chat', 'talk'],
]);
type Way = (episodes: readonly SplitEpisode[], seed: number) => MadeSplit;
const WAYS: [string, Way][] = [
  ['random', randomSplit],
  ['task', taskSplit],
  ['device', (episodes) => deviceSplit(episodes)],
  ['app', (episodes, seed) => appSplit(episodes, { seed, classes })],
];

describe.each(WAYS)('the %s split', (_, make) => {
  it('puts every episode on one side, in any order, and the same for the same seed', () => {
    fc.assert(
      fc.property(anyEpisodes, fc.nat(), (episodes, seed) => {
        const split = make(episodes, seed);
        expect([...split.train, ...split.test].toSorted()).toEqual(episodes.map(({ id }) => id).toSorted());
        expect(make(episodes.toReversed(), seed)).toEqual(split);
      }),
    );
  });
});

function sides(episodes: readonly SplitEpisode[], { test }: MadeSplit): [SplitEpisode[], SplitEpisode[]] {
  const tested = new Set(test);
  return [episodes.filter(({ id }) => !tested.has(id)), episodes.filter(({ id }) => tested.has(id))];
}

describe('splits', () => {
  it('train on four fifths at random', () => {
    fc.assert(
      fc.property(anyEpisodes, fc.nat(), (episodes, seed) => {
        expect(randomSplit(episodes, seed).train).toHaveLength(Math.floor(0.8 * episodes.length));
      }),
    );
  });

  it('keep every meta task on one side, and a seventh at least for testing', () => {
    fc.assert(
      fc.property(anyEpisodes, fc.nat(), (episodes, seed) => {
        const [train, test] = sides(episodes, taskSplit(episodes, seed));
        const trained = new Set(train.map(({ metaTask }) => metaTask));
        expect(test.filter(({ metaTask }) => trained.has(metaTask))).toEqual([]);
        expect(test.length * 7).toBeGreaterThanOrEqual(episodes.length);
      }),
    );
  });

  it('test on the tablet, or on any devices named', () => {
    fc.assert(
      fc.property(anyEpisodes, (episodes) => {
        const [train, test] = sides(episodes, deviceSplit(episodes));
        expect(test.every(({ device }) => device === 'Pixel Tablet')).toBe(true);
        expect(train.some(({ device }) => device === 'Pixel Tablet')).toBe(false);
        expect(deviceSplit(episodes, ['Small Phone']).train).toEqual(deviceSplit(episodes).test);
      }),
    );
  });

  it('test on 15 % by rare apps, as far as there are episodes with apps', () => {
    fc.assert(
      fc.property(anyEpisodes, fc.nat(), (episodes, seed) => {
        const [train, test] = sides(episodes, appSplit(episodes, { seed, classes }));
        const isShort = test.length < 0.15 * episodes.length;
        expect(isShort && train.some(({ apps }) => apps.length > 0)).toBe(false);
        expect(test.every(({ apps }) => apps.length > 0)).toBe(true);
      }),
    );
  });
});
