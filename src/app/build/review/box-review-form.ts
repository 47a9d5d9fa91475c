import { join } from 'node:path';
import {
  BoxReviewLineSchema,
  BOX_REVIEW_FILE,
  type BoxReviewLine,
} from '../../../formats/stage/box-review.js';
import { checkLine } from '../../../formats/trajectories/parse-line.js';
import type { ReviewForm } from './stage-review.js';

/**
 * The review of boxes: those that are doubtful or missing are open.
 *
 * @param folder of the stage, absolute
 * @param world folder of the world that the pictures are of, absolute
 */
export function boxReviewForm(folder: string, world: string): ReviewForm {
  return {
    stage: 'boxes',
    file: join(folder, BOX_REVIEW_FILE),
    page: join(folder, 'boxes.html'),
    isSigned: false,
    caseOf: (value, place) => {
      const { id, type, point, box, by, doubt, decision, node, picture } = checkLine<BoxReviewLine>(
        value,
        BoxReviewLineSchema,
        place,
      );
      const drawn = box === null ? 'no box' : `box ${box.join(', ')} by ${by}`;
      const accept = {
        word: 'accept',
        does: 'the box is written',
        sets: () => ({ decision: 'accept' }),
      };
      return {
        id: `${id} ${type} ${point.join(' ')}`,
        isOpen: decision === '' && (doubt !== null || box === null),
        says: [`${type} at ${point.join(', ')}: ${drawn}`, ...(doubt === null ? [] : [`Doubtful: ${doubt}`])],
        pictures: picture == null ? [] : [{ words: node, file: join(world, picture) }],
        choices: [
          ...(box === null ? [] : [accept]),
          { word: 'reject', does: 'no box is written', sets: () => ({ decision: 'reject' }) },
          {
            word: 'box',
            does: 'with the box around the touch that is to be written, in pixels of the picture: box LEFT TOP RIGHT BOTTOM, or the four numbers alone',
            takesBare: true,
            sets: (rest) => boxOf(rest, point),
          },
        ],
      };
    },
  };
}

/** Null for what is no box around the touch. */
function boxOf(
  rest: string,
  [x, y]: BoxReviewLine['point'],
): { readonly decision: readonly number[] } | null {
  const numbers = rest
    .replace(/^\[(.*)\]$/s, '$1')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [left, top, right, bottom] = numbers;
  if (numbers.length !== 4 || left === undefined || top === undefined || right === undefined) return null;
  if (bottom === undefined || numbers.some((one) => !Number.isSafeInteger(one) || one < 0)) return null;
  const isAround = left <= x && x <= right && top <= y && y <= bottom;
  return isAround && left < right && top < bottom ? { decision: numbers } : null;
}
