import { describe, expect, it } from 'vitest';
import { missingCall } from './missing-member.js';

class Written {
  decied(): void {
    return undefined;
  }
}

describe('missingCall', () => {
  it.each([
    [{ decied: () => 1 }, 'has no function "decide" (it has "decied")'],
    [new Written(), 'has no function "decide" (it has "decied")'],
    [{ decide: 'later' }, 'has no function "decide" (what it has there is something else)'],
    [{ act: () => 1 }, 'has no function "decide"'],
    [{}, 'has no function "decide"'],
    [null, 'is no object'],
    [{ decide: () => 1 }, null],
  ])('names what %j lacks, and what is near', (value, words) => {
    expect(missingCall(value, ['decide'])).toBe(words);
  });
});
