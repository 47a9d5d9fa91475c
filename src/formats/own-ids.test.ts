import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withOwnIds } from './own-ids.js';

describe('withOwnIds', () => {
  it('keeps an id that nobody else has, and names others by their position', () => {
    const entries = [
      { id: 'a', index: 0 },
      { id: 'b', index: 1 },
      { id: 'b', index: 2 },
      { id: null, index: 3 },
    ];
    const ids = withOwnIds(entries, ['a']).map((entry) => entry.id);
    expect(ids).toEqual(['#1', 'b', '#3', '#4']);
    expect(withOwnIds([{ id: null, index: 0 }], ['#1'])).toEqual([{ id: '##1' }]);
  });

  it('gives each an id of its own, for any ids of the others', () => {
    const id = fc.constantFrom('a', 'b', '#1', '#2', '##1');
    fc.assert(
      fc.property(fc.array(fc.option(id)), fc.uniqueArray(id), (ids, sound) => {
        const given = withOwnIds(
          ids.map((own, index) => ({ id: own, index })),
          sound,
        );
        expect(new Set([...given.map((entry) => entry.id), ...sound]).size).toBe(ids.length + sound.length);
      }),
    );
  });
});
