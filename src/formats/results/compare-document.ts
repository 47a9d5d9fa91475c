import { z } from 'zod';
import { MetricDeclarationSchema } from '../../domain/scores/main-metric.js';
import { ModeSchema } from '../../domain/mode.js';
import { RunIdentitySchema } from '../../domain/run.js';
import { RunStatusSchema } from '../run/journal/event.js';
import { RunRatesSchema } from './run-rates.js';
import { TableSchema } from './table-schema.js';

/** What is compared; `main` is the benchmark's own main metric. */
const MetricSchema = z.enum(['success', 'completion', 'main']);

const IntervalSchema = z.object({ low: z.number(), high: z.number() });

/** One task of one run. */
const TaskScoresSchema = z.object({
  task: z.string(),
  /** 0–1, in the order of the repeats. */
  values: z.array(z.number()).readonly(),
  mean: z.number().nullable(),
  /** Repeats that were voided, never run, or could not be measured. */
  unknown: z.int(),
  /** The judged repeats, as `item#repeat`. */
  items: z.array(z.string()).readonly(),
});

const FirstDifferenceSchema = z.object({
  /** The attempts set side by side, as `item#repeat`. */
  attempts: z.object({ a: z.string(), b: z.string() }),
  /** null when both took the same steps; steps count from 0. */
  difference: z
    .object({ step: z.int(), kind: z.enum(['screen', 'action', 'end']), a: z.string(), b: z.string() })
    .nullable(),
});

/** Two runs, b less a; differences are on the 0–1 scale. */
const ComparisonSchema = z.object({
  metric: MetricSchema,
  /** What is compared where that is the benchmark's main metric; null else. */
  mainMetric: MetricDeclarationSchema.nullable(),
  a: z.string(),
  b: z.string(),
  /** What of runs in dimensions is compared, such as `planning, text`, and by which number; absent of other runs. */
  part: z.string().optional(),
  measure: z.string().optional(),
  /** Whether `tasks` of a part are items of the run, or whole units of several, such as recordings. */
  rowsAre: z.enum(['items', 'units']).optional(),
  /** Tasks (of a part: items, or whole recordings) judged under both. */
  tasks: z.int(),
  /** Independent units that these belong to, such as questions; as many as tasks where each stands alone. */
  clusters: z.int(),
  onlyInA: z.array(z.string()).readonly(),
  onlyInB: z.array(z.string()).readonly(),
  meanA: z.number().nullable(),
  meanB: z.number().nullable(),
  difference: z.number().nullable(),
  /** 95 %, of this comparison by itself. */
  interval: IntervalSchema.nullable(),
  /** 95 % together with those of all comparisons of the document; agrees with the verdict. */
  simultaneous: IntervalSchema.nullable(),
  /** The difference had everything unknown gone against b, and had it gone for b. */
  bounds: IntervalSchema.nullable(),
  test: z.enum(['mcnemar', 'student', 'weighted', 'clustered', 'sign']).nullable(),
  p: z.number().nullable(),
  /** Holm's correction over all comparisons of the document. */
  adjustedP: z.number().nullable(),
  aAhead: z.int(),
  bAhead: z.int(),
  /** Smallest difference that this design finds four times out of five, corrected for all comparisons of the document. */
  detectable: z.number().nullable(),
  /** The difference that `effort` is about, chosen beforehand. */
  target: z.number(),
  /** What it takes to find a difference of `target`. */
  effort: z
    .object({ repeats: z.number().nullable(), repeatsAtLeast: z.boolean(), tasks: z.number() })
    .nullable(),
  verdict: z.enum(['a_better', 'b_better', 'not_shown', 'not_comparable']),
  /** Whether the two are shown to be within a margin of each other; null unless one was asked for. */
  equivalence: z
    .object({
      margin: z.number(),
      /** Its ends are what is compared with the margin. */
      interval: IntervalSchema,
      isEquivalent: z.boolean(),
      /** b is not worse by the margin or more. */
      isNotWorse: z.boolean(),
      /** b is not better by the margin or more. */
      isNotBetter: z.boolean(),
    })
    .nullable(),
  sentence: z.string(),
  /** The changed tasks that are shown, flipped ones first; `changedTasks` counts all. */
  changed: z
    .array(
      z.object({
        task: z.string(),
        a: TaskScoresSchema,
        b: TaskScoresSchema,
        difference: z.number(),
        /** The unit that it belongs to; itself where each task stands alone. */
        cluster: z.string(),
        /** What it weighs next to the others; absent where all weigh the same. */
        weight: z.number().optional(),
        flipped: z.boolean(),
        first: FirstDifferenceSchema.nullable(),
      }),
    )
    .readonly(),
  changedTasks: z.int(),
});

const DeviceSideSchema = z.object({
  passed: z.boolean(),
  passes: z.int(),
  attempts: z.int(),
  /** Of the first attempt that failed; empty where none did, or nobody says. */
  reason: z.string(),
});

/** A run next to outcomes of the same tasks on a real device. */
export const DeviceComparisonSchema = z.object({
  /** File of outcomes, or folder of the device's run. */
  source: z.string(),
  tasks: z
    .array(
      z.object({
        task: z.string(),
        instruction: z.string(),
        here: DeviceSideSchema,
        onDevice: DeviceSideSchema,
        sameCause: z.boolean().nullable(),
      }),
    )
    .readonly(),
  bothPassed: z.int(),
  bothFailed: z.int(),
  onlyHere: z.int(),
  onlyOnDevice: z.int(),
  agreement: z.number().nullable(),
  interval: IntervalSchema.nullable(),
  kappa: z.number().nullable(),
  failuresFound: z.object({ found: z.int(), of: z.int(), interval: IntervalSchema.nullable() }),
  p: z.number(),
  sameCause: z.object({ same: z.int(), judged: z.int() }),
});
export type DeviceComparison = z.infer<typeof DeviceComparisonSchema>;

/** What `touchstone compare --json` prints. */
export const CompareDocumentSchema = z.object({
  formatVersion: z.literal(1),
  metric: MetricSchema,
  mode: ModeSchema,
  runs: z
    .array(
      z.object({
        /** Name in tables and comparisons. */
        name: z.string(),
        run: z.string(),
        directory: z.string(),
        /** How the last session ended; null when it is under way or was killed. */
        status: RunStatusSchema.nullable(),
        planned: z.int(),
        finished: z.int(),
        identityHash: z.string(),
        identity: RunIdentitySchema,
        /** What it came to as a whole; null where it measures several things apart. */
        rates: RunRatesSchema.nullable(),
      }),
    )
    .readonly(),
  comparisons: z.array(ComparisonSchema).readonly(),
  /**
   * The same pairs by another number: the main metric where success is compared first, success where
   * the main metric is. p is corrected over
   * these alone, and `changed` lists no first differences.
   */
  others: z.array(ComparisonSchema).readonly(),
  /** With `--device` alone, which compares nothing else. */
  device: DeviceComparisonSchema.optional(),
  /** Runs that could not be read. */
  problems: z.array(z.object({ run: z.string(), code: z.string(), message: z.string() })).readonly(),
  tables: z.array(TableSchema).readonly(),
});
export type CompareDocument = z.infer<typeof CompareDocumentSchema>;
