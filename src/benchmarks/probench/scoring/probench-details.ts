import { z } from 'zod';
import type { EpisodeScores } from '../../../domain/score.js';
import { LANGUAGES } from '../tasks/task-file.js';

/** Name of the score. */
export const PROBENCH_SCORE = 'probench';

/** What a score of ProBench holds of an episode. */
export const ProbenchDetailsSchema = z
  .object({
    /** `unjudged`: said to be done, and no judge has decided. */
    outcome: z.enum(['success', 'failure', 'uncompleted', 'unjudged']),
    /** Operation that was repeated, where that ended the episode. */
    earlyStop: z.string().nullable(),
    /** Operations, unreadable answers and the last one included. */
    steps: z.int().nonnegative(),
    /** Answers that nobody could read. */
    invalid: z.int().nonnegative(),
    /** Clicks behind which there is a picture to compare, and those that changed nothing of it. */
    clicks: z.object({ seen: z.int().nonnegative(), idle: z.int().nonnegative() }),
    /** Steps on whose screen another app was in front, from 0; null where nobody knows the app. */
    leftApp: z.array(z.int().nonnegative()).nullable(),
    /** A judge was asked and gave no verdict. */
    judgeError: z.boolean(),
    language: z.enum(LANGUAGES),
    type: z.enum(['state', 'process']),
    app: z.string(),
    category: z.string().nullable(),
  })
  .readonly();
export type ProbenchDetails = z.infer<typeof ProbenchDetailsSchema>;

/** The details of an episode's scores; null where they are of another benchmark. */
export function probenchDetails({ scores }: EpisodeScores): ProbenchDetails | null {
  const score = scores.find(({ evaluator }) => evaluator === PROBENCH_SCORE)?.score;
  if (score === undefined || score.status === 'not_applicable') return null;
  return ProbenchDetailsSchema.safeParse(score.details).data ?? null;
}
