import type { Action } from '../../domain/action.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';
import { coordinateSpan, type CoordinateRule } from '../../models/dialects/reading/resolve-position.js';
import type { TextPlace } from './training-record.js';

/** Two ways in which Qwen's family writes a position, x first: those that ms-swift knows how to fill in. */
const POSITION = /<\|box_start\|>\((\d+),(\d+)\)<\|box_end\|>|\[(\d+), (\d+)\]/g;
/** Pixels by which a number that was read back may differ from the number written. */
const TOLERANCE = 0.5;

/**
 * Where an answer writes the positions of its action, in the order of the text, and what they are in pixels of the picture.
 * Nothing where it writes them otherwise, or names no position: an answer has all of its positions here or none.
 *
 * @param action as the answer is read
 */
export function answerPlaces(
  text: string,
  action: Action,
  {
    rule,
    screen,
    sent,
  }: { readonly rule: CoordinateRule; readonly screen: Size | null; readonly sent: Size | null },
): TextPlace[] {
  const span = coordinateSpan(rule, { screen, sent });
  if (screen === null || sent === null || span === null || rule.order === 'yx') return [];
  const points = pointsOf(action);
  // The action follows what is thought of it, and thoughts may have numbers in brackets too.
  const matches = points.length === 0 ? [] : [...text.matchAll(POSITION)].slice(-points.length);
  const places = matches.map((match): TextPlace => {
    const x = Number(match[1] ?? match[3]) / span.width;
    const y = Number(match[2] ?? match[4]) / span.height;
    return {
      from: match.index,
      to: match.index + match[0].length,
      x: x * sent.width,
      y: y * sent.height,
    };
  });
  const isAll = points.every((point, index) => {
    const place = places[index];
    if (place === undefined) return false;
    const [x, y] = toPixel(point, screen);
    const [atX, atY] = [(place.x / sent.width) * screen.width, (place.y / sent.height) * screen.height];
    return Math.abs(atX - x) <= TOLERANCE && Math.abs(atY - y) <= TOLERANCE;
  });
  return isAll ? places : [];
}

function pointsOf(action: Action): Point[] {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return action.target.type === 'point' ? [action.target.point] : [];
    case 'swipe':
      return action.from === undefined || action.to === undefined ? [] : [action.from, action.to];
    default:
      return [];
  }
}
