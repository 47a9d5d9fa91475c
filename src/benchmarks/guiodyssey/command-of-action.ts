import type { Action } from '../../domain/action.js';
import type { Point, Size } from '../../domain/geometry.js';

const KEYS: Readonly<Record<string, string>> = {
  HOME: 'PRESS_HOME',
  BACK: 'PRESS_BACK',
  APP_SWITCH: 'PRESS_RECENT',
};

/**
 * A unified action as a command string of GUIOdyssey; null for actions that its action space cannot express, which
 * match no recorded one. A declared failure, and any action that waits for a user, is IMPOSSIBLE.
 *
 * @param screen pixels of the recorded screen
 *
 * Source: models.md section 2.2.
 */
export function commandOfAction(action: Action, screen: Size): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      const [x, y] = permilleOf(action.target.point, screen);
      return `${action.type === 'tap' ? 'CLICK' : 'LONG_PRESS'}: (${x}, ${y})`;
    }
    case 'swipe':
      return action.direction === null ? 'SCROLL: DOWN' : `SCROLL: ${action.direction.toUpperCase()}`;
    case 'type':
      return `TYPE: ${action.text}`;
    case 'key':
      return KEYS[action.key] ?? null;
    case 'stop':
      return action.status === 'success' || action.status === 'unspecified' ? 'COMPLETE' : 'IMPOSSIBLE';
    case 'answer':
      return action.terminal ? 'COMPLETE' : null;
    case 'ask_user':
      return 'IMPOSSIBLE';
    default:
      return null;
  }
}

/** A position in 0–1000 per axis: as recorded where it is recorded so, else from real-valued pixels. */
export function permilleOf(point: Point, { width, height }: Size): [number, number] {
  switch (point.space) {
    case 'permille':
      return [point.x, point.y];
    case 'unit':
      return [point.x * 1000, point.y * 1000];
    case 'pixel':
      return [(point.x * 1000) / width, (point.y * 1000) / height];
    default:
      return point.space satisfies never;
  }
}
