import { z } from 'zod';
import { EpisodeEndSchema, OutcomeSchema } from '../../domain/episode.js';
import { ModeSchema } from '../../domain/mode.js';
import { MetricValueSchema } from '../../domain/scores/main-metric.js';
import { RunRatesSchema } from './run-rates.js';
import { TableSchema } from './table-schema.js';

/** One item in one mode. */
const ScoredItemSchema = z.object({
  mode: ModeSchema,
  item: z.string(),
  repeat: z.int().nonnegative(),
  outcome: OutcomeSchema,
  success: z.boolean().nullable(),
  /** Share of the task done, 0–1; null where it could not be measured. */
  completion: z.number().min(0).max(1).nullable(),
  /** What it brings to the main metric; null where it could not be measured, absent where there is none. */
  metric: MetricValueSchema.nullable().optional(),
  steps: z.int().nonnegative(),
  /** Milestones, or rules where these are what counts, that were met, and all there are; null where none were judged. */
  hits: z.tuple([z.int(), z.int()]).readonly().nullable(),
  /** Each milestone in the task's order. */
  milestones: z
    .array(
      z.object({
        abilities: z.array(z.string()).readonly(),
        hit: z.boolean(),
        /** Step that reached it, from 0. */
        step: z.int().nullable(),
      }),
    )
    .readonly(),
  /** How the episode ended; null where nobody recorded it. */
  end: EpisodeEndSchema.nullable(),
});
export type ScoredItem = z.infer<typeof ScoredItemSchema>;

/** What `touchstone score --json` prints. */
export const ScoreDocumentSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  split: z.string(),
  /** SHA-256 over the data that can change a score; null where the benchmark's data have no hash. */
  dataHash: z.string().nullable(),
  /** The mode of the leading tables; `results` holds both. */
  mode: ModeSchema,
  /** Of a run of Touchstone. */
  run: z.string().optional(),
  identityHash: z.string().optional(),
  gate: z
    .object({
      met: z.boolean().nullable(),
      checks: z
        .array(
          z.object({
            gate: z.string(),
            /** What a gate about another number than success is about. */
            metric: z.string().optional(),
            met: z.boolean(),
            limit: z.number(),
            value: z.number().nullable(),
            /** What decided: the number seen, or what the data show. */
            rule: z.enum(['seen', 'met', 'missed']),
            /** How often the rule is wrong at this size about agents this good and this bad. */
            errors: z
              .object({
                good: z.number(),
                bad: z.number(),
                falseMiss: z.number(),
                falseMeet: z.number(),
              })
              .nullable(),
            sentence: z.string(),
          }),
        )
        .readonly(),
    })
    .optional(),
  /** What a run came to as a whole, in `mode`; null where its items measure several things apart. Absent of runs made elsewhere in forms of a benchmark's own. */
  rates: RunRatesSchema.nullable().optional(),
  /** Items and repeats; `results` holds each once in every mode of `modes`. */
  items: z.int().nonnegative(),
  modes: z.array(ModeSchema).readonly(),
  results: z.array(ScoredItemSchema).readonly(),
  /** Items that nobody ran, or recorded a run of. */
  missing: z.array(z.string()).readonly(),
  warnings: z.array(z.string()).readonly(),
  tables: z.array(TableSchema).readonly(),
});
export type ScoreDocument = z.infer<typeof ScoreDocumentSchema>;
