import type { Action, Target } from '../domain/action.js';
import { resolvePoint, type Box, type Point, type Size } from '../domain/geometry.js';
import type { ElementTable } from '../domain/observation-rule.js';

/**
 * The action with numbers of elements turned into positions: the centre of the element, or for a swipe the middle third of
 * its box along the direction, or with a `distance` that way from the centre. `target.element` keeps the number. Elements
 * without a place stay as they are.
 *
 * Source: models.md section 2.4, SPHINX reference code for the swipe, AppAgent reference code for one with a distance.
 */
export function locateElements(action: Action, table: ElementTable | null, screen: Size | null): Action {
  if (table === null || !('target' in action) || action.target?.type !== 'element') return action;
  const { element } = action.target;
  const box = table.elements.find(({ index }) => index === element)?.box;
  if (box === undefined) return action;
  const target: Target = {
    type: 'point',
    point: pixel((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, screen),
    box,
    element,
  };
  if (action.type !== 'swipe') return { ...action, target };
  const path =
    action.distance === undefined || screen === null
      ? pathWithin(box, action.direction, screen)
      : pathFrom([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], action.direction, action.distance, screen);
  return { ...action, target, ...path };
}

const UNITS = { short: 1, medium: 2, long: 3 } as const;

/** A unit is a tenth of the screen's width; up and down go twice as far. The finger stays on the screen. */
function pathFrom(
  [x, y]: readonly [number, number],
  direction: string | null,
  distance: keyof typeof UNITS,
  screen: Size,
) {
  const length = Math.floor(screen.width / 10) * UNITS[distance];
  const far = { up: [0, -2], down: [0, 2], left: [-1, 0], right: [1, 0] }[direction ?? ''];
  if (far === undefined) return {};
  const [dx = 0, dy = 0] = far;
  const within = (value: number, size: number): number => Math.min(Math.max(value, 0), size - 1);
  const [endX, endY] = [within(x + dx * length, screen.width), within(y + dy * length, screen.height)];
  return { from: pixel(x, y, screen), to: pixel(endX, endY, screen) };
}

function pathWithin([x1, y1, x2, y2]: Box, direction: string | null, screen: Size | null) {
  const thirds = (from: number, to: number): [number, number] => [(2 * from + to) / 3, (from + 2 * to) / 3];
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [left, right] = thirds(x1, x2);
  const [top, bottom] = thirds(y1, y2);
  const at = (px: number, py: number): Point => pixel(px, py, screen);
  switch (direction) {
    case 'up':
      return { from: at(x, bottom), to: at(x, top) };
    case 'down':
      return { from: at(x, top), to: at(x, bottom) };
    case 'left':
      return { from: at(right, y), to: at(left, y) };
    case 'right':
      return { from: at(left, y), to: at(right, y) };
    default:
      return {};
  }
}

function pixel(x: number, y: number, screen: Size | null): Point {
  const point: Point = { x, y, space: 'pixel' };
  return screen === null ? point : resolvePoint(point, screen);
}
