import type { ActionOf } from '../../domain/action.js';
import { pathDirection, type Direction, type Size } from '../../domain/geometry.js';
import { isNear, isSamePoint, pixelsOf, unitsOf } from './match-touch.js';
import type { SwipeRule } from './step-protocol.js';

type Swipe = ActionOf<'swipe'>;

/** Whether two swipes are one; which of their properties counts is the rule's. */
export function matchSwipe(
  expected: Swipe,
  predicted: Swipe,
  size: Size | null,
  rule: SwipeRule,
): 'match' | 'direction' | 'path' | 'place' {
  switch (rule.rule) {
    case 'type':
      return 'match';
    case 'path': {
      const { from, to } = expected;
      if (from === undefined || to === undefined) break;
      if (predicted.from === undefined || predicted.to === undefined) break;
      if (isSamePoint(from, predicted.from) && isSamePoint(to, predicted.to)) return 'match';
      const distance = { threshold: rule.threshold, space: 'square' as const };
      const [start, end] = [
        isNear(from, predicted.from, size, distance),
        isNear(to, predicted.to, size, distance),
      ];
      if (start === null || end === null) return 'place';
      return start && end ? 'match' : 'path';
    }
    case 'axis':
    case 'direction':
      break;
    default:
      return rule satisfies never;
  }
  const space = rule.rule === 'path' ? 'pixel' : rule.space;
  const [wanted, got] = [directionOf(expected, size, space), directionOf(predicted, size, space)];
  const isSame = rule.rule === 'axis' ? axisOf(wanted) === axisOf(got) : wanted === got;
  return isSame ? 'match' : 'direction';
}

/** From the path where there is one that moves, else as named. */
function directionOf(
  { from, to, direction }: Swipe,
  size: Size | null,
  space: 'pixel' | 'unit',
): Direction | null {
  if (from === undefined || to === undefined) return direction;
  const convert = space === 'unit' ? unitsOf : pixelsOf;
  const [start, end] = [convert(from, size), convert(to, size)];
  if (start !== null && end !== null) return pathDirection(start, end) ?? direction;
  // Without a size, numbers of one space are compared as they stand.
  return (from.space === to.space ? pathDirection([from.x, from.y], [to.x, to.y]) : null) ?? direction;
}

function axisOf(direction: Direction | null): 'horizontal' | 'vertical' | null {
  if (direction === null) return null;
  return direction === 'left' || direction === 'right' ? 'horizontal' : 'vertical';
}
