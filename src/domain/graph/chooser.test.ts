import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonChooser, scriptedChooser, seededChooser } from './chooser.js';
import { PythonRandom } from './python-random.js';

const KEY = { seed: 1, task: 'a', repeat: 0 };

describe('PythonRandom', () => {
  // Drawn with CPython 3.11.
  it.each([
    [2 ** 40 + 5, [2166296868, 2220160828, 1153647273]],
    [-7, [1390851128, 4071050724, 647892279]],
  ])('gives the words of random.seed(%d)', (seed, words) => {
    const random = new PythonRandom(seed);
    expect(words.map(() => random.getrandbits(32))).toEqual(words);
  });

  it('draws as randint does, single candidates included', () => {
    const random = new PythonRandom(0);
    const draws = Array.from({ length: 12 }, (_, index) => random.below((index % 10) + 1));
    expect(draws).toEqual([0, 1, 0, 2, 4, 3, 3, 4, 7, 5, 0, 0]);
  });

  it('goes to any position, forwards and back', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (from, to) => {
        const moved = new PythonRandom(9);
        moved.moveTo(from);
        moved.moveTo(to);
        const straight = new PythonRandom(9);
        for (let index = 0; index < to; index += 1) straight.getrandbits(32);
        expect(moved.position).toBe(to);
        expect(moved.getrandbits(32)).toBe(straight.getrandbits(32));
      }),
      { numRuns: 30 },
    );
  });
});

describe('choosers', () => {
  it('draw alike for equal keys and otherwise for others, all candidates about equally', () => {
    const draw = (key: typeof KEY) => {
      const chooser = seededChooser(key);
      return Array.from({ length: 300 }, () => chooser.choose([5, 6, 7], 'edge'));
    };
    expect(draw(KEY)).toEqual(draw({ ...KEY }));
    for (const other of [{ seed: 2 }, { task: 'b' }, { repeat: 1 }]) {
      expect(draw({ ...KEY, ...other })).not.toEqual(draw(KEY));
    }
    for (const index of [0, 1, 2]) {
      expect(draw(KEY).filter((drawn) => drawn === index).length).toBeGreaterThan(60);
    }
  });

  it('go back to any position', () => {
    const choosers = [seededChooser(KEY), pythonChooser(42)(KEY)];
    for (const chooser of choosers) {
      const drawFive = () => Array.from({ length: 5 }, () => chooser.choose([1, 2, 3, 4, 5, 6, 7], 'edge'));
      drawFive();
      const { position } = chooser;
      const drawn = drawFive();
      chooser.position = position;
      expect(drawFive()).toEqual(drawn);
    }
  });

  it('share one stream in the published way, and none otherwise', () => {
    const shared = pythonChooser(42);
    expect(shared.isShared).toBe(true);
    shared(KEY).choose([1], 'edge');
    expect(shared({ ...KEY, task: 'b' }).position).toBeGreaterThan(0);
  });

  it('refuse to go where a script wants but no candidate leads', () => {
    expect(scriptedChooser(() => 7).choose([6, 7], 'open')).toBe(1);
    expect(() => scriptedChooser(() => 9).choose([6, 7], 'open')).toThrow('9 is not among');
  });
});
