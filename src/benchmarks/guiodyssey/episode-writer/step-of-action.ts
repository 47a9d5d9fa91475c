import type { Action, ActionOf, Target } from '../../../domain/action.js';
import { pathDirection, type Box, type Direction, type Point, type Size } from '../../../domain/geometry.js';
import { permilleOf } from '../command-of-action.js';
import type { OdysseyStep } from '../episode-file.js';

/** What an annotation says of an action. */
export type OdysseyAction = Pick<OdysseyStep, 'action' | 'info' | 'ps'>;

/** Path of a finger, 0–1000 per axis. */
type Path = readonly [from: readonly [number, number], to: readonly [number, number]];

const KEYS: Readonly<Record<string, string>> = {
  HOME: 'KEY_HOME',
  BACK: 'KEY_BACK',
  APP_SWITCH: 'KEY_APPSELECT',
};
/** For swipes of which only the way is known: through the middle of the screen. */
const PATHS: Readonly<Record<Direction, Path>> = {
  up: [
    [500, 700],
    [500, 300],
  ],
  down: [
    [500, 300],
    [500, 700],
  ],
  left: [
    [700, 500],
    [300, 500],
  ],
  right: [
    [300, 500],
    [700, 500],
  ],
};

/**
 * A unified action in the words of an annotation file; a reason where GUIOdyssey has no words for it. Positions are whole numbers
 * of 0–1000 per axis, as in the published data.
 *
 * @param area of the touched element in pixels, whose middle stands for a target that is no position; null for none
 */
export function stepOfAction(action: Action, screen: Size, area: Box | null): OdysseyAction | string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.type === 'tap' && (action.count ?? 1) !== 1) return 'GUIOdyssey has no double tap';
      const point = pointOf(action.target, screen, area);
      if (point === null) return 'the touch names no position';
      return { action: action.type === 'tap' ? 'CLICK' : 'LONG_PRESS', info: [point], ps: '' };
    }
    case 'swipe':
      return swiped(action, screen);
    case 'type':
      if (action.target !== undefined || action.submit === true || action.clear === true) {
        return 'GUIOdyssey types where the cursor is, and nothing else with it';
      }
      return { action: 'TEXT', info: action.text, ps: '' };
    case 'key': {
      const key = KEYS[action.key];
      return key === undefined
        ? `GUIOdyssey has no key ${action.key}`
        : { action: 'CLICK', info: key, ps: '' };
    }
    case 'stop': {
      const isDone = action.status === 'success' || action.status === 'unspecified';
      return { action: isDone ? 'COMPLETE' : 'INCOMPLETE', info: '', ps: action.answer ?? '' };
    }
    case 'answer':
      return action.terminal
        ? { action: 'COMPLETE', info: '', ps: action.text }
        : 'GUIOdyssey has no answer that is not the end';
    default:
      return `GUIOdyssey has no action ${action.type}`;
  }
}

function pointOf(target: Target, screen: Size, area: Box | null): number[] | null {
  if (target.type === 'point') return rounded(target.point, screen);
  if (area === null) return null;
  const [x1, y1, x2, y2] = area;
  return rounded({ x: (x1 + x2) / 2, y: (y1 + y2) / 2, space: 'pixel' }, screen);
}

function rounded(point: Point, screen: Size): number[] {
  // Adding 0 makes no number −0.
  return permilleOf(point, screen).map((number) => Math.round(number) + 0);
}

function swiped({ direction, from, to }: ActionOf<'swipe'>, screen: Size): OdysseyAction | string {
  if (from !== undefined && to !== undefined) {
    const info = [rounded(from, screen), rounded(to, screen)];
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = info;
    // No movement counts as down there.
    const printed = pathDirection([x1, y1], [x2, y2]) ?? 'down';
    if (direction === null || printed === direction) return { action: 'SCROLL', info, ps: info };
  }
  if (direction === null) return 'the swipe has neither a path nor a direction';
  const path = PATHS[direction].map((point) => [...point]);
  return { action: 'SCROLL', info: path, ps: path };
}
