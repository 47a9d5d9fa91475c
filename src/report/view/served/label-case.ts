import { z } from 'zod';
import { EPISODE_LABEL_PASSES, EpisodeLabelSchema } from '../../../domain/scores/episode-label.js';
import { FailureCausesSchema } from '../../../domain/scores/failure-causes.js';
import { MeasuredKappaSchema } from '../../../domain/scores/judge-measurement.js';
import { TableSchema } from '../../../metrics/tables/table.js';
import { EpisodeViewSchema } from '../episode-view.js';

/** One episode of a queue. In a blind pass nothing of it says which agent or model it is of. */
export const LabelCaseSchema = z
  .object({
    /** Stands for run and episode in addresses. */
    id: z.string(),
    instruction: z.string(),
    apps: z.array(z.string()).readonly(),
    /** The steps; in a blind pass without models, their answers, and verdicts. */
    view: EpisodeViewSchema,
    /** Run and item; null in a blind pass. */
    of: z.object({ run: z.string(), item: z.string(), repeat: z.int().nonnegative() }).readonly().nullable(),
    /** What this person said last in this pass. */
    own: EpisodeLabelSchema.nullable(),
    /** What others said; empty but in the adjudication, where numbers stand for their names. */
    others: z.array(EpisodeLabelSchema).readonly(),
  })
  .readonly();
export type LabelCase = z.infer<typeof LabelCaseSchema>;

/** What there is for one person to label. */
export const LabelQueueSchema = z
  .object({
    labeller: z.string(),
    pass: z.enum(EPISODE_LABEL_PASSES),
    /** Ids of cases, in the order in which they are to be labelled. */
    open: z.array(z.string()).readonly(),
    done: z.array(z.string()).readonly(),
    causes: z.array(FailureCausesSchema).readonly(),
  })
  .readonly();
export type LabelQueueView = z.infer<typeof LabelQueueSchema>;

/** What a person says of a case. */
export const GivenLabelSchema = z.object({
  runs: z.array(z.string()).min(1),
  id: z.string(),
  labeller: EpisodeLabelSchema.unwrap().shape.labeller,
  pass: z.enum(EPISODE_LABEL_PASSES),
  label: EpisodeLabelSchema.unwrap().shape.label,
  cause: EpisodeLabelSchema.unwrap().shape.cause,
  note: EpisodeLabelSchema.unwrap().shape.note,
});
export type GivenLabel = z.infer<typeof GivenLabelSchema>;

/** How far people agree in one pass, and for which causes agents failed. */
export const LabelSummarySchema = z
  .object({
    labellers: z
      .array(z.object({ name: z.string(), labelled: z.int(), unsure: z.int() }).readonly())
      .readonly(),
    /** Each two people: on success or failure, and on the cause where both say failure, for each set of causes by itself. */
    pairs: z
      .array(
        z
          .object({
            labellers: z.tuple([z.string(), z.string()]).readonly(),
            verdict: MeasuredKappaSchema,
            causes: z.array(z.object({ set: z.string(), kappa: MeasuredKappaSchema }).readonly()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    /** Agreement beyond chance of all together, over the cases that all have labelled (Fleiss' kappa). */
    group: MeasuredKappaSchema,
    /** Cases on which people disagree, and nobody has decided. */
    disagreed: z.array(z.string()).readonly(),
    causes: z.array(TableSchema).readonly(),
  })
  .readonly();
export type LabelSummary = z.infer<typeof LabelSummarySchema>;
