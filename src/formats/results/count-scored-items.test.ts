import { expect, it } from 'vitest';
import { countScoredItems } from './count-scored-items.js';
import type { ScoredItem } from './score-document.js';

function scored(item: string, repeat: number, mode: ScoredItem['mode']): ScoredItem {
  return { item, repeat, mode } as ScoredItem;
}

it('tells items from results, which hold each item once in every mode', () => {
  const results = (['corrected', 'reference'] as const).flatMap((mode) => [
    scored('a', 0, mode),
    scored('a', 1, mode),
    scored('b', 0, mode),
  ]);
  expect(countScoredItems(results)).toEqual({ items: 3, modes: ['corrected', 'reference'] });
  expect(countScoredItems([])).toEqual({ items: 0, modes: [] });
});
