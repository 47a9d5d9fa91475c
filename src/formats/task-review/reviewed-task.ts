import { z } from 'zod';

/** What became of a candidate: nobody looked yet, taken as it is, taken in other words, refused. */
const ReviewStatusSchema = z.enum(['proposed', 'accepted', 'edited', 'rejected']);

/** One thing that was done with a candidate, oldest first. */
const ReviewEventSchema = z
  .object({
    /** ISO 8601. */
    at: z.iso.datetime({ offset: true }),
    /** A person's name; for `proposed` the model, or `seed`; for what the filter refuses `near-duplicates`. */
    by: z.string().min(1),
    status: ReviewStatusSchema,
    /** The instruction from here on. */
    instruction: z.string().min(1),
    /** Why. */
    note: z.string().default(''),
  })
  .readonly();

const amount = z.number().nonnegative();

/** What a model was asked about a seed, and what that used. */
const ExpansionSchema = z
  .object({
    /** Tasks that were asked for. */
    asked: z.int().positive(),
    /** Candidates that the answer gave; fewer in the file means that the writing was cut off, or that somebody took lines out. */
    proposals: z.int().nonnegative(),
    inputTokens: amount,
    outputTokens: amount,
    /** In US dollars, of the calls whose price is known. */
    costUsd: amount,
  })
  .readonly();

/** One line of a review of tasks (JSON Lines): a candidate and its whole history; unknown fields are ignored. */
export const ReviewedTaskSchema = z
  .object({
    formatVersion: z.literal(1),
    id: z.string().min(1),
    app: z.string().min(1),
    /** Android package of the app. */
    appPackage: z.string().min(1).optional(),
    /** Language tag of the instruction. */
    language: z.string().min(1),
    /** Kind of task, as the benchmark calls it. */
    kind: z.string().optional(),
    /** Id of the seed that it was made from; null for a seed itself. */
    seed: z.string().nullable(),
    /** The candidate that it is a near-duplicate of, and their overlap, 0–1. */
    resembles: z
      .object({ id: z.string(), overlap: z.number().min(0).max(1) })
      .readonly()
      .optional(),
    /** Of a seed: how it was expanded. */
    expansion: ExpansionSchema.optional(),
    status: ReviewStatusSchema,
    /** As it stands now. */
    instruction: z.string().min(1),
    history: z.array(ReviewEventSchema).min(1).readonly(),
  })
  .readonly();
export type ReviewedTask = z.infer<typeof ReviewedTaskSchema>;

/** What a person may add to a line beside another status or other words: their name, and why. */
export const HandDecisionSchema = z.object({ by: z.string().min(1).optional(), note: z.string().optional() });

/** A candidate as a line of the file. */
export function reviewedTaskLine(task: ReviewedTask): string {
  return `${JSON.stringify(task)}\n`;
}
