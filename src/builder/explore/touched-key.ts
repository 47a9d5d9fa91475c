import type { Action } from '../../domain/action.js';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import type { ScreenSketch, SketchedElement } from './screen-sketch.js';

/** Key of the element that an action touches; the action itself where it touches none. */
export function touchedKey({ elements }: ScreenSketch, action: Action): string {
  const isTouch = action.type === 'tap' || action.type === 'long_press';
  if (!isTouch || action.target.type !== 'point') return canonicalJson(action);
  const { x, y } = action.target.point;
  const touched = elements.filter(({ bounds: [x1, y1, x2, y2] }) => x >= x1 && x <= x2 && y >= y1 && y <= y2);
  const [smallest] = touched.toSorted((a, b) => areaOf(a.bounds) - areaOf(b.bounds));
  return smallest === undefined ? canonicalJson(action) : `${action.type} ${smallest.fullKey}`;
}

function areaOf([x1, y1, x2, y2]: SketchedElement['bounds']): number {
  return (x2 - x1) * (y2 - y1);
}
