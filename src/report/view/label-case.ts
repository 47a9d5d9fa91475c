import { z } from 'zod';
import { EPISODE_LABEL_PASSES, EpisodeLabelSchema } from '../../domain/scores/episode-label.js';
import { FailureCausesSchema } from '../../domain/scores/failure-causes.js';
import type { EpisodeView } from './episode-view.js';

/** One episode of a queue. In a blind pass nothing of it says which agent or model it is of. */
export interface LabelCase {
  /** Stands for run and episode in addresses. */
  readonly id: string;
  readonly instruction: string;
  readonly apps: readonly string[];
  /** The steps; in a blind pass without models, their answers, and verdicts. */
  readonly view: EpisodeView;
  /** Run and item; null in a blind pass. */
  readonly of: { readonly run: string; readonly item: string; readonly repeat: number } | null;
  /** What this person said last in this pass. */
  readonly own: z.infer<typeof EpisodeLabelSchema> | null;
  /** What others said; empty but in the adjudication, where their names are left out. */
  readonly others: readonly z.infer<typeof EpisodeLabelSchema>[];
}

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
