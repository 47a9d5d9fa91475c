import { z } from 'zod';
import { ItemKeySchema } from '../../../domain/episode.js';
import { ModeSchema } from '../../../domain/mode.js';
import { EpisodeScoresSchema } from '../../../domain/score.js';
import { FailureSchema, RUN_FORMAT_VERSION, Sha256Schema } from '../journal/event.js';

/**
 * Who gave the scores of a file, where it was not the benchmark's own rules: an evaluator, a judge, a person. A pass stands
 * for itself: it replaces its own earlier scores and no others.
 */
export const ScorePassSchema = z
  .object({
    name: z.string().min(1),
    version: z.string(),
    /** The judge that gave them: everything that can change a verdict, and its SHA-256. Only scores of the newest one count. */
    judge: z.object({ hash: Sha256Schema, identity: z.record(z.string(), z.json()) }).optional(),
  })
  .readonly();
export type ScorePass = z.infer<typeof ScorePassSchema>;

/** First event of a score file: which run was scored, with what. */
export const ScoreStartSchema = z.object({
  type: z.literal('score-start'),
  at: z.iso.datetime(),
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  run: z.string().min(1),
  identityHash: Sha256Schema,
  /** Version of the Touchstone that scores, which may be newer than the one that ran. */
  touchstone: z.string(),
  benchmark: z.object({ name: z.string(), version: z.string(), dataHash: z.string() }),
  modes: z.array(ModeSchema),
  /** Absent: the benchmark's own rules. */
  pass: ScorePassSchema.optional(),
  /** The judge's pass whose verdicts the benchmark's own rules were given. */
  judgedBy: z.object({ pass: z.string(), hash: Sha256Schema }).optional(),
});

/** What one item came to in one mode. `failure` instead of a verdict when the item's success rule is broken. */
export const ScoreEventSchema = z.object({
  ...ItemKeySchema.shape,
  type: z.literal('score'),
  at: z.iso.datetime(),
  /** The attempt that was scored: journal and number. */
  writer: z.string(),
  attempt: z.int().positive(),
  result: EpisodeScoresSchema,
  failure: FailureSchema.optional(),
});

/** The pass is complete. */
export const ScoreEndSchema = z.object({
  type: z.literal('score-end'),
  at: z.iso.datetime(),
  scored: z.int().nonnegative(),
});

/** One line of a score file, without its checksum and sequence number. */
export const ScoreFileEventSchema = z.discriminatedUnion('type', [
  ScoreStartSchema,
  ScoreEventSchema,
  ScoreEndSchema,
]);
export type ScoreFileEvent = z.infer<typeof ScoreFileEventSchema>;
