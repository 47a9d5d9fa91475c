import { z } from 'zod';
import { EpisodeFindingSchema } from '../../domain/scores/episode-finding.js';
import { ReportEpisodeSchema } from './report-episode.js';
import { ReportVerdictSchema } from './report-verdict.js';

/** One episode with everything that its page shows. A server reads it from the journal, a report file from its blocks. */
export const EpisodeViewSchema = z
  .object({
    /** Id of the run, as in addresses. */
    run: z.string(),
    item: z.string(),
    repeat: z.number(),
    /** The attempt that counts; of an episode under way the one that is made. */
    attempt: z.number(),
    /** It goes on while it is looked at. */
    isRunning: z.boolean(),
    episode: ReportEpisodeSchema,
    /** In the run's own mode and the other one; null where there is none yet. */
    verdict: ReportVerdictSchema.nullable(),
    otherVerdict: ReportVerdictSchema.nullable(),
    /** What the rules for findings say of it; empty in files written without. */
    findings: z.array(EpisodeFindingSchema).readonly(),
  })
  .readonly();
export type EpisodeView = z.infer<typeof EpisodeViewSchema>;
