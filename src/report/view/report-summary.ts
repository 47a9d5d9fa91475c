import { z } from 'zod';
import { RunMetricSchema, RunRateSchema } from '../../formats/results/run-rates.js';

/** A share in 0–1 with what makes it believable. Null where there is nothing to tell it from. */
export const ReportRateSchema = RunRateSchema.readonly();
export type ReportRate = z.infer<typeof ReportRateSchema>;

/** What a run came to, in numbers. */
export const ReportSummarySchema = z
  .object({
    success: ReportRateSchema,
    completion: ReportRateSchema,
    /** The benchmark's own main metric; null where it ranks by success alone. */
    main: RunMetricSchema.readonly().nullable(),
    /** Every repeat passed, at least one did; null with single repeats. */
    passAll: ReportRateSchema.nullable(),
    passAny: ReportRateSchema.nullable(),
    tasks: z.number(),
    /** The k that they are about: repeats that almost all tasks have. */
    passRepeats: z.number(),
    /** Largest number of repeats of one task. */
    repeats: z.number(),
    /** Planned items that came to no end. */
    notRun: z.number(),
    meanSteps: z.number().nullable(),
    durationMs: z.number(),
    calls: z.number(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    /** US dollars. */
    costUsd: z.number().nullable(),
    /** Calls without a price, for which the cost is at least that; absent in older files. */
    unpriced: z.number().optional(),
  })
  .readonly();
export type ReportSummary = z.infer<typeof ReportSummarySchema>;
