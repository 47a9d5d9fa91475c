import type { ScoreDocument, ScoredItem } from './score-document.js';

/** How many items and repeats a list of results is about, and in which modes it holds each of them. */
export function countScoredItems(results: readonly ScoredItem[]): Pick<ScoreDocument, 'items' | 'modes'> {
  return {
    items: new Set(results.map(({ item, repeat }) => `${item}#${repeat}`)).size,
    modes: [...new Set(results.map(({ mode }) => mode))],
  };
}
