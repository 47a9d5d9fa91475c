import { pointOf } from '../match/match-click.js';
import { infoText, unread, type ForeignEvaluator } from './foreign-evaluator.js';
import { tokenF1 } from './token-f1.js';

/** Farthest that a click may be off, in whole units of 0–1000. */
const RADIUS = 140;
/** Texts must be more alike than this. */
const LEAST_F1 = 0.5;

/**
 * The evaluation scripts of OS-Atlas: clicks within 140 units, typed texts by their words, scrolls by the same word, everything
 * else (long presses too) by its name alone.
 *
 * Source: OS-Atlas, published evaluation of GUIOdyssey. Positions are cut to whole numbers before they are compared.
 */
export const osAtlas: ForeignEvaluator = {
  name: 'os-atlas',
  title: 'OS-Atlas scripts',
  about: 'clicks within 140 of 1000, no element box; texts by word F1 above 0.5; the rest by name',
  match(expected, predicted) {
    if (predicted === null) return unread(expected);
    const isType = predicted.action === expected.action;
    switch (expected.action) {
      case 'CLICK': {
        const isGrounded = isType && isNear(pointOf(expected.info), pointOf(predicted.info));
        return { isType, isExact: isGrounded, isGrounded };
      }
      case 'TYPE': {
        const isExact = isType && tokenF1(infoText(expected), infoText(predicted)) > LEAST_F1;
        return { isType, isExact, isGrounded: null };
      }
      case 'SCROLL':
        return { isType, isExact: isType && infoText(expected) === infoText(predicted), isGrounded: null };
      default:
        return { isType, isExact: isType, isGrounded: null };
    }
  },
};

/** In whole numbers, so that exactly 140 is always near. */
function isNear(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a?.length !== 2 || b?.length !== 2) return false;
  const [dx, dy] = [0, 1].map(
    (axis) => Math.trunc(a[axis] ?? Number.NaN) - Math.trunc(b[axis] ?? Number.NaN),
  );
  return (dx ?? Number.NaN) ** 2 + (dy ?? Number.NaN) ** 2 <= RADIUS ** 2;
}
