import { z } from 'zod';
import { MetricDeclarationSchema } from '../../domain/scores/main-metric.js';

/** A share in 0–1 with what makes it believable. Null where there is nothing to tell it from. */
export const RunRateSchema = z.object({
  value: z.number().nullable(),
  /** Episodes counted. */
  n: z.int().nonnegative(),
  /** Ends of the 95 % interval. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The share if everything unknown had failed, and if it had succeeded. */
  worst: z.number().nullable(),
  best: z.number().nullable(),
});
export type RunRate = Readonly<z.infer<typeof RunRateSchema>>;

/** The main metric of a run. */
export const RunMetricSchema = z.object({
  ...RunRateSchema.shape,
  ...MetricDeclarationSchema.shape,
  /** What was counted, such as steps. */
  units: z.number().nonnegative(),
});
export type RunMetric = Readonly<z.infer<typeof RunMetricSchema>>;

/** What a run came to. */
export const RunRatesSchema = z.object({
  success: RunRateSchema,
  completion: RunRateSchema,
  /** The benchmark's own main metric; null where it ranks by success alone, or the scores are from before it was kept. */
  main: RunMetricSchema.nullable(),
});
export type RunRates = Readonly<z.infer<typeof RunRatesSchema>>;
