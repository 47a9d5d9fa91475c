import { z } from 'zod';
import { ReviewedTaskSchema } from '../task-review/reviewed-task.js';

const count = z.int().nonnegative();

/** How many candidates there were and what became of them; `proposed` is all of them. */
const ReviewCountsSchema = z
  .object({ proposed: count, accepted: count, edited: count, rejected: count })
  .readonly();
export type ReviewCounts = z.infer<typeof ReviewCountsSchema>;

/** The same of a seed and all that was made from it. */
const SeedCountsSchema = z
  .object({ seed: z.string(), instruction: z.string().nullable(), counts: ReviewCountsSchema })
  .readonly();
export type SeedCounts = z.infer<typeof SeedCountsSchema>;

/** How a validated task list came to be (JSON), beside the list: every candidate with its history, refused ones included. */
export const TaskHistorySchema = z
  .object({
    formatVersion: z.literal(1),
    counts: ReviewCountsSchema,
    seeds: z.array(SeedCountsSchema).readonly(),
    candidates: z.array(ReviewedTaskSchema).readonly(),
  })
  .readonly();
export type TaskHistory = z.infer<typeof TaskHistorySchema>;
