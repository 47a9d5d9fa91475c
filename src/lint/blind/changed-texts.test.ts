import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { TEXT_CHANGES, withTexts } from './changed-texts.js';

const ROUTE: readonly Action[] = [
  { type: 'open_app', app: 'Notes' },
  { type: 'type', text: '咖啡 and milk' },
  { type: 'key', key: 'ENTER' },
];

describe('withTexts', () => {
  it('empties what is typed, replaces it, or breaks it off, and leaves the rest alone', () => {
    const typed = TEXT_CHANGES.map((change) => withTexts(ROUTE, change)?.[1]);
    expect(typed).toEqual(['', 'zxq vkj', '咖'].map((text) => ({ type: 'type', text })));
    for (const change of TEXT_CHANGES)
      expect(withTexts(ROUTE, change)?.toSpliced(1, 1)).toEqual(ROUTE.toSpliced(1, 1));
  });

  it('has nothing to say of a route that types nothing', () => {
    for (const change of TEXT_CHANGES) expect(withTexts(ROUTE.slice(0, 1), change)).toBeNull();
  });
});
