import { z } from 'zod';
import { ReportStepSchema } from '../report-episode.js';

/** One episode under way, as small as a wall of phones needs it. */
export const LivePhoneSchema = z
  .object({
    /** Id of the run, as in addresses. */
    run: z.string(),
    item: z.string(),
    repeat: z.int().nonnegative(),
    agent: z.string(),
    /** What was asked for; the item's name where nobody wrote it down. */
    instruction: z.string(),
    /** Steps so far, the one under way among them. */
    step: z.int().nonnegative(),
    maxSteps: z.int().positive().nullable(),
    /** ISO 8601; null where nobody wrote it down. */
    startedAt: z.string().nullable(),
    /** The newest step that has a screen; null before the first. */
    last: ReportStepSchema.nullable(),
  })
  .readonly();
export type LivePhone = z.infer<typeof LivePhoneSchema>;

/** Everything that goes on in a folder, oldest first. */
export const LivePhonesSchema = z.object({ phones: z.array(LivePhoneSchema).readonly() }).readonly();
