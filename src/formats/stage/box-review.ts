import { z } from 'zod';
import { BoxSchema } from '../../domain/coordinates/geometry-schemas.js';

/** Name of the file in the folder of the stage. */
export const BOX_REVIEW_FILE = 'boxes-review.jsonl';

/**
 * A line of the review of boxes: a touch on an edge of a world, and the box that was drawn around it. Boxes and points are pixels of
 * the screen's picture.
 */
export const BoxReviewLineSchema = z.object({
  formatVersion: z.literal(1),
  /** Names the touch: node, target, and the place of the action on the edge. */
  id: z.string().min(1),
  node: z.string(),
  target: z.string(),
  /** Places in the lists of the file, from 0. */
  edge: z.int().nonnegative(),
  action: z.int().nonnegative(),
  type: z.enum(['click', 'long_press']),
  point: z.tuple([z.number(), z.number()]),
  /** Null where nobody drew one that can be used. */
  box: BoxSchema.nullable(),
  by: z.enum(['hierarchy', 'annotator1', 'annotator2', 'referee']).nullable(),
  /** What the annotators drew. */
  first: BoxSchema.nullable(),
  second: BoxSchema.nullable(),
  /** What somebody should look at; null where nothing is. */
  doubt: z.string().nullable(),
  /** Path of the picture within the world; absent where there is none. */
  picture: z.string().optional(),
  /** Left empty: written unless it is doubtful. `accept`, `reject`, or a box in place of it. */
  decision: z.union([z.enum(['', 'accept', 'reject']), BoxSchema]),
});
export type BoxReviewLine = z.infer<typeof BoxReviewLineSchema>;

/** The box that a line stands for; null for none. */
export function decidedBox({ box, doubt, decision }: BoxReviewLine): BoxReviewLine['box'] {
  if (Array.isArray(decision)) return decision;
  if (decision === 'reject') return null;
  return decision === '' && doubt !== null ? null : box;
}
