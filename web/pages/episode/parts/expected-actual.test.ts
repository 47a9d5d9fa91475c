import { describe, expect, it } from 'vitest';
import { expectedActual } from './expected-actual.js';

describe('expected beside actual', () => {
  it('is taken from the details wherever they say both', () => {
    const details = {
      checks: [{ expected: 'a', actual: 'b' }, { note: { expected: 1, predicted: [2] } }],
      expected: 'x',
    };
    expect(expectedActual(details)).toEqual([
      { expected: 'a', actual: 'b' },
      { expected: '1', actual: '[\n 2\n]' },
    ]);
  });

  it('is nothing where details are anything else', () => {
    for (const details of [null, undefined, 3, 'x', [], { expected: 'x' }])
      expect(expectedActual(details)).toEqual([]);
    let deep: unknown = { expected: 1, actual: 2 };
    for (let level = 0; level < 50; level += 1) deep = [deep];
    expect(expectedActual(deep)).toEqual([]);
  });
});
