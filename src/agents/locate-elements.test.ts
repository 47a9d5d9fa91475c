import { describe, expect, it } from 'vitest';
import type { Action } from '../domain/action.js';
import type { ElementTable } from '../domain/observation-rule.js';
import { locateElements } from './locate-elements.js';

const SCREEN = { width: 1000, height: 2000 };
const TABLE: ElementTable = { base: 1, count: 2, elements: [{ index: 1, box: [100, 300, 400, 900] }] };

function pathOf(action: Partial<Extract<Action, { type: 'swipe' }>>) {
  const target = { type: 'element', element: 1 } as const;
  const swipe: Action = { type: 'swipe', direction: 'up', target, ...action };
  const located = locateElements(swipe, TABLE, SCREEN);
  return located.type === 'swipe' ? [located.from?.pixel, located.to?.pixel] : [];
}

describe('locateElements', () => {
  it('aims at the centre of an element and keeps its number', () => {
    const tapped = locateElements({ type: 'tap', target: { type: 'element', element: 1 } }, TABLE, SCREEN);
    expect(tapped).toMatchObject({ target: { element: 1, point: { pixel: [250, 600] } } });
  });

  it('leaves an element without a place as it is', () => {
    const action: Action = { type: 'tap', target: { type: 'element', element: 2 } };
    expect(locateElements(action, TABLE, SCREEN)).toBe(action);
    expect(locateElements(action, null, SCREEN)).toBe(action);
  });

  it('swipes over the middle third of an element', () => {
    expect(pathOf({ direction: 'up' })).toEqual([[250, 700], [250, 500]]); // prettier-ignore
    expect(pathOf({ direction: 'right' })).toEqual([[200, 600], [300, 600]]); // prettier-ignore
  });

  it('swipes from the centre where a distance is named, twice as far up and down, and stays on the screen', () => {
    expect(pathOf({ direction: 'right', distance: 'short' })).toEqual([[250, 600], [350, 600]]); // prettier-ignore
    expect(pathOf({ direction: 'down', distance: 'long' })).toEqual([[250, 600], [250, 1200]]); // prettier-ignore
    expect(pathOf({ direction: 'left', distance: 'long' })).toEqual([[250, 600], [0, 600]]); // prettier-ignore
  });
});
