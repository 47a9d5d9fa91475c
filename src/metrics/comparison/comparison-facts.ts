import { z } from 'zod';
import { MetricDeclarationSchema } from '../../domain/scores/main-metric.js';
import type { Interval } from '../intervals/interval.js';
import type { ComparedMetric } from '../task-scores.js';
import type { Verdict } from './compare.js';
import type { Effort } from './detectable-difference.js';
import type { Equivalence } from './equivalence.js';
import type { ComparisonTest } from './paired-comparison.js';

const IntervalSchema = z
  .object({ low: z.number(), high: z.number() })
  .readonly() satisfies z.ZodType<Interval>;

const EffortSchema = z
  .object({ repeats: z.number().nullable(), repeatsAtLeast: z.boolean(), tasks: z.number() })
  .readonly() satisfies z.ZodType<Effort>;

const EquivalenceSchema = z
  .object({
    margin: z.number(),
    interval: IntervalSchema,
    isEquivalent: z.boolean(),
    isNotWorse: z.boolean(),
    isNotBetter: z.boolean(),
  })
  .readonly() satisfies z.ZodType<Equivalence>;

/** What the sentences about two runs are made from; differences are b less a, on the 0–1 scale. */
export const ComparisonFactsSchema = z
  .object({
    metric: z.enum(['success', 'completion', 'main']) satisfies z.ZodType<ComparedMetric>,
    /** What is compared where that is the benchmark's main metric. */
    mainMetric: MetricDeclarationSchema.readonly().nullable(),
    a: z.string(),
    b: z.string(),
    /** Tasks judged under both. */
    tasks: z.number(),
    /** Independent units among them. */
    clusters: z.number(),
    /** Tasks judged under one only. */
    onlyInA: z.number(),
    onlyInB: z.number(),
    meanA: z.number().nullable(),
    meanB: z.number().nullable(),
    difference: z.number().nullable(),
    interval: IntervalSchema.nullable(),
    test: z
      .enum([
        'mcnemar',
        'student',
        'weighted',
        'clustered',
        'sign',
      ] as const satisfies readonly ComparisonTest[])
      .nullable(),
    p: z.number().nullable(),
    adjustedP: z.number().nullable(),
    aAhead: z.number(),
    bAhead: z.number(),
    bounds: IntervalSchema.nullable(),
    detectable: z.number().nullable(),
    effort: EffortSchema.nullable(),
    /** The difference that `effort` is about. */
    target: z.number(),
    /** Holds together with the intervals of all comparisons of the family. */
    simultaneous: IntervalSchema.nullable(),
    equivalence: EquivalenceSchema.nullable(),
    verdict: z.enum([
      'a_better',
      'b_better',
      'not_shown',
      'not_comparable',
    ] as const satisfies readonly Verdict[]),
    /** Comparisons that p was corrected for. */
    family: z.number(),
  })
  .readonly();
export type ComparisonFacts = z.infer<typeof ComparisonFactsSchema>;
