import { z } from 'zod';

/** What became of a candidate: nobody looked yet, taken as it is, taken in other words, refused. */
const ReviewStatusSchema = z.enum(['proposed', 'accepted', 'edited', 'rejected']);

/** One thing that was done with a candidate, oldest first. */
const ReviewEventSchema = z
  .object({
    /** ISO 8601. */
    at: z.iso.datetime({ offset: true }),
    /** A person's name; for `proposed` the model, or `seed`. */
    by: z.string().min(1),
    status: ReviewStatusSchema,
    /** The instruction from here on. */
    instruction: z.string().min(1),
    /** Why. */
    note: z.string().default(''),
  })
  .readonly();

/** One line of a review of tasks (JSON Lines): a candidate and its whole history; unknown fields are ignored. */
export const ReviewedTaskSchema = z
  .object({
    formatVersion: z.literal(1),
    id: z.string().min(1),
    app: z.string().min(1),
    /** Language tag of the instruction. */
    language: z.string().min(1),
    /** Kind of task, as the benchmark calls it. */
    kind: z.string().optional(),
    /** Id of the seed that it was made from; null for a seed itself. */
    seed: z.string().nullable(),
    status: ReviewStatusSchema,
    /** As it stands now. */
    instruction: z.string().min(1),
    history: z.array(ReviewEventSchema).min(1).readonly(),
  })
  .readonly()
  .superRefine(({ status, instruction, history }, context) => {
    const last = history.at(-1);
    if (last?.status !== status) {
      context.addIssue({ code: 'custom', path: ['status'], message: 'it is not what the history ends with' });
    } else if (last.instruction !== instruction) {
      const message = 'it is not what the history ends with';
      context.addIssue({ code: 'custom', path: ['instruction'], message });
    }
  });
export type ReviewedTask = z.infer<typeof ReviewedTaskSchema>;

/** A candidate as a line of the file. */
export function reviewedTaskLine(task: ReviewedTask): string {
  return `${JSON.stringify(task)}\n`;
}
