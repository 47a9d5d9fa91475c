import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignEpisodes } from './align-episodes.js';
import type { ScreenStep } from './screen-step.js';

/** A run by the names of its states; `a:x` is state `a` with the text x, `a>k` has the action k. */
function run(words: string): readonly ScreenStep[] {
  return words.split(' ').map((word, place, all) => {
    const [screen = '', action = ''] = word.split('>');
    const [state = '', text] = screen.split(':');
    const next = all[place + 1]?.split('>')[0]?.split(':')[0] ?? 'end';
    return {
      state,
      picture: null,
      sketch: null,
      texts: text === undefined ? [] : [text],
      action: { key: action === '' ? `to ${next}` : action, place: null },
    };
  });
}

const kinds = (...words: readonly string[]) => {
  const { divergence, differences } = alignEpisodes(words.map(run));
  return {
    divergence,
    differences: differences
      .filter(({ kind }) => kind !== 'action')
      .map(({ kind, from, to, runs }) => `${kind} ${from}-${to} of ${runs.join(',')}`),
  };
};

describe('episodes side by side', () => {
  it('find nothing where all went the same way', () => {
    expect(kinds('a b c', 'a b c', 'a b c')).toEqual({ divergence: null, differences: [] });
  });

  it('tell insertions, deletions and loops apart', () => {
    expect(kinds('a b c d', 'a b x c d')).toEqual({
      divergence: { column: 1, kind: 'action' },
      differences: ['insertion 2-2 of 1'],
    });
    expect(kinds('a b c d', 'a b d')).toEqual({
      divergence: { column: 1, kind: 'action' },
      differences: ['deletion 2-2 of 1'],
    });
    expect(kinds('a b c d', 'a b c b c d')).toEqual({
      divergence: { column: 2, kind: 'action' },
      differences: ['loop 3-4 of 1'],
    });
  });

  it('find a screen that was left out although the next one is much like it', () => {
    expect(kinds('a b:1 b:2 c', 'a b:2 c')).toEqual({
      divergence: { column: 0, kind: 'screen' },
      differences: ['deletion 1-1 of 1'],
    });
  });

  it('go by the many where they are three or more', () => {
    expect(kinds('a b x c d', 'a b c d', 'a b c d').differences).toEqual(['insertion 2-2 of 0']);
    expect(kinds('a b d', 'a b c d', 'a b c d').differences).toEqual(['deletion 2-2 of 0']);
  });

  it('say how they part: by what was done, by what came of it, by the end, at the start', () => {
    expect(kinds('a b>same c', 'a b>same d').divergence).toEqual({ column: 1, kind: 'screen' });
    expect(kinds('a b>same c', 'a b>same').divergence).toEqual({ column: 1, kind: 'end' });
    expect(kinds('a b', 'x b').divergence).toEqual({ column: 0, kind: 'start' });
    expect(kinds('a b>this', 'a b>that').divergence).toEqual({ column: 1, kind: 'action' });
  });

  it('match one screen with other texts, and say that it differs', () => {
    expect(kinds('a b:x c', 'a b:y c')).toEqual({ divergence: null, differences: ['changed 1-1 of 1'] });
  });

  it('take touches of one thing for the same, and others not', () => {
    const touch = (x: number, next: string): readonly ScreenStep[] =>
      ['a', next].map((state) => ({
        state,
        picture: null,
        sketch: null,
        texts: [],
        action: state === 'a' ? { key: 'tap 1', place: [x, 0.5] } : null,
      }));
    expect(alignEpisodes([touch(0.5, 'b'), touch(0.53, 'b')]).divergence).toBeNull();
    // Elsewhere on one button.
    expect(alignEpisodes([touch(0.2, 'b'), touch(0.8, 'b')]).divergence).toBeNull();
    expect(alignEpisodes([touch(0.2, 'b'), touch(0.8, 'c')]).divergence?.kind).toBe('action');
    expect(alignEpisodes([touch(0.5, 'b'), touch(0.5, 'c')]).divergence?.kind).toBe('screen');
  });

  it('hold every step of every run once, in its order', () => {
    const walk = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(walk, { minLength: 1, maxLength: 5 }), (walks) => {
        const { columns } = alignEpisodes(walks.map((states) => run(states.join(' '))));
        for (const [place, states] of walks.entries()) {
          const steps = columns.flatMap((column) => column[place] ?? []);
          expect(steps).toEqual(states.map((_, step) => step));
        }
        for (const column of columns) {
          const seen = column.flatMap((step, place) => (step === null ? [] : [walks[place]?.[step]]));
          expect(new Set(seen).size).toBe(1);
        }
      }),
    );
  });
});
