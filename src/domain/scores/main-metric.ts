import { z } from 'zod';

/**
 * How the items of a run become one number. `completion` mean completion, each item weighing the same · `pooled` over the
 * units of all items together, so that an item weighs as much as it has units · `group_mean` mean over groups of items, each
 * pooled, so that groups weigh the same.
 */
export const MetricAverageSchema = z.enum(['completion', 'pooled', 'group_mean']);
export type MetricAverage = z.infer<typeof MetricAverageSchema>;

/** The number that a benchmark's own paper ranks by, beside the success rate. */
export const MetricDeclarationSchema = z.object({
  /** As tables write it, and flags take it in any case: `AMS`. */
  name: z.string().regex(/^[A-Za-z][\w-]*$/),
  /** In words: `action matching score`. */
  label: z.string().min(1),
  /** What it counts, such as `step`; of `completion` the item itself. */
  unit: z.string().min(1),
  average: MetricAverageSchema,
  /**
   * Whether the number is rounded as published code does: hundredths of a percent (Python's `round`), of groups and then
   * of their mean (NumPy's).
   */
  isRounded: z.boolean().optional(),
});
export type MetricDeclaration = Readonly<z.infer<typeof MetricDeclarationSchema>>;

/** What one item brings to the number: `sum` of `of` units, such as 12 of 15 steps. */
export const MetricValueSchema = z.object({
  sum: z.number().min(0),
  of: z.number().positive(),
  /** Group that the item belongs to; only of `group_mean`. */
  group: z.string().optional(),
});
export type MetricValue = Readonly<z.infer<typeof MetricValueSchema>>;

/** An item's part of the main metric, kept with its scores. */
export const ItemMetricSchema = z
  .object({
    ...MetricDeclarationSchema.shape,
    /** null where it could not be measured. */
    value: MetricValueSchema.nullable(),
  })
  .readonly();
export type ItemMetric = z.infer<typeof ItemMetricSchema>;
