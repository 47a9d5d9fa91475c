import { pointOf } from '../match/match-click.js';
import { infoText, unread, type ForeignEvaluator } from './foreign-evaluator.js';
import { tokenF1 } from './token-f1.js';
import { unitDistance } from './unit-distance.js';

/** A click must be nearer than this, in units of the 0–1 square. */
const RADIUS = 0.14;
/** Texts and directions must be at least this much alike. */
const LEAST_F1 = 0.5;

/**
 * The evaluation scripts of GUI-R1: clicks nearer than 0.14, typed texts and scrolls by their words, everything else by its name
 * alone.
 *
 * Source: GUI-R1, published evaluation of GUIOdyssey (Type, Grounding, Step).
 */
export const guiR1: ForeignEvaluator = {
  name: 'gui-r1',
  title: 'GUI-R1 scripts',
  about:
    'clicks nearer than 0.14, no element box; texts and scrolls by word F1 of at least 0.5; the rest by name',
  match(expected, predicted) {
    if (predicted === null) return unread(expected);
    const isType = predicted.action === expected.action;
    switch (expected.action) {
      case 'CLICK': {
        const distance = unitDistance(pointOf(expected.info), pointOf(predicted.info));
        const isGrounded = isType && distance !== null && distance < RADIUS;
        return { isType, isExact: isGrounded, isGrounded };
      }
      case 'TYPE':
      case 'SCROLL': {
        const isExact = isType && tokenF1(infoText(expected), infoText(predicted)) >= LEAST_F1;
        return { isType, isExact, isGrounded: null };
      }
      default:
        return { isType, isExact: isType, isGrounded: null };
    }
  },
};
