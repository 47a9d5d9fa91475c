import type { Action } from '../../domain/action.js';
import { toPixel, type Direction, type Point, type Size } from '../../domain/geometry.js';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { around, touchPlace, type RecordedTouch } from './touch-places.js';

type GraphFileAction = NonNullable<GraphFile['nodes'][number]['edges']>[number]['actions'][number];

/** What of a state an action on it depends on. */
interface ActedPlace {
  readonly moves: readonly { readonly action: Action; readonly to: { readonly id: string } }[];
}

export function isBack(action: Action): boolean {
  return action.type === 'key' && action.key === 'BACK';
}

/** Whether a graph can express the action as an edge. */
export function isWritable(action: Action): boolean {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return action.target.type === 'point';
    case 'swipe':
      return action.direction !== null;
    case 'type':
      return action.text !== '';
    case 'key':
    case 'wait':
      return true;
    default:
      return false;
  }
}

/** What makes an edge fire that an action was seen to follow; null for what graphs cannot express. */
export function writeAction(
  action: Action,
  {
    to,
    place,
    hierarchy,
    size,
  }: {
    readonly to: { readonly id: string };
    readonly place: ActedPlace;
    /** Elements of the screen that it was done on. */
    readonly hierarchy: UiHierarchy | null;
    readonly size: Size;
  },
): GraphFileAction | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const at = touchOf(action, size);
      if (at === null) return null;
      const others = place.moves.flatMap((move): RecordedTouch[] => {
        const other = move.action.type === action.type ? touchOf(move.action, size) : null;
        return other === null ? [] : [{ at: other, to: move.to.id }];
      });
      const where = touchPlace({ at, to: to.id }, { size, hierarchy, others });
      const type = action.type === 'tap' ? 'click' : 'long_press';
      return 'box' in where ? { type, box: where.box } : { type, point: [...where.point] };
    }
    case 'swipe': {
      const { direction } = action;
      if (direction === null) return null;
      const from = action.from ?? action.at;
      const leadsElsewhere = place.moves.some(
        (move) => move.to.id !== to.id && move.action.type === 'swipe' && move.action.direction === direction,
      );
      return swipe(direction, leadsElsewhere && from !== undefined ? { from, size } : null);
    }
    case 'type':
      return { type: 'type', text: action.text };
    case 'key':
      return { type: 'key', key: action.key };
    case 'wait':
      return { type: 'wait' };
    default:
      return null;
  }
}

/** @param start where it has to start; null for anywhere */
function swipe(
  direction: Direction,
  start: { readonly from: Point; readonly size: Size } | null,
): GraphFileAction {
  if (start === null) return { type: 'swipe', direction };
  return { type: 'swipe', direction, box: around(toPixel(start.from, start.size)) };
}

/** Pixel that a touch is at; null for what is none, or names no place. */
export function touchOf(action: Action, size: Size): readonly [number, number] | null {
  if ((action.type !== 'tap' && action.type !== 'long_press') || action.target.type !== 'point') return null;
  return toPixel(action.target.point, size);
}
