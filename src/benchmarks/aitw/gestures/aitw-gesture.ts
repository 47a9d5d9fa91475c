import type { Action } from '../../../domain/action.js';
import type { Point, Size } from '../../../domain/geometry.js';

/** Kinds of action by their number. Source: Android in the Wild repository, `action_type.py`. */
export const AITW_TYPES = {
  type: 3,
  dualPoint: 4,
  back: 5,
  home: 6,
  enter: 7,
  complete: 10,
  impossible: 11,
} as const;

/** An action in the terms of Android in the Wild; points are (y, x), each axis spanning 0–1. */
export interface AitwGesture {
  readonly type: number;
  readonly touch: readonly [y: number, x: number];
  readonly lift: readonly [y: number, x: number];
}

/** Points of actions that have none. */
const NOWHERE = [-1, -1] as const;

/** The way the finger goes where a swipe names only its direction. Source: SeeClick repository, `action_matching.py`. */
const PATHS = {
  up: { touch: [0.8, 0.5], lift: [0.2, 0.5] },
  down: { touch: [0.2, 0.5], lift: [0.8, 0.5] },
  left: { touch: [0.5, 0.8], lift: [0.5, 0.2] },
  right: { touch: [0.5, 0.2], lift: [0.5, 0.8] },
} as const;

const KEYS: Readonly<Record<string, number>> = {
  BACK: AITW_TYPES.back,
  HOME: AITW_TYPES.home,
  ENTER: AITW_TYPES.enter,
};

/**
 * A unified action in the terms of Android in the Wild; null for what they cannot express, which matches nothing. A
 * long press is a gesture that stays in its place, as the dataset records it.
 *
 * @param size of the screen; needed for positions in pixels only
 */
export function gestureOf(action: Action, size: Size | null): AitwGesture | null {
  const plain = (type: number): AitwGesture => ({ type, touch: NOWHERE, lift: NOWHERE });
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const at = action.target.type === 'point' ? yxOf(action.target.point, size) : null;
      return at === null ? null : { type: AITW_TYPES.dualPoint, touch: at, lift: at };
    }
    case 'swipe': {
      const { from, to, direction } = action;
      const [touch, lift] = [from, to].map((point) => (point === undefined ? null : yxOf(point, size)));
      if (touch !== undefined && touch !== null && lift !== undefined && lift !== null) {
        return { type: AITW_TYPES.dualPoint, touch, lift };
      }
      return direction === null ? null : { type: AITW_TYPES.dualPoint, ...PATHS[direction] };
    }
    case 'type':
      return plain(AITW_TYPES.type);
    case 'key': {
      const type = KEYS[action.key.toUpperCase()];
      return type === undefined ? null : plain(type);
    }
    case 'stop':
      return plain(
        action.status === 'success' || action.status === 'unspecified'
          ? AITW_TYPES.complete
          : AITW_TYPES.impossible,
      );
    case 'answer':
      return action.terminal ? plain(AITW_TYPES.complete) : null;
    case 'ask_user':
      return plain(AITW_TYPES.impossible);
    default:
      return null;
  }
}

function yxOf({ x, y, space }: Point, size: Size | null): [number, number] | null {
  switch (space) {
    case 'unit':
      return [y, x];
    case 'permille':
      return [y / 1000, x / 1000];
    case 'pixel':
      return size === null ? null : [y / size.height, x / size.width];
    default:
      return space satisfies never;
  }
}
