import { z } from 'zod';

/** A line of the review of completed actions: two screenshots, and what a model made out between them that somebody should look at. */
export const CompletionReviewLineSchema = z.object({
  formatVersion: z.literal(1),
  /** Names the pair: recording, screenshot before, screenshot after. */
  id: z.string().min(1),
  recording: z.string(),
  before: z.string(),
  after: z.string(),
  /** The action as the model wrote it; null where it gave none. */
  written: z.string().nullable(),
  /** What was done, in a sentence; null where it gave none. */
  order: z.string().nullable(),
  /** 0-1; null where it is not said. */
  confidence: z.number().min(0).max(1).nullable(),
  /** What somebody should look at. */
  doubt: z.string(),
  /** Left empty: an action counts for as much as its confidence. `accept`, `reject`, or the action that it was: `CLICK[10,20]`. */
  decision: z.string(),
});
export type CompletionReviewLine = z.infer<typeof CompletionReviewLineSchema>;
