import { readPythonLiteral, type PythonValue } from '../../../domain/text/python-literal.js';

/** Farthest that a touch may be from the recorded one, in units of the 0–1 square. Source: GUIOdyssey paper, section 5. */
export const CLICK_RADIUS = 0.14;

/**
 * Whether a touch hits: inside the element's box, borders included, or within 0.14 of the recorded point in the square of
 * 0–1, both axes divided by 1000 before they are subtracted. `invalid` where the published code raises an error.
 *
 * @param box `[x1, y1, x2, y2]` in 0–1000; null for none. A box that has not four numbers is an error.
 *
 * Source: GUIOdyssey reference code, evaluator. Points that are not two numbers behave as its arrays do: one number
 * stands for both axes, more than two never compare.
 */
export function matchClick(
  expected: PythonValue,
  predicted: PythonValue,
  box: readonly number[] | null,
): 'hit' | 'miss' | 'invalid' {
  const wanted = pointOf(expected);
  const got = pointOf(predicted);
  if (wanted === null || got === null) return 'invalid';
  if (box !== null) {
    const [x1, y1, x2, y2] = box;
    const [x, y] = got;
    if (box.length !== 4 || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) {
      return 'invalid';
    }
    if (x === undefined) return 'invalid';
    if (x1 <= x && x <= x2) {
      if (y === undefined) return 'invalid';
      if (y1 <= y && y <= y2) return 'hit';
    }
  }
  const distance = distanceOf(wanted, got);
  if (distance === null) return 'invalid';
  return distance <= CLICK_RADIUS ? 'hit' : 'miss';
}

/** Arrays of unlike lengths compare only where one of them has a single entry, which then stands for all. */
function distanceOf(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length && a.length !== 1 && b.length !== 1) return null;
  const length = a.length === 1 ? b.length : a.length;
  let sum = 0;
  for (let axis = 0; axis < length; axis += 1) {
    const p = (b.length === 1 ? b[0] : b[axis]) ?? Number.NaN;
    const q = (a.length === 1 ? a[0] : a[axis]) ?? Number.NaN;
    const difference = p / 1000 - q / 1000;
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

/** The numbers of a point; a text is read once more, as the published code does. Null for what has no numbers. */
export function pointOf(value: PythonValue): readonly number[] | null {
  const read = typeof value === 'string' ? (readPythonLiteral(value)?.value ?? null) : value;
  if (typeof read !== 'object' || read === null || read.kind === 'set') return null;
  const numbers: number[] = [];
  for (const item of read.items) {
    if (typeof item === 'number') numbers.push(item);
    else if (typeof item === 'boolean') numbers.push(item ? 1 : 0);
    else return null;
  }
  return numbers;
}
