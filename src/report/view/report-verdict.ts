import { z } from 'zod';
import { EpisodeEndSchema } from '../../domain/episode.js';
import { ModeSchema } from '../../domain/mode.js';
import { NamedScoreSchema } from '../../domain/score.js';

/** How one episode ended and how it was scored in one mode. */
export const ReportVerdictSchema = z
  .object({
    mode: ModeSchema,
    end: EpisodeEndSchema.nullable(),
    success: z.boolean().nullable(),
    /** In 0–1. */
    completion: z.number().nullable(),
    scores: z.array(NamedScoreSchema).readonly(),
  })
  .readonly();
export type ReportVerdict = z.infer<typeof ReportVerdictSchema>;
