import { z } from 'zod';
import { GraphFileActionSchema } from '../graph/graph-file.js';

/** A screen of a case: by its contents, which name it in every call; the node it is of in this world, and its files. */
const ReviewLookSchema = z.object({
  look: z.string().min(1),
  node: z.string(),
  picture: z.string().optional(),
  hierarchy: z.string().optional(),
});
export type ReviewLook = z.infer<typeof ReviewLookSchema>;

const base = {
  formatVersion: z.literal(1),
  id: z.string().min(1),
  /** Why somebody should look. */
  why: z.string(),
};
const verdict = z.enum(['same', 'different']);

/** One line of a review of a merge (JSON Lines): a person writes `decision` and leaves the rest. Unknown fields are ignored. */
export const MergeCaseSchema = z.discriminatedUnion('type', [
  /** Two screens that may be one state. */
  z.object({
    ...base,
    type: z.literal('merge'),
    looks: z.tuple([ReviewLookSchema, ReviewLookSchema]),
    assumed: verdict,
    /** What the model said, in order. */
    said: z.array(verdict),
    decision: verdict.nullable(),
  }),
  /** A state that may be several: the same action leads to different states. */
  z.object({
    ...base,
    type: z.literal('split'),
    /** What the state would be split into. */
    groups: z.array(z.array(ReviewLookSchema).min(1)).min(1),
    /** How probable so much dispersion is by chance, 0-1. */
    p: z.number().min(0).max(1),
    decision: z.enum(['split', 'keep']).nullable(),
  }),
  /** Something that all other states of a page do, and that nobody tried on this one. */
  z.object({
    ...base,
    type: z.literal('edge'),
    from: ReviewLookSchema,
    to: ReviewLookSchema,
    action: GraphFileActionSchema,
    /** States of the page on which it was seen. */
    seen: z.int().positive(),
    decision: z.enum(['add', 'leave']).nullable(),
  }),
]);
export type MergeCase = z.infer<typeof MergeCaseSchema>;

/** Name of the file in the folder of a world. */
export const MERGE_REVIEW_FILE = 'review.jsonl';
