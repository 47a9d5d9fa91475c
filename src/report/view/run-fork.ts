import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';

/** A fork of a run: where it begins, and what is different in it. */
export const RunForkSchema = z
  .object({
    /** Name of the fork's folder. */
    id: z.string(),
    /** ISO 8601. */
    startedAt: z.string(),
    /** Futures: repeats of its only item, from 0. */
    times: z.int().positive(),
    item: z.string(),
    /** Of the original, from 0. */
    repeat: z.int().nonnegative(),
    /** First step of its own, from 0. */
    step: z.int().nonnegative(),
    /** By the setting's name, as it was written. */
    changes: z.record(z.string(), z.string()),
    /** What is done at that step; null leaves it to the agent. */
    action: ActionSchema.nullable(),
  })
  .readonly();
export type RunFork = z.infer<typeof RunForkSchema>;
