import { z } from 'zod';

const count = z.int().positive().nullable();

/**
 * Settings that decide what a source holds, and no others: whoever opens a folder of annotations runs no code that the folder names.
 */
const SourceSettingsSchema = z.strictObject({
  data: z.string().min(1).nullable(),
  split: z.string().min(1).nullable(),
  mode: z.enum(['reference', 'corrected']).nullable(),
  benchmarkOptions: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  language: z.string().min(1).nullable(),
  limit: count,
  sample: count,
  seed: z.int().nonnegative(),
  maxSteps: count,
  runs: z.string().min(1),
});

/** Which attempts, sides and walks of the sources are wanted. */
const ChoiceSchema = z.strictObject({
  attempts: z.strictObject({
    outcome: z.enum(['passed', 'all']),
    formatErrors: z.enum(['leave-out', 'without']),
    repeats: z.union([z.enum(['all', 'first', 'shortest']), z.int().nonnegative()]),
  }),
  part: z.enum(['train', 'validation', 'test', 'all']).nullable(),
  walker: z.enum(['oracle', 'random']),
  walks: z.int().positive(),
});

/** First line of a file of annotations: which recordings they are of. Names and paths are as the command line takes them. */
export const AnnotationHeaderSchema = z.object({
  format: z.literal('touchstone-annotations'),
  formatVersion: z.literal(1),
  /** Runs, recordings, worlds and benchmarks; folders relative to the file's own. */
  sources: z.array(z.string().min(1)).min(1),
  /** Settings that the sources were opened with. */
  settings: SourceSettingsSchema,
  choice: ChoiceSchema,
});
export type AnnotationHeader = z.infer<typeof AnnotationHeaderSchema>;

/** What was asked for and not given in a form that can be used. */
const ProblemSchema = z.object({
  /** Which question. */
  asked: z.enum(['instruction', 'context', 'description']),
  kind: z.enum(['format', 'refusal']),
  message: z.string(),
});

const text = z.string().nullable();
const StepAnnotationSchema = z.object({
  /** From 0. */
  step: z.int().nonnegative(),
  /** What to do at this very step. */
  instruction: text,
  /** What was done before it. */
  context: text,
  /** What the screen shows. */
  description: text,
  /** What the step is for, in the first person. */
  intention: text,
  problems: z.array(ProblemSchema),
});
export type StepAnnotation = z.infer<typeof StepAnnotationSchema>;

/** A line of a file of annotations: an episode. */
export const EpisodeAnnotationSchema = z.object({
  /** Name of its source. */
  source: z.string(),
  episode: z.string(),
  steps: z.array(StepAnnotationSchema),
});
export type EpisodeAnnotation = z.infer<typeof EpisodeAnnotationSchema>;

/** What an episode has to be to be kept. Source: GUIOdyssey paper, quality check. */
export const QUALITY_CRITERIA = ['files', 'completes', 'equivalent'] as const;
export type QualityCriterion = (typeof QUALITY_CRITERIA)[number];

/** A line of `verdicts.jsonl`: what somebody says of an episode. */
export const QualityVerdictSchema = z.object({
  source: z.string(),
  episode: z.string(),
  criterion: z.enum(QUALITY_CRITERIA),
  /** Null: it cannot be said. */
  passes: z.boolean().nullable(),
  reviewer: z.string().min(1),
  /** A person goes before a model, and a model before a rule. */
  kind: z.enum(['rule', 'model', 'person']),
  at: z.iso.datetime({ offset: true }),
  reason: z.string(),
});
export type QualityVerdict = z.infer<typeof QualityVerdictSchema>;

/** A line of `quality-review.jsonl`: a case that a person may decide. */
export const QualityCaseSchema = z.object({
  source: z.string(),
  episode: z.string(),
  criterion: z.enum(QUALITY_CRITERIA),
  instruction: z.string(),
  /** What the instruction rewords; null where it is the only wording. */
  task: z.string().nullable(),
  /** What was said of it so far. */
  said: z.string(),
  decision: z.enum(['', 'pass', 'fail']),
  by: z.string(),
  note: z.string().default(''),
});
export type QualityCase = z.infer<typeof QualityCaseSchema>;
