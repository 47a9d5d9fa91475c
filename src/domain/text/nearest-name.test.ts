import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['randm', ['oracle', 'random', 'replay'], 'random'],
    ['Direct', ['react', 'direct'], 'direct'],
    ['qwen2.5-vl-7b', ['llava', 'Qwen/Qwen2.5-VL-7B-Instruct'], 'Qwen/Qwen2.5-VL-7B-Instruct'],
    ['gpt-4o-latest', ['gpt-4o', 'o3'], 'gpt-4o'],
    ['tset', ['train', 'test'], 'test'],
    ['rnu', ['resume', 'run'], 'run'],
    ['pocket2', ['pocket', 'colorbench'], 'pocket'],
  ])('takes %s for the nearest of %j', (word, known, meant) => {
    expect(nearestName(word, known)).toBe(meant);
  });

  it('names none where none is near', () => {
    expect(nearestName('xyz', ['oracle', 'random'])).toBeNull();
    expect(nearestName('ab', ['abacus'])).toBeNull();
    expect(nearestName('', ['oracle'])).toBeNull();
    // Half of a short word may be anything.
    expect(nearestName('nope', ['note', 'none', 'mope', 'tape'])).toBe('note');
    expect(nearestName('nope', ['more', 'tt-6', 'open'])).toBeNull();
  });

  it('takes the first of several that are equally near', () => {
    expect(nearestName('b1', ['a1', 'c1'])).toBe('a1');
  });
});

describe('didYouMean', () => {
  it('begins a hint, or is empty', () => {
    expect(didYouMean('orcale', ['oracle'])).toBe('Did you mean oracle? ');
    expect(didYouMean('zzz', ['oracle'])).toBe('');
  });
});
