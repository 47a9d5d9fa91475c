import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import { EpisodeFindingSchema } from '../../domain/scores/episode-finding.js';
import { FormatErrorSchema } from '../../domain/decision.js';
import { TransitionSchema } from '../../formats/run/journal/event.js';
import { ActionMarkSchema } from './action-mark.js';

/**
 * Why a step shows no picture: nobody took one, the report was asked for none, the file was not where it should be, or the
 * report's own file had no room for it.
 */
export const NoPictureSchema = z.enum(['none', 'withheld', 'missing', 'noRoom']);
export type NoPicture = z.infer<typeof NoPictureSchema>;

/** One call to a model. */
export const ReportCallSchema = z
  .object({
    role: z.string(),
    model: z.string().nullable(),
    text: z.string().nullable(),
    reasoning: z.string().nullable(),
    finishReason: z.string().nullable(),
    error: z.string().nullable(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    /** US dollars. */
    costUsd: z.number().nullable(),
    latencyMs: z.number(),
    fromCache: z.boolean(),
    /** Address of the request as it was sent (a `SentPrompt`); absent in files, null where the run has not kept it, or screens are withheld. */
    request: z.string().nullable().optional(),
  })
  .readonly();
export type ReportCall = z.infer<typeof ReportCallSchema>;

/** A screen, and what was done on it. */
export const ReportStepSchema = z
  .object({
    state: z.string().nullable(),
    screen: z.string(),
    /** Width and height in pixels of the source picture; null when nobody recorded it. */
    size: z.tuple([z.number(), z.number()]).readonly().nullable(),
    activity: z.string().nullable(),
    /** Address relative to the report. */
    picture: z.string().nullable(),
    noPicture: NoPictureSchema.nullable(),
    /** Address of the UI hierarchy; absent in files, null where there is none to be shown. */
    hierarchy: z.string().nullable().optional(),
    /** Null where nothing was done, as on a last screen. */
    action: ActionSchema.nullable(),
    marks: z.array(ActionMarkSchema).readonly(),
    formatError: FormatErrorSchema.nullable(),
    thought: z.string().nullable(),
    summary: z.string().nullable(),
    /** Time the agent took to decide. */
    decisionMs: z.number().nullable(),
    /** Milliseconds the device took to do it and to settle; absent where nobody recorded it. */
    deviceMs: z.number().nullable().optional(),
    transition: TransitionSchema.nullable(),
    ended: z.boolean(),
    answer: z.string().nullable(),
    calls: z.array(ReportCallSchema).readonly(),
  })
  .readonly();
export type ReportStep = z.infer<typeof ReportStepSchema>;

/** The steps of one episode. */
export const ReportEpisodeSchema = z
  .object({
    maxSteps: z.number().nullable(),
    /** ISO 8601. */
    startedAt: z.string().nullable(),
    steps: z.array(ReportStepSchema).readonly(),
    /** What scanners find in it, in a file; a server says it with the episode. */
    findings: z.array(EpisodeFindingSchema).readonly().optional(),
    /** Steps left out of the report because there were too many of them. */
    omittedSteps: z.number(),
  })
  .readonly();
export type ReportEpisode = z.infer<typeof ReportEpisodeSchema>;
