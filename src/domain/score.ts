import { z } from 'zod';
import type { EpisodeEnd, ItemKey, Outcome } from './episode.js';
import { ItemMetricSchema } from './scores/main-metric.js';
import { ModeSchema } from './mode.js';
import type { Task } from './task.js';

/** One judgement of one trajectory. `steps` point at the steps that prove it, from 0. */
export const ScoreSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    /** In 0–1. */
    value: z.number().min(0).max(1),
    /** A sentence that a person can check against the trajectory. */
    explanation: z.string(),
    steps: z.array(z.int()).optional(),
    /** Parts of the score, such as each milestone; JSON. */
    details: z.unknown().optional(),
  }),
  z.object({ status: z.literal('not_applicable'), reason: z.string() }),
  z.object({
    status: z.literal('unknown'),
    reason: z.string(),
    /** What there is of it all the same; JSON. */
    details: z.unknown().optional(),
  }),
]);
export type Score = z.infer<typeof ScoreSchema>;

/** A named score of one episode in one mode. */
export const NamedScoreSchema = z
  .object({ evaluator: z.string(), version: z.string(), mode: ModeSchema, score: ScoreSchema })
  .readonly();
export type NamedScore = z.infer<typeof NamedScoreSchema>;

/** The scores of one episode in one mode: every evaluator's score, and the one verdict that decides success. */
export const EpisodeScoresSchema = z
  .object({
    mode: ModeSchema,
    scores: z.array(NamedScoreSchema).readonly(),
    /** null when it could not be decided. */
    success: z.boolean().nullable(),
    /** Share of the task done, 0–1; null where it could not be measured. */
    completion: z.number().min(0).max(1).nullable(),
    /** What the episode brings to the benchmark's main metric; absent where it has none. */
    metric: ItemMetricSchema.optional(),
  })
  .readonly();
export type EpisodeScores = z.infer<typeof EpisodeScoresSchema>;

/** An item with its outcome, the row that tables are built from. */
export interface ItemResult {
  readonly key: ItemKey;
  readonly task: Task;
  readonly end: EpisodeEnd;
  readonly steps: number;
  readonly outcome: Outcome;
  readonly result: EpisodeScores;
}
