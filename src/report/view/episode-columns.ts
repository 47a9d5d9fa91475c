import { z } from 'zod';

/** Number of a block and the place in it. */
export const BlockPlaceSchema = z.tuple([z.number(), z.number()]).readonly();
export type BlockPlace = z.infer<typeof BlockPlaceSchema>;

const numbers = z.array(z.number()).readonly();
const numbersOrNull = z.array(z.number().nullable()).readonly();
const places = z.array(BlockPlaceSchema.nullable()).readonly();

/** One array per property, one place per episode: 10,000 rows stay small. */
export const EpisodeColumnsSchema = z
  .object({
    /** Number of the run. */
    run: numbers,
    /** Number of the task. */
    task: numbers,
    item: z.array(z.string()).readonly(),
    repeat: numbers,
    /** Number in `OUTCOMES`. */
    outcome: numbers,
    /** Number in `reasons`; -1 for an episode that came to no end. */
    reason: numbers,
    steps: numbers,
    /** In 0–1. */
    completion: numbersOrNull,
    durationMs: numbers,
    /** US dollars. */
    costUsd: numbersOrNull,
    tokens: numbersOrNull,
    formatErrors: numbers,
    /** Of each finding the number of its scanner in `scanners`. */
    findings: z.array(numbers).readonly(),
    /** Attempts made, the last of which counts. */
    attempts: numbers,
    /** Why it failed or was voided, one sentence; empty where there is nothing to say. */
    why: z.array(z.string()).readonly(),
    /** Success in the other mode where that differs from this one's, else null. */
    otherMode: z.array(z.boolean().nullable()).readonly(),
    /** Where the steps are, where the verdict is, and where the other mode's is; null where there is none. */
    stepsAt: places,
    verdictAt: places,
    otherVerdictAt: places,
  })
  .readonly();
export type EpisodeColumns = z.infer<typeof EpisodeColumnsSchema>;
