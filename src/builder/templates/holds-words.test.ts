import { describe, expect, it } from 'vitest';
import { holdsWords } from './holds-words.js';

describe('holdsWords', () => {
  it.each([
    ['Look for tea shows', 'tea', true],
    ['Teach me', 'tea', false],
    ['Teach me about Tea!', 'tea', true],
    ['steak', 'tea', false],
    ['Note it at 7:30 am', '7:30 AM', true],
    ['Note it at 17:30', '7:30', false],
    ['Open Google Podcasts now', 'google podcasts', true],
    ['Open Google Podcast now', 'Google Podcasts', false],
    ['在微信里找茶', '微信', true],
    ['打开Keep记录', 'Keep', true],
    ['打开Keeper记录', 'Keep', false],
    ['Pay in €', '€', true],
    ['Pay in $', '€', false],
  ])('%s: %s is there: %s', (text, phrase, holds) => {
    expect(holdsWords(text, phrase)).toBe(holds);
  });
});
