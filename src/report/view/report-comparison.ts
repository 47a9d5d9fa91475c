import { z } from 'zod';
import { ComparisonFactsSchema } from '../../metrics/comparison/comparison-facts.js';
import { TableSchema } from '../../metrics/tables/table.js';

/** Repeats of one task under one run. */
export const ChangedScoresSchema = z
  .object({
    /** Repeats that passed; of another metric what the repeats add up to, each in 0–1. */
    passed: z.number(),
    judged: z.number(),
  })
  .readonly();
export type ChangedScores = z.infer<typeof ChangedScoresSchema>;

/** A task that came out differently under two runs. */
export const ChangedItemSchema = z
  .object({
    item: z.string(),
    left: ChangedScoresSchema,
    right: ChangedScoresSchema,
    /** -1 to 1. */
    difference: z.number(),
    /** Mostly failed under one run and mostly passed under the other. */
    flipped: z.boolean(),
  })
  .readonly();
export type ChangedItem = z.infer<typeof ChangedItemSchema>;

/** An entry of two identities: path, left value, right value. */
export const ConfigurationEntrySchema = z.tuple([z.string(), z.string(), z.string()]).readonly();
export type ConfigurationEntry = z.infer<typeof ConfigurationEntrySchema>;

const pair = {
  /** Numbers of the runs. */
  left: z.number(),
  right: z.number(),
  /** Entries of the identities that differ: path, left, right. */
  differing: z.array(ConfigurationEntrySchema).readonly(),
  /** Tasks that came out differently, flipped ones first. */
  changed: z.array(ChangedItemSchema).readonly(),
};

/** Two runs side by side, task by task, as metrics compare them: `a` is the left run and the base, `b` the right one. */
export const ReportComparisonSchema = z
  .object({ ...ComparisonFactsSchema.unwrap().omit({ a: true, b: true }).shape, ...pair })
  .readonly();
export type ReportComparison = z.infer<typeof ReportComparisonSchema>;

/** Two runs that measure several things apart, compared in each of them and in nothing else. */
export const ReportPartsComparisonSchema = z
  .object({
    ...pair,
    /** A row per part, the conclusion among its notes. */
    table: TableSchema,
    /** Items judged under both. */
    tasks: z.number(),
  })
  .readonly();
export type ReportPartsComparison = z.infer<typeof ReportPartsComparisonSchema>;

/** A run that is compared with no other. */
export const UncomparedRunSchema = z
  .object({
    /** Number of the run. */
    run: z.number(),
    /**
     * The oracle competes with nobody; baselines only where one agent stands alone; no other run is of its benchmark, data
     * and mode; the things that it measures apart could not be read; a fork begins with steps of another.
     */
    why: z.enum(['oracle', 'baseline', 'alone', 'parts', 'fork']),
  })
  .readonly();
export type UncomparedRun = z.infer<typeof UncomparedRunSchema>;
