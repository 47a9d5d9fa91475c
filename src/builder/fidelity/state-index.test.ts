import { describe, expect, it } from 'vitest';
import type { ScreenLooks } from './screen-looks.js';
import { StateIndex } from './state-index.js';

const words = (...all: string[]): ScreenLooks => ({
  words: new Map(all.map((word) => [word, 1])),
  thumb: null,
});
const grey = (value: number): ScreenLooks => ({ words: null, thumb: new Uint8Array(36 * 64).fill(value) });

describe('StateIndex', () => {
  const index = new StateIndex([
    [words('label menu', 'label tea', 'id list')],
    [words('label menu', 'label coffee', 'id list')],
    [words('label menu', 'label coffee', 'id list', 'label milk')],
    [grey(100)],
    [],
  ]);

  it('finds the state with the most in common, what few screens say counting more', () => {
    expect(index.nearest(words('label menu', 'label tea'))[0]?.node).toBe(0);
    expect(index.nearest(words('label coffee', 'label milk'))[0]?.node).toBe(2);
    expect(index.nearest(words('label menu', 'label coffee', 'id list'))).toEqual([
      { node: 1, similarity: 1 },
    ]);
  });

  it('names all that are equally like, and none where nothing is', () => {
    const twins = new StateIndex([[words('label a')], [words('label a')]]);
    expect(twins.nearest(words('label a')).map(({ node }) => node)).toEqual([0, 1]);
    expect(index.nearest(words('label other'))).toEqual([]);
    expect(index.nearest({ words: null, thumb: null })).toEqual([]);
  });

  it('compares pictures where there are no words, and never the one with the other', () => {
    expect(index.nearest(grey(101))[0]?.node).toBe(3);
    expect(index.similarity(3, grey(100))).toBe(1);
    expect(index.nearest(grey(160))).toEqual([]);
    expect(index.similarity(3, words('label menu'))).toBe(0);
  });
});
