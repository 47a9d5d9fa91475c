import { z } from 'zod';
import { ItemKeySchema } from '../episode.js';
import { LabelValueSchema } from './label.js';

/**
 * What the person was shown: `blind` neither agent nor model nor any verdict; `informed` all of it; `adjudication` what the
 * others said, to decide between them.
 */
export const EPISODE_LABEL_PASSES = ['blind', 'informed', 'adjudication'] as const;
export type EpisodeLabelPass = (typeof EPISODE_LABEL_PASSES)[number];

/** Characters of what people write. */
export const LABEL_LIMITS = { labeller: 128, note: 20_000, cause: 128 } as const;

/** Why an episode failed: a cause of one of the sets, by its ids. */
const LabelledCauseSchema = z
  .object({
    set: z.string().min(1).max(LABEL_LIMITS.cause),
    cause: z.string().min(1).max(LABEL_LIMITS.cause),
  })
  .readonly();

/** What one person says of one episode. A later one of the same person in the same pass takes its place; neither is ever erased. */
export const EpisodeLabelSchema = z
  .object({
    ...ItemKeySchema.shape,
    pass: z.enum(EPISODE_LABEL_PASSES),
    label: LabelValueSchema,
    /** Only of a failure. */
    cause: LabelledCauseSchema.nullable(),
    labeller: z.string().trim().min(1).max(LABEL_LIMITS.labeller),
    note: z.string().max(LABEL_LIMITS.note),
    /** ISO 8601, UTC. */
    at: z.iso.datetime(),
  })
  .readonly()
  .refine(({ label, cause }) => cause === null || label === 'failure', {
    error: 'only a failure has a cause',
    path: ['cause'],
  });
export type EpisodeLabel = z.infer<typeof EpisodeLabelSchema>;
